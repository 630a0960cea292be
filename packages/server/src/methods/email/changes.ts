import { MAIL } from "@pismo/jmap";
import { checkArguments } from "../checks.ts";
import type { Method } from "../context.ts";
import { changesShape, standardChanges } from "../standard/changes.ts";

/** Email/changes: RFC 8621 §4.3. */
export const changes: Method<"Email/changes"> = {
  capability: MAIL,
  parse: (args) => checkArguments(changesShape, args),
  async run(args, call) {
    const { onlyCounts: _, ...result } = await standardChanges(args, call, "Email");
    return result;
  },
};
