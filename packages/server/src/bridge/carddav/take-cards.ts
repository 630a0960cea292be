/** Cards of the server, put among those that are here. */
import { randomUUID } from "node:crypto";
import { type Card, type ContactCard, type Id, utcDateOf } from "@pismo/jmap";
import type { ReadCard } from "@pismo/jmap/vcard";
import type { Collection } from "../../store/carddav/collections.ts";
import { noteChanges } from "../../store/carddav/outbound-changes.ts";
import { cardJson, putResources, type Resource, resourcesAt, resourcesOfCards } from "../../store/carddav/resources.ts";
import { cardsByUid, getCards, insertCards, newCardIds, roomForCards, storeCards } from "../../store/contacts/cards.ts";
import type { Transactor } from "../../store/db/reader.ts";
import { merge } from "./merge.ts";
import { urlAt } from "./sync-work.ts";
import { normalized, uidOf } from "./vcards.ts";

export interface Incoming {
  path: string;
  etag: string;
  read: ReadCard;
}

const nowUtc = (): string => utcDateOf(Date.now());

function completed(read: ReadCard, uid: string): Card {
  const updated = read.updated ?? nowUtc();
  return { ...read, uid, created: read.created ?? updated, updated };
}

class Taking {
  readonly #tx: Transactor;
  readonly #accountId: Id;
  readonly #collection: Collection;
  /** By id, as they are now. */
  readonly #cards = new Map<Id, ContactCard>();
  readonly #byUid = new Map<string, Id>();
  /** By path. */
  readonly #known = new Map<string, Resource>();
  /** The path in this book, by card. */
  readonly #pathOf = new Map<Id, string>();
  readonly #created: ContactCard[] = [];
  readonly #changed = new Map<Id, ContactCard>();
  readonly #resources: Resource[] = [];
  readonly #toPush: Id[] = [];
  #takeRoom: () => void = () => {};

  constructor(tx: Transactor, accountId: Id, collection: Collection) {
    this.#tx = tx;
    this.#accountId = accountId;
    this.#collection = collection;
  }

  async run(incoming: readonly Incoming[]): Promise<void> {
    await this.#load(incoming);
    for (const each of incoming) await this.#take(each);
    await insertCards(this.#tx, this.#accountId, this.#created);
    if (this.#changed.size > 0) await storeCards(this.#tx, this.#accountId, [...this.#changed.values()]);
    await putResources(this.#tx, this.#accountId, this.#resources);
    await noteChanges(this.#tx, this.#accountId, this.#toPush);
  }

  async #load(incoming: readonly Incoming[]): Promise<void> {
    const [tx, accountId, { bookId }] = [this.#tx, this.#accountId, this.#collection];
    const paths = incoming.map(({ path }) => path);
    for (const known of await resourcesAt(tx, accountId, bookId, paths)) this.#known.set(known.href, known);
    const uids = incoming.flatMap(({ read }) => read.uid ?? []);
    const byUid = await cardsByUid(tx, accountId, uids);
    for (const [uid, id] of byUid) this.#byUid.set(uid, id);
    const ids = [...new Set([...byUid.values(), ...[...this.#known.values()].map(({ cardId }) => cardId)])];
    for (const card of await getCards(tx, accountId, ids)) this.#cards.set(card.id, card);
    for (const each of await resourcesOfCards(tx, accountId, ids))
      if (each.bookId === bookId) this.#pathOf.set(each.cardId, each.href);
    this.#takeRoom = await roomForCards(tx, accountId);
  }

  async #take({ path, etag, read }: Incoming): Promise<void> {
    const known = this.#known.get(path);
    const uid = read.uid ?? uidOf(urlAt(path, this.#collection.url).href);
    const ours = (known && this.#cards.get(known.cardId)) ?? this.#cards.get(this.#byUid.get(uid) ?? "");
    const other = ours && this.#pathOf.get(ours.id);
    if (ours && (other === undefined || other === path)) return this.#merge(known, ours, { path, etag, read });
    // A uid that is there twice, which a book must not have (RFC 6352 §5.1): both cards are kept.
    const own = ours ? uidOf(urlAt(path, this.#collection.url).href) : uid;
    const card = await this.#create(completed(read, own));
    return this.#note(card, { path, etag, read }, cardJson(card));
  }

  async #create(card: Card): Promise<ContactCard> {
    this.#takeRoom();
    const [id] = await newCardIds(this.#tx, this.#accountId, 1);
    const created: ContactCard = { ...card, id: id!, addressBookIds: { [this.#collection.bookId]: true } };
    this.#created.push(created);
    this.#cards.set(created.id, created);
    this.#byUid.set(created.uid, created.id);
    return created;
  }

  async #merge(known: Resource | undefined, ours: ContactCard, incoming: Incoming): Promise<void> {
    const { id, addressBookIds, ...before } = ours;
    const { bookId, version } = this.#collection;
    const base = known?.cardId === id ? (JSON.parse(known.base) as Card) : undefined;
    const merged = merge(base, before, incoming.read, (card) => normalized(card, version));
    // What was written here stays, as a card of its own.
    if (merged.isLost) await this.#create({ ...before, uid: `urn:uuid:${randomUUID()}`, created: nowUtc() });
    const card: ContactCard = { ...merged.card, id, addressBookIds: { ...addressBookIds, [bookId]: true } };
    const isChanged = cardJson(card) !== cardJson(ours) || !addressBookIds[bookId];
    if (isChanged) this.#replace(card);
    if (merged.isNewThere) this.#toPush.push(id);
    const there: ContactCard = { ...completed(incoming.read, card.uid), id, addressBookIds };
    this.#note(card, incoming, cardJson(merged.isNewThere ? there : card));
  }

  /** It may have been created for a path before. */
  #replace(card: ContactCard): void {
    this.#cards.set(card.id, card);
    const at = this.#created.findIndex(({ id }) => id === card.id);
    if (at >= 0) this.#created[at] = card;
    else this.#changed.set(card.id, card);
  }

  #note({ id }: ContactCard, { path, etag }: Incoming, base: string): void {
    this.#pathOf.set(id, path);
    this.#resources.push({ bookId: this.#collection.bookId, href: path, cardId: id, etag, base });
  }
}

/** In one transaction. @throws SetFailure overQuota */
export const takeCards = (
  tx: Transactor,
  accountId: Id,
  collection: Collection,
  incoming: readonly Incoming[],
): Promise<void> => new Taking(tx, accountId, collection).run(incoming);
