/** Delivers between local accounts without SMTP; message and outcome are recorded in one transaction. */
import type { Id } from "@pismo/jmap";
import type { Ingest } from "../../../ingest/ingest.ts";
import type { Logger } from "../../../log.ts";
import type { RecipientRecord } from "../../../store/submission/email-submissions.ts";
import { findMailboxByRole } from "../../../store/mail/mailboxes.ts";
import { beginTransmission, recordOutcomes } from "../../../store/submission/delivery-queue.ts";
import type { ClaimedSubmission, Outcome } from "../../../store/submission/delivery-queue.ts";
import type { Store } from "../../../store/db/store.ts";
import { traceFields } from "../trace-fields.ts";
import { isFull } from "../../../store/people/limits.ts";
import { queueVacationResponse } from "../vacation/vacation.ts";

export interface LocalDelivery {
  accountId: Id;
  /** Addresses of this account, which gets one Email. */
  recipients: readonly RecipientRecord[];
  bytes: Uint8Array;
  submission: ClaimedSubmission;
}

export interface LocalDeliveryOptions {
  config: { domain: string };
  store: Store;
  ingest: Ingest;
  log: Logger;
}

const RETRY_AFTER_MS = 60_000;

/** A crash leaves either both the Email and its outcome, or neither. @returns outcomes that are not recorded yet */
export async function deliverLocally(
  { accountId, recipients, bytes, submission }: LocalDelivery,
  { config, store, ingest, log }: LocalDeliveryOptions,
): Promise<Outcome[]> {
  const { submissionId, mailFrom } = submission;
  const receivedAt = new Date();
  const trace = traceFields({
    mailFrom: mailFrom.email,
    recipients: recipients.map(({ email }) => email),
    heloName: config.domain,
    isExtended: true,
    isSmtpUtf8: false,
    remoteAddress: "127.0.0.1",
    hostName: config.domain,
    transactionId: submissionId,
    receivedAt,
  });
  const message = Buffer.concat([Buffer.from(trace), bytes]);
  const positions = recipients.map(({ position }) => position);
  const delivered = positions.map((position): Outcome => ({
    position,
    state: "yes",
    smtpReply: "250 2.1.5 Delivered to the mailbox",
  }));
  let isInInbox: boolean;
  try {
    const inbox = await store.read((reader) => findMailboxByRole(reader, accountId, "inbox"));
    if (!inbox) throw new Error("the account has no inbox");
    if (await store.read((reader) => isFull(reader, accountId, message.length))) {
      const smtpReply = "552 5.2.2 The recipient's mailbox is full";
      return positions.map((position) => ({ position, state: "no", smtpReply }));
    }
    const envelope = { from: mailFrom.email, to: recipients.map(({ email }) => email) };
    const delivery = { accountId, bytes: message, mailboxIds: [inbox.id], receivedAt, isArrival: true, envelope };
    const [email] = await ingest.deliverBatch([delivery], async (tx, [result]) => {
      if (result instanceof Error) throw result;
      const allowed = await beginTransmission(tx, submission, positions);
      if (allowed.length === 0) throw new Error("taken back while it was being delivered");
      await recordOutcomes(tx, submission, delivered);
    });
    isInInbox = !(email instanceof Error) && email!.mailboxIds.includes(inbox.id);
  } catch (error) {
    log.error("A message could not be delivered to a local mailbox", { id: submissionId, error });
    const nextAttemptAt = new Date(Date.now() + RETRY_AFTER_MS);
    const smtpReply = "451 4.3.0 The letter could not be stored yet";
    return positions.map((position) => ({ position, state: "queued", smtpReply, nextAttemptAt }));
  }
  log.info("Message delivered", { id: submissionId, recipients: positions.length });
  const received = { accountId, mailFrom: mailFrom.email, bytes: message, now: receivedAt };
  if (isInInbox) await queueVacationResponse(received, { config, store, ingest, log });
  return [];
}
