/** Address books: RFC 9610 §2. */
import { type AddressBook, type Id, MAX_ADDRESS_BOOKS, SetFailure } from "@pismo/jmap";
import { logCreated, logDestroyed, logUpdated } from "../db/changes.ts";
import { accountKey, idOf, keyOf, keysOf } from "../db/ids.ts";
import type { Reader, Transactor } from "../db/reader.ts";

interface Row {
  id: number;
  name: string;
  description: string | null;
  sort_order: number;
  is_subscribed: number;
  is_default: number;
}

/** What a person says of an address book. */
export type AddressBookFields = Pick<AddressBook, "name" | "description" | "sortOrder" | "isSubscribed">;

const toAddressBook = (row: Row): AddressBook => ({
  id: idOf("d", row.id),
  name: row.name,
  description: row.description,
  sortOrder: row.sort_order,
  isDefault: row.is_default === 1,
  isSubscribed: row.is_subscribed === 1,
  shareWith: null,
  myRights: { mayRead: true, mayWrite: true, mayShare: false, mayDelete: row.is_default === 0 },
});

/**
 * Every account has one address book from the beginning. Its row is written with the first change, so that no account
 * has to be touched before a person has contacts. The account's counter has given 1 to a mailbox, and gives it to no other.
 */
const FIRST_BOOK = 1;
const firstBook: Row = {
  id: FIRST_BOOK,
  name: "Contacts",
  description: null,
  sort_order: 0,
  is_subscribed: 1,
  is_default: 1,
};

async function readRows(reader: Reader, accountId: Id): Promise<Row[]> {
  return reader.all<Row>(
    "select id, name, description, sort_order, is_subscribed, is_default from address_book where account_id = ? order by sort_order, id",
    accountKey(accountId),
  );
}

/** @param ids null: all of the account */
export async function getAddressBooks(
  reader: Reader,
  accountId: Id,
  ids: readonly Id[] | null = null,
): Promise<AddressBook[]> {
  const rows = await readRows(reader, accountId);
  const books = (rows.length > 0 ? rows : [firstBook]).map(toAddressBook);
  return ids ? books.filter(({ id }) => ids.includes(id)) : books;
}

/** All of them, each with a row. */
export async function writtenAddressBooks(tx: Transactor, accountId: Id): Promise<AddressBook[]> {
  const rows = await readRows(tx, accountId);
  if (rows.length > 0) return rows.map(toAddressBook);
  await insertRows(tx, accountId, [firstBook]);
  await logCreated(tx, accountId, "AddressBook", FIRST_BOOK);
  return [toAddressBook(firstBook)];
}

const insertRows = (tx: Transactor, accountId: Id, rows: readonly Row[]): Promise<void> =>
  tx.runAll(
    "insert into address_book (account_id, id, name, description, sort_order, is_subscribed, is_default) values (?, ?, ?, ?, ?, ?, ?)",
    rows.map((row) => [
      accountKey(accountId),
      row.id,
      row.name,
      row.description,
      row.sort_order,
      row.is_subscribed,
      row.is_default,
    ]),
  );

/** @throws SetFailure overQuota */
export function assertRoomForBooks(count: number): void {
  if (count < MAX_ADDRESS_BOOKS) return;
  const description = `An account has at most ${MAX_ADDRESS_BOOKS} address books`;
  throw new SetFailure({ type: "overQuota", description });
}

export async function insertAddressBooks(
  tx: Transactor,
  accountId: Id,
  books: readonly AddressBookFields[],
): Promise<AddressBook[]> {
  const first = await tx.nextModSeq(accountId, books.length);
  const rows = books.map(({ name, description, sortOrder, isSubscribed }, index): Row => ({
    id: first + index,
    name,
    description,
    sort_order: sortOrder,
    is_subscribed: Number(isSubscribed),
    is_default: 0,
  }));
  await insertRows(tx, accountId, rows);
  await logCreated(tx, accountId, "AddressBook", ...rows.map(({ id }) => id));
  return rows.map(toAddressBook);
}

export async function storeAddressBooks(tx: Transactor, accountId: Id, books: readonly AddressBook[]): Promise<void> {
  await tx.runAll(
    "update address_book set name = ?, description = ?, sort_order = ?, is_subscribed = ? where account_id = ? and id = ?",
    books.map(({ id, name, description, sortOrder, isSubscribed }) => [
      name,
      description,
      sortOrder,
      Number(isSubscribed),
      accountKey(accountId),
      keyOf("d", id),
    ]),
  );
  const ids = books.map(({ id }) => id);
  await logUpdated(tx, accountId, "AddressBook", ...keysOf("d", ids));
}

/** @returns those of which the flag changed */
export async function setDefaultBook(
  tx: Transactor,
  accountId: Id,
  books: readonly AddressBook[],
  id: Id,
): Promise<Map<Id, boolean>> {
  const changed = books.filter((book) => book.isDefault !== (book.id === id));
  if (changed.length === 0) return new Map();
  await tx.runAll(
    "update address_book set is_default = ? where account_id = ? and id = ?",
    changed.map((book) => [Number(book.id === id), accountKey(accountId), keyOf("d", book.id)]),
  );
  await logUpdated(tx, accountId, "AddressBook", ...changed.map((book) => keyOf("d", book.id)));
  return new Map(changed.map((book) => [book.id, book.id === id]));
}

/** Those that have cards. */
export async function booksWithCards(reader: Reader, accountId: Id, ids: readonly Id[]): Promise<ReadonlySet<Id>> {
  const rows = await reader.all<{ book_id: number }>(
    "select distinct book_id from contact_card_book where account_id = ? and book_id in key_list(?)",
    accountKey(accountId),
    JSON.stringify(keysOf("d", ids)),
  );
  return new Set(rows.map(({ book_id }) => idOf("d", book_id)));
}

/** Without their cards, which must be out of them. */
export async function destroyAddressBooks(tx: Transactor, accountId: Id, ids: readonly Id[]): Promise<void> {
  const keys = keysOf("d", ids);
  await tx.run(
    "delete from address_book where account_id = ? and id in key_list(?)",
    accountKey(accountId),
    JSON.stringify(keys),
  );
  await logDestroyed(tx, accountId, "AddressBook", ...keys);
}
