/**
 * Sent Emails that come to the inbox when nothing answers them. Such a row of `snooze` is a reminder: the Email stays where
 * it is, and the row goes with the first answer.
 */
import { DRAFT, type Id, SetFailure, SUBMIT_PENDING, UNANSWERED, type UTCDate } from "@pismo/jmap";
import { logUpdated } from "../db/changes.ts";
import { accountKey, keyOf } from "../db/ids.ts";
import type { Reader, Transactor } from "../db/reader.ts";
import { getMembership } from "../mail/email-memberships.ts";
import { type EmailRecord, getEmails, updateEmail } from "../mail/emails.ts";
import { findMailboxByRole } from "../mail/mailboxes.ts";
import { ownLetters } from "../people/own-letters.ts";
import { getThreads } from "../threads/threads.ts";
import { takeSnoozed } from "./snoozed-emails.ts";

const DAY_MS = 24 * 3600_000;
/** Of a long Thread the newest are looked at first. */
const LOOKED_AT_ONCE = 100;

async function mailboxesWith(
  reader: Reader,
  accountId: Id,
  ...roles: Parameters<typeof findMailboxByRole>[2][]
): Promise<Set<Id>> {
  const found = new Set<Id>();
  for (const role of roles) {
    const mailbox = await findMailboxByRole(reader, accountId, role);
    if (mailbox) found.add(mailbox.id);
  }
  return found;
}

/** Those of the Threads that it lies in, and was put into when it was made; the newest first. */
async function besides(reader: Reader, accountId: Id, email: EmailRecord): Promise<Id[]> {
  const threads = [
    ...(await getThreads(reader, accountId, [email.threadId])),
    ...(await getThreads(reader, accountId, [email.firstThreadId], false)),
  ];
  const ids = new Set(threads.flatMap(({ emailIds }) => emailIds.toReversed()));
  ids.delete(email.id);
  return [...ids];
}

/**
 * Whether others have answered it: by a letter that names it (RFC 5322 §3.6.4), and is neither an automatic answer
 * (RFC 3834) nor a report of a mail server (RFC 6522), whose fields name it too.
 */
async function isAnswered(reader: Reader, accountId: Id, email: EmailRecord): Promise<boolean> {
  const own = new Set(email.headers.messageId ?? []);
  const isOwn = await ownLetters(reader, accountId);
  const elsewhere = await mailboxesWith(reader, accountId, "sent", "drafts", "junk");
  const isAnswer = (other: EmailRecord): boolean =>
    [...(other.headers.inReplyTo ?? []), ...(other.headers.references ?? [])].some((id) => own.has(id)) &&
    !other.mailboxIds.some((id) => elsewhere.has(id)) &&
    !isOwn(other) &&
    !other.isAutomaticAnswer &&
    // Also of those that were stored when the header was not asked.
    other.structure.type !== "multipart/report";
  const ids = await besides(reader, accountId, email);
  for (let start = 0; start < ids.length; start += LOOKED_AT_ONCE) {
    const some = await getEmails(reader, accountId, ids.slice(start, start + LOOKED_AT_ONCE));
    if (some.some(isAnswer)) return true;
  }
  return false;
}

async function insertReminder(tx: Transactor, accountId: Id, emailId: Id, until: Date): Promise<void> {
  await tx.run(
    "insert into snooze (account_id, email_id, wakes_at, mailboxes, is_reminder) values (?, ?, ?, '[]', 1)",
    accountKey(accountId),
    keyOf("e", emailId),
    until.getTime(),
  );
  // The job that wakes Emails, and clients that show the time.
  await logUpdated(tx, accountId, "Email", keyOf("e", emailId));
}

/** It has gone out now. */
export async function startReminder(tx: Transactor, accountId: Id, emailId: Id, days: number): Promise<void> {
  const [email] = await getEmails(tx, accountId, [emailId]);
  if (!email || (await isAnswered(tx, accountId, email))) return;
  const snoozed = await mailboxesWith(tx, accountId, "snoozed");
  // It comes back by itself, to where it was.
  if (email.mailboxIds.some((id) => snoozed.has(id))) return;
  await takeSnoozed(tx, accountId, emailId);
  await insertReminder(tx, accountId, emailId, new Date(Date.now() + days * DAY_MS));
}

const refused = (description: string): SetFailure =>
  new SetFailure({ type: "invalidProperties", properties: ["ifUnanswered"], description });

/**
 * A person asks for it, of what they have sent before.
 * @returns until when they were to be reminded before
 * @throws SetFailure notFound, invalidProperties
 */
export async function setReminder(
  tx: Transactor,
  accountId: Id,
  emailId: Id,
  until: Date,
): Promise<UTCDate | undefined> {
  const [email] = await getEmails(tx, accountId, [emailId]);
  if (!email) throw new SetFailure({ type: "notFound" });
  const isUnsent = [DRAFT, SUBMIT_PENDING].some((keyword) => email.keywords.includes(keyword));
  const isOwn = email.isFromClient || (await ownLetters(tx, accountId))(email);
  if (isUnsent || !isOwn) throw refused("The account has not sent it");
  const snoozed = await mailboxesWith(tx, accountId, "snoozed");
  if (email.mailboxIds.some((id) => snoozed.has(id))) throw refused("It is snoozed");
  if (await isAnswered(tx, accountId, email)) throw refused("It has been answered");
  const before = await takeSnoozed(tx, accountId, emailId);
  await insertReminder(tx, accountId, emailId, until);
  return before?.until;
}

/** Its time has come: it stands on top of the inbox, with the reason, unless it was answered or thrown away. */
export async function remind(tx: Transactor, accountId: Id, emailId: Id, at: Date): Promise<void> {
  const [email] = await getEmails(tx, accountId, [emailId]);
  const known = await getMembership(tx, accountId, emailId);
  const inbox = await findMailboxByRole(tx, accountId, "inbox");
  if (!email || !known || !inbox) return;
  const gone = await mailboxesWith(tx, accountId, "trash", "junk");
  const isThrownAway = known.mailboxIds.every((id) => gone.has(id));
  if (isThrownAway || known.keywords.includes(DRAFT) || (await isAnswered(tx, accountId, email))) return;
  await updateEmail(tx, accountId, emailId, {
    mailboxIds: [...new Set([...known.mailboxIds, inbox.id])],
    keywords: [...new Set([...known.keywords, UNANSWERED])],
    sortAt: Math.floor(at.getTime() / 1000) * 1000,
    known,
  });
}

/** Something has come in its Thread. */
export async function endReminderIfAnswered(tx: Transactor, accountId: Id, emailId: Id): Promise<void> {
  const [email] = await getEmails(tx, accountId, [emailId]);
  if (!email || !(await isAnswered(tx, accountId, email))) return;
  await takeSnoozed(tx, accountId, emailId);
  await logUpdated(tx, accountId, "Email", keyOf("e", emailId));
}
