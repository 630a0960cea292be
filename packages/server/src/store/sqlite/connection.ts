/** One SQLite connection with its prepared statements. Nothing above this folder knows node:sqlite. */
import { DatabaseSync, type StatementSync } from "node:sqlite";
import { StoreError } from "../errors.ts";
import type { SqlValue } from "../reader.ts";

/** Enough for every constant statement; lists of varying length push each other out. */
const MAX_STATEMENTS = 300;

export interface ConnectionOptions {
  file: string;
  readOnly: boolean;
  /** false only where losing everything at a crash is right: tests. */
  durable: boolean;
}

export class Connection {
  readonly file: string;
  readonly #database: DatabaseSync;
  readonly #durable: boolean;
  readonly #statements = new Map<string, StatementSync>();

  constructor({ file, readOnly, durable }: ConnectionOptions) {
    this.file = file;
    this.#durable = durable;
    try {
      // A short wait only: it blocks the event loop. Who needs the write lock asks again (see store.ts).
      this.#database = new DatabaseSync(file, { timeout: 100 });
    } catch (error) {
      throw sqlError(error, file);
    }
    this.exec("pragma journal_mode = wal");
    this.exec(`pragma synchronous = ${durable ? "full" : "off"}`);
    this.exec("pragma foreign_keys = on; pragma cache_size = -16000; pragma temp_store = memory");
    this.exec("pragma journal_size_limit = 67108864");
    // Pages of 4 KiB, eight times as many as usual: what many commits change again and again is written home once.
    this.exec("pragma wal_autocheckpoint = 8000");
    if (readOnly) this.exec("pragma query_only = on");
  }

  /** What is committed meanwhile is written in its order, but not waited for. Between transactions alone. */
  async withoutSync<T>(work: () => Promise<T>): Promise<T> {
    if (!this.#durable) return work();
    this.exec("pragma synchronous = normal");
    try {
      return await work();
    } finally {
      this.exec("pragma synchronous = full");
    }
  }

  /** Whoever is busy is not waited for, which would block the thread. For who asks again by itself. */
  waitForNobody(): void {
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

  get(sql: string, params: readonly SqlValue[] = []): unknown {
    try {
      return this.#prepare(sql).get(...params);
    } catch (error) {
      throw sqlError(error, this.file);
    }
  }

  run(sql: string, params: readonly SqlValue[]): { changes: number; lastKey: number } {
    try {
      const { changes, lastInsertRowid } = this.#prepare(sql).run(...params);
      return { changes: Number(changes), lastKey: Number(lastInsertRowid) };
    } catch (error) {
      throw sqlError(error, this.file);
    }
  }

  /** Another number after every commit of another connection. */
  dataVersion(): number {
    return (this.get("pragma data_version") as { data_version: number }).data_version;
  }

  /** Whether the statement gives rows (select, returning). */
  hasRows(sql: string): boolean {
    try {
      return this.#prepare(sql).columns().length > 0;
    } catch (error) {
      throw sqlError(error, this.file);
    }
  }

  close(): void {
    this.#statements.clear();
    this.#database.close();
  }

  #prepare(sql: string): StatementSync {
    const known = this.#statements.get(sql);
    if (known) return known;
    const statement = this.#database.prepare(sql);
    if (this.#statements.size >= MAX_STATEMENTS) {
      const oldest = this.#statements.keys().next().value;
      if (oldest !== undefined) this.#statements.delete(oldest);
    }
    this.#statements.set(sql, statement);
    return statement;
  }
}

export const isBusy = (error: unknown): boolean => error instanceof StoreError && error.code === "busy";

/** SQLITE_IOERR_WRITE: SQLite has SQLITE_FULL for ENOSPC alone, not for a quota. */
const WRITE_FAILED = 778;

/** Primary result codes of SQLite as errors with one clear line; others stay as they are (they are our own mistakes). */
function sqlError(error: unknown, file: string): unknown {
  if (!(error instanceof Error) || !("errcode" in error)) return error;
  const cause = { cause: error };
  if (error.errcode === WRITE_FAILED) return new StoreError("diskFull", `${file} could not be written`, cause);
  switch (Number(error.errcode) & 0xff) {
    case 5:
    case 6:
      return new StoreError("busy", `The database ${file} is in use by another process`, cause);
    case 13:
      return new StoreError("diskFull", `The disk is full: ${file} could not be written`, cause);
    case 11:
    case 26:
      return new StoreError("corrupt", `${file} is damaged or not a database of Pismo`, cause);
    case 8:
    case 14:
      return new StoreError("unreadable", `No permission to use ${file}`, cause);
    default:
      return error;
  }
}
