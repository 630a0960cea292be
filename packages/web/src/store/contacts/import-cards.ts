/** Many cards at once: those of a file, added or merged into those that are there. */
import { addressKey, type Card, type ContactCard, type Id, type PatchObject } from "@pismo/jmap";
import { limits, request } from "../session/session.ts";
import { loadPeopleOf } from "./all-people.ts";
import { shownOwners } from "./card-accounts.ts";
import { kindOf } from "./card-names.ts";
import { tellCards } from "./edit-cards.ts";
import { mergeChanges } from "./merge/merge-cards.ts";

/** A card of a file, and the card that is there of the same person. */
export interface Candidate {
  card: Partial<Card>;
  knownId: Id | undefined;
}

const withoutUrn = (uid: string): string => uid.replace(/^urn:uuid:/i, "");

/** Which of the cards an account has already: by their uid, or by an address. @throws what the request throws */
export async function findKnown(cards: readonly Partial<Card>[], accountId: Id): Promise<Candidate[]> {
  const known = await loadPeopleOf(accountId);
  const named = new Map<string, string>();
  const candidates = cards.map((card): Candidate => {
    const sameUid = card.uid === undefined ? undefined : known.ofUid(card.uid);
    const addresses = card.kind === "group" ? [] : Object.values(card.emails ?? {}).map(({ address }) => address);
    const atAddress = addresses.map((address) => known.ofAddress(addressKey(address)));
    const same = sameUid ?? atAddress.find((each) => each && kindOf(each) === kindOf(card));
    const uid = same?.uid ?? card.uid;
    if (card.uid !== undefined && uid !== undefined) named.set(withoutUrn(card.uid), uid);
    return { card, knownId: same?.id };
  });
  // A group names its cards by the uids of the file, in one of two ways of writing.
  return candidates.map(({ card, knownId }) => {
    if (!card.members) return { card, knownId };
    const members = Object.keys(card.members).map((uid) => [named.get(withoutUrn(uid)) ?? uid, true] as const);
    return { card: { ...card, members: Object.fromEntries(members) }, knownId };
  });
}

export interface Imported {
  added: number;
  merged: number;
  /** Refused by the server. */
  failed: number;
  /** What it broke off at: what was done by then stays. */
  problem?: unknown;
  /** Takes all of it back, and can be tried again. */
  undo: () => Promise<void>;
}

/** Cards of one request: with their pictures. */
const BATCH = 100;

async function inBatches<T>(items: readonly T[], work: (batch: readonly T[]) => Promise<void>): Promise<void> {
  const size = Math.min(BATCH, limits().maxObjectsInSet);
  for (let at = 0; at < items.length; at += size) await work(items.slice(at, at + size));
}

interface Done {
  created: Id[];
  /** Uids of cards that were sent and had no answer: the server may have made them. */
  unsure: string[];
  /** What merged cards said before. */
  before: Map<Id, PatchObject>;
  merged: Set<Id>;
  failed: number;
}

async function addCards(accountId: Id, cards: readonly Partial<Card>[], done: Done): Promise<void> {
  const named = cards.map((card) => ({ ...card, uid: card.uid ?? `urn:uuid:${crypto.randomUUID()}` }));
  done.unsure = named.map(({ uid }) => uid);
  const create = Object.fromEntries(named.map((card, index) => [`c${index}`, card as Partial<ContactCard>]));
  const set = await request((calls) => calls.call("ContactCard/set", { accountId, create }));
  const { created, notCreated } = set.result();
  done.unsure = [];
  for (const { id } of Object.values(created ?? {})) done.created.push(id!);
  done.failed += Object.keys(notCreated ?? {}).length;
}

async function mergeCards(accountId: Id, candidates: readonly Candidate[], done: Done): Promise<void> {
  const ids = [...new Set(candidates.map(({ knownId }) => knownId!))];
  const get = await request((calls) => calls.call("ContactCard/get", { accountId, ids }));
  const known = new Map(get.result().list.map((card) => [card.id!, card as ContactCard]));
  const update: Record<Id, PatchObject> = {};
  for (const { card, knownId } of candidates) {
    const before = known.get(knownId!);
    if (!before) continue;
    // A file may have several cards of one person.
    const changes = mergeChanges({ ...before, ...update[before.id] }, card);
    if (Object.keys(changes).length > 0) update[before.id] = { ...update[before.id], ...changes };
  }
  if (Object.keys(update).length === 0) return;
  for (const [id, patch] of Object.entries(update)) {
    const said = Object.fromEntries(Object.keys(patch).map((name) => [name, known.get(id)![name] ?? null]));
    done.before.set(id, { ...said, ...done.before.get(id) });
  }
  const set = await request((calls) => calls.call("ContactCard/set", { accountId, update }));
  const { notUpdated } = set.result();
  for (const id of Object.keys(update)) {
    if (notUpdated?.[id]) done.failed++;
    else done.merged.add(id);
  }
}

/**
 * @param merges whether those that are there get what the file says; otherwise they stay as they are
 * @param onProgress from 0 to 1
 */
export async function importCards(
  accountId: Id,
  candidates: readonly Candidate[],
  merges: boolean,
  onProgress: (progress: number) => void,
): Promise<Imported> {
  const done: Done = { created: [], unsure: [], before: new Map(), merged: new Set(), failed: 0 };
  const fresh = candidates.filter(({ knownId }) => knownId === undefined).map(({ card }) => card);
  const known = merges ? candidates.filter(({ knownId }) => knownId !== undefined) : [];
  let count = 0;
  const tell = (size: number): void => onProgress((count += size) / Math.max(1, fresh.length + known.length));
  let problem: unknown;
  try {
    await inBatches(fresh, async (batch) => {
      await addCards(accountId, batch, done);
      tell(batch.length);
    });
    await inBatches(known, async (batch) => {
      await mergeCards(accountId, batch, done);
      tell(batch.length);
    });
  } catch (error) {
    problem = error;
  }
  tellCards(accountId, "");
  const { created, merged, failed } = done;
  return { added: created.length, merged: merged.size, failed, problem, undo: () => takeBack(accountId, done) };
}

async function takeBack(accountId: Id, { created, unsure, before }: Done): Promise<void> {
  const people = await loadPeopleOf(accountId);
  const all = [...created, ...unsure.flatMap((uid) => people.ofUid(uid)?.id ?? [])];
  await inBatches(all, async (destroy) => {
    await request((calls) => calls.call("ContactCard/set", { accountId, destroy: [...destroy] }));
  });
  await inBatches([...before], async (batch) => {
    await request((calls) => calls.call("ContactCard/set", { accountId, update: Object.fromEntries(batch) }));
  });
  tellCards(accountId, "");
}

/** Every card of the accounts that are shown, whole. @throws what the request throws */
export async function readAllCards(): Promise<ContactCard[]> {
  const all: ContactCard[] = [];
  for (const { accountId } of shownOwners()) {
    const { cards } = await loadPeopleOf(accountId);
    await inBatches([...cards.keys()], async (ids) => {
      const get = await request((calls) => calls.call("ContactCard/get", { accountId, ids: [...ids] }));
      all.push(...(get.result().list as ContactCard[]));
    });
  }
  return all;
}
