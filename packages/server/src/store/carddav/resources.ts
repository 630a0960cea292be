/** The cards of an address book server, as they were when they were last the same here and there. */
import type { ContactCard, Id } from "@pismo/jmap";
import { accountKey, idOf, keyOf, keysOf } from "../db/ids.ts";
import { jsonText } from "../db/json-text.ts";
import type { Reader, Transactor } from "../db/reader.ts";

export interface Resource {
  bookId: Id;
  /** The path of its URL. */
  href: string;
  cardId: Id;
  etag: string;
  /** The card, as cardJson has it. */
  base: string;
}

interface Row {
  book_id: number;
  href: string;
  card_id: number;
  etag: string;
  base: string;
}

const toResource = (row: Row): Resource => ({
  bookId: idOf("d", row.book_id),
  href: row.href,
  cardId: idOf("c", row.card_id),
  etag: row.etag,
  base: row.base,
});

/** What of a card goes to the server, as it is stored. */
export const cardJson = ({ id: _id, addressBookIds: _books, ...card }: ContactCard): string => jsonText(card);

/** The ETags of a book's cards by their paths. */
export async function etagsOf(reader: Reader, accountId: Id, bookId: Id): Promise<Map<string, string>> {
  const rows = await reader.all<{ href: string; etag: string }>(
    "select href, etag from carddav_resource where account_id = ? and book_id = ?",
    accountKey(accountId),
    keyOf("d", bookId),
  );
  return new Map(rows.map(({ href, etag }) => [href, etag]));
}

export async function resourcesAt(
  reader: Reader,
  accountId: Id,
  bookId: Id,
  hrefs: readonly string[],
): Promise<Resource[]> {
  const rows = await reader.all<Row>(
    "select * from carddav_resource where account_id = ? and book_id = ? and href in text_list(?)",
    accountKey(accountId),
    keyOf("d", bookId),
    jsonText(hrefs),
  );
  return rows.map(toResource);
}

export async function resourcesOfCards(reader: Reader, accountId: Id, cardIds: readonly Id[]): Promise<Resource[]> {
  const rows = await reader.all<Row>(
    "select * from carddav_resource where account_id = ? and card_id in key_list(?)",
    accountKey(accountId),
    JSON.stringify(keysOf("c", cardIds)),
  );
  return rows.map(toResource);
}

export async function putResources(tx: Transactor, accountId: Id, resources: readonly Resource[]): Promise<void> {
  await tx.runAll(
    `insert into carddav_resource (account_id, book_id, href, card_id, etag, base) values (?, ?, ?, ?, ?, ?)
     on conflict (account_id, book_id, href) do update set card_id = excluded.card_id, etag = excluded.etag,
       base = excluded.base`,
    resources.map(({ bookId, href, cardId, etag, base }) => [
      accountKey(accountId),
      keyOf("d", bookId),
      href,
      keyOf("c", cardId),
      etag,
      base,
    ]),
  );
}

export async function deleteResources(
  tx: Transactor,
  accountId: Id,
  bookId: Id,
  hrefs: readonly string[],
): Promise<void> {
  await tx.run(
    "delete from carddav_resource where account_id = ? and book_id = ? and href in text_list(?)",
    accountKey(accountId),
    keyOf("d", bookId),
    jsonText(hrefs),
  );
}

/** The cards that the server has as they are here. */
export async function cardsAsThere(reader: Reader, accountId: Id): Promise<Id[]> {
  const rows = await reader.all<{ card_id: number }>(
    `select distinct r.card_id from carddav_resource r
     join contact_card c on c.account_id = r.account_id and c.id = r.card_id
     where r.account_id = ? and c.card = r.base`,
    accountKey(accountId),
  );
  return rows.map(({ card_id }) => idOf("c", card_id));
}
