/** One SQLite connection with its prepared statements. Nothing above this folder knows node:sqlite. */
import { DatabaseSync, type StatementSync } from "node:sqlite";
import type { KeyedTable, SqlConnection } from "../db/engine.ts";
import { sqliteFts } from "./fts.ts";
import type { SqlValue } from "../db/sql-fragment.ts";
import { toSqlite } from "./dialect.ts";
import { sqlError } from "./sql-error.ts";

export { isBusy } from "./sql-error.ts";

/** Enough for every constant statement; composed statements evict each other. */
const MAX_STATEMENTS = 300;

export interface ConnectionOptions {
  file: string;
  readOnly: boolean;
  /** false only in tests, where a crash may lose everything. */
  durable: boolean;
}

export class Connection implements SqlConnection {
  readonly search = sqliteFts;
  readonly file: string;
  readonly #database: DatabaseSync;
  readonly #durable: boolean;
  readonly #statements = new Map<string, StatementSync>();

  constructor({ file, readOnly, durable }: ConnectionOptions) {
    this.file = file;
    this.#durable = durable;
    try {
      // A short wait only: it blocks the event loop. Callers that need the write lock retry (see store.ts).
      this.#database = new DatabaseSync(file, { timeout: 100 });
    } catch (error) {
      throw sqlError(error, file);
    }
    this.exec("pragma journal_mode = wal");
    this.exec(`pragma synchronous = ${durable ? "full" : "off"}`);
    this.exec("pragma foreign_keys = on; pragma cache_size = -16000; pragma temp_store = memory");
    this.exec("pragma journal_size_limit = 67108864");
    // In pages of 4 KiB, eight times the default: a page that many commits change is checkpointed once.
    this.exec("pragma wal_autocheckpoint = 8000");
    if (readOnly) this.exec("pragma query_only = on");
  }

  /** Commits during `work` are written in order, but not waited for. Not inside a transaction. */
  async withoutSync<T>(work: () => Promise<T>): Promise<T> {
    if (!this.#durable) return work();
    this.exec("pragma synchronous = normal");
    try {
      return await work();
    } finally {
      this.exec("pragma synchronous = full");
    }
  }

  /** Reports "busy" at once instead of blocking the thread, for callers that retry by themselves. */
  failWhenBusy(): void {
    this.exec("pragma busy_timeout = 0");
  }

  exec(sql: string): void {
    try {
      this.#database.exec(sql);
    } catch (error) {
      throw sqlError(error, this.file);
    }
  }

  all<Row>(sql: string, params: readonly SqlValue[] = []): Row[] {
    try {
      return this.#prepare(sql).all(...params) as Row[];
    } catch (error) {
      throw sqlError(error, this.file);
    }
  }

  /** Row by row, for more than fit in memory. The statement must not be run again before the last row. */
  *iterate<Row>(sql: string, params: readonly SqlValue[] = []): Iterable<Row> {
    try {
      yield* this.#prepare(sql).iterate(...params) as Iterable<Row>;
    } catch (error) {
      throw sqlError(error, this.file);
    }
  }

  get(sql: string, params: readonly SqlValue[] = []): unknown {
    try {
      return this.#prepare(sql).get(...params);
    } catch (error) {
      throw sqlError(error, this.file);
    }
  }

  run(sql: string, params: readonly SqlValue[]): { changes: number } {
    try {
      return { changes: Number(this.#prepare(sql).run(...params).changes) };
    } catch (error) {
      throw sqlError(error, this.file);
    }
  }

  /** Without yielding in between. */
  runAll(sql: string, rows: readonly (readonly SqlValue[])[]): void {
    for (const params of rows) this.run(sql, params);
  }

  /** The rows must be inserted before the next call: SQLite counts them then. */
  newKeys(table: KeyedTable, count: number): number[] {
    const row = this.get("select seq from sqlite_sequence where name = ?", [table]) as { seq: number } | undefined;
    return Array.from({ length: count }, (_, index) => (row?.seq ?? 0) + 1 + index);
  }

  /** Changes with every commit of another connection. */
  dataVersion(): number {
    return (this.get("pragma data_version") as { data_version: number }).data_version;
  }

  close(): void {
    this.#statements.clear();
    this.#database.close();
  }

  #prepare(sql: string): StatementSync {
    const known = this.#statements.get(sql);
    if (known) return known;
    const statement = this.#database.prepare(toSqlite(sql));
    if (this.#statements.size >= MAX_STATEMENTS) {
      const oldest = this.#statements.keys().next().value;
      if (oldest !== undefined) this.#statements.delete(oldest);
    }
    this.#statements.set(sql, statement);
    return statement;
  }
}
