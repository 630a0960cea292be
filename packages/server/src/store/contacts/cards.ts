/** Cards in the store: RFC 9610 §3. */
import { type Card, type ContactCard, type Id, MAX_CONTACT_CARDS, SetFailure } from "@pismo/jmap";
import { logCreated, logDestroyed, logUpdated } from "../db/changes.ts";
import { accountKey, idOf, keyOf, keysOf } from "../db/ids.ts";
import { jsonText } from "../db/json-text.ts";
import { inSlices, type Reader, type Transactor } from "../db/reader.ts";
import { cardText } from "./card-text.ts";

interface CardRow {
  id: number;
  card: string;
}

/** Cards between two turns of the event loop: each is parsed. */
const SLICE = 100;

/** @param ids null: all of the account, oldest first */
export async function getCards(reader: Reader, accountId: Id, ids: readonly Id[] | null): Promise<ContactCard[]> {
  const account = accountKey(accountId);
  const keys = ids ? keysOf("c", ids) : await cardKeys(reader, accountId);
  return inSlices(keys, SLICE, async (slice) => {
    const wanted = JSON.stringify(slice);
    const rows = await reader.all<CardRow>(
      "select id, card from contact_card where account_id = ? and id in key_list(?)",
      account,
      wanted,
    );
    const bookRows = await reader.all<{ card_id: number; book_id: number }>(
      "select card_id, book_id from contact_card_book where account_id = ? and card_id in key_list(?)",
      account,
      wanted,
    );
    const bookIds = new Map<number, Record<Id, true>>(rows.map(({ id }) => [id, {}]));
    for (const { card_id, book_id } of bookRows) bookIds.get(card_id)![idOf("d", book_id)] = true;
    const found = new Map(rows.map((row) => [row.id, toContactCard(row, bookIds.get(row.id)!)]));
    return slice.flatMap((key) => found.get(key) ?? []);
  });
}

const toContactCard = ({ id, card }: CardRow, addressBookIds: Record<Id, true>): ContactCard => ({
  ...(JSON.parse(card) as Card),
  id: idOf("c", id),
  addressBookIds,
});

async function cardKeys(reader: Reader, accountId: Id): Promise<number[]> {
  const sql = "select id from contact_card where account_id = ? order by id";
  return (await reader.all<{ id: number }>(sql, accountKey(accountId))).map(({ id }) => id);
}

/** Takes room for one more card. @throws SetFailure overQuota */
export async function roomForCards(reader: Reader, accountId: Id): Promise<() => void> {
  const sql = "select count(*) as n from contact_card where account_id = ?";
  let { n } = (await reader.get<{ n: number }>(sql, accountKey(accountId)))!;
  return () => {
    if (n++ < MAX_CONTACT_CARDS) return;
    throw new SetFailure({ type: "overQuota", description: `An account has at most ${MAX_CONTACT_CARDS} cards` });
  };
}

/** The ids of the cards that have these uids. */
export async function cardsByUid(reader: Reader, accountId: Id, uids: readonly string[]): Promise<Map<string, Id>> {
  if (uids.length === 0) return new Map();
  const rows = await reader.all<{ id: number; uid: string }>(
    "select id, uid from contact_card where account_id = ? and uid in text_list(?)",
    accountKey(accountId),
    jsonText(uids),
  );
  return new Map(rows.map(({ id, uid }) => [uid, idOf("c", id)]));
}

/** What the table has of a card beside its key. */
function columnsOf({ id: _id, addressBookIds: _books, ...card }: ContactCard) {
  const { fields, keys } = cardText(card);
  return {
    values: [
      card.uid,
      card.kind ?? "individual",
      jsonText(card),
      Date.parse(card.created as string),
      Date.parse(card.updated as string),
      keys.given,
      keys.surname,
      keys.surname2,
    ],
    fields,
  };
}

