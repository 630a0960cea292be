/** What a piece of work gets to read and write with. Writing takes a Transactor by type. */
import type { Id } from "@pismo/jmap";
import type { Kysely } from "kysely";
import type { BlobStore } from "./blobs.ts";
import type { Database } from "./schema.ts";

export type SqlValue = string | number | bigint | null | Uint8Array;

export declare const writable: unique symbol;

/** A snapshot: everything read through one Reader is of one moment. It ends with the work it was made for. */
export interface Reader {
  readonly db: Kysely<Database>;
  /** Those that are here. */
  readonly blobs: BlobStore;
  /** For hot loops: a prepared statement with "?" for its parameters, about eight times as fast as the same through `db`. */
  all<Row>(sql: string, ...params: SqlValue[]): Promise<Row[]>;
  get<Row>(sql: string, ...params: SqlValue[]): Promise<Row | undefined>;
}

/** A transaction that owns the one writing connection until it ends. */
export interface Transactor extends Reader {
  readonly [writable]: true;
  run(sql: string, ...params: SqlValue[]): Promise<{ changes: number; lastKey: number }>;
  /** One statement for many rows, one after the other without a turn in between. Gives the key of the last. */
  runAll(sql: string, rows: readonly (readonly SqlValue[])[]): Promise<number>;
  /**
   * The next number of the account's counter; each object change takes its own. Marks the account for push.
   * @param count numbers in a row, of which it gives the first
   */
  nextModSeq(accountId: Id, count?: number): Promise<number>;
  /** Puts off work to the end of the transaction, where it is done in order. Nothing sees its effect before. */
  atEnd(work: () => Promise<unknown>): void;
  /** Work that is taken back alone when it throws, so that one record's failure leaves the others. */
  savepoint<T>(work: () => Promise<T>): Promise<T>;
}

/** Lets the event loop turn: long work calls it between slices. */
export const breathe = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

/** `work` over slices of at most `size` items, the results one after the other; the loop turns between slices. */
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
