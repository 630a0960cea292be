/** What becomes of single Emails of transfers into and out of accounts at other JMAP servers. */
import type { Id } from "@pismo/jmap";
import { accountKey, keyOf } from "../db/ids.ts";
import type { Reader, Transactor } from "../db/reader.ts";
import { type ForeignEmail, type ForeignState, MAX_PAUSE_MS, openForeign } from "./foreign-transfers.ts";

const FIRST_PAUSE_MS = 2000;

/** Longer each time. */
const pauseAfter = (failures: number): number => Math.min(MAX_PAUSE_MS, FIRST_PAUSE_MS * failures * failures);

export interface ForeignStep {
  state: Exclude<ForeignState, "failed">;
  copyId?: Id;
  wasThere?: boolean;
  fromMailboxIds?: readonly Id[];
}

/** @returns whether it was still in the state that is known of it */
export async function advanceForeign(tx: Transactor, email: ForeignEmail, to: ForeignStep): Promise<boolean> {
  const { changes } = await tx.run(
    `update foreign_transfer_email set state = ?, copy_id = coalesce(?, copy_id), was_there = coalesce(?, was_there),
       from_mailboxes = coalesce(?, from_mailboxes), next_attempt_at = 0,
       attempts = case when state = 'waiting' then attempts else 0 end
     where transfer_id = ? and email_id = ? and state = ?`,
    to.state,
    to.copyId ?? null,
    to.wasThere === undefined ? null : Number(to.wasThere),
    to.fromMailboxIds ? JSON.stringify(to.fromMailboxIds) : null,
    keyOf("x", email.transferId),
    email.emailId,
    email.state,
  );
  return changes > 0;
}

/** It stays where it is. One that was taken back has its own end. */
export async function failForeign(
  tx: Transactor,
  { transferId, emailId }: ForeignEmail,
  problem: string,
): Promise<void> {
  await tx.run(
    `update foreign_transfer_email set state = 'failed', problem = ?
     where transfer_id = ? and email_id = ? and state in ('waiting', 'placing', 'copied', 'leaving')`,
    problem,
    keyOf("x", transferId),
    emailId,
  );
}

/** It cannot be done now: it is tried again, later each time. */
export async function postponeForeign(tx: Transactor, { transferId, emailId }: ForeignEmail, now: Date): Promise<void> {
  await tx.run(
    `update foreign_transfer_email set attempts = attempts + 1,
       next_attempt_at = ? + least(?, ? * (attempts + 1) * (attempts + 1))
     where transfer_id = ? and email_id = ?`,
    now.getTime(),
    MAX_PAUSE_MS,
    FIRST_PAUSE_MS,
    keyOf("x", transferId),
    emailId,
  );
}

/**
 * A server is away: all that waits between these two accounts waits for it.
 * @param failures since it was there last
 */
export async function holdForeign(
  tx: Transactor,
  { accountId, toAccountId }: ForeignEmail,
  failures: number,
  now: Date,
): Promise<void> {
  await tx.run(
    `update foreign_transfer_email as t set next_attempt_at = greatest(next_attempt_at, ?)
     where ${openForeign} and transfer_id in (
       select id from foreign_transfer where account_id = ? and to_account_id = ?)`,
    now.getTime() + pauseAfter(failures),
    accountKey(accountId),
    accountKey(toAccountId),
  );
}

/** The copy that a withdrawn one has nevertheless. */
export async function noteWithdrawnCopy(
  tx: Transactor,
  { transferId, emailId }: ForeignEmail,
  copyId: Id,
): Promise<void> {
  await tx.run(
    "update foreign_transfer_email set copy_id = ? where transfer_id = ? and email_id = ? and state = 'withdrawn'",
    copyId,
    keyOf("x", transferId),
    emailId,
  );
}

export async function removeForeign(tx: Transactor, emails: readonly ForeignEmail[]): Promise<void> {
  await tx.runAll(
    "delete from foreign_transfer_email where transfer_id = ? and email_id = ?",
    emails.map(({ transferId, emailId }) => [keyOf("x", transferId), emailId]),
  );
}

/** Taken back: what is still to be done at their servers is done by the worker. */
export async function takeBackLater(
  tx: Transactor,
  state: "withdrawn" | "recalled",
  emails: readonly ForeignEmail[],
): Promise<void> {
  await tx.runAll(
    `update foreign_transfer_email set state = ?, attempts = 0, next_attempt_at = 0
     where transfer_id = ? and email_id = ?`,
    emails.map(({ transferId, emailId }) => [state, keyOf("x", transferId), emailId]),
  );
  const [first] = emails;
  // The worker of transfers hears of commits that change an account.
  if (first) await tx.nextModSeq(first.accountId);
}

/** Whether the mail server of a mirrored account has the copy. */
export async function isSettled(reader: Reader, accountId: Id, copyId: Id): Promise<boolean> {
  const sql = `select 1 from email e where e.id = ? and e.account_id = ? and (
    exists (select 1 from imap_message m where m.email_id = e.id)
    or not exists (select 1 from imap_account i where i.account_id = e.account_id))`;
  return (await reader.get(sql, keyOf("e", copyId), accountKey(accountId))) !== undefined;
}
