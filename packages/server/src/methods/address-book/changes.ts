import { CONTACTS } from "@pismo/jmap";
import { checkArguments } from "../checks.ts";
import type { Method } from "../context.ts";
import { changesShape, standardChanges } from "../standard/changes.ts";

/** AddressBook/changes: RFC 9610 §2.2. */
export const changes: Method<"AddressBook/changes"> = {
  capability: CONTACTS,
  parse: (args) => checkArguments(changesShape, args),
  async run(args, call) {
    const { onlyCounts: _, ...result } = await standardChanges(args, call, "AddressBook");
    return result;
  },
};
