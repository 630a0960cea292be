/** What was changed here goes to the server, each card on condition that it is there as it was last seen (RFC 9110 §13.1). */
import type { ContactCard, Id } from "@pismo/jmap";
import { type Collection, noteProgress } from "../../store/carddav/collections.ts";
import { dropChanges, nextChanges, noteRefusal } from "../../store/carddav/outbound-changes.ts";
import {
  cardJson,
  deleteResources,
  putResources,
  type Resource,
  resourcesOfCards,
} from "../../store/carddav/resources.ts";
import { getCards } from "../../store/contacts/cards.ts";
import { getAddressBooks } from "../../store/contacts/address-books.ts";
import { DavError } from "./problems.ts";
import { pathOf, type SyncWork, urlAt } from "./sync-work.ts";
import { fileNameOf, vCardOf } from "./vcards.ts";

/** The server's words. It may well take the card the next time where it failed, or something is under way there. */
interface Refusal {
  refusal: string;
  mayPass: boolean;
}

/** done: both are the same; changedThere: a pull comes first. */
type Outcome = "done" | "changedThere" | Refusal;

const BATCH = 50;
/** Characters of an answer that are looked at for why. */
const MAX_REASON = 2000;
/** Cards one after the other that the server fails at: it fails at all, or the next sync goes on behind them. */
const MAX_FAILURES = 10;

/** RFC 9110 §15.5.9, RFC 4918 §11.3, RFC 8470 §5.2. */
const mayPass = (status: number): boolean => status >= 500 || status === 408 || status === 423 || status === 425;

const refusalOf = ({ status, text }: { status: number; text: string }): Refusal => {
  const words = text
    .slice(0, MAX_REASON)
    .replaceAll(/<[^>]*>|\s+/g, " ")
    .trim();
  return { refusal: `HTTP ${status} ${words}`.trim(), mayPass: mayPass(status) };
};

/** @returns whether cards have changed on the server: after a pull they are to be pushed again */
export async function push(work: SyncWork, collections: readonly Collection[]): Promise<boolean> {
  const { accountId, store, failures } = work;
  const row = { failed: 0, changedThere: false };
  let after = failures.gaveUpAt;
  for (;;) {
    const ids = await store.read((reader) => nextChanges(reader, accountId, after, BATCH));
    failures.gaveUpAt = undefined;
    if (ids.length === 0) return row.changedThere;
    await pushCards(work, collections, ids, row);
    after = ids.at(-1);
  }
}

/** @param row of the cards until now */
async function pushCards(
  work: SyncWork,
  collections: readonly Collection[],
  ids: readonly Id[],
  row: { failed: number; changedThere: boolean },
): Promise<void> {
  const done: Id[] = [];
  for (const id of ids) {
    work.signal.throwIfAborted();
    const outcome = await pushCard(work, collections, id);
    const isFailure = await noteOutcome(work, id, outcome);
    row.failed = isFailure ? row.failed + 1 : 0;
    if (outcome === "done") done.push(id);
    if (outcome === "changedThere") row.changedThere = true;
    if (row.failed < MAX_FAILURES) continue;
    work.failures.gaveUpAt = id;
    await work.write((tx) => dropChanges(tx, work.accountId, done));
    throw new DavError("unreachable", "The server fails at every change");
  }
  await work.write((tx) => dropChanges(tx, work.accountId, done));
}

/** @returns whether the server failed */
async function noteOutcome({ accountId, failures, write }: SyncWork, id: Id, outcome: Outcome): Promise<boolean> {
  const isFailure = typeof outcome === "object" && outcome.mayPass;
  const isRefused = typeof outcome === "object" && (!isFailure || failures.note(id));
  if (!isFailure) failures.forget(id);
  if (isRefused) await write((tx) => noteRefusal(tx, accountId, id, outcome.refusal));
  return isFailure;
}

async function pushCard(work: SyncWork, collections: readonly Collection[], id: Id): Promise<Outcome> {
  const { accountId, store } = work;
  const { card, resources, books } = await store.read(async (reader) => ({
    card: (await getCards(reader, accountId, [id]))[0],
    resources: await resourcesOfCards(reader, accountId, [id]),
    books: new Set((await getAddressBooks(reader, accountId)).map((book) => book.id)),
  }));
  let all: Outcome = "done";
  for (const collection of collections) {
    // It was removed here since the sync began: the server's stays.
    if (!books.has(collection.bookId)) continue;
    const known = resources.find(({ bookId }) => bookId === collection.bookId);
    const ours = card?.addressBookIds[collection.bookId] ? card : undefined;
    const outcome = await pushTo(work, collection, known, ours);
    if (outcome !== "done" && all !== "changedThere") all = outcome;
  }
  return all;
}

