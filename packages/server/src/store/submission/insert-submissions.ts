/** Queues messages to be sent: the rows of new EmailSubmissions. */
import { type Id, SetFailure, type SubmissionAddress } from "@pismo/jmap";
import { logCreated } from "../db/changes.ts";
import { accountKey, idOf, keyOf, keysOf } from "../db/ids.ts";
import type { Reader, Transactor } from "../db/reader.ts";
import { expectSentCopies } from "../mirror/sent-copies.ts";
import type { RecipientRecord, SubmissionRecord } from "./email-submissions.ts";

export interface NewSubmission extends Pick<SubmissionRecord, "identityId" | "emailId" | "envelope" | "sendAt"> {
  /** A message that is not the Email's and goes out octet for octet: the redirected one, or a receipt for it. */
  messageBlobId?: Id;
  /** Chosen by the client of a redirect, so that it can ask for it again: see findRedirect. */
  redirectId?: string | undefined;
  /** It goes out unseen, and its rows go when it is done. */
  isHidden?: boolean;
  remindAfterDays?: number | null;
}

/** Queues messages to be sent at `sendAt`. @throws SetFailure invalidProperties (emailId) */
export async function insertSubmissions(
  tx: Transactor,
  accountId: Id,
  submissions: readonly NewSubmission[],
): Promise<SubmissionRecord[]> {
  const emailIds = submissions.map(({ emailId }) => emailId);
  const emails = await submittedEmails(tx, accountId, emailIds);
  const keys = await tx.newKeys("email_submission", submissions.length);
  const submittedAt = new Date();
  const records = submissions.map((submission, index): SubmissionRecord => {
    const email = emails.get(keyOf("e", submission.emailId));
    if (!email) throw noSuchEmail();
    const { messageBlobId, isHidden: _, redirectId: __, ...rest } = submission;
    return {
      ...rest,
      id: idOf("s", keys[index]!),
      threadId: idOf("t", email.thread_id),
      blobId: messageBlobId ?? email.blob_id,
      isRedirect: messageBlobId !== undefined,
      receipts: [],
      remindAfterDays: submission.remindAfterDays ?? null,
      originals: null,
      undoStatus: "pending",
      submittedAt,
      recipients: submission.envelope.rcptTo.map((recipient, position) =>
        newRecipient(recipient, position, submission),
      ),
    };
  });
  await insertRecords(tx, accountId, records, submissions);
  // What is redirected lies where it came.
  const sent = records.filter(({ isRedirect }) => !isRedirect).map(({ emailId }) => emailId);
  await expectSentCopies(tx, accountId, sent);
  const visible = keys.filter((_, index) => !submissions[index]!.isHidden);
  await logCreated(tx, accountId, "EmailSubmission", ...visible);
  return records;
}

export async function insertSubmission(
  tx: Transactor,
  accountId: Id,
  submission: NewSubmission,
): Promise<SubmissionRecord> {
  return (await insertSubmissions(tx, accountId, [submission]))[0]!;
}

interface SubmittedEmail {
  id: number;
  thread_id: number;
  blob_id: string;
}

async function submittedEmails(
  reader: Reader,
  accountId: Id,
  ids: readonly Id[],
): Promise<Map<number, SubmittedEmail>> {
  const rows = await reader.all<SubmittedEmail>(
    `select e.id, e.thread_id, e.blob_id from key_rows(?) requested ordered join email e on e.id = requested.value
     where e.account_id = ?`,
    JSON.stringify(keysOf("e", ids)),
    accountKey(accountId),
  );
  return new Map(rows.map((row) => [row.id, row]));
}

const noSuchEmail = (): SetFailure =>
  new SetFailure({ type: "invalidProperties", properties: ["emailId"], description: "There is no such Email" });

const newRecipient = (
  { email, parameters }: SubmissionAddress,
  position: number,
  { sendAt }: NewSubmission,
): RecipientRecord => ({
  position,
  email,
  parameters,
  state: "queued",
  smtpReply: "",
  attempts: 0,
  nextAttemptAt: sendAt,
});

async function insertRecords(
  tx: Transactor,
  accountId: Id,
  records: readonly SubmissionRecord[],
  submissions: readonly NewSubmission[],
): Promise<void> {
  const account = accountKey(accountId);
  await tx.runAll(
    `insert into email_submission (id, account_id, identity_id, email_id, thread_id, blob_id, envelope, send_at, undo_status, created_at, is_redirect, is_hidden, redirect_id, remind_after_days)
     values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    records.map((record, index) => [
      keyOf("s", record.id),
      account,
      keyOf("i", record.identityId),
      keyOf("e", record.emailId),
      keyOf("t", record.threadId),
      record.blobId,
      JSON.stringify(record.envelope),
      record.sendAt.getTime(),
      record.undoStatus,
      record.submittedAt.getTime(),
      Number(record.isRedirect),
      Number(submissions[index]!.isHidden ?? false),
      submissions[index]!.redirectId ?? null,
      record.remindAfterDays,
    ]),
  );
  await tx.runAll(
    `insert into submission_recipient (account_id, submission_id, position, address, parameters, state, smtp_reply, attempts, next_attempt_at)
     values (?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    records.flatMap(({ id, recipients }) =>
      recipients.map((recipient) => [
        account,
        keyOf("s", id),
        recipient.position,
        recipient.email,
        recipient.parameters && JSON.stringify(recipient.parameters),
        recipient.state,
        recipient.smtpReply,
        recipient.attempts,
        recipient.nextAttemptAt.getTime(),
      ]),
    ),
  );
}
