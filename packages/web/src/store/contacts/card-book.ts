/** The cards of an account by what they are looked up with. A change costs what has changed, however many there are. Pure. */
import { addressKey, type Id } from "@pismo/jmap";
import type { SomeCard } from "./card-names.ts";

/** Cards that are indexed together: another array after each change of one of them. */
export type CardSlice = readonly SomeCard[];

/** A few milliseconds of work. */
const MOST_IN_SLICE = 200;

const addressesOf = (card: SomeCard | undefined): ReadonlySet<string> =>
  new Set(Object.values(card?.emails ?? {}).map(({ address }) => addressKey(address)));

export class CardBook {
  /** Another number after each change. */
  revision = 0;
  readonly #cards = new Map<Id, SomeCard>();
  readonly #byUid = new Map<string, Id>();
  /** Those that have it, in the order in which they got it. */
  readonly #byAddress = new Map<string, Id[]>();
  readonly #slices = new Map<number, CardSlice>();
  readonly #sliceOf = new Map<Id, number>();
  #newest = 0;

  /** What it has now: they change with it. */
  get cards(): ReadonlyMap<Id, SomeCard> {
    return this.#cards;
  }

  slices(): CardSlice[] {
    return [...this.#slices.values()];
  }

  /** @param key an addressKey */
  ofAddress(key: string): SomeCard | undefined {
    const [id] = this.#byAddress.get(key) ?? [];
    return id === undefined ? undefined : this.#cards.get(id);
  }

  ofUid(uid: string): SomeCard | undefined {
    return this.#cards.get(this.#byUid.get(uid) ?? "");
  }

  set(card: SomeCard): void {
    const before = this.#cards.get(card.id);
    this.#cards.set(card.id, card);
    this.#note(card.id, before, card);
    if (before) {
      this.#changeSlice(card.id, (slice) => slice.map((each) => (each === before ? card : each)));
      return;
    }
    if ((this.#slices.get(this.#newest)?.length ?? 0) >= MOST_IN_SLICE) this.#newest++;
    this.#sliceOf.set(card.id, this.#newest);
    this.#changeSlice(card.id, (slice) => [...slice, card]);
  }

  delete(id: Id): void {
    const before = this.#cards.get(id);
    if (!before) return;
    this.#cards.delete(id);
    this.#note(id, before, undefined);
    this.#changeSlice(id, (slice) => slice.filter((each) => each !== before));
    this.#sliceOf.delete(id);
  }

  #changeSlice(id: Id, change: (slice: CardSlice) => CardSlice): void {
    const at = this.#sliceOf.get(id)!;
    const slice = change(this.#slices.get(at) ?? []);
    if (slice.length > 0) this.#slices.set(at, slice);
    else this.#slices.delete(at);
    this.revision++;
  }

  #note(id: Id, before: SomeCard | undefined, after: SomeCard | undefined): void {
    if (before?.uid && this.#byUid.get(before.uid) === id) this.#byUid.delete(before.uid);
    if (after?.uid) this.#byUid.set(after.uid, id);
    const [had, has] = [addressesOf(before), addressesOf(after)];
    for (const key of had) if (!has.has(key)) this.#removeAddress(key, id);
    for (const key of has) {
      if (had.has(key)) continue;
      const known = this.#byAddress.get(key);
      if (known) known.push(id);
      else this.#byAddress.set(key, [id]);
    }
  }

  #removeAddress(key: string, id: Id): void {
    const others = this.#byAddress.get(key)!.filter((each) => each !== id);
    if (others.length > 0) this.#byAddress.set(key, others);
    else this.#byAddress.delete(key);
  }
}
