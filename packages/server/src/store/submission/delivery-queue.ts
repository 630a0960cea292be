/**
 * The delivery queue. A recipient is claimed (sending), and set to transmitting right before the message's bytes are
 * sent; after a crash from then on it is unknown whether the other server has them, and they are not sent again.
 */
import { type Envelope, type Id } from "@pismo/jmap";
import { logUpdated } from "../db/changes.ts";
import { type RecipientRecord, type RecipientRow, toRecipient } from "./email-submissions.ts";
import { idOf, keyOf } from "../db/ids.ts";
import type { Reader, Transactor } from "../db/reader.ts";

export interface ClaimedSubmission {
  accountId: Id;
  submissionId: Id;
  blobId: Id;
  mailFrom: Envelope["mailFrom"];
  recipients: RecipientRecord[];
}

export interface Outcome {
  /** Of the recipient, as claimed. */
  position: number;
  /** queued: to be retried at `nextAttemptAt`. */
  state: "yes" | "no" | "unknown" | "queued";
  smtpReply: string;
  nextAttemptAt?: Date;
}

/** When the next recipient is due; undefined when the queue is empty. */
export async function nextDueAt(reader: Reader): Promise<Date | undefined> {
  const sql = "select min(next_attempt_at) as at from submission_recipient where state = 'queued'";
  const row = await reader.get<{ at: number | null }>(sql);
  return row?.at === null || row === undefined ? undefined : new Date(row.at);
}

/** Claims up to `limit` submissions with recipients due at `now`, each recipient once. */
export async function claimDue(tx: Transactor, now: Date, limit: number): Promise<ClaimedSubmission[]> {
  const due = await tx.all<{ id: number; account_id: number; blob_id: string; envelope: string }>(
    `select id, account_id, blob_id, envelope from email_submission
     where id in (select submission_id from submission_recipient where state = 'queued' and next_attempt_at <= ?)
     order by send_at, id limit ?`,
    now.getTime(),
    limit,
  );
  const claimed: ClaimedSubmission[] = [];
  for (const { id, account_id, blob_id, envelope } of due) {
    const rows = await tx.all<RecipientRow>(
      `update submission_recipient set state = 'sending', attempts = attempts + 1
       where submission_id = ? and state = 'queued' and next_attempt_at <= ? returning *`,
      id,
      now.getTime(),
    );
    claimed.push({
      accountId: idOf("a", account_id),
      submissionId: idOf("s", id),
      blobId: blob_id,
      mailFrom: (JSON.parse(envelope) as Envelope).mailFrom,
      recipients: rows.map(toRecipient).sort((one, other) => one.position - other.position),
    });
  }
  return claimed;
}

/**
 * To be durable before the bytes are sent: the submission is final from then on. Returns the positions that may be sent,
 * without those cancelled since the claim.
 */
export async function beginTransmission(
  tx: Transactor,
  submissionId: Id,
  positions: readonly number[],
): Promise<number[]> {
  const key = keyOf("s", submissionId);
  const allowed: number[] = [];
  for (const position of positions) {
    const { changes } = await tx.run(
      "update submission_recipient set state = 'transmitting' where submission_id = ? and position = ? and state = 'sending'",
      key,
      position,
    );
    if (changes > 0) allowed.push(position);
  }
  if (allowed.length > 0) await becomeFinal(tx, key);
  return allowed;
}

/** Records the outcomes of claimed recipients. One that was cancelled since stays so. */
export async function recordOutcomes(tx: Transactor, submissionId: Id, outcomes: readonly Outcome[]): Promise<void> {
  const key = keyOf("s", submissionId);
  for (const { position, state, smtpReply, nextAttemptAt } of outcomes) {
    await tx.run(
      `update submission_recipient set state = ?, smtp_reply = ?, next_attempt_at = ?
       where submission_id = ? and position = ? and state in ('sending', 'transmitting')`,
      state,
      smtpReply,
      (nextAttemptAt ?? new Date()).getTime(),
      key,
      position,
    );
  }
  const waiting =
    "select 1 from submission_recipient where submission_id = ? and state in ('queued', 'sending', 'transmitting')";
  if (await tx.get(waiting, key)) await logSubmission(tx, key);
  else await becomeFinal(tx, key);
}

/** At start, when no other process sends: recovers from a crash. Returns the number of recipients with unknown outcome. */
export async function recoverInterrupted(tx: Transactor, reply: string): Promise<number> {
  await tx.run("update submission_recipient set state = 'queued' where state = 'sending'");
  const rows = await tx.all<{ submission_id: number }>(
    "update submission_recipient set state = 'unknown', smtp_reply = ? where state = 'transmitting' returning submission_id",
    reply,
  );
  for (const key of new Set(rows.map(({ submission_id }) => submission_id))) await logSubmission(tx, key);
  return rows.length;
}

async function becomeFinal(tx: Transactor, key: number): Promise<void> {
  await tx.run("update email_submission set undo_status = 'final' where id = ? and undo_status = 'pending'", key);
  await logSubmission(tx, key);
}

async function logSubmission(tx: Transactor, key: number): Promise<void> {
  const sql = "select account_id, is_hidden from email_submission where id = ?";
  const row = await tx.get<{ account_id: number; is_hidden: number }>(sql, key);
  // A destroyed one must not reappear in the change log.
  if (row && !row.is_hidden) await logUpdated(tx, idOf("a", row.account_id), "EmailSubmission", key);
}