/** @param cards with ids that newCardIds gave, in addition to `created` and `updated` */
export async function insertCards(tx: Transactor, accountId: Id, cards: readonly ContactCard[]): Promise<void> {
  const columns = cards.map(columnsOf);
  await tx.runAll(
    `insert into contact_card (account_id, id, uid, kind, card, created_at, updated_at, given_key, surname_key, surname2_key)
     values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    cards.map(({ id }, index) => [accountKey(accountId), keyOf("c", id), ...columns[index]!.values]),
  );
  await insertTextRows(tx, accountId, cards, columns);
  await insertBookRows(tx, accountId, cards);
  await logCreated(tx, accountId, "ContactCard", ...cards.map(({ id }) => keyOf("c", id)));
}

export async function newCardIds(tx: Transactor, accountId: Id, count: number): Promise<Id[]> {
  // The account's counter never gives a number twice.
  const first = await tx.nextModSeq(accountId, count);
  return Array.from({ length: count }, (_, index) => idOf("c", first + index));
}

type Columns = ReturnType<typeof columnsOf>;

const insertTextRows = (
  tx: Transactor,
  accountId: Id,
  cards: readonly ContactCard[],
  columns: readonly Columns[],
): Promise<void> =>
  tx.runAll(
    "insert into contact_card_text (account_id, card_id, field, content) values (?, ?, ?, ?)",
    cards.flatMap(({ id }, index) =>
      [...columns[index]!.fields].map(([field, content]) => [accountKey(accountId), keyOf("c", id), field, content]),
    ),
  );

const insertBookRows = (tx: Transactor, accountId: Id, cards: readonly ContactCard[]): Promise<void> =>
  tx.runAll(
    "insert into contact_card_book (account_id, book_id, card_id) values (?, ?, ?)",
    cards.flatMap(({ id, addressBookIds }) =>
      Object.keys(addressBookIds).map((book) => [accountKey(accountId), keyOf("d", book), keyOf("c", id)]),
    ),
  );

export async function storeCards(tx: Transactor, accountId: Id, cards: readonly ContactCard[]): Promise<void> {
  const columns = cards.map(columnsOf);
  const account = accountKey(accountId);
  const keys = cards.map(({ id }) => keyOf("c", id));
  await tx.runAll(
    `update contact_card set uid = ?, kind = ?, card = ?, created_at = ?, updated_at = ?, given_key = ?, surname_key = ?,
     surname2_key = ? where account_id = ? and id = ?`,
    keys.map((key, index) => [...columns[index]!.values, account, key]),
  );
  await deleteTextAndBookRows(tx, accountId, keys);
  await insertTextRows(tx, accountId, cards, columns);
  await insertBookRows(tx, accountId, cards);
  await logUpdated(tx, accountId, "ContactCard", ...keys);
}

async function deleteTextAndBookRows(tx: Transactor, accountId: Id, keys: readonly number[]): Promise<void> {
  for (const table of ["contact_card_text", "contact_card_book"]) {
    await tx.run(
      `delete from ${table} where account_id = ? and card_id in key_list(?)`,
      accountKey(accountId),
      JSON.stringify(keys),
    );
  }
}

/** @returns the ids of those that were there */
export async function destroyCards(tx: Transactor, accountId: Id, ids: readonly Id[]): Promise<ReadonlySet<Id>> {
  const rows = await tx.all<{ id: number }>(
    "delete from contact_card where account_id = ? and id in key_list(?) returning id",
    accountKey(accountId),
    JSON.stringify(keysOf("c", ids)),
  );
  const keys = rows.map(({ id }) => id);
  await deleteTextAndBookRows(tx, accountId, keys);
  await logDestroyed(tx, accountId, "ContactCard", ...keys);
  return new Set(keys.map((key) => idOf("c", key)));
}

/** Takes the cards out of the books; those that are in no other go (RFC 9610 §2.3). */
export async function emptyBooks(tx: Transactor, accountId: Id, bookIds: readonly Id[]): Promise<void> {
  const account = accountKey(accountId);
  const removed = await tx.all<{ card_id: number }>(
    "delete from contact_card_book where account_id = ? and book_id in key_list(?) returning card_id",
    account,
    JSON.stringify(keysOf("d", bookIds)),
  );
  const keys = [...new Set(removed.map(({ card_id }) => card_id))];
  if (keys.length === 0) return;
  const elsewhere = await tx.all<{ card_id: number }>(
    "select distinct card_id from contact_card_book where account_id = ? and card_id in key_list(?)",
    account,
    JSON.stringify(keys),
  );
  const staying = new Set(elsewhere.map(({ card_id }) => card_id));
  const gone = keys.filter((key) => !staying.has(key)).map((key) => idOf("c", key));
  await destroyCards(tx, accountId, gone);
  await logUpdated(tx, accountId, "ContactCard", ...staying);
}
