/** The contacts as they are looked through: made a slice at a time, because there may be fifty thousand. */
import type { Id } from "@pismo/jmap";
import type { People } from "../contacts/all-people.ts";
import type { SomeCard } from "../contacts/card-names.ts";
import { entriesOf, type Entry } from "./entries.ts";
import { WordIndex } from "./word-index.ts";

/** Cards between which the page goes on: a few milliseconds of work. */
const SLICE = 200;

const pause = (): Promise<void> => new Promise((resolve) => setTimeout(resolve));

/** Groups first. */
export async function contactIndexesOf(cards: Iterable<SomeCard>): Promise<WordIndex<Entry>[]> {
  const groups: Entry[] = [];
  const indexes: WordIndex<Entry>[] = [];
  let slice: Entry[] = [];
  let done = 0;
  for (const card of cards) {
    if (card.kind === "group") groups.push(...entriesOf(card));
    else slice.push(...entriesOf(card));
    if (++done % SLICE > 0) continue;
    indexes.push(new WordIndex(slice));
    slice = [];
    await pause();
  }
  return [new WordIndex(groups), ...indexes, new WordIndex(slice)];
}

export interface ContactIndex {
  people: People;
  indexes: readonly WordIndex<Entry>[];
}

/** The newest of each account, and those that are being made. */
const current = new Map<Id, ContactIndex>();
const making = new Map<Id, { people: People; done: Promise<ContactIndex> }>();

export function makeContactIndex(accountId: Id, people: People): Promise<ContactIndex> {
  const known = current.get(accountId);
  if (known?.people === people) return Promise.resolve(known);
  const under = making.get(accountId);
  if (under?.people === people) return under.done;
  const done = contactIndexesOf(people.cards.values()).then((indexes) => {
    const made = { people, indexes };
    if (making.get(accountId)?.done === done) current.set(accountId, made);
    return made;
  });
  making.set(accountId, { people, done });
  return done;
}

/** What is made by now of the account. */
export const currentContactIndex = (accountId: Id): ContactIndex | undefined => current.get(accountId);
