import { SAVED_SEARCHES } from "@pismo/jmap";
import { checkArguments } from "../checks.ts";
import type { Method } from "../context.ts";
import { changesShape, standardChanges } from "../standard/changes.ts";

/** SavedSearch/changes: as RFC 8620 §5.2. */
export const changes: Method<"SavedSearch/changes"> = {
  capability: SAVED_SEARCHES,
  parse: (args) => checkArguments(changesShape, args),
  async run(args, call) {
    const { onlyCounts: _, ...result } = await standardChanges(args, call, "SavedSearch");
    return result;
  },
};
