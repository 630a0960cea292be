/** One connection to PostgreSQL. Nothing above this folder knows pg. */
import { type ClientBase, type QueryResult, types as pgTypes } from "pg";
import type { KeyedTable, SqlConnection } from "../db/engine.ts";
import { StoreError } from "../db/errors.ts";
import type { SqlValue } from "../db/sql-fragment.ts";
import { toPostgres } from "./dialect.ts";
import { statementsFor } from "./row-set.ts";
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

interface Statement {
  text: string;
  /** Of the prepared statement; undefined: it is parsed and planned each time. */
  name?: string;
  uses: number;
}

const FEATURE_NOT_SUPPORTED = "0A000";

const MAX_TEXTS = 500;
/** Each takes some 30 kB of every backend, for as long as its connection lasts. */
const MAX_PREPARED = 200;
/** A statement that was composed for one filter is hardly sent again. */
const USES_BEFORE_PREPARED = 3;
/** A release that adds a column changes what such a statement gives, which PostgreSQL refuses where it is prepared. */
const ALL_COLUMNS = /\b(?:select|returning) \*|\w\.\*/;
/** Translated texts; composed statements evict each other. */
const texts = new Map<string, Statement>();
const prepared = new Map<string, Statement>();

function statementOf(sql: string): Statement {
  const known = prepared.get(sql) ?? texts.get(sql);
  if (!known) {
    const statement = { text: toPostgres(sql), uses: 1 };
    if (texts.size >= MAX_TEXTS) texts.delete(texts.keys().next().value!);
    texts.set(sql, statement);
    return statement;
  }
  if (
    known.name === undefined &&
    ++known.uses >= USES_BEFORE_PREPARED &&
    prepared.size < MAX_PREPARED &&
    !ALL_COLUMNS.test(sql)
  ) {
    known.name = `pismo_${prepared.size}`;
    prepared.set(sql, known);
    texts.delete(sql);
  }
  return known;
}

/** PostgreSQL has no U+0000 in texts: messages of broken programs have. */
function valueOf(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(valueOf);
  // pg would write null: what a caller has left out must not pass for a value (SQLite refuses it too).
  if (value === undefined) throw new TypeError("a parameter is undefined");
  if (Number.isNaN(value)) throw new TypeError("a parameter is not a number");
  return typeof value === "string" && value.includes("\0") ? value.replaceAll("\0", "\uFFFD") : value;
}

export class PostgresConnection implements SqlConnection {
  readonly search = postgresSearch;
  isBroken = false;
  /** Without a transaction one is a snapshot, and more would see what is committed between them. */
  statementsLeft = Infinity;
  #isEnded = false;
  readonly #client: ClientBase;
  readonly #keepsStatements: boolean;

  /** @param keepsStatements what was prepared stays: not behind a pooler, which gives each transaction another backend */
  constructor(client: ClientBase, keepsStatements = false) {
    this.#client = client;
    this.#keepsStatements = keepsStatements;
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

  async runAll(sql: string, rows: readonly (readonly SqlValue[])[]): Promise<void> {
    if (rows.length === 1) await this.#query(sql, rows[0]!);
    else for (const { text, values } of statementsFor(toPostgres(sql), rows)) await this.#send(text, values);
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

  #query(sql: string, params: readonly SqlValue[]): Promise<QueryResult> {
    const { text, name } = statementOf(sql);
    return this.#send(text, params, this.#keepsStatements ? name : undefined);
  }

  /** Runs no further query, until its transaction is rolled back. */
  end(): void {
    this.#isEnded = true;
  }

  async #send(text: string, values: readonly unknown[], name?: string): Promise<QueryResult> {
    if (this.#isEnded) throw new StoreError("ended", "The query was ended");
    if (this.statementsLeft-- <= 0) throw new Error("more statements than one need a snapshot");
    try {
      return await this.#client.query({
        text,
        values: values.map(valueOf),
        types,
        ...(name !== undefined && { name }),
      });
    } catch (error) {
      // A migration changed what a prepared statement gives all the same: another connection prepares it again.
      if ((error as { code?: unknown }).code === FEATURE_NOT_SUPPORTED) this.isBroken = true;
      throw sqlError(error);
    }
  }
}
