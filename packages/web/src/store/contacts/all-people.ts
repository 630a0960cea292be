/** Every card of the account that one writes from without its picture: to complete addresses, and to know whom an address belongs to. */
import { addressKey, type Id, type State } from "@pismo/jmap";
import { writingAccount } from "../session/all-accounts.ts";
import { limits, request } from "../session/session.ts";
import { onNews } from "../sync/news.ts";
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

let known: Known | undefined;
let people: People = nothing;
/** Whether something has changed since they were read. */
let isStale = true;
let isFollowing = false;
let reading: { accountId: Id; done: Promise<People> } | undefined;

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
  if (!hasContactsIn(accountId)) return nothing;
  if (known?.accountId === accountId && !isStale) return people;
  // What changes from here on is news again.
  isStale = false;
  const before = known?.accountId === accountId ? known : undefined;
  const next = await (before ? readChanges(before).catch(() => readWhole(accountId)) : readWhole(accountId)).catch(
    (error: unknown) => {
      isStale = true;
      throw error;
    },
  );
  if (next.cards !== before?.cards) people = indexed(next.cards);
  known = next;
  return people;
}

/** Once they are known, the news says when they change: what is typed asks nothing. */
function follow(): void {
  if (isFollowing) return;
  isFollowing = true;
  onNews((changed) => {
    if (!changed || (known && changed[known.accountId]?.ContactCard !== undefined)) isStale = true;
  });
}

/** As the server has them now; empty where the account has no contacts. @throws what the request throws */
export function loadPeople(): Promise<People> {
  const { accountId } = writingAccount();
  follow();
  if (reading?.accountId === accountId) return reading.done;
  const done = read(accountId).finally(() => {
    if (reading?.done === done) reading = undefined;
  });
  reading = { accountId, done };
  return done;
}

/** Those of any account. @throws what the request throws */
export const loadPeopleOf = async (accountId: Id): Promise<People> =>
  accountId === writingAccount().accountId ? loadPeople() : indexed((await readWhole(accountId)).cards);

/** What is known of them by now: nothing before the first time. */
export const knownPeople = (): People => (known?.accountId === writingAccount().accountId ? people : nothing);
