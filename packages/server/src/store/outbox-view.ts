/** The outbox as a person sees it: what has not arrived, tried again or taken back. outbox.ts is the queue's side. */
import { type Id, SetFailure } from "@pismo/jmap";
import { logDestroyed, logUpdated } from "./changes.ts";
import { getSubmissions, type RecipientRecord, type SubmissionRecord } from "./email-submissions.ts";
import { updateEmail, getPlaces } from "./emails.ts";
import { accountKey, idOf, keyOf } from "./ids.ts";
import { findMailboxByRole } from "./mailboxes.ts";
import type { Reader, Transactor } from "./reader.ts";

/** Nobody looks through more. */
const MOST = 200;

/**
 * Submissions that want attention, oldest first: refused, in doubt, tried at least once without success, or held for
 * later. What goes out at once is not among them.
 */
export async function listOutbox(reader: Reader, accountId: Id): Promise<SubmissionRecord[]> {
  const rows = await reader.all<{ id: number }>(
    `select id from email_submission s where account_id = ? and not is_hidden and undo_status <> 'canceled'
       and exists (select 1 from submission_recipient r where r.submission_id = s.id and (
         r.state in ('no', 'unknown')
         or (r.state = 'queued' and (r.attempts > 0 or r.next_attempt_at > ?))
         or (r.state in ('sending', 'transmitting') and r.attempts > 1)))
     order by send_at desc, id desc limit ?`,
    accountKey(accountId),
    Date.now(),
    MOST,
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

/** Sends at once to all who wait or were refused; to who may have it, never. @throws SetFailure notFound, cannotUnsend */
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
  // Nobody has it: it can be taken back again until it goes out.
  if (!recipients.some(mayHaveIt))
    await tx.run("update email_submission set undo_status = 'pending' where id = ?", key);
  await logUpdated(tx, accountId, "EmailSubmission", key);
}

export interface TakenBack {
  emailId: Id;
  /** null: nobody has it, and it is a draft again; else those who do not have it. */
  recipients: string[] | null;
}

/**
 * Ends a submission for all who have not got the letter. Once: a second call finds nothing.
 * @throws SetFailure notFound, cannotUnsend: on its way at this moment, or everybody has it
 */
export async function takeBackSubmission(tx: Transactor, accountId: Id, id: Id): Promise<TakenBack> {
  const { emailId, recipients } = await find(tx, accountId, id);
  const left = recipients.filter(isLeft);
  const isInDoubt = recipients.some(({ state }) => state === "unknown");
  if (recipients.some(({ state }) => state === "transmitting") || (left.length === 0 && !isInDoubt)) {
    throw new SetFailure({ type: "cannotUnsend" });
  }
  const places = await getPlaces(tx, accountId, emailId);
  if (!places) throw new SetFailure({ type: "notFound", description: "The letter was destroyed" });
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
  const keywords = [...new Set([...places.keywords, "$draft", "$seen"])];
  await updateEmail(tx, accountId, emailId, { mailboxIds: [drafts.id], keywords });
  return { emailId, recipients: null };
}
