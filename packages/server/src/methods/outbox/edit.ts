import { OUTBOX } from "@pismo/jmap";
import { withdrawSubmissions } from "../../store/submission/outbox.ts";
import type { Method } from "../context.ts";
import { changeOutbox, parse } from "./change.ts";

/** Outbox/edit: an extension of ours, see OUTBOX. */
export const edit: Method<"Outbox/edit"> = {
  capability: OUTBOX,
  parse,
  run: (args, call) => changeOutbox(args, call, (tx, ids) => withdrawSubmissions(tx, args.accountId, ids)),
};
