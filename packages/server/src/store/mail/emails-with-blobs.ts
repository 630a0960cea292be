/** Which Emails of an account have these messages already: what is imported again finds them. */
import type { Id } from "@pismo/jmap";
import { accountKey, idOf } from "../db/ids.ts";
import type { Reader } from "../db/reader.ts";

/** The oldest Email of the account with each of these blobs, by blob. */
export async function firstEmailsWithBlobs(
  reader: Reader,
  accountId: Id,
  blobIds: readonly Id[],
): Promise<Map<Id, Id>> {
  const rows = await reader.all<{ blob_id: Id; id: number }>(
    "select blob_id, min(id) as id from email where account_id = ? and blob_id in text_list(?) group by blob_id",
    accountKey(accountId),
    JSON.stringify(blobIds),
  );
  return new Map(rows.map(({ blob_id, id }) => [blob_id, idOf("e", id)]));
}

/** The mailboxes of the Emails with these blobs; blobs that no Email of the account has are left out. */
export async function mailboxesWithBlobs(
  reader: Reader,
  accountId: Id,
  blobIds: readonly Id[],
): Promise<Map<Id, Set<Id>>> {
  const rows = await reader.all<{ blob_id: Id; mailbox_id: number }>(
    `select e.blob_id, m.mailbox_id from text_rows(?) requested
     ordered join email e on e.blob_id = requested.value join email_mailbox m on m.email_id = e.id and m.account_id = e.account_id
     where e.account_id = ?`,
    JSON.stringify([...new Set(blobIds)]),
    accountKey(accountId),
  );
  const found = new Map<Id, Set<Id>>();
  for (const { blob_id, mailbox_id } of rows) {
    found.set(blob_id, (found.get(blob_id) ?? new Set()).add(idOf("m", mailbox_id)));
  }
  return found;
}
