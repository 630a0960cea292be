/** The outbox that a person sees: submissions that have not arrived, retried or withdrawn. */
import { DRAFT, type Id, SEEN, SetFailure, SUBMIT_PENDING } from "@pismo/jmap";
import { logDestroyed, logUpdated } from "../db/changes.ts";
import { getSubmissions, type RecipientRecord, type SubmissionRecord } from "./email-submissions.ts";
import { waitAgain } from "./pending-emails.ts";
import { updateEmails } from "../mail/emails.ts";
import { getMemberships } from "../mail/email-memberships.ts";
import { accountKey, idOf, keysOf } from "../db/ids.ts";
import { findMailboxByRole } from "../mail/mailboxes.ts";
import type { Reader, Transactor } from "../db/reader.ts";

const MAX_LISTED = 200;

/**
 * Submissions that need attention, oldest first: refused, with unknown outcome, attempted without success, or held for
 * later. Those about to be sent for the first time are not included, nor those that wait in Drafts, nor a redirected
 * letter as long as it can be taken back.
 */
export async function listOutbox(reader: Reader, accountId: Id): Promise<SubmissionRecord[]> {
  const rows = await reader.all<{ id: number }>(
    `select id from email_submission s where account_id = ? and is_hidden = 0 and undo_status <> 'canceled'
       and exists (select 1 from submission_recipient r where r.submission_id = s.id and r.account_id = s.account_id and (
         r.state in ('no', 'unknown')
         or (r.state = 'queued' and (r.attempts > 0 or (r.next_attempt_at > ? and s.is_redirect = 0)))
         or (r.state in ('sending', 'transmitting') and r.attempts > 1)))
       and not exists (select 1 from email_keyword k where k.email_id = s.email_id and +k.account_id = s.account_id and k.keyword = ?)
     order by send_at desc, id desc limit ?`,
    accountKey(accountId),
    Date.now(),
    SUBMIT_PENDING,
    MAX_LISTED,
  );
  const ids = rows.map(({ id }) => idOf("s", id)).reverse();
  return ids.length > 0 ? getSubmissions(reader, accountId, ids) : [];
}

/** Letters that are looked at for those that none took. */
const MAX_LOOKED_AT = 100;

/** How many of the newest letters none took. */
export async function countRefused(reader: Reader, accountId: Id): Promise<number> {
  const row = await reader.get<{ refused: number }>(
    `select count(*) as refused from (
       select id, account_id from email_submission where account_id = ? and is_hidden = 0 and undo_status <> 'canceled'
       order by send_at desc, id desc limit ?) s
     where exists (
       select 1 from submission_recipient r where r.submission_id = s.id and r.account_id = s.account_id and r.state = 'no')
     and not exists (
       select 1 from submission_recipient r where r.submission_id = s.id and r.account_id = s.account_id
         and r.state not in ('no', 'canceled'))`,
    accountKey(accountId),
    MAX_LOOKED_AT,
  );
  return row?.refused ?? 0;
}

const isLeft = ({ state }: RecipientRecord): boolean => state === "no" || state === "queued" || state === "sending";
const mayHaveIt = ({ state }: RecipientRecord): boolean => ["yes", "unknown", "transmitting"].includes(state);

/** What becomes of submissions, in the order of their ids. */
type Outcomes<T> = Promise<(T | SetFailure)[]>;

const isDone = <T>(outcome: T | SetFailure): outcome is T => !(outcome instanceof SetFailure);

async function findAll(tx: Transactor, accountId: Id, ids: readonly Id[]): Outcomes<SubmissionRecord> {
  const found = new Map((await getSubmissions(tx, accountId, ids)).map((submission) => [submission.id, submission]));
  return ids.map((id) => {
    const submission = found.get(id);
    const isThere = submission && submission.undoStatus !== "canceled";
    return isThere ? submission : new SetFailure({ type: "notFound" });
  });
}

const keysOfAll = (submissions: readonly SubmissionRecord[]): number[] =>
  keysOf(
    "s",
    submissions.map(({ id }) => id),
  );

