import { type EmailSubmission, SUBMISSION } from "@pismo/jmap";
import { getSubmissions } from "../../store/submission/email-submissions.ts";
import { checkArguments } from "../checks.ts";
import type { Method } from "../context.ts";
import { getShape, standardGet } from "../standard/get.ts";
import { toSubmission } from "./record.ts";

const properties = [
  "id",
  "identityId",
  "emailId",
  "threadId",
  "envelope",
  "sendAt",
  "undoStatus",
  "deliveryStatus",
  "dsnBlobIds",
  "mdnBlobIds",
  "remindAfterDays",
  "originals",
] as const;

/** EmailSubmission/get: RFC 8621 §7.1. */
export const get: Method<"EmailSubmission/get"> = {
  capability: SUBMISSION,
  parse: (args) => checkArguments(getShape, args),
  run: (args, call) =>
    standardGet<EmailSubmission>(args, call, "EmailSubmission", properties, async (reader, accountId, ids) =>
      (await getSubmissions(reader, accountId, ids)).map(toSubmission),
    ),
};
