/**
 * Records of one type: what the server said, and over it what was done here and is not confirmed yet.
 * What is shown is the server's record with the open changes applied, so an answer from before a change
 * cannot undo it on the screen, and taking a change back is leaving it out.
 */
import type { Id } from "@pismo/jmap";
import { type Listener, tell } from "./signal.ts";

type Change<T> = (record: T) => T;
interface Open<T> {
  token: symbol;
  change: Change<T>;
}

export class RecordMap<T extends { id: Id }> {
  readonly #base = new Map<Id, T>();
  readonly #shown = new Map<Id, T>();
  readonly #open = new Map<Id, Open<T>[]>();
  readonly #destroyed = new Map<Id, symbol>();
  readonly #listeners = new Map<Id, Set<Listener>>();
  readonly #confirmedAt = new Map<Id, number>();
  #tick = 0;
  /** Told of every record whose shown value changed. */
  onChange: ((id: Id) => void) | undefined;

  get(id: Id): T | undefined {
    return this.#shown.get(id);
  }

  has(id: Id): boolean {
    return this.#shown.has(id);
  }

  /** What the server said last, without the changes that wait. */
  base(id: Id): T | undefined {
    return this.#base.get(id);
  }

  ids(): Id[] {
    return [...this.#base.keys()];
  }

  values(): T[] {
    return [...this.#shown.values()];
  }

  get size(): number {
    return this.#base.size;
  }

  /** Taken before a request: what it answers is older than any change confirmed after it. */
  now(): number {
    return ++this.#tick;
  }

  /**
   * Takes what the server said.
   * @param askedAt `now()` before the request; a record that was confirmed changed in between keeps its newer state
   */
  put(records: readonly T[], askedAt = Infinity): void {
    for (const record of records) {
      const { id } = record;
      if (this.#base.has(id) && (this.#confirmedAt.get(id) ?? -1) > askedAt) continue;
      this.#base.delete(id);
      this.#base.set(id, record);
      this.#show(id);
    }
  }

  remove(ids: readonly Id[]): void {
    for (const id of ids) {
      this.#base.delete(id);
      this.#confirmedAt.delete(id);
      this.#show(id);
    }
  }

  /** Lays a change over the record, until it is confirmed or dropped under the same token. */
  lay(token: symbol, id: Id, change: Change<T>): void {
    const open = this.#open.get(id);
    if (open) open.push({ token, change });
    else this.#open.set(id, [{ token, change }]);
    this.#show(id);
  }

  /** Shows the record no more, until it is confirmed or dropped under the same token. */
  layDestroyed(token: symbol, id: Id): void {
    this.#destroyed.set(id, token);
    this.#show(id);
  }

  /** The server did it: the change becomes part of what the server said. */
  confirm(token: symbol, id: Id): void {
    const base = this.#base.get(id);
    if (this.#destroyed.get(id) === token) {
      this.#destroyed.delete(id);
      this.#base.delete(id);
    } else if (base) {
      const done = this.#open.get(id)?.filter((open) => open.token === token) ?? [];
      this.#base.set(
        id,
        done.reduce((record, { change }) => change(record), base),
      );
    }
    this.#confirmedAt.set(id, ++this.#tick);
    this.#forget(token, id);
  }

  /** The server did not do it, or it was taken back before it was sent. */
  drop(token: symbol, id: Id): void {
    if (this.#destroyed.get(id) === token) this.#destroyed.delete(id);
    this.#forget(token, id);
  }

  #forget(token: symbol, id: Id): void {
    const left = this.#open.get(id)?.filter((open) => open.token !== token) ?? [];
    if (left.length > 0) this.#open.set(id, left);
    else this.#open.delete(id);
    this.#show(id);
  }

  #show(id: Id): void {
    const before = this.#shown.get(id);
    const base = this.#destroyed.has(id) ? undefined : this.#base.get(id);
    const after = base && (this.#open.get(id) ?? []).reduce((record, { change }) => change(record), base);
    if (after === before) return;
    if (after) this.#shown.set(id, after);
    else this.#shown.delete(id);
    this.onChange?.(id);
    tell(this.#listeners.get(id) ?? []);
  }

  /** Lets the records go that were loaded longest ago, except those on the screen or with open changes. */
  trim(limit: number): void {
    if (this.#base.size <= limit) return;
    const aim = limit * 0.8;
    for (const id of this.#base.keys()) {
      if (this.#base.size <= aim) return;
      if (this.#listeners.has(id) || this.#open.has(id) || this.#destroyed.has(id)) continue;
      this.#base.delete(id);
      this.#shown.delete(id);
      this.#confirmedAt.delete(id);
    }
  }

  isWatched(id: Id): boolean {
    return this.#listeners.has(id);
  }

  subscribe(id: Id, listener: Listener): () => void {
    const listeners = this.#listeners.get(id) ?? new Set();
    this.#listeners.set(id, listeners.add(listener));
    return () => {
      listeners.delete(listener);
      if (listeners.size === 0 && this.#listeners.get(id) === listeners) this.#listeners.delete(id);
    };
  }
}
