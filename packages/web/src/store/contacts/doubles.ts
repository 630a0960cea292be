/** Cards that may be of one person: found, and made one. */
import { addressKey, type ContactCard, fullNameOf, type Id, type PatchObject, SetFailure } from "@pismo/jmap";
import { request } from "../session/session.ts";
import { loadPeopleOf } from "./all-people.ts";
import { shownOwners } from "./card-accounts.ts";
import type { CardBook } from "./card-book.ts";
import { kindOf, type SomeCard } from "./card-names.ts";
import { tellCards } from "./edit-cards.ts";
import { mergeChanges } from "./merge/merge-cards.ts";

/** Case and ё do not matter. */
const foldName = (text: string): string => text.toLowerCase().replaceAll("ё", "е");

export interface Doubles {
  /** Oldest first: the others are merged into it. */
  cards: SomeCard[];
  /** They share an address; otherwise a name alone. */
  isSure: boolean;
}

/** Those of one account: what is in two stays in both. */
export interface AccountDoubles extends Doubles {
  accountId: Id;
}

/** Pure. Each card is in at most one of them. */
export function doublesIn({ cards }: Pick<CardBook, "cards">): Doubles[] {
  const people = [...cards.values()].filter(({ kind }) => kind !== "group");
  const byAddress = grouped(people, (card) =>
    Object.values(card.emails ?? {}).map(({ address }) => `${kindOf(card)} ${addressKey(address)}`),
  );
  const taken = new Set(byAddress.flat());
  const byName = grouped(
    people.filter((card) => !taken.has(card)),
    // A name of one word is that of many.
    (card) => (/\s/.test(fullNameOf(card)) ? [`${kindOf(card)} ${foldName(fullNameOf(card))}`] : []),
  );
  return [
    ...byAddress.map((each) => ({ cards: each, isSure: true })),
    ...byName.map((each) => ({ cards: each, isSure: false })),
  ];
}

/** Cards that have a key in common, directly or through others; no single ones. */
function grouped(cards: readonly SomeCard[], keysOf: (card: SomeCard) => readonly string[]): SomeCard[][] {
  const groupOf = new Map<string, Set<SomeCard>>();
  for (const card of cards) {
    const keys = keysOf(card);
    const known = new Set(keys.flatMap((key) => groupOf.get(key) ?? []));
    // The smaller groups go into the largest: as many cards may share one address as there are.
    const [together = new Set(), ...others] = [...known].toSorted((one, other) => other.size - one.size);
    together.add(card);
    for (const key of keys) groupOf.set(key, together);
    for (const each of others.flatMap((group) => [...group])) {
      together.add(each);
      for (const key of keysOf(each)) groupOf.set(key, together);
    }
  }
  return [...new Set(groupOf.values())].filter(({ size }) => size > 1).map((group) => [...group].toSorted(byAge));
}

const byAge = (one: SomeCard, other: SomeCard): number => Number(one.id.slice(1)) - Number(other.id.slice(1)) || 0;

/** In each of the accounts that are shown. @throws what the request throws */
export async function findDoubles(): Promise<AccountDoubles[]> {
  const all: AccountDoubles[] = [];
  for (const { accountId } of shownOwners())
    all.push(...doublesIn(await loadPeopleOf(accountId)).map((each) => ({ ...each, accountId })));
  return all;
}

/** Groups name their cards by uids: those of cards that go become that of the one that stays. */
function groupPatches({ cards }: CardBook, gone: ReadonlySet<string>, uid: string): Record<Id, PatchObject> {
  const patches: Record<Id, PatchObject> = {};
  for (const { id, members } of cards.values()) {
    const all = Object.keys(members ?? {});
    if (!all.some((each) => gone.has(each))) continue;
    patches[id] = {
      members: Object.fromEntries([...all.filter((each) => !gone.has(each)), uid].map((each) => [each, true])),
    };
  }
  return patches;
}

/** @returns takes it back @throws SetFailure and what the request throws; nothing is lost then */
export async function mergeDoubles({ accountId, cards: same }: AccountDoubles): Promise<() => Promise<void>> {
  const people = await loadPeopleOf(accountId);
  const ids = same.map(({ id }) => id);
  const get = await request((calls) => calls.call("ContactCard/get", { accountId, ids }));
  const found = new Map(get.result().list.map((card) => [card.id!, card as ContactCard]));
  const [first, ...others] = ids.flatMap((id) => found.get(id) ?? []);
  if (!first || others.length === 0) return () => Promise.resolve();
  let merged: ContactCard = first;
  for (const other of others) merged = { ...merged, ...mergeChanges(merged, other) };
  const changes = Object.fromEntries(Object.entries(merged).filter(([name, value]) => value !== first[name]));
  const gone = new Set(others.map(({ uid }) => uid));
  const groups = groupPatches(people, gone, first.uid);
  const update = { ...groups, ...(Object.keys(changes).length > 0 && { [first.id]: changes }) };
  const before = Object.fromEntries(
    Object.entries(update).map(([id, patch]) => {
      const card = id === first.id ? first : people.cards.get(id);
      return [id, Object.fromEntries(Object.keys(patch).map((name) => [name, card?.[name] ?? null]))];
    }),
  );
  // What is to stay is there before anything goes.
  await setCards(accountId, { update });
  await setCards(accountId, { destroy: others.map(({ id }) => id) });
  return async () => {
    const create = Object.fromEntries(others.map(({ id: _id, ...card }, index) => [`c${index}`, card]));
    await setCards(accountId, { create, update: before });
  };
}

async function setCards(accountId: Id, args: object): Promise<void> {
  const set = await request((calls) => calls.call("ContactCard/set", { accountId, ...args }));
  const { notCreated, notUpdated, notDestroyed, newState } = set.result();
  tellCards(accountId, newState);
  const [failed] = Object.values({ ...notCreated, ...notUpdated, ...notDestroyed });
  if (failed) throw new SetFailure(failed);
}