async function pushTo(
  work: SyncWork,
  collection: Collection,
  known: Resource | undefined,
  card: ContactCard | undefined,
): Promise<Outcome> {
  if (!card) return known ? remove(work, collection, known) : "done";
  if (known?.base === cardJson(card)) return "done";
  if (collection.isReadOnly) return { refusal: "The address book can only be read", mayPass: false };
  return put(work, collection, known, card);
}

/** The server has it still, in a state that was not seen here or that it does not let go: it comes back with the next pull. */
async function comesBack(work: SyncWork, collection: Collection, { href }: Resource): Promise<Outcome> {
  const whole = { bookId: collection.bookId, syncToken: null, ctag: null };
  await work.write(async (tx) => {
    await deleteResources(tx, work.accountId, collection.bookId, [href]);
    await noteProgress(tx, work.accountId, whole);
  });
  Object.assign(collection, whole);
  return "changedThere";
}

async function remove(work: SyncWork, collection: Collection, known: Resource): Promise<Outcome> {
  if (collection.isReadOnly) return comesBack(work, collection, known);
  const url = urlAt(known.href, collection.url);
  const before = await seenBefore(work, url, known);
  if (typeof before === "object") return before;
  if (before) return comesBack(work, collection, known);
  const answer = await work.client.ask(url, { method: "DELETE", headers: condition(known) });
  const { status } = answer;
  assertThere(url, status);
  if (mayPass(status)) return refusalOf(answer);
  if (status >= 300 && !isGone(status)) return comesBack(work, collection, known);
  await work.write((tx) => deleteResources(tx, work.accountId, collection.bookId, [known.href]));
  return "done";
}

/** RFC 9110 §8.8.1, §13.1.1: a weak one names no octets, and is none for If-Match. */
const isStrong = (etag: string): boolean => etag !== "" && !etag.startsWith("W/");

const condition = ({ etag }: Resource): Record<string, string> => (isStrong(etag) ? { "if-match": etag } : {});

/** Where there is no condition it is looked at before. @returns undefined: it is as it was last seen, as far as it can be told */
async function seenBefore(work: SyncWork, url: URL, { etag }: Resource): Promise<Outcome | undefined> {
  if (isStrong(etag)) return undefined;
  const answer = await work.client.ask(url, { method: "GET" });
  const { status, headers } = answer;
  assertThere(url, status);
  if (mayPass(status)) return refusalOf(answer);
  if (isGone(status)) return "changedThere";
  return etag !== "" && headers.etag !== undefined && headers.etag !== etag ? "changedThere" : undefined;
}

const isGone = (status: number): boolean => status === 404 || status === 410;

function assertThere(url: URL, status: number): void {
  if (status === 502 || status === 504) throw new DavError("unreachable", `${url.host}: HTTP ${status}`);
}

async function put(
  work: SyncWork,
  collection: Collection,
  known: Resource | undefined,
  card: ContactCard,
): Promise<Outcome> {
  const { accountId, client } = work;
  const href = known?.href ?? pathOf(fileNameOf(card), collection.url);
  const url = urlAt(href, collection.url);
  const before = known && (await seenBefore(work, url, known));
  if (before) return before;
  const answer = await client.ask(url, {
    method: "PUT",
    body: vCardOf(card, collection.version),
    headers: { "content-type": "text/vcard; charset=utf-8", ...(known ? condition(known) : { "if-none-match": "*" }) },
  });
  const { status, headers } = answer;
  assertThere(url, status);
  if (status === 412 || (known && isGone(status))) return "changedThere";
  if (status >= 300) return refusalOf(answer);
  // Without an ETag the server has changed the card (RFC 6352 §6.3.2.3): it is fetched.
  const etag = headers.etag ?? "";
  const { bookId } = collection;
  await work.write((tx) =>
    putResources(tx, accountId, [{ bookId, href, cardId: card.id, etag, base: cardJson(card) }]),
  );
  return etag === "" ? "changedThere" : "done";
}
