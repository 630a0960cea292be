/** The queue of Emails that are held for other JMAP servers: what is due, and what became of it. */
import type { Id, SendProblem } from "@pismo/jmap";
import { accountKey } from "../db/ids.ts";
import type { Reader, Transactor } from "../db/reader.ts";
import { startReminderElsewhere } from "../snooze/upstream-reminders.ts";
import { heldKey, type HeldState, type HeldSubmission, toHeld } from "./held-submissions.ts";

/** As the index has it. */
const isOpen = "state in ('waiting', 'asking', 'returning', 'recalling')";

/** When the next is due; undefined: none waits. */
export async function nextHeldAt(reader: Reader): Promise<Date | undefined> {
  const row = await reader.get<{ at: number | null }>(
    `select min(next_attempt_at) as at from held_submission where ${isOpen}`,
  );
  return row?.at == null ? undefined : new Date(row.at);
}

export async function dueHeld(reader: Reader, now: Date, limit: number): Promise<HeldSubmission[]> {
  const sql = `select * from held_submission where ${isOpen} and next_attempt_at <= ? order by next_attempt_at, id limit ?`;
  return (await reader.all<Parameters<typeof toHeld>[0]>(sql, now.getTime(), limit)).map(toHeld);
}

/**
 * The person signs in, and what waited for that is due. One that was due while no session was there to send it waited for
 * that as well, though the queue may not have said so yet.
 */
export async function wakeHeld(tx: Transactor, accountId: Id, now: Date): Promise<void> {
  const key = accountKey(accountId);
  await tx.run(
    `update held_submission set problem = 'signIn' where account_id = ?1 and state = 'waiting' and next_attempt_at <= ?2
       and not exists (select 1 from browser_session s
         where s.account_id = ?1 and s.credential is not null and s.expires_at > ?2)`,
    key,
    now.getTime(),
  );
  const { changes } = await tx.run(
    `update held_submission set next_attempt_at = ? where account_id = ? and ${isOpen}
       and (problem = 'signIn' or state in ('returning', 'recalling'))`,
    now.getTime(),
    key,
  );
  if (changes > 0) await tx.nextModSeq(accountId);
}

export interface HeldStep {
  state: HeldState;
  problem?: SendProblem | null;
  reply?: string | null;
  nextAttemptAt?: Date;
  /** Counts as a failed attempt. */
  hasFailed?: boolean;
}

/** @returns whether it was still in the state that is known of it: a person may have canceled it */
export async function advanceHeld(tx: Transactor, held: HeldSubmission, step: HeldStep): Promise<boolean> {
  const { state, problem = null, reply = null, nextAttemptAt = new Date(), hasFailed = false } = step;
  const { changes } = await tx.run(
    `update held_submission set state = ?, problem = ?, reply = ?, next_attempt_at = ?, attempts = attempts + ?, modseq = ?
     where account_id = ? and id = ? and state = ?`,
    state,
    problem,
    reply,
    nextAttemptAt.getTime(),
    Number(hasFailed),
    await tx.nextModSeq(held.accountId),
    accountKey(held.accountId),
    heldKey(held.id),
    held.state,
  );
  return changes > 0;
}

/**
 * It was submitted: what was asked for with it begins.
 * @param there as its server names the account
 */
export async function noteHeldSent(tx: Transactor, held: HeldSubmission, there: Id): Promise<void> {
  const { accountId, emailId, remindAfterDays } = held;
  if ((await advanceHeld(tx, held, { state: "sent" })) && remindAfterDays !== null)
    await startReminderElsewhere(tx, { accountId, there }, emailId, remindAfterDays);
}
