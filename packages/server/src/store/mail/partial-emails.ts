/** Emails of mirrored accounts whose header is stored and whose message is still on the server. */
import type { Id } from "@pismo/jmap";
import { logUpdated } from "../db/changes.ts";
import { accountKey, idOf, keyOf } from "../db/ids.ts";
import type { PreparedEmail } from "./prepare-email.ts";
import type { Reader, Transactor } from "../db/reader.ts";
import { noteFactDue } from "../facts/progress.ts";
import { noteUse } from "../people/limits.ts";
import { rewriteEmail } from "./rewrite-email.ts";

export interface PartialEmail {
  emailId: Id;
  /** The name reserved for its message. */
  blobId: Id;
  /** As the server reports it. */
  size: number;
  receivedAt: Date;
}

interface Row {
  id: number;
  blob_id: string;
  size: number;
  received_at: number;
}

const toPartial = (row: Row): PartialEmail => ({
  emailId: idOf("e", row.id),
  blobId: row.blob_id,
  size: row.size,
  receivedAt: new Date(row.received_at),
});

/** The partial Email with this blob. */
export async function findPartial(reader: Reader, accountId: Id, blobId: Id): Promise<Id | undefined> {
  const sql = "select id from email where account_id = ? and blob_id = ? and is_partial = 1";
  const row = await reader.get<{ id: number }>(sql, accountKey(accountId), blobId);
  return row && idOf("e", row.id);
}

/** undefined: the Email has its message, or does not exist. */
export async function getPartial(reader: Reader, accountId: Id, emailId: Id): Promise<PartialEmail | undefined> {
  const sql = "select id, blob_id, size, received_at from email where account_id = ? and id = ? and is_partial = 1";
  const row = await reader.get<Row>(sql, accountKey(accountId), keyOf("e", emailId));
  return row && toPartial(row);
}

/**
 * Emails without their message, the newest first: a local search of bodies cannot find them.
 * @param mailboxId left out: all of the account
 */
export async function listPartial(
  reader: Reader,
  accountId: Id,
  { mailboxId, limit }: { mailboxId?: Id; limit: number },
): Promise<PartialEmail[]> {
  const rows = await reader.all<Row>(
    `select id, blob_id, size, received_at from email e where account_id = ?1 and is_partial = 1
       ${mailboxId === undefined ? "and cast(?2 as bigint) is null" : "and exists (select 1 from email_mailbox m where m.mailbox_id = ?2 and m.email_id = e.id and m.account_id = e.account_id)"}
     order by received_at desc limit ?3`,
    accountKey(accountId),
    mailboxId === undefined ? null : keyOf("m", mailboxId),
    limit,
  );
  return rows.map(toPartial);
}

/** Counts them, with an index of partial Emails alone. */
export async function countPartial(reader: Reader, accountId: Id, mailboxId?: Id): Promise<number> {
  const row = await reader.get<{ n: number }>(
    `select count(*) as n from email e where account_id = ?1 and is_partial = 1
       ${mailboxId === undefined ? "and cast(?2 as bigint) is null" : "and exists (select 1 from email_mailbox m where m.mailbox_id = ?2 and m.email_id = e.id and m.account_id = e.account_id)"}`,
    accountKey(accountId),
    mailboxId === undefined ? null : keyOf("m", mailboxId),
  );
  return row!.n;
}

/**
 * The message is stored under the Email's blobId: everything derived from its beginning is derived again. The change is
 * logged only where clients can see a difference. Does nothing for an Email that has its message or was destroyed.
 */
export async function completeEmail(
  tx: Transactor,
  accountId: Id,
  emailId: Id,
  { size, prepared }: { size: number; prepared: PreparedEmail },
): Promise<void> {
  const key = keyOf("e", emailId);
  const sql = "select thread_id, size from email where account_id = ? and id = ? and is_partial = 1";
  const before = await tx.get<{ thread_id: number; size: number }>(sql, accountKey(accountId), key);
  if (!before) return;
  await tx.run(
    "update email set is_partial = 0, size = ? where id = ? and account_id = ?",
    size,
    key,
    accountKey(accountId),
  );
  noteUse(tx, accountId);
  await noteFactDue(tx, accountId, key);
  const changed = await rewriteEmail(tx, accountId, { key, threadKey: before.thread_id }, prepared);
  // Sizes and offsets of parts become exact, but no client has seen them without reading the message.
  if (changed.isSeenInLists || before.size !== size) await logUpdated(tx, accountId, "Email", key);
}
