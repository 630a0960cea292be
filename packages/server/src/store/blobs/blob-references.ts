/** References to blobs. */
import type { Id } from "@pismo/jmap";
import { accountKey, type IdPrefix, idOf } from "../db/ids.ts";
import { jsonText } from "../db/json-text.ts";
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

/** @param blobIds of messages, or of parts of them: their Emails have both */
export async function referrersOfBlobs(
  reader: Reader,
  accountId: Id,
  blobIds: readonly Id[],
): Promise<Map<Id, BlobReferrers>> {
  const rows = await reader.all<{ blob_id: Id; email: number; thread: number; mailbox: number | null }>(
    `select e.blob_id, e.id as email, coalesce(e.first_thread_id, e.thread_id) as thread, m.mailbox_id as mailbox
     from text_rows(?) requested ordered join email e on e.blob_id = requested.value
     left join email_mailbox m on m.email_id = e.id and m.account_id = e.account_id
     where e.account_id = ? order by e.id, m.mailbox_id`,
    jsonText([...new Set(blobIds.map(baseBlobId))]),
    accountKey(accountId),
  );
  const rowsOf = new Map<Id, typeof rows>();
  for (const row of rows) rowsOf.set(row.blob_id, [...(rowsOf.get(row.blob_id) ?? []), row]);
  return new Map(
    blobIds.map((blobId) => {
      const own = rowsOf.get(baseBlobId(blobId)) ?? [];
      const emailIds = idsOf(
        "e",
        own.map(({ email }) => email),
      );
      const threadIds = idsOf(
        "t",
        own.map(({ thread }) => thread),
      );
      const mailboxIds = idsOf(
        "m",
        own.map(({ mailbox }) => mailbox),
      );
      return [blobId, { emailIds, threadIds, mailboxIds }];
    }),
  );
}
