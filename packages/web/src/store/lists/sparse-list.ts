/**
 * The ids of a long list of which some windows are known. Three ways to count its places:
 * - the server's: what Email/query counts;
 * - `items`: the server's with *kept* Emails between (they left the query, but stay on the screen);
 * - the shown: `items` without the *hidden* ones (they are leaving, the server does not know yet).
 */
import type { Id, QueryChangesResult } from "@pismo/jmap";
import { countBelow, KnownPlaces } from "./known-rows.ts";

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

/** Emails whose places are remembered: 100,000 take some 10 MB. */
const maxKnown = 100_000;

export class SparseList {
  #items = new KnownPlaces();
  readonly #kept = new Set<Id>();
  readonly #hidden = new Set<Id>();
  #keptPlaces: number[] | undefined;
  #hiddenPlaces: number[] | undefined;

  /** How many Emails are shown. */
  get total(): number {
    return this.#items.length - this.#placesOf("hidden").length;
  }

  /** How many the server counts. */
  get serverTotal(): number {
    return this.#items.length - this.#placesOf("kept").length;
  }

  /** The id at a shown place, or undefined where it is not known. */
  idAt(index: number): Id | undefined {
    return index < 0 ? undefined : this.#items.idAt(placeWithout(this.#placesOf("hidden"), index));
  }

  /** The shown place, or -1. */
  indexOf(id: Id): number {
    const place = this.#items.placeOf(id);
    return place === undefined || this.#hidden.has(id) ? -1 : place - countBelow(this.#placesOf("hidden"), place);
  }

  /** Whether the list knows the Email, shown or not. */
  has(id: Id): boolean {
    return this.#items.placeOf(id) !== undefined;
  }

  /** Whether it stands in the server's list, as far as that is known. */
  isListed(id: Id): boolean {
    return this.has(id) && !this.#kept.has(id);
  }

  /** The server's place for a shown one. */
  serverPosition(index: number): number {
    const place = placeWithout(this.#placesOf("hidden"), index);
    return place - countBelow(this.#placesOf("kept"), place);
  }

  /** All ids that are known, in order. */
  knownIds(): readonly Id[] {
    return this.#items.ids;
  }

  /** Emails that are known one after the other, by the server's count: from a place on, or from the next that is known. */
  stretch(from: number, limit: number, isWanted: (id: Id) => boolean): { position: number; ids: Id[] } {
    const server = this.#serverItems();
    let position = from;
    const isKnown = (place: number): boolean => {
      const id = server.idAt(place);
      return id !== undefined && isWanted(id);
    };
    while (position < from + limit && !isKnown(position)) position++;
    const ids: Id[] = [];
    while (ids.length < limit && isKnown(position + ids.length)) ids.push(server.idAt(position + ids.length)!);
    return { position, ids };
  }

  /** The shortest range of shown places that holds all which are not there of another; undefined where all are. */
  missing(start: number, end: number, isLoaded: (id: Id) => boolean): [start: number, end: number] | undefined {
    const isThere = (index: number): boolean => {
      const id = this.idAt(index);
      return id !== undefined && isLoaded(id);
    };
    let first = start;
    let last = Math.min(end, this.total) - 1;
    while (first <= last && isThere(first)) first++;
    while (first <= last && isThere(last)) last--;
    return first > last ? undefined : [first, last + 1];
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
    // Nothing moves: what is known stays where it is, however long the list.
    if (this.#kept.size === 0 && this.#items.length === total) {
      this.#items.fill(position, ids);
      this.#hiddenPlaces = undefined;
      return;
    }
    const server = this.#serverItems();
    server.resize(total);
    server.fill(position, ids);
    this.#replace(server, new Set(ids));
  }

  /** Starts anew from one window. */
  reset(position: number, ids: readonly Id[], total: number): void {
    const server = new KnownPlaces(total);
    server.fill(position, ids);
    this.#replace(server, new Set(ids));
  }

  /** Where too many are known, forgets where Emails stand that would have to be asked for again anyway. */
  trim(isLoaded: (id: Id) => boolean): void {
    if (this.#items.ids.length <= maxKnown) return;
    this.#items.forget((id) => !isLoaded(id) && !this.#kept.has(id) && !this.#hidden.has(id));
    this.#keptPlaces = this.#hiddenPlaces = undefined;
  }

  /**
   * Applies Email/queryChanges (RFC 8620 §5.6). The server may name as removed what never stood in the list; the
   * totals tell how many really left. When some left places that are not known, only what stands before the first
   * gap is certain, and the rest is forgotten, to be loaded again.
   * @param mayKeep Emails that stay on the screen although they left the query
   * @returns false where the answer does not fit: then the list must start anew
   */
  applyChanges(
    changes: Pick<QueryChangesResult, "removed" | "added" | "total">,
    mayKeep: (id: Id) => boolean,
  ): boolean {
    const { removed, added, total } = changes;
    if (total === undefined) return false;
    const server = this.#serverItems();
    const leaving = new Set(removed);
    const knownCount = server.ids.reduce((count, id) => count + Number(leaving.has(id)), 0);
    const leavingCount = server.length + added.length - total;
    if (leavingCount < knownCount) return false;
    if (leavingCount > knownCount) {
      const gap = server.firstGap;
      if (gap === server.length) return false;
      server.resize(gap);
    }
    server.remove((id) => leaving.has(id));
    const arriving = new Set(added.map(({ id }) => id));
    const stays = (id: Id): boolean => leaving.has(id) && !arriving.has(id) && mayKeep(id);
    server.insert(added.toSorted((a, b) => a.index - b.index).map(({ id, index }) => [index, id] as const));
    if (server.length > total) return false;
    server.resize(total);
    this.#replace(server, arriving, new Set(this.#items.ids.filter((id) => this.#kept.has(id) || stays(id))));
    return true;
  }

  /** Lets the kept Emails go: another list was opened. */
  dropKept(): boolean {
    if (this.#kept.size === 0) return false;
    this.#replace(this.#serverItems(), new Set(), new Set());
    return true;
  }

  /** New items of the server, with the kept Emails put back behind those that they followed. */
  #replace(server: KnownPlaces, arrived: ReadonlySet<Id>, keep: ReadonlySet<Id> = new Set(this.#kept)): void {
    const before = this.#items;
    this.#items = server;
    this.#kept.clear();
    this.#keptPlaces = this.#hiddenPlaces = undefined;
    for (const id of keep.size > 0 ? before.ids : []) {
      if (!keep.has(id) || arrived.has(id)) continue;
      const previous = before.lastBefore(before.placeOf(id)!, (other) => server.placeOf(other) !== undefined);
      server.insert([[previous === undefined ? 0 : server.placeOf(previous)! + 1, id]]);
      this.#kept.add(id);
    }
    for (const id of this.#hidden) if (server.placeOf(id) === undefined) this.#hidden.delete(id);
  }

  #serverItems(): KnownPlaces {
    const server = this.#items.copy();
    server.remove((id) => this.#kept.has(id));
    return server;
  }

  #placesOf(which: "kept" | "hidden"): readonly number[] {
    const cached = which === "kept" ? this.#keptPlaces : this.#hiddenPlaces;
    if (cached) return cached;
    const ids = which === "kept" ? this.#kept : this.#hidden;
    const places = [...ids].map((id) => this.#items.placeOf(id) ?? -1).filter((place) => place >= 0);
    places.sort((a, b) => a - b);
    if (which === "kept") this.#keptPlaces = places;
    else this.#hiddenPlaces = places;
    return places;
  }
}
