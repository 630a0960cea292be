/** What the store asks of a database. What differs between databases lies behind this, in a folder for each. */
import type { Id } from "@pismo/jmap";
import type { SearchIndex } from "../search/search-index.ts";
import type { SqlValue } from "./sql-fragment.ts";

/** SQLite answers at once: a promise for each of its rows would cost more than the row. */
type Awaitable<T> = T | Promise<T>;

/** Tables of which many rows are inserted at once, under keys that are needed before. */
export type KeyedTable = "email" | "email_submission" | "identity" | "mailbox" | "push_subscription" | "thread";

/** A connection within a transaction. "?" and "?1" stand for parameters. */
export interface SqlConnection {
  readonly search: SearchIndex;
  all<Row>(sql: string, params?: readonly SqlValue[]): Awaitable<Row[]>;
  get(sql: string, params?: readonly SqlValue[]): unknown;
  run(sql: string, params: readonly SqlValue[]): Awaitable<{ changes: number }>;
  /** Runs one statement for many rows. */
  runAll(sql: string, rows: readonly (readonly SqlValue[])[]): Awaitable<void>;
  /** Reserves keys for rows of a table, ascending. */
  newKeys(table: KeyedTable, count: number): Awaitable<number[]>;
  exec(sql: string): Awaitable<void>;
}

export interface TransactionOptions {
  /**
   * Only for work that would be repeated by itself, such as ingesting messages that their server still has: the commit
   * does not wait for the disk. A power failure may lose the last of these commits, never an earlier one alone.
   */
  isRepeatable?: boolean;
  /**
   * All that it reads for its writes and all that it writes is this account's: an engine that can runs transactions of
   * other accounts beside it. Left out: it runs alone.
   */
  accountId?: Id;
}

/** Reports commits of other processes and threads. */
export interface CommitWatch {
  /** Own commits are reported at once: what the engine reports of them again costs a query without news. */
  noteOwn(accountIds: Iterable<Id>): void;
  /** Polls now. */
  check(): void;
  stop(): void;
}

export interface Engine {
  /** Runs `work` on a snapshot taken at the call; writers never block it. */
  snapshot<T>(work: (connection: SqlConnection) => Promise<T>): Promise<T>;
  /** The same for `work` of one statement, which is a snapshot by itself. */
  single<T>(work: (connection: SqlConnection) => Promise<T>): Promise<T>;
  /** One transaction at a time, or one of each account; durable when it resolves, rolled back when `work` throws. */
  transaction<T>(work: (connection: SqlConnection) => Promise<T>, options: TransactionOptions): Promise<T>;
  /** A number that changes with every commit, of any process; undefined where commits of others are heard of later. */
  version(): number | undefined;
  watchCommits(notify: (accountIds: ReadonlySet<Id>) => void): CommitWatch;
  /** Waits for the transactions that are open. */
  close(): Promise<void>;
}
