/** The address books of a server, each the same as one of the account's. */
import type { Id } from "@pismo/jmap";
import { accountKey, idOf, keyOf } from "../db/ids.ts";
import type { Reader, Transactor } from "../db/reader.ts";

export interface Collection {
  bookId: Id;
  url: string;
  version: "3.0" | "4.0";
  isReadOnly: boolean;
  /** RFC 6578; null: the next comparison is of the whole list. */
  syncToken: string | null;
  /** Of servers without sync-collection: changes with any card. */
  ctag: string | null;
}

interface Row {
  book_id: number;
  url: string;
  version: string;
  is_read_only: number;
  sync_token: string | null;
  ctag: string | null;
}

export async function listCollections(reader: Reader, accountId: Id): Promise<Collection[]> {
  const rows = await reader.all<Row>(
    "select * from carddav_collection where account_id = ? order by book_id",
    accountKey(accountId),
  );
  return rows.map((row) => ({
    bookId: idOf("d", row.book_id),
    url: row.url,
    version: row.version as Collection["version"],
    isReadOnly: row.is_read_only === 1,
    syncToken: row.sync_token,
    ctag: row.ctag,
  }));
}

export async function putCollection(tx: Transactor, accountId: Id, collection: Collection): Promise<void> {
  const { bookId, url, version, isReadOnly, syncToken, ctag } = collection;
  await tx.run(
    `insert into carddav_collection (account_id, book_id, url, version, is_read_only, sync_token, ctag)
     values (?, ?, ?, ?, ?, ?, ?)
     on conflict (account_id, book_id) do update set url = excluded.url, version = excluded.version,
       is_read_only = excluded.is_read_only, sync_token = excluded.sync_token, ctag = excluded.ctag`,
    accountKey(accountId),
    keyOf("d", bookId),
    url,
    version,
    Number(isReadOnly),
    syncToken,
    ctag,
  );
}

/** How far the comparison has come. */
export async function noteProgress(
  tx: Transactor,
  accountId: Id,
  { bookId, syncToken, ctag }: Pick<Collection, "bookId" | "syncToken" | "ctag">,
): Promise<void> {
  await tx.run(
    "update carddav_collection set sync_token = ?, ctag = ? where account_id = ? and book_id = ?",
    syncToken,
    ctag,
    accountKey(accountId),
    keyOf("d", bookId),
  );
}

/** The book here stays, with its cards. */
export async function forgetCollection(tx: Transactor, accountId: Id, bookId: Id): Promise<void> {
  for (const table of ["carddav_collection", "carddav_resource"])
    await tx.run(
      `delete from ${table} where account_id = ? and book_id = ?`,
      accountKey(accountId),
      keyOf("d", bookId),
    );
}
