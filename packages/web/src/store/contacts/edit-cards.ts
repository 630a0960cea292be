/** Changes of cards. Each throws SetFailure and what the request throws. */
import {
  type Card,
  type ContactCard,
  escapeToken,
  type Id,
  type PatchObject,
  SetFailure,
  type State,
} from "@pismo/jmap";
import { isAllAccounts, placeOf, writingAccount } from "../session/all-accounts.ts";
import { getAccount, request } from "../session/session.ts";
import { tellNews } from "../sync/news.ts";

export type NewCard = Omit<Partial<Card>, "id"> & { addressBookIds?: Record<Id, boolean> };

/** The lists of this tab need not wait for the push. */
export function tellCards(accountId: Id, state: State): void {
  const shown = getAccount();
  const together = isAllAccounts(shown) && { [shown.accountId]: { ContactCard: state } };
  tellNews({ ...together, [accountId]: { ContactCard: state } });
}

/** @returns its id in the account */
export async function createCard(card: NewCard, accountId = writingAccount().accountId): Promise<Id> {
  const create = { card: card as Partial<ContactCard> };
  const set = await request((calls) => calls.call("ContactCard/set", { accountId, create }));
  const { created, notCreated, newState } = set.result();
  tellCards(accountId, newState);
  const id = created?.["card"]?.id;
  if (!id) throw new SetFailure(notCreated?.["card"] ?? { type: "invalidProperties" });
  return id;
}

/** @param shownId as it is shown: of several accounts together, behind its own */
export async function updateCard(shownId: Id, patch: PatchObject): Promise<void> {
  const { accountId, id } = placeOf(shownId);
  const set = await request((calls) => calls.call("ContactCard/set", { accountId, update: { [id]: patch } }));
  const { notUpdated, newState } = set.result();
  tellCards(accountId, newState);
  const failed = notUpdated?.[id];
  if (failed) throw new SetFailure(failed);
}

/** @param id in the account */
export async function destroyCard(id: Id, accountId: Id): Promise<void> {
  const set = await request((calls) => calls.call("ContactCard/set", { accountId, destroy: [id] }));
  const { notDestroyed, newState } = set.result();
  tellCards(accountId, newState);
  const failed = notDestroyed?.[id];
  if (failed && failed.type !== "notFound") throw new SetFailure(failed);
}

/** @returns makes it again, with all that it said */
export async function removeCard({ id: shownId, ...card }: ContactCard): Promise<() => Promise<Id>> {
  const { accountId, id } = placeOf(shownId);
  await destroyCard(id, accountId);
  return () => createCard(card, accountId);
}

/** Puts a card into a group, or takes it out. */
export const setMember = (group: ContactCard, uid: string, isMember: boolean): Promise<void> => {
  // A patch of one member leaves alone what another device does with the others.
  return updateCard(
    group.id,
    group.members ? { [`members/${escapeToken(uid)}`]: isMember || null } : { members: { [uid]: true } },
  );
};
