import { SUBMISSION } from "@pismo/jmap";
import { checkArguments } from "../checks.ts";
import type { Method } from "../context.ts";
import { changesShape, standardChanges } from "../standard/changes.ts";

/** EmailSubmission/changes: RFC 8621 §7.2. */
export const changes: Method<"EmailSubmission/changes"> = {
  capability: SUBMISSION,
  parse: (args) => checkArguments(changesShape, args),
  async run(args, call) {
    const { onlyCounts: _, ...result } = await standardChanges(args, call, "EmailSubmission");
    return result;
  },
};