/** Sends now to queued and refused recipients, never to those who may have it. SetFailure notFound, cannotUnsend */
export async function retrySubmissions(tx: Transactor, accountId: Id, ids: readonly Id[]): Outcomes<null> {
  const found = (await findAll(tx, accountId, ids)).map((submission) => {
    if (!isDone(submission)) return submission;
    const canBeSent = submission.recipients.some(({ state }) => state === "queued" || state === "no");
    return canBeSent ? submission : new SetFailure({ type: "cannotUnsend" });
  });
  const retried = found.filter((each) => isDone(each));
  const keys = keysOfAll(retried);
  await tx.run(
    `update submission_recipient set next_attempt_at = ?, attempts = case state when 'no' then 0 else attempts end, state = 'queued'
     where submission_id in key_list(?) and account_id = ? and state in ('queued', 'no')`,
    Date.now(),
    JSON.stringify(keys),
    accountKey(accountId),
  );
  // No recipient has it: it can be withdrawn until it is sent.
  await setStatus(
    tx,
    accountId,
    retried.filter(({ recipients }) => !recipients.some(mayHaveIt)),
    "undo_status = 'pending'",
  );
  await waitAgain(
    tx,
    accountId,
    retried.filter(({ isRedirect }) => !isRedirect).map(({ emailId }) => emailId),
  );
  await logUpdated(tx, accountId, "EmailSubmission", ...keys);
  return found.map((each) => (isDone(each) ? null : each));
}

async function setStatus(
  tx: Transactor,
  accountId: Id,
  submissions: readonly SubmissionRecord[],
  columns: string,
): Promise<void> {
  if (submissions.length === 0) return;
  await tx.run(
    `update email_submission set ${columns} where +account_id = ? and id in key_list(?)`,
    accountKey(accountId),
    JSON.stringify(keysOfAll(submissions)),
  );
}

export interface Withdrawal {
  emailId: Id;
  /** Those who do not have it; null: none has it, and it is a draft again. A redirected one never is. */
  recipients: string[] | null;
}

/** SetFailure cannotUnsend: it is being transmitted, or all recipients have it */
function withdrawalOf({ emailId, recipients, isRedirect }: SubmissionRecord): Withdrawal | SetFailure {
  const left = recipients.filter(isLeft);
  const inDoubt = recipients.filter(({ state }) => state === "unknown");
  if (recipients.some(({ state }) => state === "transmitting") || left.length + inDoubt.length === 0) {
    return new SetFailure({ type: "cannotUnsend" });
  }
  const others = left.length > 0 ? left : inDoubt;
  const isDraft = !isRedirect && !recipients.some(mayHaveIt);
  return { emailId, recipients: isDraft ? null : others.map(({ email }) => email) };
}

/**
 * Cancels submissions for all recipients who do not have the message. A second call finds nothing.
 * SetFailure notFound, cannotUnsend
 */
export async function withdrawSubmissions(tx: Transactor, accountId: Id, ids: readonly Id[]): Outcomes<Withdrawal> {
  const found = await findAll(tx, accountId, ids);
  const there = found.filter((each) => isDone(each));
  const memberships = await getMemberships(
    tx,
    accountId,
    there.map(({ emailId }) => emailId),
  );
  const drafts = await findMailboxByRole(tx, accountId, "drafts");
  const outcomes = found.map((submission) => {
    if (!isDone(submission)) return submission;
    const withdrawal = withdrawalOf(submission);
    if (!isDone(withdrawal)) return withdrawal;
    if (!memberships.has(submission.emailId)) return notFound("The letter was destroyed");
    return withdrawal.recipients === null && !drafts ? notFound("There is no folder for drafts") : withdrawal;
  });
  await cancel(
    tx,
    accountId,
    found.filter((each, index): each is SubmissionRecord => isDone(each) && isDone(outcomes[index]!)),
  );
  const withdrawn = outcomes.filter((each) => isDone(each));
  const redrafted = withdrawn.filter(({ recipients }) => recipients === null).map(({ emailId }) => emailId);
  if (drafts) await redraft(tx, accountId, drafts.id, redrafted);
  return outcomes;
}

const notFound = (description: string): SetFailure => new SetFailure({ type: "notFound", description });

async function cancel(tx: Transactor, accountId: Id, submissions: readonly SubmissionRecord[]): Promise<void> {
  const keys = keysOfAll(submissions);
  await tx.run(
    "update submission_recipient set state = 'canceled' where submission_id in key_list(?) and account_id = ? and state in ('queued', 'sending', 'no')",
    JSON.stringify(keys),
    accountKey(accountId),
  );
  await setStatus(tx, accountId, submissions, "is_hidden = 1, undo_status = 'canceled'");
  await logDestroyed(tx, accountId, "EmailSubmission", ...keys);
}

/** No recipient has them: they are drafts again. */
async function redraft(tx: Transactor, accountId: Id, draftsId: Id, emailIds: readonly Id[]): Promise<void> {
  const memberships = await getMemberships(tx, accountId, emailIds);
  const changes = [...memberships].map(([id, known]) => ({
    id,
    mailboxIds: [draftsId],
    keywords: [...new Set([...known.keywords.filter((each) => each !== SUBMIT_PENDING), DRAFT, SEEN])],
    known,
  }));
  for (const failure of await updateEmails(tx, accountId, changes)) if (failure) throw failure;
}
