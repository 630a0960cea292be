/**
 * A list of which some places are known: what it costs grows with these, not with the list. The places and their ids
 * stand in two arrays, in order; a million Emails of which a thousand were seen are a thousand entries.
 */
import type { Id } from "@pismo/jmap";

/** How many numbers of an ascending list are less than `value`. */
export function countBelow(sorted: readonly number[], value: number): number {
  let low = 0;
  let high = sorted.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (sorted[middle]! < value) low = middle + 1;
    else high = middle;
  }
  return low;
}

export class KnownPlaces {
  /** Of the whole list. */
  #length: number;
  #places: number[] = [];
  #ids: Id[] = [];
  #byId: Map<Id, number> | undefined;

  constructor(length = 0) {
    this.#length = length;
  }

  get length(): number {
    return this.#length;
  }

  get ids(): readonly Id[] {
    return this.#ids;
  }

  idAt(place: number): Id | undefined {
    const at = countBelow(this.#places, place);
    return this.#places[at] === place ? this.#ids[at] : undefined;
  }

  placeOf(id: Id): number | undefined {
    this.#byId ??= new Map(this.#ids.map((known, at) => [known, this.#places[at]!]));
    return this.#byId.get(id);
  }

  /** The nearest known Email before a place of which `test` holds. */
  lastBefore(place: number, test: (id: Id) => boolean): Id | undefined {
    for (let at = countBelow(this.#places, place) - 1; at >= 0; at--) if (test(this.#ids[at]!)) return this.#ids[at];
    return undefined;
  }

  /** The first place that is not known. */
  get firstGap(): number {
    const at = this.#places.findIndex((place, index) => place !== index);
    return at === -1 ? this.#places.length : at;
  }

  copy(): KnownPlaces {
    const copy = new KnownPlaces(this.#length);
    copy.#places = [...this.#places];
    copy.#ids = [...this.#ids];
    return copy;
  }

  /** Makes the list longer by places that are not known, or forgets its end. */
  resize(length: number): void {
    this.#length = length;
    const at = countBelow(this.#places, length);
    if (at === this.#places.length) return;
    this.#places.length = this.#ids.length = at;
    this.#byId = undefined;
  }

  /** Emails that stand one after the other from a place on. */
  fill(position: number, ids: readonly Id[]): void {
    const from = countBelow(this.#places, position);
    const to = countBelow(this.#places, position + ids.length);
    // Others may have stood there.
    if (to > from) this.#byId = undefined;
    for (const [offset, id] of ids.entries()) this.#byId?.set(id, position + offset);
    this.#places.splice(from, to - from, ...ids.map((_, offset) => position + offset));
    this.#ids.splice(from, to - from, ...ids);
    this.#length = Math.max(this.#length, position + ids.length);
  }

  /** Puts Emails in; each moves what stands behind it by one. @param added in the order of their places */
  insert(added: readonly (readonly [place: number, id: Id])[]): void {
    if (added.length === 0) return;
    const [places, ids]: [number[], Id[]] = [[], []];
    let at = 0;
    for (const [index, [place, id]] of added.entries()) {
      // Earlier insertions have moved these by `index`.
      for (; at < this.#places.length && this.#places[at]! + index < place; at++) {
        places.push(this.#places[at]! + index);
        ids.push(this.#ids[at]!);
      }
      places.push(place);
      ids.push(id);
      this.#length = Math.max(this.#length, place) + 1;
    }
    for (; at < this.#places.length; at++) {
      places.push(this.#places[at]! + added.length);
      ids.push(this.#ids[at]!);
    }
    this.#take(places, ids);
  }

  /** Takes Emails out; those behind close ranks. */
  remove(leaves: (id: Id) => boolean): void {
    const [places, ids]: [number[], Id[]] = [[], []];
    let gone = 0;
    for (const [at, id] of this.#ids.entries()) {
      if (leaves(id)) gone++;
      else {
        places.push(this.#places[at]! - gone);
        ids.push(id);
      }
    }
    if (gone === 0) return;
    this.#length -= gone;
    this.#take(places, ids);
  }

  /** Knows Emails no more that stand where they stood. */
  forget(test: (id: Id) => boolean): void {
    const stays = this.#ids.map((id) => !test(id));
    this.#take(
      this.#places.filter((_, at) => stays[at]),
      this.#ids.filter((_, at) => stays[at]),
    );
  }

  #take(places: number[], ids: Id[]): void {
    this.#places = places;
    this.#ids = ids;
    this.#byId = undefined;
  }
}
