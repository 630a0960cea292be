/** Reports an undeliverable message to its sender, by a message in the inbox. */
import type { Ingest } from "../../../ingest/ingest.ts";
import { parseMessage } from "../../../mime/parse/parse.ts";
import { getAccount } from "../../../store/auth/accounts.ts";
import { findMailboxByRole } from "../../../store/mail/mailboxes.ts";
import { isRefusedByAll, recordOutcomes } from "../../../store/submission/delivery-queue.ts";
import type { ClaimedSubmission, Outcome } from "../../../store/submission/delivery-queue.ts";
import { isScheduled, returnToDrafts } from "../../../store/submission/pending-emails.ts";
import type { Store, Transactor } from "../../../store/db/store.ts";
import { readHeader } from "./outgoing-message.ts";
import { writeDeliveryReport } from "./delivery-report.ts";
import type { DeliveryFailure } from "./delivery-report.ts";

/** Records the outcomes and, after a failure, the report, in one transaction. */
export async function recordWithReport(
  submission: ClaimedSubmission,
  outcomes: readonly Outcome[],
  { config, store, ingest }: { config: { domain: string }; store: Store; ingest: Ingest },
): Promise<void> {
  const { submissionId, accountId, mailFrom, recipients } = submission;
  const record = async (tx: Transactor): Promise<boolean> => {
    const isRecorded = await recordOutcomes(tx, submission, outcomes);
    const isBack = isRecorded && isScheduled(mailFrom) && (await isRefusedByAll(tx, accountId, submissionId));
    if (isBack) await returnToDrafts(tx, accountId, submission.emailId);
    return isRecorded;
  };
  const failures = recipients.flatMap(({ position, email, attempts }): DeliveryFailure[] => {
    const outcome = outcomes.find((each) => each.position === position && each.state === "no");
    return outcome ? [{ address: email, reply: outcome.smtpReply, wasRetried: attempts > 1 }] : [];
  });
  const inbox = await store.read((reader) => findMailboxByRole(reader, accountId, "inbox"));
  // RFC 5321 §4.5.5: a message without a sender is never answered, which prevents loops.
  if (failures.length === 0 || mailFrom.email === "" || !inbox) {
    await store.write(record);
    return;
  }
  const account = await store.read((reader) => getAccount(reader, accountId));
  // The report contains the header alone.
  const original = (await readHeader(store.blobsOf(accountId), submission.blobId)) ?? Buffer.of();
  const { headers } = parseMessage(original);
  const now = new Date();
  const bytes = writeDeliveryReport({
    to: account?.email ?? mailFrom.email,
    domain: config.domain,
    failures,
    original,
    subject: headers.subject,
    messageId: headers.messageId?.[0] ?? null,
    reportId: `${submissionId}.${now.getTime()}`,
    now,
  });
  await ingest.deliverBatch([{ accountId, bytes, mailboxIds: [inbox.id], receivedAt: now }], async (tx) => {
    if (!(await record(tx))) throw new Error("another process has the submission now, and reports its outcome");
  });
}
