import { QUOTA } from "@pismo/jmap";
import { checkArguments } from "../checks.ts";
import type { Method } from "../context.ts";
import { changesShape, standardChanges } from "../standard/changes.ts";

/** Quota/changes: RFC 9425 §4.3. */
export const changes: Method<"Quota/changes"> = {
  capability: QUOTA,
  parse: (args) => checkArguments(changesShape, args),
  async run(args, call) {
    const { onlyCounts, ...result } = await standardChanges(args, call, "Quota");
    return { ...result, updatedProperties: onlyCounts ? ["used"] : null };
  },
};
