/** The outbox that a person sees: submissions that have not arrived, retried or withdrawn. */
import { type Id, SetFailure } from "@pismo/jmap";
import { logDestroyed, logUpdated } from "../db/changes.ts";
import { getSubmissions, type RecipientRecord, type SubmissionRecord } from "./email-submissions.ts";
import { updateEmail, getMembership } from "../mail/emails.ts";
import { accountKey, idOf, keyOf } from "../db/ids.ts";
import { findMailboxByRole } from "../mail/mailboxes.ts";
import type { Reader, Transactor } from "../db/reader.ts";

const MAX_LISTED = 200;

/**
 * Submissions that need attention, oldest first: refused, with unknown outcome, attempted without success, or held for
 * later. Those about to be sent for the first time are not included.
 */
export async function listOutbox(reader: Reader, accountId: Id): Promise<SubmissionRecord[]> {
  const rows = await reader.all<{ id: number }>(
    `select id from email_submission s where account_id = ? and is_hidden = 0 and undo_status <> 'canceled'
       and exists (select 1 from submission_recipient r where r.submission_id = s.id and (
         r.state in ('no', 'unknown')
         or (r.state = 'queued' and (r.attempts > 0 or r.next_attempt_at > ?))
         or (r.state in ('sending', 'transmitting') and r.attempts > 1)))
     order by send_at desc, id desc limit ?`,
    accountKey(accountId),
    Date.now(),
    MAX_LISTED,
  );
  const ids = rows.map(({ id }) => idOf("s", id)).reverse();
  return ids.length > 0 ? getSubmissions(reader, accountId, ids) : [];
}

const isLeft = ({ state }: RecipientRecord): boolean => state === "no" || state === "queued" || state === "sending";
const mayHaveIt = ({ state }: RecipientRecord): boolean => ["yes", "unknown", "transmitting"].includes(state);

async function find(tx: Transactor, accountId: Id, id: Id): Promise<SubmissionRecord> {
  const [submission] = await getSubmissions(tx, accountId, [id]);
  if (!submission || submission.undoStatus === "canceled") throw new SetFailure({ type: "notFound" });
  return submission;
}

/** Sends now to queued and refused recipients, never to those who may have it. @throws SetFailure notFound, cannotUnsend */
export async function retrySubmission(tx: Transactor, accountId: Id, id: Id): Promise<void> {
  const { recipients } = await find(tx, accountId, id);
  const key = keyOf("s", id);
  const { changes } = await tx.run(
    `update submission_recipient set next_attempt_at = ?, attempts = case state when 'no' then 0 else attempts end, state = 'queued'
     where submission_id = ? and state in ('queued', 'no')`,
    Date.now(),
    key,
  );
  if (changes === 0) throw new SetFailure({ type: "cannotUnsend" });
  // No recipient has it: it can be withdrawn until it is sent.
  if (!recipients.some(mayHaveIt))
    await tx.run("update email_submission set undo_status = 'pending' where id = ?", key);
  await logUpdated(tx, accountId, "EmailSubmission", key);
}

export interface Withdrawal {
  emailId: Id;
  /** Those who do not have it; null: none has it, and it is a draft again. */
  recipients: string[] | null;
}

/**
 * Cancels a submission for all recipients who do not have the message. A second call finds nothing.
 * @throws SetFailure notFound, cannotUnsend: it is being transmitted, or all recipients have it
 */
export async function withdrawSubmission(tx: Transactor, accountId: Id, id: Id): Promise<Withdrawal> {
  const { emailId, recipients } = await find(tx, accountId, id);
  const left = recipients.filter(isLeft);
  const isInDoubt = recipients.some(({ state }) => state === "unknown");
  if (recipients.some(({ state }) => state === "transmitting") || (left.length === 0 && !isInDoubt)) {
    throw new SetFailure({ type: "cannotUnsend" });
  }
  const membership = await getMembership(tx, accountId, emailId);
  if (!membership) throw new SetFailure({ type: "notFound", description: "The letter was destroyed" });
  const key = keyOf("s", id);
  await tx.run(
    "update submission_recipient set state = 'canceled' where submission_id = ? and state in ('queued', 'sending', 'no')",
    key,
  );
  await tx.run("update email_submission set is_hidden = 1, undo_status = 'canceled' where id = ?", key);
  await logDestroyed(tx, accountId, "EmailSubmission", key);
  if (recipients.some(mayHaveIt)) {
    const others = left.length > 0 ? left : recipients.filter(({ state }) => state === "unknown");
    return { emailId, recipients: others.map(({ email }) => email) };
  }
  const drafts = await findMailboxByRole(tx, accountId, "drafts");
  if (!drafts) throw new SetFailure({ type: "notFound", description: "There is no folder for drafts" });
  const keywords = [...new Set([...membership.keywords, "$draft", "$seen"])];
  await updateEmail(tx, accountId, emailId, { mailboxIds: [drafts.id], keywords });
  return { emailId, recipients: null };
}
