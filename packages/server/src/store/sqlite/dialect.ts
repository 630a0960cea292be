/** Kysely over one connection of node:sqlite. Transactions are the store's: it hands out the connection. */
import type { CompiledQuery, DatabaseConnection, Driver, Kysely, QueryResult } from "kysely";
import { createRequire } from "node:module";
import type { SqlValue } from "../reader.ts";
import type { Database } from "../schema.ts";
import type { Connection } from "./connection.ts";

/** The connection of one transaction; `current()` throws once that has ended. */
export type CurrentConnection = () => Connection;

/**
 * Loads Kysely with the first call: its hundreds of files take 10 MB and as long as all the rest of the store, and neither a
 * server at rest nor a thread that searches needs them. What is asked for all the time is written in SQL.
 */
export function openQueries(current: CurrentConnection): Kysely<Database> {
  const kysely = createRequire(import.meta.url)("kysely") as typeof import("kysely");
  return new kysely.Kysely<Database>({
    dialect: {
      createDriver: () => new SqliteDriver(current),
      createQueryCompiler: () => new kysely.SqliteQueryCompiler(),
      createAdapter: () => new kysely.SqliteAdapter(),
      createIntrospector: (db) => new kysely.SqliteIntrospector(db),
    },
  });
}

class SqliteDriver implements Driver {
  readonly #connection: DatabaseConnection;

  constructor(current: CurrentConnection) {
    this.#connection = new SqliteConnection(current);
  }

  async init(): Promise<void> {}
  async acquireConnection(): Promise<DatabaseConnection> {
    return this.#connection;
  }
  async beginTransaction(): Promise<void> {
    throw new Error("the store's write() is the transaction");
  }
  async commitTransaction(): Promise<void> {}
  async rollbackTransaction(): Promise<void> {}
  async releaseConnection(): Promise<void> {}
  async destroy(): Promise<void> {}
}

class SqliteConnection implements DatabaseConnection {
  readonly #current: CurrentConnection;

  constructor(current: CurrentConnection) {
    this.#current = current;
  }

  async executeQuery<Row>(query: CompiledQuery): Promise<QueryResult<Row>> {
    const connection = this.#current();
    const params = query.parameters.map(sqlValue);
    if (connection.hasRows(query.sql)) return { rows: connection.all<Row>(query.sql, params) };
    const { changes, lastKey } = connection.run(query.sql, params);
    return { rows: [], numAffectedRows: BigInt(changes), insertId: BigInt(lastKey) };
  }

  async *streamQuery<Row>(query: CompiledQuery): AsyncIterableIterator<QueryResult<Row>> {
    yield await this.executeQuery<Row>(query);
  }
}

function sqlValue(value: unknown): SqlValue {
  if (typeof value === "boolean") return value ? 1 : 0;
  if (value instanceof Date) return value.getTime();
  if (value === undefined || value === null) return null;
  if (typeof value === "string" || typeof value === "number" || typeof value === "bigint") return value;
  if (value instanceof Uint8Array) return value;
  throw new TypeError(`no SQL value: ${typeof value}`);
}
