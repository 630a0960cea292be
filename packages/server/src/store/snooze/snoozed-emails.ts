/**
 * Emails that are away until a moment. A row says when one comes back, and where to; it counts while the Email lies in the
 * mailbox of snoozed ones, so that what any client moves out of there stays where it was put.
 */
import { DRAFT, type Id, SetFailure, type Snooze, type UTCDate, utcDateOf } from "@pismo/jmap";
import { logUpdated } from "../db/changes.ts";
import { accountKey, idOf, keyOf, keysOf } from "../db/ids.ts";
import type { Reader, Transactor } from "../db/reader.ts";
import { getMembership } from "../mail/email-memberships.ts";
import { updateEmail } from "../mail/emails.ts";
import { ensureSnoozedMailbox } from "./snoozed-mailbox.ts";

/** The next to come back first. @param emailIds null: all */
export async function getSnoozes(reader: Reader, accountId: Id, emailIds: readonly Id[] | null): Promise<Snooze[]> {
  const rows = await reader.all<{ email_id: number; wakes_at: number; is_reminder: number }>(
    `select email_id, wakes_at, is_reminder from snooze where account_id = ?
     ${emailIds ? "and email_id in key_list(?)" : ""} order by wakes_at, email_id`,
    accountKey(accountId),
    ...(emailIds ? [JSON.stringify(keysOf("e", emailIds))] : []),
  );
  return rows.map(({ email_id, wakes_at, is_reminder }) => ({
    id: idOf("e", email_id),
    until: utcDateOf(wakes_at),
    ...(is_reminder === 1 && { ifUnanswered: true as const }),
  }));
}

export interface TakenSnooze {
  until: UTCDate;
  /** Where it comes back to. */
  mailboxIds: Id[];
  /** It is no snoozed Email but a sent one: reminders.ts. */
  isReminder: boolean;
}

/**
 * Its time counts no more. Of several processes one is told what it was.
 * @returns undefined: it is not snoozed
 */
export async function takeSnoozed(tx: Transactor, accountId: Id, emailId: Id): Promise<TakenSnooze | undefined> {
  const sql = "delete from snooze where email_id = ? and account_id = ? returning wakes_at, mailboxes, is_reminder";
  const row = await tx.get<{ wakes_at: number; mailboxes: string; is_reminder: number }>(
    sql,
    keyOf("e", emailId),
    accountKey(accountId),
  );
  if (!row) return undefined;
  const mailboxIds = (JSON.parse(row.mailboxes) as number[]).map((key) => idOf("m", key));
  return { until: utcDateOf(row.wakes_at), mailboxIds, isReminder: row.is_reminder === 1 };
}

export interface NewSnooze {
  emailId: Id;
  until: Date;
  /** Of the mailbox of snoozed Emails, where it is made now. */
  mailboxName?: string | undefined;
}

/**
 * It goes away until then. One that is away already stays away until then instead.
 * @returns until when it was away before, where it was
 * @throws SetFailure notFound, invalidProperties: it is a draft
 */
export async function snoozeEmail(
  tx: Transactor,
  accountId: Id,
  { emailId, until, mailboxName }: NewSnooze,
): Promise<UTCDate | undefined> {
  const known = await getMembership(tx, accountId, emailId);
  if (!known) throw new SetFailure({ type: "notFound" });
  if (known.keywords.includes(DRAFT)) {
    throw new SetFailure({ type: "invalidProperties", description: "Drafts are not snoozed" });
  }
  const snoozed = await ensureSnoozedMailbox(tx, accountId, mailboxName);
  const before = await takeSnoozed(tx, accountId, emailId);
  const others = known.mailboxIds.filter((id) => id !== snoozed);
  const mailboxIds = others.length > 0 ? others : (before?.mailboxIds ?? []);
  await tx.run(
    "insert into snooze (account_id, email_id, wakes_at, mailboxes) values (?, ?, ?, ?)",
    accountKey(accountId),
    known.stored.key,
    until.getTime(),
    JSON.stringify(keysOf("m", mailboxIds)),
  );
  await updateEmail(tx, accountId, emailId, { mailboxIds: [snoozed], known });
  // Where only the time is another one, other clients and the job that wakes them hear of it all the same.
  if (others.length === 0) await logUpdated(tx, accountId, "Email", known.stored.key);
  return known.mailboxIds.includes(snoozed) ? before?.until : undefined;
}
