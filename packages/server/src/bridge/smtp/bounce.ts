/** Tells the person about a letter that could not be delivered, by a letter in the inbox. */
import type { Ingest } from "../../ingest/ingest.ts";
import { parseMessage } from "../../mime/parse.ts";
import { getAccount } from "../../store/accounts.ts";
import { findMailboxByRole } from "../../store/mailboxes.ts";
import { recordOutcomes } from "../../store/outbox.ts";
import type { ClaimedSubmission, Outcome } from "../../store/outbox.ts";
import type { Store } from "../../store/store.ts";
import { readHeader } from "./outgoing-message.ts";
import { writeDeliveryReport } from "./delivery-report.ts";
import type { DeliveryFailure } from "./delivery-report.ts";

/** Records what became of the recipients and, where somebody did not get the letter, the report of it: both or neither. */
export async function recordWithReport(
  submission: ClaimedSubmission,
  outcomes: readonly Outcome[],
  { config, store, ingest }: { config: { domain: string }; store: Store; ingest: Ingest },
): Promise<void> {
  const { submissionId, accountId, mailFrom, recipients } = submission;
  const failures = recipients.flatMap(({ position, email, attempts }): DeliveryFailure[] => {
    const outcome = outcomes.find((each) => each.position === position && each.state === "no");
    return outcome ? [{ address: email, reply: outcome.smtpReply, wasRetried: attempts > 1 }] : [];
  });
  const inbox = await store.read((reader) => findMailboxByRole(reader, accountId, "inbox"));
  // RFC 5321 §4.5.5: what has no sender is never answered, or two servers could go on for ever.
  if (failures.length === 0 || mailFrom.email === "" || !inbox) {
    return store.write((tx) => recordOutcomes(tx, submissionId, outcomes));
  }
  const account = await store.read((reader) => getAccount(reader, accountId));
  // No more of it goes back.
  const original = (await readHeader(store.blobs, submission.blobId)) ?? Buffer.of();
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
  await ingest.deliverBatch([{ accountId, bytes, mailboxIds: [inbox.id], receivedAt: now }], (tx) =>
    recordOutcomes(tx, submissionId, outcomes),
  );
}
