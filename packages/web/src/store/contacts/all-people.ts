/** Every card of the account that one writes from, or of all that are shown, without its picture: to complete addresses, and to know whom an address belongs to. */
import { addressKey, type Id, idOfMember, type State } from "@pismo/jmap";
import { writingAccount } from "../session/all-accounts.ts";
import { limits, request, serverOf } from "../session/session.ts";
import { onNews } from "../sync/news.ts";
import { isOfCards } from "./card-news.ts";
import { shownOwners } from "./card-accounts.ts";
import type { SomeCard } from "./card-names.ts";
import { hasContactsIn } from "./has-contacts.ts";

const properties = ["uid", "kind", "name", "nicknames", "organizations", "emails", "members"];

export interface People {
  readonly cards: ReadonlyMap<Id, SomeCard>;
  /** By addressKey. */
  readonly byAddress: ReadonlyMap<string, SomeCard>;
  readonly byUid: ReadonlyMap<string, SomeCard>;
}

const nothing: People = { cards: new Map(), byAddress: new Map(), byUid: new Map() };

interface Known {
  accountId: Id;
  state: State;
  cards: Map<Id, SomeCard>;
}

interface AccountPeople {
  known: Known | undefined;
  people: People;
  /** Whether something has changed since they were read. */
  isStale: boolean;
  reading: Promise<People> | undefined;
}

const accounts = new Map<Id, AccountPeople>();
let isFollowing = false;

function ofAccount(accountId: Id): AccountPeople {
  let own = accounts.get(accountId);
  if (!own) accounts.set(accountId, (own = { known: undefined, people: nothing, isStale: true, reading: undefined }));
  return own;
}

/** One request after the other: what the person does comes in between. */
async function fetchAll(accountId: Id, cards: Map<Id, SomeCard>, ids: readonly Id[]): Promise<void> {
  const size = Math.min(500, limits().maxObjectsInGet);
  for (let at = 0; at < ids.length; at += size) {
    const some = ids.slice(at, at + size);
    const get = await request((calls) => calls.call("ContactCard/get", { accountId, ids: some, properties }));
    for (const card of get.result().list) cards.set(card.id!, card as SomeCard);
  }
}

async function readWhole(accountId: Id): Promise<Known> {
  const cards = new Map<Id, SomeCard>();
  const { query, get } = await request((calls) => ({
    query: calls.call("ContactCard/query", { accountId }),
    get: calls.call("ContactCard/get", { accountId, ids: [] }),
  }));
  // What changes while they are fetched is fetched after it.
  const { state } = get.result();
  await fetchAll(accountId, cards, query.result().ids);
  return { accountId, state, cards };
}

/** @throws what the request throws, MethodError cannotCalculateChanges */
async function readChanges({ accountId, state, cards: before }: Known): Promise<Known> {
  const changes = await request((calls) => calls.call("ContactCard/changes", { accountId, sinceState: state }));
  const { created, updated, destroyed, newState } = changes.result();
  const ids = [...created, ...updated];
  if (ids.length + destroyed.length === 0) return { accountId, state: newState, cards: before };
  const cards = new Map(before);
  for (const id of destroyed) cards.delete(id);
  await fetchAll(accountId, cards, ids);
  return { accountId, state: newState, cards };
}

function indexed(cards: ReadonlyMap<Id, SomeCard>): People {
  const byAddress = new Map<string, SomeCard>();
  const byUid = new Map<string, SomeCard>();
  for (const card of cards.values()) {
    if (card.uid) byUid.set(card.uid, card);
    for (const { address } of Object.values(card.emails ?? {})) {
      const key = addressKey(address);
      if (!byAddress.has(key)) byAddress.set(key, card);
    }
  }
  return { cards, byAddress, byUid };
}

async function read(accountId: Id): Promise<People> {
  const own = ofAccount(accountId);
  if (!own.isStale || !hasContactsIn(accountId)) return own.people;
  // What changes from here on is news again.
  own.isStale = false;
  const before = own.known;
  const next = await (before ? readChanges(before).catch(() => readWhole(accountId)) : readWhole(accountId)).catch(
    (error: unknown) => {
      own.isStale = true;
      throw error;
    },
  );
  if (next.cards !== before?.cards) own.people = indexed(next.cards);
  own.known = next;
  return own.people;
}

/** Once they are known, the news says when they change: what is typed asks nothing. */
function follow(): void {
  if (isFollowing) return;
  isFollowing = true;
  onNews((changed) => {
    for (const [accountId, own] of accounts) if (isOfCards(changed, accountId)) own.isStale = true;
  });
}

function readOnce(accountId: Id): Promise<People> {
  follow();
  const own = ofAccount(accountId);
  own.reading ??= read(accountId).finally(() => {
    own.reading = undefined;
  });
  return own.reading;
}

/** Those of any account, as its server has them now. @throws what the request throws */
export function loadPeopleOf(accountId: Id): Promise<People> {
  // Where it is not shown its news may not have been told.
  if (accountId !== writingAccount().accountId) ofAccount(accountId).isStale = true;
  return readOnce(accountId);
}

/** That which writes comes first: its name for an address counts. */
function offeredAccounts(): Id[] {
  const { accountId } = writingAccount();
  return [...new Set([accountId, ...shownOwners().map((owner) => owner.accountId)])];
}

let last: { parts: readonly People[]; people: People } = { parts: [], people: nothing };

/** Of equal keys the first account's counts. */
const firstOf = (maps: readonly ReadonlyMap<string, SomeCard>[]): Map<string, SomeCard> =>
  new Map(maps.toReversed().flatMap((map) => [...map]));

/** The same object until one of them changes. */
function together(ids: readonly Id[], parts: readonly People[]): People {
  if (parts.length === 1) return parts[0]!;
  if (parts.length === last.parts.length && parts.every((part, index) => part === last.parts[index]))
    return last.people;
  const people = {
    cards: new Map(parts.flatMap(({ cards }, at) => [...cards].map(([id, card]) => [idOfMember(ids[at]!, id), card]))),
    byAddress: firstOf(parts.map(({ byAddress }) => byAddress)),
    byUid: firstOf(parts.map(({ byUid }) => byUid)),
  };
  last = { parts, people };
  return people;
}

/** As the server has them now; empty where the account has no contacts. @throws what the request throws */
export async function loadPeople(): Promise<People> {
  const ids = offeredAccounts();
  const parts = await Promise.all(
    ids.map(async (id, index) => {
      const reading = readOnce(id);
      if (index === 0 || serverOf(id) === "") return reading;
      // None waits for a further server, which may be slow or away: what comes of it counts from then on.
      reading.catch(() => undefined);
      return ofAccount(id).people;
    }),
  );
  return together(ids, parts);
}

/** What is known of them by now: nothing before the first time. */
export function knownPeople(): People {
  const ids = offeredAccounts();
  return together(
    ids,
    ids.map((id) => ofAccount(id).people),
  );
}
