/**
 * Records of one type: what the server said, and over it what was done here and is not confirmed yet.
 * The shown record is the server's with the pending changes applied, so a response from before a change
 * cannot undo it on the screen, and taking a change back is leaving it out.
 */
import type { Id } from "@pismo/jmap";
import { type Listener, tell } from "../signal.ts";

type Change<T> = (record: T) => T;
interface Open<T> {
  token: symbol;
  change: Change<T>;
}
/** The confirmed version of a record, for responses to earlier requests. */
interface Confirmed<T> {
  tick: number;
  /** Those that met no record: it was not loaded, or let go. */
  changes: readonly Change<T>[];
}

export class RecordMap<T extends { id: Id }> {
  readonly #base = new Map<Id, T>();
  readonly #shown = new Map<Id, T>();
  readonly #open = new Map<Id, Open<T>[]>();
  readonly #destroyed = new Map<Id, symbol>();
  readonly #listeners = new Map<Id, Set<Listener>>();
  readonly #confirmed = new Map<Id, Confirmed<T>>();
  #tick = 0;
  /** Told of every record whose shown value changed. */
  onChange: ((id: Id) => void) | undefined;

  get(id: Id): T | undefined {
    return this.#shown.get(id);
  }

  has(id: Id): boolean {
    return this.#shown.has(id);
  }

  /** The server's latest version, without pending changes. */
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
      const confirmed = this.#confirmed.get(id);
      const isOlder = confirmed !== undefined && confirmed.tick > askedAt;
      if (isOlder && this.#base.has(id)) continue;
      this.#base.delete(id);
      this.#base.set(id, isOlder ? confirmed.changes.reduce((older, change) => change(older), record) : record);
      if (confirmed?.changes.length) this.#confirmed.set(id, { tick: confirmed.tick, changes: [] });
      this.#show(id);
    }
  }

  remove(ids: readonly Id[]): void {
    for (const id of ids) {
      this.#base.delete(id);
      this.#confirmed.delete(id);
      this.#show(id);
    }
  }

  /** Applies a change to the record optimistically, until it is confirmed or rolled back under the same token. */
  apply(token: symbol, id: Id, change: Change<T>): void {
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
    const done = (this.#open.get(id) ?? []).flatMap((open) => (open.token === token ? [open.change] : []));
    let late: readonly Change<T>[] = [];
    if (this.#destroyed.get(id) === token) {
      this.#destroyed.delete(id);
      this.#base.delete(id);
    } else if (base) {
      this.#base.set(
        id,
        done.reduce((record, change) => change(record), base),
      );
    } else late = [...(this.#confirmed.get(id)?.changes ?? []), ...done];
    this.#confirmed.set(id, { tick: ++this.#tick, changes: late });
    this.#forget(token, id);
  }

  /** The server did not do it, or it was taken back before it was sent. */
  rollBack(token: symbol, id: Id): void {
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
      this.#confirmed.delete(id);
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
