/** The sending side of EmailSubmission: which recipients are due, and what became of them. */
import type { Envelope, Id, SubmissionAddress } from "@pismo/jmap";
import { logUpdated } from "./changes.ts";
import { idOf, keyOf } from "./ids.ts";
import type { Reader, Transactor } from "./reader.ts";

export interface DueRecipient extends SubmissionAddress {
  position: number;
  /** Attempts before this one. */
  attempts: number;
}

export interface DueSubmission {
  id: Id;
  accountId: Id;
  blobId: Id;
  envelope: Envelope;
  /** When sending may begin, and the queue's first attempt. */
  sendAt: Date;
  recipients: DueRecipient[];
}

export interface RecipientResult {
  position: number;
  /** `queued` needs nextAttemptAt. */
  state: "queued" | "yes" | "no" | "unknown";
  smtpReply: string;
  nextAttemptAt?: Date;
}

interface DueRow {
  id: number;
  account_id: number;
  blob_id: string;
  envelope: string;
  send_at: number;
  position: number;
  address: string;
  parameters: string | null;
  attempts: number;
}

/** Whose time has come, longest waiting first; at most `limit` submissions. */
export async function dueSubmissions(reader: Reader, now: Date, limit: number): Promise<DueSubmission[]> {
  const rows = await reader.all<DueRow>(
    `select s.id, s.account_id, s.blob_id, s.envelope, s.send_at, r.position, r.address, r.parameters, r.attempts
     from submission_recipient r join email_submission s on s.id = r.submission_id
     where r.state = 'queued' and r.next_attempt_at <= ? and s.undo_status <> 'canceled' and s.id in (
       select submission_id from submission_recipient where state = 'queued' and next_attempt_at <= ?
       group by submission_id order by min(next_attempt_at) limit ?)
     order by s.id, r.position`,
    ...[now.getTime(), now.getTime(), limit],
  );
  const submissions = new Map<number, DueSubmission>();
  for (const row of rows) {
    const submission: DueSubmission = submissions.get(row.id) ?? {
      id: idOf("s", row.id),
      accountId: idOf("a", row.account_id),
      blobId: row.blob_id,
      envelope: JSON.parse(row.envelope) as Envelope,
      sendAt: new Date(row.send_at),
      recipients: [],
    };
    submissions.set(row.id, submission);
    const parameters = row.parameters === null ? null : (JSON.parse(row.parameters) as DueRecipient["parameters"]);
    submission.recipients.push({ position: row.position, email: row.address, parameters, attempts: row.attempts });
  }
  return [...submissions.values()];
}

/** When the next recipient is due, in milliseconds since 1970. */
export async function nextDueAt(reader: Reader): Promise<number | undefined> {
  const sql = "select min(next_attempt_at) as at from submission_recipient where state = 'queued'";
  return (await reader.get<{ at: number | null }>(sql))?.at ?? undefined;
}

/** From here on it cannot be taken back. Gives the positions that are still to be sent: another process may have been faster. */
export async function beginSending(tx: Transactor, { accountId, id, recipients }: DueSubmission): Promise<number[]> {
  const key = keyOf("s", id);
  const claimed: number[] = [];
  for (const { position } of recipients) {
    const { changes } = await tx.run(
      `update submission_recipient set state = 'sending', attempts = attempts + 1
       where submission_id = ? and position = ? and state = 'queued'`,
      ...[key, position],
    );
    if (changes > 0) claimed.push(position);
  }
  const { changes } = await tx.run(
    "update email_submission set undo_status = 'final' where id = ? and undo_status = 'pending'",
    key,
  );
  if (changes > 0) await logUpdated(tx, accountId, "EmailSubmission", key);
  return claimed;
}

/** Just before the end of the letter goes out: a crash from here on leaves open whether it arrived. */
export async function markTransmitting(tx: Transactor, id: Id, positions: readonly number[]): Promise<void> {
  for (const position of positions) {
    await tx.run(
      "update submission_recipient set state = 'transmitting' where submission_id = ? and position = ?",
      ...[keyOf("s", id), position],
    );
  }
}

export async function recordResults(
  tx: Transactor,
  accountId: Id,
  id: Id,
  results: readonly RecipientResult[],
): Promise<void> {
  const key = keyOf("s", id);
  for (const { position, state, smtpReply, nextAttemptAt } of results) {
    await tx.run(
      "update submission_recipient set state = ?, smtp_reply = ?, next_attempt_at = ? where submission_id = ? and position = ?",
      ...[state, smtpReply, nextAttemptAt?.getTime() ?? 0, key, position],
    );
  }
  await logUpdated(tx, accountId, "EmailSubmission", key);
}

/**
 * After a start: what was cut off before the end of the letter is queued again; what was cut off around it
 * gets the state "unknown" and is never sent again. Gives the submissions with such recipients.
 */
export async function recoverInterrupted(tx: Transactor, unknownReply: string): Promise<Id[]> {
  const rows = await tx.all<{ id: number; account_id: number }>(
    `select distinct s.id, s.account_id from submission_recipient r join email_submission s on s.id = r.submission_id
     where r.state = 'transmitting'`,
  );
  await tx.run("update submission_recipient set state = 'queued' where state = 'sending'");
  await tx.run(
    "update submission_recipient set state = 'unknown', smtp_reply = ? where state = 'transmitting'",
    unknownReply,
  );
  for (const { id, account_id } of rows) await logUpdated(tx, idOf("a", account_id), "EmailSubmission", id);
  return rows.map(({ id }) => idOf("s", id));
}
