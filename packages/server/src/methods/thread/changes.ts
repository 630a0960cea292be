import { MAIL } from "@pismo/jmap";
import { checkArguments } from "../checks.ts";
import type { Method } from "../context.ts";
import { changesShape, standardChanges } from "../standard/changes.ts";

/** Thread/changes: RFC 8621 §3.2. */
export const changes: Method<"Thread/changes"> = {
  capability: MAIL,
  parse: (args) => checkArguments(changesShape, args),
  async run(args, call) {
    const { onlyCounts: _, ...result } = await standardChanges(args, call, "Thread");
    return result;
  },
};
