/**
 * The delivery queue. A recipient is claimed (sending), and set to transmitting right before the message's bytes are
 * sent; after a crash from then on it is unknown whether the other server has them, and they are not sent again.
 */
import { type Envelope, type Id } from "@pismo/jmap";
import { logUpdated } from "../db/changes.ts";
import { type RecipientRecord, type RecipientRow, toRecipient } from "./email-submissions.ts";
import { accountKey, idOf, keyOf, keysOf } from "../db/ids.ts";
import { startReminder } from "../snooze/reminders.ts";
import { fileInSent } from "./pending-emails.ts";
import type { Reader, Transactor } from "../db/reader.ts";

export interface Claim {
  submissionId: Id;
  /** The process: what it has claimed, the others claim again when it is dead. */
  claimedBy: number;
}

export interface ClaimedSubmission extends Claim {
  accountId: Id;
  emailId: Id;
  blobId: Id;
  /** Octet for octet, unlike what a person wrote. */
  isRedirect: boolean;
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

/** Those of people who are disabled wait. */
const isHeld = `submission_id in (select s.id from email_submission s join account a on a.id = s.account_id where a.is_disabled = 1)`;

/** When the next recipient is due; undefined when the queue is empty. */
export async function nextDueAt(reader: Reader): Promise<Date | undefined> {
  const sql = `select min(next_attempt_at) as at from submission_recipient where state = 'queued' and not ${isHeld}`;
  const row = await reader.get<{ at: number | null }>(sql);
  return row?.at === null || row === undefined ? undefined : new Date(row.at);
}

interface DueRow {
  id: number;
  account_id: number;
  email_id: number;
  blob_id: string;
  envelope: string;
  is_redirect: number;
}

/** Claims up to `limit` submissions with recipients due at `now`, each recipient once, for the process `claimedBy`. */
export async function claimDue(
  tx: Transactor,
  now: Date,
  limit: number,
  claimedBy: number,
): Promise<ClaimedSubmission[]> {
  const due = await tx.all<DueRow>(
    `select id, account_id, email_id, blob_id, envelope, is_redirect from email_submission
     where id in (select submission_id from submission_recipient where state = 'queued' and next_attempt_at <= ? and not ${isHeld})
     order by send_at, id limit ?`,
    now.getTime(),
    limit,
  );
  const claimed: ClaimedSubmission[] = [];
  for (const { id, account_id, email_id, blob_id, envelope, is_redirect } of due) {
    const rows = await tx.all<RecipientRow>(
      `update submission_recipient set state = 'sending', attempts = attempts + 1, claimed_by = ?
       where submission_id = ? and state = 'queued' and next_attempt_at <= ? returning *`,
      claimedBy,
      id,
      now.getTime(),
    );
    const accountId = idOf("a", account_id);
    const emailId = idOf("e", email_id);
    if (is_redirect === 0) await fileInSent(tx, accountId, emailId);
    claimed.push({
      claimedBy,
      accountId,
      emailId,
      submissionId: idOf("s", id),
      blobId: blob_id,
      isRedirect: is_redirect === 1,
      mailFrom: (JSON.parse(envelope) as Envelope).mailFrom,
      recipients: rows.map(toRecipient).sort((one, other) => one.position - other.position),
    });
  }
  return claimed;
}

/** Takes back what was claimed and is not on its way yet: the account's person is disabled. */
export async function requeueClaimed(tx: Transactor, accountId: Id): Promise<void> {
  await tx.run(
    `update submission_recipient set state = 'queued', next_attempt_at = ?
     where state = 'sending' and submission_id in (select id from email_submission where account_id = ?)`,
    Date.now(),
    accountKey(accountId),
  );
}

/**
 * To be durable before the bytes are sent: the submission is final from then on. Returns the positions that may be sent,
 * without those cancelled since the claim.
 */
export async function beginTransmission(
  tx: Transactor,
  { submissionId, claimedBy }: Claim,
  positions: readonly number[],
): Promise<number[]> {
  const key = keyOf("s", submissionId);
  const allowed: number[] = [];
  for (const position of positions) {
    const { changes } = await tx.run(
      `update submission_recipient set state = 'transmitting'
       where submission_id = ? and position = ? and state = 'sending' and claimed_by = ?`,
      key,
      position,
      claimedBy,
    );
    if (changes > 0) allowed.push(position);
  }
  if (allowed.length > 0) await becomeFinal(tx, key);
  return allowed;
}

/**
 * Records the outcomes of claimed recipients. One that was cancelled, or claimed by another process since, stays so.
 * @returns whether any was recorded
 */
export async function recordOutcomes(
  tx: Transactor,
  { submissionId, claimedBy }: Claim,
  outcomes: readonly Outcome[],
): Promise<boolean> {
  const key = keyOf("s", submissionId);
  let recorded = 0;
  for (const { position, state, smtpReply, nextAttemptAt } of outcomes) {
    const { changes } = await tx.run(
      `update submission_recipient set state = ?, smtp_reply = ?, next_attempt_at = ?
       where submission_id = ? and position = ? and state in ('sending', 'transmitting') and claimed_by = ?`,
      state,
      smtpReply,
      (nextAttemptAt ?? new Date()).getTime(),
      key,
      position,
      claimedBy,
    );
    recorded += changes;
  }
  if (recorded === 0) return false;
  if (outcomes.some(({ state }) => state === "yes")) await beginReminder(tx, key);
  const waiting =
    "select 1 from submission_recipient where submission_id = ? and state in ('queued', 'sending', 'transmitting')";
  if (await tx.get(waiting, key)) await logSubmission(tx, key);
  else await becomeFinal(tx, key);
  return true;
}

/** It counts from the first server that took the message; once. */
async function beginReminder(tx: Transactor, key: number): Promise<void> {
  const row = await tx.get<{ account_id: number; email_id: number; remind_after_days: number | null }>(
    "select account_id, email_id, remind_after_days from email_submission where id = ?",
    key,
  );
  if (row?.remind_after_days == null) return;
  await tx.run("update email_submission set remind_after_days = null where id = ?", key);
  await startReminder(tx, idOf("a", row.account_id), idOf("e", row.email_id), row.remind_after_days);
}

export interface OwnClaims {
  processId: number;
  /** The submissions that the process is sending: what else it has claimed it does not know of, after an error. */
  inProgress: readonly Id[];
}

/** ?1: the process that asks; ?2: the keys that it is sending. A claim without a process is of an earlier release. */
const isInterrupted = `(claimed_by is null
  or not exists (select 1 from process where process.id = submission_recipient.claimed_by)
  or claimed_by = ?1 and submission_id not in key_list(?2))`;

const paramsOf = ({ processId, inProgress }: OwnClaims): [number, string] => [
  processId,
  JSON.stringify(keysOf("s", inProgress)),
];

/** Whether a process has died, or lost the database, while it was sending. */
export async function hasInterrupted(reader: Reader, own: OwnClaims): Promise<boolean> {
  const sql = `select 1 from submission_recipient where state in ('sending', 'transmitting') and ${isInterrupted} limit 1`;
  return (await reader.get(sql, ...paramsOf(own))) !== undefined;
}

/** Recovers what no process is sending. Returns the number of recipients with unknown outcome. */
export async function recoverInterrupted(tx: Transactor, reply: string, own: OwnClaims): Promise<number> {
  const params = paramsOf(own);
  await tx.run(
    `update submission_recipient set state = 'queued' where state = 'sending' and ${isInterrupted}`,
    ...params,
  );
  const rows = await tx.all<{ submission_id: number }>(
    `update submission_recipient set state = 'unknown', smtp_reply = ?3
     where state = 'transmitting' and ${isInterrupted} returning submission_id`,
    ...params,
    reply,
  );
  for (const key of new Set(rows.map(({ submission_id }) => submission_id))) await logSubmission(tx, key);
  return rows.length;
}

/** Whether every recipient was refused. */
export async function isRefusedByAll(reader: Reader, accountId: Id, submissionId: Id): Promise<boolean> {
  const sql = "select 1 from submission_recipient where submission_id = ? and account_id = ? and state <> 'no' limit 1";
  return (await reader.get(sql, keyOf("s", submissionId), accountKey(accountId))) === undefined;
}

/** After a restore: the processes that have claimed anything were those of another database. */
export async function releaseClaims(tx: Transactor): Promise<void> {
  await tx.run("update submission_recipient set claimed_by = null where claimed_by is not null");
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
