/** A list of which only what is in sight is loaded, a page at a time, and which is kept up to date. */
import type { Id, StateType } from "@pismo/jmap";
import { useEffect, useMemo, useSyncExternalStore } from "react";
import { getAccount } from "../session/session.ts";
import { onNews } from "../sync/news.ts";

export interface LoadedList<T> {
  /** Undefined until it is known. */
  total: number | undefined;
  /** Whether the last request failed; the next one tries again. */
  hasFailed: boolean;
  /** Of a position; undefined until it is there. */
  at: (position: number) => T | undefined;
}

/** Items of one request, and how many there are in all. */
export interface Page<T> {
  items: readonly T[];
  total: number;
}

/** The size of the page of a list that comes whole. */
export const WHOLE = Number.MAX_SAFE_INTEGER;

export class LivePages<T> {
  readonly #size: number;
  readonly #fetch: (from: number) => Promise<Page<T>>;
  readonly #listeners = new Set<() => void>();
  #pages = new Map<number, readonly T[]>();
  /** Pages of the state before, shown until theirs are there. */
  #stale = new Map<number, readonly T[]>();
  #loading = new Set<number>();
  #wanted: readonly [from: number, to: number] = [0, 1];
  /** Counts the refreshes: what was asked for before one is no longer true. */
  #round = 0;
  #list: LoadedList<T> = { total: undefined, hasFailed: false, at: () => undefined };

  /** @param size positions of a page, or WHOLE @param fetch the page that begins at a position */
  constructor(size: number, fetch: (from: number) => Promise<Page<T>>) {
    this.#size = size;
    this.#fetch = fetch;
  }

  readonly list = (): LoadedList<T> => this.#list;

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  /** The positions in sight are fetched. */
  readonly want = (from: number, to: number): void => {
    this.#wanted = [Math.max(0, from), Math.max(1, to)];
    const size = this.#size;
    for (let page = Math.floor(this.#wanted[0] / size); page * size < this.#wanted[1]; page++) void this.#load(page);
  };

  /** Something has come or gone. */
  readonly refresh = (): void => {
    this.#round++;
    this.#stale = new Map([...this.#stale, ...this.#pages]);
    this.#pages = new Map();
    this.#loading = new Set();
    this.want(...this.#wanted);
  };

  async #load(page: number): Promise<void> {
    if (this.#pages.has(page) || this.#loading.has(page)) return;
    const { total } = this.#list;
    if (total !== undefined && page > 0 && page * this.#size >= total && !this.#stale.has(page)) return;
    this.#loading.add(page);
    const round = this.#round;
    try {
      const { items, total: all } = await this.#fetch(page * this.#size);
      if (round !== this.#round) return;
      this.#pages.set(page, items);
      this.#stale.delete(page);
      this.#tell(all, false);
    } catch {
      if (round === this.#round) this.#tell(total, true);
    } finally {
      if (round === this.#round) this.#loading.delete(page);
    }
  }

  #tell(total: number | undefined, hasFailed: boolean): void {
    this.#list = {
      total,
      hasFailed,
      at: (position) => {
        const page = Math.floor(position / this.#size);
        return (this.#pages.get(page) ?? this.#stale.get(page))?.[position % this.#size];
      },
    };
    for (const listener of this.#listeners) listener();
  }
}

export interface ShownList<T> extends LoadedList<T> {
  live: LivePages<T>;
  want: (from: number, to: number) => void;
  refresh: () => void;
}

/**
 * The list of a query of the shown account.
 * @param type whose changes are followed
 * @param pagesOf always the same function
 */
export function useLivePages<Q, T>(
  query: Q,
  type: StateType,
  pagesOf: (query: Q, accountId: Id) => LivePages<T>,
): ShownList<T> {
  const key = JSON.stringify(query);
  const { accountId } = getAccount();
  const live = useMemo(() => pagesOf(JSON.parse(key) as Q, accountId), [key, accountId, pagesOf]);
  const list = useSyncExternalStore(live.subscribe, live.list, live.list);
  useEffect(() => {
    live.want(0, 1);
    return onNews((changed) => {
      if (!changed || changed[accountId]?.[type] !== undefined) live.refresh();
    });
  }, [live, accountId, type]);
  return useMemo(() => ({ ...list, live, want: live.want, refresh: live.refresh }), [list, live]);
}
