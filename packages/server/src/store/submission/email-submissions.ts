/** EmailSubmissions as JMAP objects (RFC 8621 §7); delivery-queue.ts has the queue's view of the same rows. */
import {
  type Envelope,
  type EmailSubmissionFilterCondition,
  type Filter,
  type Id,
  SetFailure,
  type SubmissionAddress,
  type UndoStatus,
} from "@pismo/jmap";
import { logDestroyed } from "../db/changes.ts";
import { accountKey, idOf, keyOf, keysOf } from "../db/ids.ts";
import { inSlices, type Reader, type Transactor } from "../db/reader.ts";
import { cancelRows } from "./cancel-rows.ts";
import { type ReceiptRecord, receiptsOf } from "./receipts.ts";
import { makeDraftsAgain } from "./pending-emails.ts";

/** queued → sending (claimed) → transmitting (the other server may have it) → yes | no | unknown. */
export type RecipientState = "queued" | "sending" | "transmitting" | "yes" | "no" | "unknown" | "canceled";

export interface RecipientRecord extends SubmissionAddress {
  position: number;
  state: RecipientState;
  /** The last reply of the other server, "" before the first. */
  smtpReply: string;
  attempts: number;
  nextAttemptAt: Date;
}

export interface SubmissionRecord {
  id: Id;
  identityId: Id;
  emailId: Id;
  threadId: Id;
  /** The message that is sent. */
  blobId: Id;
  envelope: Envelope;
  sendAt: Date;
  undoStatus: UndoStatus;
  submittedAt: Date;
  recipients: RecipientRecord[];
  /** The Email goes on as it came, or a receipt for it: `blobId` is not its message, and goes out octet for octet. */
  isRedirect: boolean;
  /** Until it has gone out: store/snooze/reminders.ts. */
  remindAfterDays: number | null;
  /** Of files that went smaller, by the blobs in its Email: originals.ts. */
  originals: Record<Id, Id> | null;
  /** Read receipts that came for it. */
  receipts: ReceiptRecord[];
}

interface SubmissionRow {
  id: number;
  identity_id: number;
  email_id: number;
  thread_id: number;
  blob_id: string;
  envelope: string;
  send_at: number;
  undo_status: string;
  created_at: number;
  is_redirect: number;
  remind_after_days: number | null;
  originals: string | null;
}

export interface RecipientRow {
  position: number;
  address: string;
  parameters: string | null;
  state: string;
  smtp_reply: string;
  attempts: number;
  next_attempt_at: number;
}

export const toRecipient = (row: RecipientRow): RecipientRecord => ({
  position: row.position,
  email: row.address,
  parameters: row.parameters === null ? null : (JSON.parse(row.parameters) as SubmissionAddress["parameters"]),
  state: row.state as RecipientState,
  smtpReply: row.smtp_reply,
  attempts: row.attempts,
  nextAttemptAt: new Date(row.next_attempt_at),
});

const toSubmission = (
  row: SubmissionRow,
  recipients: RecipientRecord[],
  receipts: ReceiptRecord[],
): SubmissionRecord => ({
  receipts,
  id: idOf("s", row.id),
  identityId: idOf("i", row.identity_id),
  emailId: idOf("e", row.email_id),
  threadId: idOf("t", row.thread_id),
  blobId: row.blob_id,
  envelope: JSON.parse(row.envelope) as Envelope,
  sendAt: new Date(row.send_at),
  undoStatus: row.undo_status as UndoStatus,
  submittedAt: new Date(row.created_at),
  recipients,
  isRedirect: row.is_redirect === 1,
  remindAfterDays: row.remind_after_days,
  originals: row.originals === null ? null : (JSON.parse(row.originals) as Record<Id, Id>),
});

/** `ids` null or left out: all of the account, newest first. */
export async function getSubmissions(
  reader: Reader,
  accountId: Id,
  ids: readonly Id[] | null = null,
): Promise<SubmissionRecord[]> {
  const keys = keysOf("s", ids ?? (await querySubmissions(reader, accountId, null)));
  return inSlices(keys, 200, async (slice) => {
    const requested = JSON.stringify(slice);
    const rows = await reader.all<SubmissionRow>(
      `select s.* from key_rows(?) requested ordered join email_submission s on s.id = requested.value
       where s.account_id = ? and s.is_hidden = 0`,
      requested,
      accountKey(accountId),
    );
    const recipients = new Map(rows.map(({ id }) => [id, [] as RecipientRecord[]]));
    const recipientRows = await reader.all<RecipientRow & { submission_id: number }>(
      `select r.* from key_rows(?) requested ordered join submission_recipient r on r.submission_id = requested.value
       where r.account_id = ? order by r.submission_id, r.position`,
      requested,
      accountKey(accountId),
    );
    for (const row of recipientRows) recipients.get(row.submission_id)?.push(toRecipient(row));
    const receipts = await receiptsOf(reader, accountId, slice);
    const found = new Map(
      rows.map((row) => [row.id, toSubmission(row, recipients.get(row.id)!, receipts.get(row.id) ?? [])]),
    );
    return slice.flatMap((key) => found.get(key) ?? []);
  });
}

