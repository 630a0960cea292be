/** Cards that others have deleted on the server. */
import type { ContactCard, Id } from "@pismo/jmap";
import { noteChanges } from "../../store/carddav/outbound-changes.ts";
import { cardJson, deleteResources, resourcesAt } from "../../store/carddav/resources.ts";
import { destroyCards, getCards, storeCards } from "../../store/contacts/cards.ts";
import type { Transactor } from "../../store/db/reader.ts";

const isNowhere = ({ addressBookIds }: ContactCard): boolean => Object.keys(addressBookIds).length === 0;

/** One that has changed here since is kept, and goes to the server again. */
export async function removeCards(tx: Transactor, accountId: Id, bookId: Id, paths: readonly string[]): Promise<void> {
  const known = await resourcesAt(tx, accountId, bookId, paths);
  const bases = new Map(known.map(({ cardId, base }) => [cardId, base]));
  const cards = await getCards(tx, accountId, [...bases.keys()]);
  await deleteResources(tx, accountId, bookId, paths);
  const here = cards.filter(({ addressBookIds }) => addressBookIds[bookId]);
  const isKept = (card: ContactCard): boolean => cardJson(card) !== bases.get(card.id);
  await noteChanges(
    tx,
    accountId,
    here.filter(isKept).map(({ id }) => id),
  );
  const doomed = here.filter((card) => !isKept(card)).map((card) => withoutBook(card, bookId));
  const elsewhere = doomed.filter((card) => !isNowhere(card));
  if (elsewhere.length > 0) await storeCards(tx, accountId, elsewhere);
  await destroyCards(
    tx,
    accountId,
    doomed.filter(isNowhere).map(({ id }) => id),
  );
}

function withoutBook(card: ContactCard, bookId: Id): ContactCard {
  const { [bookId]: _, ...addressBookIds } = card.addressBookIds;
  return { ...card, addressBookIds };
}
