import { OUTBOX } from "@pismo/jmap";
import { retrySubmissions } from "../../store/submission/outbox.ts";
import type { Method } from "../context.ts";
import { changeOutbox, parse } from "./change.ts";

/** Outbox/retry: an extension of ours, see OUTBOX. */
export const retry: Method<"Outbox/retry"> = {
  capability: OUTBOX,
  parse,
  run: (args, call) => changeOutbox(args, call, (tx, ids) => retrySubmissions(tx, args.accountId, ids)),
};
