import { MAIL, MethodError } from "@pismo/jmap";
import { getThreads } from "../../store/threads.ts";
import { checkArguments } from "../checks.ts";
import type { Method } from "../context.ts";
import { getShape, standardGet } from "../standard/get.ts";

/** Thread/get: RFC 8621 §3.1. */
export const get: Method<"Thread/get"> = {
  capability: MAIL,
  parse: (args) => checkArguments(getShape, args),
  run: (args, call) =>
    standardGet(args, call, "Thread", ["id", "emailIds"], (reader, accountId, ids) => {
      // All threads of a mailbox are as many as its letters.
      if (!ids) throw new MethodError("requestTooLarge", "Name the threads to get");
      return getThreads(reader, accountId, ids);
    }),
};
