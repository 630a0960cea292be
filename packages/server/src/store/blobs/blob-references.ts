/** References to blobs. */
import type { Id } from "@pismo/jmap";
import { accountKey, type IdPrefix, idOf } from "../db/ids.ts";
import type { Reader } from "../db/reader.ts";
import { baseBlobId } from "./uploads.ts";

/** SQL: whether anything refers to the blob. @param blobId an expression */
export const isReferenced = (blobId: string): string =>
  `(exists (select 1 from email where blob_id = ${blobId}) or exists (select 1 from upload where blob_id = ${blobId})
    or exists (select 1 from email_submission where blob_id = ${blobId}))`;

/** The objects of an account that have a blob: RFC 9404 §4.3. */
export interface BlobReferrers {
  emailIds: Id[];
  threadIds: Id[];
  mailboxIds: Id[];
}

const idsOf = (prefix: IdPrefix, keys: readonly (number | null)[]): Id[] =>
  [...new Set(keys)].flatMap((key) => (key === null ? [] : [idOf(prefix, key)]));

/** @param blobId of a message, or of a part of one: its Emails have both */
export async function referrersOfBlob(reader: Reader, accountId: Id, blobId: Id): Promise<BlobReferrers> {
  const rows = await reader.all<{ email: number; thread: number; mailbox: number | null }>(
    `select e.id as email, e.thread_id as thread, m.mailbox_id as mailbox
     from email e left join email_mailbox m on m.email_id = e.id
     where e.blob_id = ? and e.account_id = ? order by e.id, m.mailbox_id`,
    baseBlobId(blobId),
    accountKey(accountId),
  );
  return {
    emailIds: idsOf(
      "e",
      rows.map(({ email }) => email),
    ),
    threadIds: idsOf(
      "t",
      rows.map(({ thread }) => thread),
    ),
    mailboxIds: idsOf(
      "m",
      rows.map(({ mailbox }) => mailbox),
    ),
  };
}
