/** EmailSubmissions as JMAP has them: RFC 8621 §7. */
import type { DeliveryStatus, EmailSubmission } from "@pismo/jmap";
import type { RecipientRecord, SubmissionRecord } from "../../store/submission/email-submissions.ts";
import { utcDate } from "../email/get.ts";

const deliveredBy: Record<RecipientRecord["state"], DeliveryStatus["delivered"]> = {
  queued: "queued",
  sending: "queued",
  transmitting: "queued",
  yes: "yes",
  no: "no",
  unknown: "unknown",
  canceled: "no",
};

const statusOf = ({ state, smtpReply }: RecipientRecord): DeliveryStatus => ({
  // The reply is a string of SMTP: before the first one it is ours (RFC 8621 §7)
  smtpReply: smtpReply || "250 2.0.0 Queued",
  delivered: deliveredBy[state],
  displayed: "unknown",
});

export const toSubmission = (record: SubmissionRecord): EmailSubmission => ({
  id: record.id,
  identityId: record.identityId,
  emailId: record.emailId,
  threadId: record.threadId,
  envelope: record.envelope,
  sendAt: utcDate(record.sendAt),
  undoStatus: record.undoStatus,
  deliveryStatus: Object.fromEntries(record.recipients.map((recipient) => [recipient.email, statusOf(recipient)])),
  dsnBlobIds: [],
  mdnBlobIds: [],
  remindAfterDays: record.remindAfterDays,
});
