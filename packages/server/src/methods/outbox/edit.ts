import { OUTBOX } from "@pismo/jmap";
import { takeBackSubmission } from "../../store/outbox-view.ts";
import type { Method } from "../context.ts";
import { changeOutbox, parse } from "./change.ts";

/** Outbox/edit: an extension of ours, see OUTBOX. */
export const edit: Method<"Outbox/edit"> = {
  capability: OUTBOX,
  parse,
  run: (args, call) => changeOutbox(args, call, (tx, id) => takeBackSubmission(tx, args.accountId, id)),
};
