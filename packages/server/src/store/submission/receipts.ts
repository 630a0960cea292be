/** Read receipts that came for submissions: RFC 8621 §7. They prove nothing; only what the account has sent has any. */
import { addressKey, type Id, type Mdn } from "@pismo/jmap";
import { logUpdated } from "../db/changes.ts";
import { accountKey, keyOf } from "../db/ids.ts";
import type { Reader, Transactor } from "../db/reader.ts";
import { sentWithMessageId } from "../people/sent-letters.ts";

export interface ReceiptRecord {
  blobId: Id;
  /** Of the submission's recipients; null: it is from another address. */
  address: string | null;
  isDisplayed: boolean;
}

/** A receipt that has come, as an Email. */
export interface CameReceipt {
  emailId: Id;
  receipt: Pick<Mdn, "originalMessageId" | "originalRecipient" | "finalRecipient" | "disposition">;
}

/** "rfc822; anna@example.org": RFC 8098 §3.2.3. */
const addressIn = (recipient: string | null): string | undefined => {
  const address = recipient?.split(";").at(-1)?.trim();
  return address === undefined ? undefined : addressKey(address);
};

/** The one to which it went first: it may have been passed on (RFC 8098 §3.2.3). */
async function recipientOf(
  reader: Reader,
  accountId: Id,
  submissionKey: number,
  { originalRecipient, finalRecipient }: CameReceipt["receipt"],
): Promise<string | null> {
  const rows = await reader.all<{ address: string }>(
    "select address from submission_recipient where submission_id = ? and account_id = ? order by position",
    submissionKey,
    accountKey(accountId),
  );
  const named = [originalRecipient, finalRecipient].map(addressIn);
  const found = named.flatMap((name) => rows.filter(({ address }) => addressKey(address) === name));
  return (found[0] ?? (rows.length === 1 ? rows[0] : undefined))?.address ?? null;
}

/** Told twice, it is told once. */
export async function recordReceipt(tx: Transactor, accountId: Id, { emailId, receipt }: CameReceipt): Promise<void> {
  if (receipt.originalMessageId === null) return;
  const sent = await sentWithMessageId(tx, accountId, receipt.originalMessageId);
  if (sent === undefined) return;
  const submission = await tx.get<{ id: number }>(
    `select id from email_submission where email_id = ? and +account_id = ? and undo_status = 'final'
       and is_redirect = 0 and is_hidden = 0 order by id desc limit 1`,
    keyOf("e", sent),
    accountKey(accountId),
  );
  if (!submission) return;
  const { changes } = await tx.run(
    `insert into submission_receipt (account_id, submission_id, email_id, address, is_displayed) values (?, ?, ?, ?, ?)
     on conflict do nothing`,
    accountKey(accountId),
    submission.id,
    keyOf("e", emailId),
    await recipientOf(tx, accountId, submission.id, receipt),
    Number(receipt.disposition.type === "displayed"),
  );
  if (changes > 0) await logUpdated(tx, accountId, "EmailSubmission", submission.id);
}

/** By the keys of submissions. */
export async function receiptsOf(
  reader: Reader,
  accountId: Id,
  submissionKeys: readonly number[],
): Promise<Map<number, ReceiptRecord[]>> {
  const rows = await reader.all<{
    submission_id: number;
    blob_id: string;
    address: string | null;
    is_displayed: number;
  }>(
    `select r.submission_id, e.blob_id, r.address, r.is_displayed
     from key_rows(?) requested ordered join submission_receipt r on r.submission_id = requested.value
     ordered join email e on e.id = r.email_id
     where r.account_id = ? and e.account_id = r.account_id order by r.submission_id, r.email_id`,
    JSON.stringify(submissionKeys),
    accountKey(accountId),
  );
  const receipts = new Map<number, ReceiptRecord[]>();
  for (const { submission_id, blob_id, address, is_displayed } of rows) {
    const record = { blobId: blob_id, address, isDisplayed: is_displayed === 1 };
    receipts.set(submission_id, [...(receipts.get(submission_id) ?? []), record]);
  }
  return receipts;
}
