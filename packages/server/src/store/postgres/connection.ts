/** One connection to PostgreSQL. Nothing above this folder knows pg. */
import { type ClientBase, type QueryResult, types as pgTypes } from "pg";
import type { KeyedTable, SqlConnection } from "../db/engine.ts";
import type { SqlValue } from "../db/sql-fragment.ts";
import { toPostgres } from "./dialect.ts";
import { postgresSearch } from "./search.ts";
import { sqlError } from "./sql-error.ts";

/** Numbers of the store are below 2^53; JSON is parsed by its readers, as with SQLite. */
const parsers: Record<number, (text: string) => unknown> = {
  [pgTypes.builtins.INT2]: Number,
  [pgTypes.builtins.INT4]: Number,
  [pgTypes.builtins.INT8]: Number,
  [pgTypes.builtins.FLOAT8]: Number,
  [pgTypes.builtins.NUMERIC]: Number,
  [pgTypes.builtins.BOOL]: (text) => (text === "t" ? 1 : 0),
  [pgTypes.builtins.JSON]: String,
  [pgTypes.builtins.JSONB]: String,
  [pgTypes.builtins.BYTEA]: pgTypes.getTypeParser(pgTypes.builtins.BYTEA),
};
const types = { getTypeParser: (oid: number) => parsers[oid] ?? String };

const MAX_TEXTS = 500;
/** Translated texts; composed statements evict each other. */
const texts = new Map<string, string>();

function translated(sql: string): string {
  const known = texts.get(sql);
  if (known !== undefined) return known;
  const text = toPostgres(sql);
  if (texts.size >= MAX_TEXTS) texts.delete(texts.keys().next().value!);
  texts.set(sql, text);
  return text;
}

/** PostgreSQL has no U+0000 in texts: messages of broken programs have. */
function valueOf(value: SqlValue): unknown {
  // pg would write null: what a caller has left out must not pass for a value (SQLite refuses it too).
  if (value === undefined) throw new TypeError("a parameter is undefined");
  if (Number.isNaN(value)) throw new TypeError("a parameter is not a number");
  return typeof value === "string" && value.includes("\0") ? value.replaceAll("\0", "\uFFFD") : value;
}

export class PostgresConnection implements SqlConnection {
  readonly search = postgresSearch;
  isBroken = false;
  readonly #client: ClientBase;

  constructor(client: ClientBase) {
    this.#client = client;
  }

  async all<Row>(sql: string, params: readonly SqlValue[] = []): Promise<Row[]> {
    return (await this.#query(sql, params)).rows as Row[];
  }

  async get(sql: string, params: readonly SqlValue[] = []): Promise<unknown> {
    return (await this.#query(sql, params)).rows[0];
  }

  async run(sql: string, params: readonly SqlValue[]): Promise<{ changes: number }> {
    return { changes: (await this.#query(sql, params)).rowCount ?? 0 };
  }

  /** All are sent at once; PostgreSQL runs them in order, and none after one that failed. */
  async runAll(sql: string, rows: readonly (readonly SqlValue[])[]): Promise<void> {
    await Promise.all(rows.map((params) => this.#query(sql, params)));
  }

  async newKeys(table: KeyedTable, count: number): Promise<number[]> {
    const sql = "select nextval(pg_get_serial_sequence(?, 'id')) as key from generate_series(1, ?)";
    const rows = await this.all<{ key: number }>(sql, [table, count]);
    return rows.map(({ key }) => key).sort((one, other) => one - other);
  }

  /** Where not even a rollback gets through, the connection is of no more use; the first error is the one to report. */
  async rollback(): Promise<void> {
    try {
      await this.exec("rollback");
    } catch {
      this.isBroken = true;
    }
  }

  async exec(sql: string): Promise<void> {
    try {
      await this.#client.query(sql);
    } catch (error) {
      throw sqlError(error);
    }
  }

  async #query(sql: string, params: readonly SqlValue[]): Promise<QueryResult> {
    try {
      return await this.#client.query({ text: translated(sql), values: params.map(valueOf), types });
    } catch (error) {
      throw sqlError(error);
    }
  }
}
