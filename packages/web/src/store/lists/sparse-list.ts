/**
 * The ids of a long list of which some windows are known. Three ways to count its positions:
 * - the server's: what Email/query counts;
 * - `items`: the server's with *retained* Emails between (they left the query, but stay on the screen);
 * - the shown: `items` without the *hidden* ones (they are leaving, the server does not know yet).
 */
import type { Id, QueryChangesResult } from "@pismo/jmap";
import { countBelow, KnownPositions } from "./known-positions.ts";

/** The n-th position that is not in an ascending list of positions. */
function positionWithout(sorted: readonly number[], n: number): number {
  let low = 0;
  let high = sorted.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (sorted[middle]! - middle <= n) low = middle + 1;
    else high = middle;
  }
  return n + low;
}

/** Emails whose positions are remembered: 100,000 take some 10 MB. */
const maxKnown = 100_000;

export class SparseList {
  #items = new KnownPositions();
  readonly #retained = new Set<Id>();
  readonly #hidden = new Set<Id>();
  #retainedPositions: number[] | undefined;
  #hiddenPositions: number[] | undefined;

  /** How many Emails are shown. */
  get total(): number {
    return this.#items.length - this.#positionsOf("hidden").length;
  }

  /** How many the server counts. */
  get serverTotal(): number {
    return this.#items.length - this.#positionsOf("retained").length;
  }

  /** The id at a shown index, or undefined where it is not known. */
  idAt(index: number): Id | undefined {
    return index < 0 ? undefined : this.#items.idAt(positionWithout(this.#positionsOf("hidden"), index));
  }

  /** The shown index, or -1. */
  indexOf(id: Id): number {
    const position = this.#items.positionOf(id);
    return position === undefined || this.#hidden.has(id)
      ? -1
      : position - countBelow(this.#positionsOf("hidden"), position);
  }

  /** Whether the list knows the Email, shown or not. */
  has(id: Id): boolean {
    return this.#items.positionOf(id) !== undefined;
  }

  /** Whether it stands in the server's list, as far as that is known. */
  isListed(id: Id): boolean {
    return this.has(id) && !this.#retained.has(id);
  }

  /** The server's position for a shown index. */
  serverPosition(index: number): number {
    const position = positionWithout(this.#positionsOf("hidden"), index);
    return position - countBelow(this.#positionsOf("retained"), position);
  }

  /** All ids that are known, in order. */
  knownIds(): readonly Id[] {
    return this.#items.ids;
  }

  /** Emails that are known one after the other, by the server's count: from a position on, or from the next that is known. */
  stretch(from: number, limit: number, isWanted: (id: Id) => boolean): { position: number; ids: Id[] } {
    const server = this.#serverItems();
    let position = from;
    const isKnown = (at: number): boolean => {
      const id = server.idAt(at);
      return id !== undefined && isWanted(id);
    };
    while (position < from + limit && !isKnown(position)) position++;
    const ids: Id[] = [];
    while (ids.length < limit && isKnown(position + ids.length)) ids.push(server.idAt(position + ids.length)!);
    return { position, ids };
  }

  /** The shortest range of shown indexes that holds all which are not there of another; undefined where all are. */
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
    this.#hiddenPositions = undefined;
    return true;
  }

  /** Puts a window of the server's list in. Only right while the list is in the same query state. */
  insertWindow(position: number, ids: readonly Id[], total: number): void {
    // Nothing moves: what is known stays where it is, however long the list.
    if (this.#retained.size === 0 && this.#items.length === total) {
      this.#items.fill(position, ids);
      this.#hiddenPositions = undefined;
      return;
    }
    const server = this.#serverItems();
    server.resize(total);
    server.fill(position, ids);
    this.#replace(server, new Set(ids));
  }

  /** Starts over from one window. */
  reset(position: number, ids: readonly Id[], total: number): void {
    const server = new KnownPositions(total);
    server.fill(position, ids);
    this.#replace(server, new Set(ids));
  }

  /** Where too many are known, forgets where Emails stand that would have to be asked for again anyway. */
  trim(isLoaded: (id: Id) => boolean): void {
    if (this.#items.ids.length <= maxKnown) return;
    this.#items.forget((id) => !isLoaded(id) && !this.#retained.has(id) && !this.#hidden.has(id));
    this.#retainedPositions = this.#hiddenPositions = undefined;
  }

  /**
   * Applies Email/queryChanges (RFC 8620 §5.6). The server may name as removed what never stood in the list; the
   * totals tell how many really left. When some left positions that are not known, only what stands before the first
   * gap is certain, and the rest is forgotten, to be loaded again.
   * @param mayRetain Emails that stay on the screen although they left the query
   * @param isReplaced those that do not, nor any longer: another row stands for them
   * @returns false where the answer does not fit: then the list must be reloaded
   */
  applyChanges(
    changes: Pick<QueryChangesResult, "removed" | "added" | "total">,
    mayRetain: (id: Id) => boolean,
    isReplaced: (id: Id) => boolean = () => false,
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
    const stays = (id: Id): boolean => leaving.has(id) && !arriving.has(id) && mayRetain(id);
    server.insert(added.toSorted((a, b) => a.index - b.index).map(({ id, index }) => [index, id] as const));
    if (server.length > total) return false;
    server.resize(total);
    this.#replace(
      server,
      arriving,
      new Set(this.#items.ids.filter((id) => (this.#retained.has(id) || stays(id)) && !isReplaced(id))),
    );
    return true;
  }

  /** Lets the retained Emails go: another list was opened. */
  releaseRetained(): boolean {
    if (this.#retained.size === 0) return false;
    this.#replace(this.#serverItems(), new Set(), new Set());
    return true;
  }

  /** New items of the server, with the retained Emails put back behind those that they followed. */
  #replace(server: KnownPositions, arrived: ReadonlySet<Id>, retain: ReadonlySet<Id> = new Set(this.#retained)): void {
    const before = this.#items;
    this.#items = server;
    this.#retained.clear();
    this.#retainedPositions = this.#hiddenPositions = undefined;
    for (const id of retain.size > 0 ? before.ids : []) {
      if (!retain.has(id) || arrived.has(id)) continue;
      const previous = before.lastBefore(before.positionOf(id)!, (other) => server.positionOf(other) !== undefined);
      server.insert([[previous === undefined ? 0 : server.positionOf(previous)! + 1, id]]);
      this.#retained.add(id);
    }
    for (const id of this.#hidden) if (server.positionOf(id) === undefined) this.#hidden.delete(id);
  }

  #serverItems(): KnownPositions {
    const server = this.#items.copy();
    server.remove((id) => this.#retained.has(id));
    return server;
  }

  #positionsOf(which: "retained" | "hidden"): readonly number[] {
    const cached = which === "retained" ? this.#retainedPositions : this.#hiddenPositions;
    if (cached) return cached;
    const ids = which === "retained" ? this.#retained : this.#hidden;
    const positions = [...ids].map((id) => this.#items.positionOf(id) ?? -1).filter((position) => position >= 0);
    positions.sort((a, b) => a - b);
    if (which === "retained") this.#retainedPositions = positions;
    else this.#hiddenPositions = positions;
    return positions;
  }
}
