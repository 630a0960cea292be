/** EmailSubmissions as JMAP has them: RFC 8621 §7. */
import { type DeliveryStatus, type EmailSubmission, utcDateOf } from "@pismo/jmap";
import type { RecipientRecord, SubmissionRecord } from "../../store/submission/email-submissions.ts";
import type { ReceiptRecord } from "../../store/submission/receipts.ts";

const deliveredBy: Record<RecipientRecord["state"], DeliveryStatus["delivered"]> = {
  queued: "queued",
  sending: "queued",
  transmitting: "queued",
  yes: "yes",
  no: "no",
  unknown: "unknown",
  canceled: "no",
};

const statusOf = (
  { state, smtpReply, email }: RecipientRecord,
  receipts: readonly ReceiptRecord[],
): DeliveryStatus => ({
  // The reply is a string of SMTP: before the first one it is ours (RFC 8621 §7)
  smtpReply: smtpReply || "250 2.0.0 Queued",
  delivered: deliveredBy[state],
  displayed: receipts.some(({ address, isDisplayed }) => isDisplayed && address === email) ? "yes" : "unknown",
});

export const toSubmission = (record: SubmissionRecord): EmailSubmission => ({
  id: record.id,
  identityId: record.identityId,
  emailId: record.emailId,
  threadId: record.threadId,
  envelope: record.envelope,
  sendAt: utcDateOf(record.sendAt),
  undoStatus: record.undoStatus,
  deliveryStatus: Object.fromEntries(
    record.recipients.map((recipient) => [recipient.email, statusOf(recipient, record.receipts)]),
  ),
  dsnBlobIds: [],
  mdnBlobIds: record.receipts.map(({ blobId }) => blobId),
  remindAfterDays: record.remindAfterDays,
  originals: record.originals,
});
