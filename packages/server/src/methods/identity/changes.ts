import { SUBMISSION } from "@pismo/jmap";
import { checkArguments } from "../checks.ts";
import type { Method } from "../context.ts";
import { changesShape, standardChanges } from "../standard/changes.ts";

/** Identity/changes: RFC 8621 §6.2. */
export const changes: Method<"Identity/changes"> = {
  capability: SUBMISSION,
  parse: (args) => checkArguments(changesShape, args),
  async run(args, call) {
    const { onlyCounts: _, ...result } = await standardChanges(args, call, "Identity");
    return result;
  },
};
