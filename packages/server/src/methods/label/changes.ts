import { LABELS } from "@pismo/jmap";
import { checkArguments } from "../checks.ts";
import type { Method } from "../context.ts";
import { changesShape, standardChanges } from "../standard/changes.ts";

/** Label/changes: as RFC 8620 §5.2. */
export const changes: Method<"Label/changes"> = {
  capability: LABELS,
  parse: (args) => checkArguments(changesShape, args),
  async run(args, call) {
    const { onlyCounts: _, ...result } = await standardChanges(args, call, "Label");
    return result;
  },
};
