/** Every card of the account that one writes from, or of all that are shown, without its picture: to complete addresses, and to know whom an address belongs to. */
import type { Id, State } from "@pismo/jmap";
import { writingAccount } from "../session/all-accounts.ts";
import { limits, request, serverOf } from "../session/session.ts";
import { onNews } from "../sync/news.ts";
import { shownOwners } from "./card-accounts.ts";
import { CardBook, type CardSlice } from "./card-book.ts";
import type { SomeCard } from "./card-names.ts";
import { isOfCards } from "./card-news.ts";
import { hasContactsIn } from "./has-contacts.ts";

const properties = ["uid", "kind", "name", "nicknames", "organizations", "emails", "members"];

/** Of one account or several: another object after each change of their cards. */
export interface People {
  /** By addressKey. */
  ofAddress(key: string): SomeCard | undefined;
  ofUid(uid: string): SomeCard | undefined;
  slices(): CardSlice[];
}

interface AccountPeople {
  book: CardBook;
  /** Which they are of; undefined before they were read. */
  state: State | undefined;
  /** Whether something has changed since they were read. */
  isStale: boolean;
  reading: Promise<CardBook> | undefined;
}

const accounts = new Map<Id, AccountPeople>();
let isFollowing = false;

function ofAccount(accountId: Id): AccountPeople {
  let own = accounts.get(accountId);
  if (!own) {
    own = { book: new CardBook(), state: undefined, isStale: true, reading: undefined };
    accounts.set(accountId, own);
  }
  return own;
}

/** One request after the other: what the person does comes in between. */
async function fetchAll(accountId: Id, ids: readonly Id[], take: (card: SomeCard) => unknown): Promise<void> {
  const size = Math.min(500, limits().maxObjectsInGet);
  for (let at = 0; at < ids.length; at += size) {
    const some = ids.slice(at, at + size);
    const get = await request((calls) => calls.call("ContactCard/get", { accountId, ids: some, properties }));
    for (const card of get.result().list) take(card as SomeCard);
  }
}

type Known = Pick<AccountPeople, "book" | "state">;

async function readWhole(accountId: Id): Promise<Known> {
  const book = new CardBook();
  const { query, get } = await request((calls) => ({
    query: calls.call("ContactCard/query", { accountId }),
    get: calls.call("ContactCard/get", { accountId, ids: [] }),
  }));
  // What changes while they are fetched is fetched after it.
  const { state } = get.result();
  await fetchAll(accountId, query.result().ids, (card) => book.set(card));
  return { book, state };
}

/** @throws what the request throws, MethodError cannotCalculateChanges */
async function readChanges(accountId: Id, book: CardBook, state: State): Promise<Known> {
  const changes = await request((calls) => calls.call("ContactCard/changes", { accountId, sinceState: state }));
  const { created, updated, destroyed, newState } = changes.result();
  const changed: SomeCard[] = [];
  await fetchAll(accountId, [...created, ...updated], (card) => changed.push(card));
  for (const id of destroyed) book.delete(id);
  for (const card of changed) book.set(card);
  return { book, state: newState };
}

async function read(accountId: Id): Promise<CardBook> {
  const own = ofAccount(accountId);
  if (!own.isStale || !hasContactsIn(accountId)) return own.book;
  // What changes from here on is news again.
  own.isStale = false;
  const whole = (): Promise<Known> => readWhole(accountId);
  const { book, state } = own;
  const reading = state === undefined ? whole() : readChanges(accountId, book, state).catch(whole);
  return reading.then(
    (next) => Object.assign(own, next).book,
    (error: unknown) => {
      own.isStale = true;
      throw error;
    },
  );
}

/** Once they are known, the news says when they change: what is typed asks nothing. */
function follow(): void {
  if (isFollowing) return;
  isFollowing = true;
  onNews((changed) => {
    for (const [accountId, own] of accounts) if (isOfCards(changed, accountId)) own.isStale = true;
  });
}

function readOnce(accountId: Id): Promise<CardBook> {
  follow();
  const own = ofAccount(accountId);
  own.reading ??= read(accountId).finally(() => {
    own.reading = undefined;
  });
  return own.reading;
}

/** Those of any account, as its server has them now: they go on changing. @throws what the request throws */
export function loadPeopleOf(accountId: Id): Promise<CardBook> {
  // Where it is not shown its news may not have been told.
  if (accountId !== writingAccount().accountId) ofAccount(accountId).isStale = true;
  return readOnce(accountId);
}

/** That which writes comes first: its name for an address counts. */
function offeredAccounts(): Id[] {
  const { accountId } = writingAccount();
  return [...new Set([accountId, ...shownOwners().map((owner) => owner.accountId)])];
}

let last: { books: readonly CardBook[]; revisions: readonly number[]; people: People } | undefined;

const isSame = (one: readonly unknown[], other: readonly unknown[]): boolean =>
  one.length === other.length && one.every((each, at) => each === other[at]);

/** Of equal keys the first account's counts. The same object until one of them changes. */
function together(books: readonly CardBook[]): People {
  const revisions = books.map(({ revision }) => revision);
  if (last && isSame(books, last.books) && isSame(revisions, last.revisions)) return last.people;
  const people: People = {
    ofAddress: (key) => firstOf(books, (book) => book.ofAddress(key)),
    ofUid: (uid) => firstOf(books, (book) => book.ofUid(uid)),
    slices: () => books.flatMap((book) => book.slices()),
  };
  last = { books, revisions, people };
  return people;
}

function firstOf<T>(books: readonly CardBook[], find: (book: CardBook) => T | undefined): T | undefined {
  for (const book of books) {
    const found = find(book);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** As the server has them now; empty where the account has no contacts. @throws what the request throws */
export async function loadPeople(): Promise<People> {
  const ids = offeredAccounts();
  const books = await Promise.all(
    ids.map(async (id, index) => {
      const reading = readOnce(id);
      if (index === 0 || serverOf(id) === "") return reading;
      // None waits for a further server, which may be slow or away: what comes of it counts from then on.
      reading.catch(() => undefined);
      return ofAccount(id).book;
    }),
  );
  return together(books);
}

/** What is known of them by now: nothing before the first time. */
export const knownPeople = (): People => together(offeredAccounts().map((id) => ofAccount(id).book));
