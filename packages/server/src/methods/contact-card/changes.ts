import { CONTACTS } from "@pismo/jmap";
import { checkArguments } from "../checks.ts";
import type { Method } from "../context.ts";
import { changesShape, standardChanges } from "../standard/changes.ts";

/** ContactCard/changes: RFC 9610 §3.2. */
export const changes: Method<"ContactCard/changes"> = {
  capability: CONTACTS,
  parse: (args) => checkArguments(changesShape, args),
  async run(args, call) {
    const { onlyCounts: _, ...result } = await standardChanges(args, call, "ContactCard");
    return result;
  },
};
