/** Snoozed Emails come back: to where they were, on top, once. */
import { type Id, RETURNED, SNOOZED_ROLE } from "@pismo/jmap";
import { logUpdated } from "../db/changes.ts";
import { accountKey, idOf, keyOf, keysOf } from "../db/ids.ts";
import type { Reader, Transactor } from "../db/reader.ts";
import { knownMailboxes } from "../mail/email-mailboxes.ts";
import { getMembership } from "../mail/email-memberships.ts";
import { updateEmail } from "../mail/emails.ts";
import { findMailboxByRole } from "../mail/mailboxes.ts";
import { mutedThreads } from "../threads/muted-threads.ts";
import { endReminderIfAnswered, remind } from "./reminders.ts";
import { takeSnoozed } from "./snoozed-emails.ts";

/** The mailboxes that it was in, as far as they are still there; else the inbox. */
async function placesOf(tx: Transactor, accountId: Id, mailboxIds: readonly Id[]): Promise<Id[]> {
  const known = await knownMailboxes(tx, accountId, mailboxIds);
  const places = mailboxIds.filter((id) => known.has(keyOf("m", id)));
  if (places.length > 0) return places;
  const inbox = await findMailboxByRole(tx, accountId, "inbox");
  return inbox ? [inbox.id] : [];
}

/**
 * Forgets the time, and puts the Email back where it still lies among the snoozed ones.
 * @param returnedAt it comes back on top, with the reason; undefined: as if it had not been snoozed
 * @returns whether it was snoozed
 */
export async function wakeEmail(tx: Transactor, accountId: Id, emailId: Id, returnedAt?: Date): Promise<boolean> {
  const before = await takeSnoozed(tx, accountId, emailId);
  if (!before) return false;
  if (before.isReminder) {
    if (returnedAt) await remind(tx, accountId, emailId, returnedAt);
    // What shows the time asks again for a changed Email.
    else await logUpdated(tx, accountId, "Email", keyOf("e", emailId));
    return true;
  }
  const known = await getMembership(tx, accountId, emailId);
  const snoozed = await findMailboxByRole(tx, accountId, SNOOZED_ROLE);
  if (!known || !snoozed || !known.mailboxIds.includes(snoozed.id)) return true;
  const others = known.mailboxIds.filter((id) => id !== snoozed.id);
  const places = others.length > 0 ? others : await placesOf(tx, accountId, before.mailboxIds);
  if (places.length === 0) return true;
  await updateEmail(tx, accountId, emailId, {
    mailboxIds: places,
    known,
    ...(returnedAt && {
      keywords: [...known.keywords, RETURNED],
      sortAt: Math.floor(returnedAt.getTime() / 1000) * 1000,
    }),
  });
  return true;
}

/** An Email that is away. */
export interface Away {
  accountId: Id;
  emailId: Id;
  until: Date;
}

/** Those that come back next, of all accounts. @param except Emails that are passed over */
export async function nextToWake(reader: Reader, limit: number, except: readonly Id[] = []): Promise<Away[]> {
  const rows = await reader.all<{ account_id: number; email_id: number; wakes_at: number }>(
    `select account_id, email_id, wakes_at from snooze where email_id not in key_list(?)
     order by wakes_at, email_id limit ?`,
    JSON.stringify(keysOf("e", except)),
    limit,
  );
  return rows.map(({ account_id, email_id, wakes_at }) => ({
    accountId: idOf("a", account_id),
    emailId: idOf("e", email_id),
    until: new Date(wakes_at),
  }));
}

/** It may have got another time since it was found. @returns whether its time has come */
export async function wakeIfDue(tx: Transactor, accountId: Id, emailId: Id, now: Date): Promise<boolean> {
  const due = await tx.get(
    "select 1 from snooze where email_id = ? and account_id = ? and wakes_at <= ?",
    keyOf("e", emailId),
    accountKey(accountId),
    now.getTime(),
  );
  return due !== undefined && wakeEmail(tx, accountId, emailId, now);
}

/** What came in a Thread. */
export interface CameIn {
  threadId: Id;
  receivedAt: Date;
}

/** What came is delivered also where what is away cannot come back: the job then tries that, and says why. */
async function wakeBeside(tx: Transactor, accountId: Id, emailId: Id, receivedAt: Date): Promise<void> {
  try {
    await tx.savepoint(() => wakeEmail(tx, accountId, emailId, receivedAt));
  } catch {
    await tx.run(
      "update snooze set wakes_at = least(wakes_at, ?) where email_id = ? and account_id = ?",
      receivedAt.getTime(),
      keyOf("e", emailId),
      accountKey(accountId),
    );
  }
}

/** What came is delivered also where this fails: answers are looked for again when the time has come. */
async function endReminder(tx: Transactor, accountId: Id, emailId: Id): Promise<void> {
  try {
    await tx.savepoint(() => endReminderIfAnswered(tx, accountId, emailId));
  } catch {
    // The job tries it, and says why.
  }
}

/** What of these Threads is away comes back, beside what came; but for the muted ones. What is answered is no more waited for. */
export async function wakeThreads(tx: Transactor, accountId: Id, arrivals: readonly CameIn[]): Promise<void> {
  const account = accountKey(accountId);
  const cameAt = new Map(arrivals.map(({ threadId, receivedAt }) => [threadId, receivedAt]));
  const rows = await tx.all<{ email_id: number; thread_id: number; is_reminder: number }>(
    `select s.email_id, e.thread_id, s.is_reminder from snooze s join email e on e.id = s.email_id
     where s.account_id = ? and e.account_id = ? and e.thread_id in key_list(?)`,
    account,
    account,
    JSON.stringify(keysOf("t", [...cameAt.keys()])),
  );
  if (rows.length === 0) return;
  const muted = await mutedThreads(tx, accountId, [...cameAt.keys()]);
  for (const { email_id, thread_id, is_reminder } of rows) {
    const threadId = idOf("t", thread_id);
    const receivedAt = cameAt.get(threadId);
    if (!receivedAt) continue;
    if (is_reminder === 1) await endReminder(tx, accountId, idOf("e", email_id));
    else if (!muted.has(threadId)) await wakeBeside(tx, accountId, idOf("e", email_id), receivedAt);
  }
}
