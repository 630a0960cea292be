/**
 * The ids of a long list of which some windows are known. Three ways to count its places:
 * - the server's: what Email/query counts;
 * - `items`: the server's with *kept* letters between (they left the query, but stay on the screen);
 * - the shown: `items` without the *hidden* ones (they are leaving, the server does not know yet).
 */
import type { Id, QueryChangesResult } from "@pismo/jmap";

/** How many numbers of an ascending list are less than `value`. */
function countBelow(sorted: readonly number[], value: number): number {
  let low = 0;
  let high = sorted.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (sorted[middle]! < value) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** The n-th place that is not in an ascending list of places. */
function placeWithout(sorted: readonly number[], n: number): number {
  let low = 0;
  let high = sorted.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (sorted[middle]! - middle <= n) low = middle + 1;
    else high = middle;
  }
  return n + low;
}

/** Unknown places are `undefined`, never holes: array methods skip holes. */
function resize(items: (Id | undefined)[], length: number): void {
  if (items.length > length) items.length = length;
  while (items.length < length) items.push(undefined);
}

export class SparseList {
  #items: (Id | undefined)[] = [];
  readonly #kept = new Set<Id>();
  readonly #hidden = new Set<Id>();
  #places: Map<Id, number> | undefined;
  #keptPlaces: number[] | undefined;
  #hiddenPlaces: number[] | undefined;

  /** How many letters are shown. */
  get total(): number {
    return this.#items.length - this.#placesOf("hidden").length;
  }

  /** How many the server counts. */
  get serverTotal(): number {
    return this.#items.length - this.#placesOf("kept").length;
  }

  /** The id at a shown place, or undefined where it is not known. */
  idAt(index: number): Id | undefined {
    return index < 0 ? undefined : this.#items[placeWithout(this.#placesOf("hidden"), index)];
  }

  /** The shown place, or -1. */
  indexOf(id: Id): number {
    const place = this.#place(id);
    return place === undefined || this.#hidden.has(id) ? -1 : place - countBelow(this.#placesOf("hidden"), place);
  }

  /** Whether the list knows the letter, shown or not. */
  has(id: Id): boolean {
    return this.#place(id) !== undefined;
  }

  /** The server's place for a shown one. */
  serverPosition(index: number): number {
    const place = placeWithout(this.#placesOf("hidden"), index);
    return place - countBelow(this.#placesOf("kept"), place);
  }

  /** All ids that are known, in order. */
  knownIds(): Id[] {
    return this.#items.filter((id) => id !== undefined);
  }

  hide(id: Id, isHidden: boolean): boolean {
    if (this.#hidden.has(id) === isHidden) return false;
    if (isHidden) this.#hidden.add(id);
    else this.#hidden.delete(id);
    this.#hiddenPlaces = undefined;
    return true;
  }

  /** Puts a window of the server's list in. Only right while the list is in the same query state. */
  insertWindow(position: number, ids: readonly Id[], total: number): void {
    const server = this.#serverItems();
    resize(server, total);
    for (const [offset, id] of ids.entries()) server[position + offset] = id;
    this.#replace(server, new Set(ids));
  }

  /** Starts anew from one window. */
  reset(position: number, ids: readonly Id[], total: number): void {
    const server: (Id | undefined)[] = [];
    resize(server, total);
    for (const [offset, id] of ids.entries()) server[position + offset] = id;
    this.#replace(server, new Set(ids));
  }

  /**
   * Applies Email/queryChanges (RFC 8620 §5.6). The server may name as removed what never stood in the list; the
   * totals tell how many really left. When some left places that are not known, only what stands before the first
   * gap is certain, and the rest is forgotten, to be loaded again.
   * @param mayKeep letters that stay on the screen although they left the query
   * @returns false where the answer does not fit: then the list must start anew
   */
  applyChanges(changes: QueryChangesResult, mayKeep: (id: Id) => boolean): boolean {
    const { removed, added, total } = changes;
    if (total === undefined) return false;
    let server = this.#serverItems();
    const leaving = new Set(removed);
    const knownCount = server.reduce((count, id) => count + Number(id !== undefined && leaving.has(id)), 0);
    const leavingCount = server.length + added.length - total;
    if (leavingCount < knownCount) return false;
    if (leavingCount > knownCount) {
      const gap = server.indexOf(undefined);
      if (gap === -1) return false;
      server.length = gap;
    }
    server = server.filter((id) => id === undefined || !leaving.has(id));
    const arriving = new Set(added.map(({ id }) => id));
    const stays = (id: Id): boolean => leaving.has(id) && !arriving.has(id) && mayKeep(id);
    for (const { id, index } of [...added].sort((a, b) => a.index - b.index)) {
      if (server.length < index) resize(server, index);
      server.splice(index, 0, id);
    }
    if (server.length > total) return false;
    resize(server, total);
    const keep = this.#items.filter((id) => id !== undefined && (this.#kept.has(id) || stays(id)));
    this.#replace(server, arriving, new Set(keep as Id[]));
    return true;
  }

  /** Lets the kept letters go: another list was opened. */
  dropKept(): boolean {
    if (this.#kept.size === 0) return false;
    this.#replace(this.#serverItems(), new Set(), new Set());
    return true;
  }

  /** New items of the server, with the kept letters put back behind those that they followed. */
  #replace(server: (Id | undefined)[], arrived: ReadonlySet<Id>, keep: ReadonlySet<Id> = new Set(this.#kept)): void {
    const before = this.#items;
    this.#items = server;
    this.#kept.clear();
    this.#places = this.#keptPlaces = this.#hiddenPlaces = undefined;
    for (const [place, id] of keep.size > 0 ? before.entries() : []) {
      if (id === undefined || !keep.has(id) || arrived.has(id)) continue;
      const previous = before
        .slice(0, place)
        .findLast((other) => other !== undefined && this.#place(other) !== undefined);
      const at = previous === undefined ? 0 : this.#place(previous)! + 1;
      this.#items.splice(Math.min(at, this.#items.length), 0, id);
      this.#kept.add(id);
      this.#places = undefined;
    }
    for (const id of this.#hidden) if (this.#place(id) === undefined) this.#hidden.delete(id);
  }

  #serverItems(): (Id | undefined)[] {
    return this.#kept.size === 0
      ? [...this.#items]
      : this.#items.filter((id) => id === undefined || !this.#kept.has(id));
  }

  #place(id: Id): number | undefined {
    if (!this.#places) {
      this.#places = new Map();
      for (const [place, known] of this.#items.entries()) if (known !== undefined) this.#places.set(known, place);
    }
    return this.#places.get(id);
  }

  #placesOf(which: "kept" | "hidden"): readonly number[] {
    const cached = which === "kept" ? this.#keptPlaces : this.#hiddenPlaces;
    if (cached) return cached;
    const ids = which === "kept" ? this.#kept : this.#hidden;
    const places = [...ids].map((id) => this.#place(id) ?? -1).filter((place) => place >= 0);
    places.sort((a, b) => a - b);
    if (which === "kept") this.#keptPlaces = places;
    else this.#hiddenPlaces = places;
    return places;
  }
}
