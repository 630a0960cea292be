/** The interfaces to read and write with. Functions that write require a Transactor. */
import type { Id } from "@pismo/jmap";
import type { BlobStore } from "../blobs/blobs.ts";
import type { SearchIndex } from "../search/search-index.ts";
import type { KeyedTable } from "./engine.ts";
import type { SqlValue } from "./sql-fragment.ts";

export declare const writable: unique symbol;

/** A snapshot: everything read through one Reader is consistent. It ends with the callback that received it. */
export interface Reader {
  /** Local blobs alone: a snapshot never waits for a network. */
  readonly blobs: BlobStore;
  readonly search: SearchIndex;
  /** Runs a prepared statement with "?" for its parameters. */
  all<Row>(sql: string, ...params: SqlValue[]): Promise<Row[]>;
  get<Row>(sql: string, ...params: SqlValue[]): Promise<Row | undefined>;
}

/** A transaction that owns the one writing connection until it ends. */
export interface Transactor extends Reader {
  readonly [writable]: true;
  run(sql: string, ...params: SqlValue[]): Promise<{ changes: number }>;
  /** Reserves keys for rows of a table, ascending. */
  newKeys(table: KeyedTable, count: number): Promise<number[]>;
  /** Runs one statement for many rows without yielding in between. */
  runAll(sql: string, rows: readonly (readonly SqlValue[])[]): Promise<void>;
  /**
   * The next number of the account's counter; each changed object has its own. The account's clients are pushed to.
   * @param count of consecutive numbers; the first is returned
   */
  nextModSeq(accountId: Id, count?: number): Promise<number>;
  /** Defers work to the end of the transaction, where it runs in order. */
  atEnd(work: () => Promise<unknown>): void;
  /** Rolls `work` alone back when it throws, so that one record's failure leaves the others. */
  savepoint<T>(work: () => Promise<T>): Promise<T>;
}

/** Yields to the event loop: long work calls it between slices. */
export const breathe = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

/** Runs `work` over slices of at most `size` items, yielding in between; returns the results in order. */
export async function inSlices<T, R>(
  items: readonly T[],
  size: number,
  work: (slice: T[]) => Promise<R[]>,
): Promise<R[]> {
  if (items.length === 0) return [];
  if (items.length <= size) return work([...items]);
  const results: R[] = [];
  for (let at = 0; at < items.length; at += size) {
    for (const result of await work(items.slice(at, at + size))) results.push(result);
    await breathe();
  }
  return results;
}