/** The redirect of an Email that a client has made with this id, destroyed or not. */
export async function findRedirect(
  reader: Reader,
  accountId: Id,
  emailId: Id,
  redirectId: string,
): Promise<Id | undefined> {
  const row = await reader.get<{ id: number }>(
    "select id from email_submission where email_id = ? and +account_id = ? and redirect_id = ?",
    keyOf("e", emailId),
    accountKey(accountId),
    redirectId,
  );
  return row && idOf("s", row.id);
}

/**
 * Ids of the matching submissions, in the order of `sort` (RFC 8621 §7.3 names the sort by sendAt "sentAt"), then by id.
 * Conditions may be nested by AND, OR, NOT.
 */
export async function querySubmissions(
  reader: Reader,
  accountId: Id,
  filter: Filter<EmailSubmissionFilterCondition> | null,
  sort: readonly { property: "emailId" | "threadId" | "sentAt"; isAscending?: boolean }[] = [],
): Promise<Id[]> {
  const isPending = filter !== null && !("operator" in filter) && filter.undoStatus === "pending";
  const rows = await reader.all<SubmissionRow>(
    `select * from email_submission where account_id = ? and is_hidden = 0 ${isPending ? "and undo_status = 'pending'" : ""}
     order by send_at desc, id desc`,
    accountKey(accountId),
  );
  const column = { emailId: "email_id", threadId: "thread_id", sentAt: "send_at" } as const;
  return rows
    .filter((row) => filter === null || fits(row, filter))
    .sort((one, other) => {
      for (const { property, isAscending = true } of sort) {
        const difference = one[column[property]] - other[column[property]];
        if (difference !== 0) return isAscending ? difference : -difference;
      }
      return 0;
    })
    .map(({ id }) => idOf("s", id));
}

function fits(row: SubmissionRow, filter: Filter<EmailSubmissionFilterCondition>): boolean {
  if ("operator" in filter) {
    const each = (condition: Filter<EmailSubmissionFilterCondition>) => fits(row, condition);
    if (filter.operator === "AND") return filter.conditions.every(each);
    return filter.conditions.some(each) === (filter.operator === "OR");
  }
  const { identityIds, emailIds, threadIds, undoStatus, before, after } = filter;
  return (
    (identityIds?.includes(idOf("i", row.identity_id)) ?? true) &&
    (emailIds?.includes(idOf("e", row.email_id)) ?? true) &&
    (threadIds?.includes(idOf("t", row.thread_id)) ?? true) &&
    (undoStatus === undefined || undoStatus === row.undo_status) &&
    (before === undefined || row.send_at < Date.parse(before)) &&
    (after === undefined || row.send_at >= Date.parse(after))
  );
}

/** Whether it is still to be cancelled. @throws SetFailure notFound, cannotUnsend */
export function assertCancelable(submission: SubmissionRecord | undefined): boolean {
  if (!submission) throw new SetFailure({ type: "notFound" });
  if (submission.undoStatus === "canceled") return false;
  if (submission.undoStatus !== "pending") throw new SetFailure({ type: "cannotUnsend" });
  return true;
}

/** Cancels pending submissions (RFC 8621 §7.5) that have been read in this transaction (assertCancelable). */
export async function cancelSubmissions(
  tx: Transactor,
  accountId: Id,
  submissions: readonly SubmissionRecord[],
): Promise<void> {
  await cancelRows(
    tx,
    accountId,
    submissions.map(({ id, submittedAt, recipients }) => ({
      key: keyOf("s", id),
      submittedAt,
      recipientCount: recipients.length,
    })),
  );
  await makeDraftsAgain(
    tx,
    accountId,
    submissions.filter(({ isRedirect }) => !isRedirect).map(({ emailId }) => emailId),
  );
}

/** Cancels a pending submission. @throws SetFailure notFound, cannotUnsend */
export async function cancelSubmission(tx: Transactor, accountId: Id, id: Id): Promise<void> {
  const [submission] = await getSubmissions(tx, accountId, [id]);
  if (assertCancelable(submission)) await cancelSubmissions(tx, accountId, [submission!]);
}

/** Destroys submissions that exist; a message that is still queued is sent all the same (RFC 8621 §7.5). */
export async function destroySubmissions(tx: Transactor, accountId: Id, ids: readonly Id[]): Promise<void> {
  const keys = keysOf("s", ids);
  await tx.run(
    "update email_submission set is_hidden = 1 where id in key_list(?) and +account_id = ?",
    JSON.stringify(keys),
    accountKey(accountId),
  );
  await logDestroyed(tx, accountId, "EmailSubmission", ...keys);
}

/** @throws SetFailure notFound */
export async function destroySubmission(tx: Transactor, accountId: Id, id: Id): Promise<void> {
  const [submission] = await getSubmissions(tx, accountId, [id]);
  if (!submission) throw new SetFailure({ type: "notFound" });
  await destroySubmissions(tx, accountId, [id]);
}
