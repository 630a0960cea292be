/** Read receipts go with their Emails: what their submissions say changes. */
import type { Id } from "@pismo/jmap";
import { logUpdated } from "../db/changes.ts";
import { accountKey } from "../db/ids.ts";
import type { Transactor } from "../db/reader.ts";

export async function forgetReceipts(tx: Transactor, accountId: Id, emailKeys: readonly number[]): Promise<void> {
  const rows = await tx.all<{ submission_id: number }>(
    "delete from submission_receipt where email_id in key_list(?) and +account_id = ? returning submission_id",
    JSON.stringify(emailKeys),
    accountKey(accountId),
  );
  const keys = [...new Set(rows.map(({ submission_id }) => submission_id))];
  if (keys.length > 0) await logUpdated(tx, accountId, "EmailSubmission", ...keys);
}
