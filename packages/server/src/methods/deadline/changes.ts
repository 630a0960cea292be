import { DEADLINES } from "@pismo/jmap";
import { checkArguments } from "../checks.ts";
import type { Method } from "../context.ts";
import { changesShape, standardChanges } from "../standard/changes.ts";

/** Deadline/changes: as RFC 8620 §5.2. */
export const changes: Method<"Deadline/changes"> = {
  capability: DEADLINES,
  parse: (args) => checkArguments(changesShape, args),
  async run(args, call) {
    const { onlyCounts: _, ...result } = await standardChanges(args, call, "Deadline");
    return result;
  },
};
