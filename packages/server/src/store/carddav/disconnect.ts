/** Ends the connection with an address book server, which is not told: it keeps all that it has. */
import type { Id } from "@pismo/jmap";
import { booksWithCards, destroyAddressBooks, getAddressBooks } from "../contacts/address-books.ts";
import { destroyCards } from "../contacts/cards.ts";
import type { Transactor } from "../db/reader.ts";
import { listCollections } from "./collections.ts";
import { cardsAsThere } from "./resources.ts";
import { deleteServer } from "./servers.ts";

const SLICE = 1000;

/** @param keepsCards false: the cards that the server has as they are here go from here */
export async function disconnect(tx: Transactor, accountId: Id, keepsCards: boolean): Promise<void> {
  if (!keepsCards) {
    const cards = await cardsAsThere(tx, accountId);
    for (let at = 0; at < cards.length; at += SLICE) await destroyCards(tx, accountId, cards.slice(at, at + SLICE));
    await removeEmptyBooks(tx, accountId);
  }
  await deleteServer(tx, accountId);
}

/** Those that were made for the server. */
async function removeEmptyBooks(tx: Transactor, accountId: Id): Promise<void> {
  const ids = (await listCollections(tx, accountId)).map(({ bookId }) => bookId);
  const withCards = await booksWithCards(tx, accountId, ids);
  const books = await getAddressBooks(tx, accountId, ids);
  const empty = books.filter(({ id, isDefault }) => !isDefault && !withCards.has(id));
  if (empty.length > 0)
    await destroyAddressBooks(
      tx,
      accountId,
      empty.map(({ id }) => id),
    );
}
