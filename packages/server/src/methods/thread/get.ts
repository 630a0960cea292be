import { MAIL } from "@pismo/jmap";
import { getThreads, listThreadIds } from "../../store/threads/threads.ts";
import { checkArguments } from "../checks.ts";
import type { Method } from "../context.ts";
import { seesArranged } from "../conversation/view.ts";
import { getShape, standardGet } from "../standard/get.ts";

/** Thread/get: RFC 8621 §3.1. */
export const get: Method<"Thread/get"> = {
  capability: MAIL,
  parse: (args) => checkArguments(getShape, args),
  run: (args, call) =>
    standardGet(args, call, "Thread", ["id", "emailIds"], async (reader, accountId, ids) =>
      getThreads(
        reader,
        accountId,
        ids ?? (await listThreadIds(reader, accountId, call.context.limits.maxObjectsInGet + 1)),
        seesArranged(call),
      ),
    ),
  isRepeatable: () => true,
};
