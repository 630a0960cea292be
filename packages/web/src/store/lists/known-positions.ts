/**
 * A list of which some positions are known: what it costs grows with these, not with the list. The positions and their ids
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

export class KnownPositions {
  /** Of the whole list. */
  #length: number;
  #positions: number[] = [];
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

  idAt(position: number): Id | undefined {
    const at = countBelow(this.#positions, position);
    return this.#positions[at] === position ? this.#ids[at] : undefined;
  }

  positionOf(id: Id): number | undefined {
    this.#byId ??= new Map(this.#ids.map((known, at) => [known, this.#positions[at]!]));
    return this.#byId.get(id);
  }

  /** The nearest known Email before a position of which `test` holds. */
  lastBefore(position: number, test: (id: Id) => boolean): Id | undefined {
    for (let at = countBelow(this.#positions, position) - 1; at >= 0; at--)
      if (test(this.#ids[at]!)) return this.#ids[at];
    return undefined;
  }

  /** The first position that is not known. */
  get firstGap(): number {
    const at = this.#positions.findIndex((position, index) => position !== index);
    return at === -1 ? this.#positions.length : at;
  }

  copy(): KnownPositions {
    const copy = new KnownPositions(this.#length);
    copy.#positions = [...this.#positions];
    copy.#ids = [...this.#ids];
    return copy;
  }

  /** Makes the list longer by positions that are not known, or forgets its end. */
  resize(length: number): void {
    this.#length = length;
    const at = countBelow(this.#positions, length);
    if (at === this.#positions.length) return;
    this.#positions.length = this.#ids.length = at;
    this.#byId = undefined;
  }

  /** Emails that stand one after the other from a position on. */
  fill(position: number, ids: readonly Id[]): void {
    const from = countBelow(this.#positions, position);
    const to = countBelow(this.#positions, position + ids.length);
    // Others may have stood there.
    if (to > from) this.#byId = undefined;
    for (const [offset, id] of ids.entries()) this.#byId?.set(id, position + offset);
    this.#positions.splice(from, to - from, ...ids.map((_, offset) => position + offset));
    this.#ids.splice(from, to - from, ...ids);
    this.#length = Math.max(this.#length, position + ids.length);
  }

  /** Puts Emails in; each moves what stands behind it by one. @param added in the order of their positions */
  insert(added: readonly (readonly [position: number, id: Id])[]): void {
    if (added.length === 0) return;
    const [positions, ids]: [number[], Id[]] = [[], []];
    let at = 0;
    for (const [index, [position, id]] of added.entries()) {
      // Earlier insertions have moved these by `index`.
      for (; at < this.#positions.length && this.#positions[at]! + index < position; at++) {
        positions.push(this.#positions[at]! + index);
        ids.push(this.#ids[at]!);
      }
      positions.push(position);
      ids.push(id);
      this.#length = Math.max(this.#length, position) + 1;
    }
    for (; at < this.#positions.length; at++) {
      positions.push(this.#positions[at]! + added.length);
      ids.push(this.#ids[at]!);
    }
    this.#take(positions, ids);
  }

  /** Takes Emails out; those behind close ranks. */
  remove(leaves: (id: Id) => boolean): void {
    const [positions, ids]: [number[], Id[]] = [[], []];
    let gone = 0;
    for (const [at, id] of this.#ids.entries()) {
      if (leaves(id)) gone++;
      else {
        positions.push(this.#positions[at]! - gone);
        ids.push(id);
      }
    }
    if (gone === 0) return;
    this.#length -= gone;
    this.#take(positions, ids);
  }

  /** Forgets the positions of the Emails for which `test` holds. */
  forget(test: (id: Id) => boolean): void {
    const stays = this.#ids.map((id) => !test(id));
    this.#take(
      this.#positions.filter((_, at) => stays[at]),
      this.#ids.filter((_, at) => stays[at]),
    );
  }

  #take(positions: number[], ids: Id[]): void {
    this.#positions = positions;
    this.#ids = ids;
    this.#byId = undefined;
  }
}
