/** Submissions that are canceled: their rows alone. What becomes of their Emails is for the caller. */
import type { Id } from "@pismo/jmap";
import { logUpdated } from "../db/changes.ts";
import { accountKey } from "../db/ids.ts";
import type { Transactor } from "../db/reader.ts";
import { uncountRecipients } from "../people/limits.ts";

export interface CanceledRow {
  key: number;
  submittedAt: Date;
  recipientCount: number;
}

export async function cancelRows(tx: Transactor, accountId: Id, rows: readonly CanceledRow[]): Promise<void> {
  if (rows.length === 0) return;
  const keys = rows.map(({ key }) => key);
  const listed = JSON.stringify(keys);
  const account = accountKey(accountId);
  await tx.run(
    "update email_submission set undo_status = 'canceled' where id in key_list(?) and +account_id = ?",
    listed,
    account,
  );
  await tx.run(
    "update submission_recipient set state = 'canceled' where submission_id in key_list(?) and +account_id = ?",
    listed,
    account,
  );
  await uncountRecipients(tx, accountId, rows);
  await logUpdated(tx, accountId, "EmailSubmission", ...keys);
}

/** What waits with these Emails is not sent: the person has deleted them. */
export async function cancelPendingOf(tx: Transactor, accountId: Id, emailKeys: readonly number[]): Promise<void> {
  const rows = await tx.all<{ id: number; created_at: number; recipient_count: number }>(
    `select id, created_at,
       (select count(*) from submission_recipient r where r.submission_id = s.id and r.account_id = s.account_id) as recipient_count
     from email_submission s where account_id = ? and undo_status = 'pending' and email_id in key_list(?)`,
    accountKey(accountId),
    JSON.stringify(emailKeys),
  );
  await cancelRows(
    tx,
    accountId,
    rows.map(({ id, created_at, recipient_count }) => ({
      key: id,
      submittedAt: new Date(created_at),
      recipientCount: recipient_count,
    })),
  );
}
