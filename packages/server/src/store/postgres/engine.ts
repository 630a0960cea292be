/** PostgreSQL as the store's database. */
import { EventEmitter, once } from "node:events";
import { Pool, type PoolClient } from "pg";
import type { Logger } from "../../log.ts";
import type { Engine, TransactionOptions } from "../db/engine.ts";
import { listenForCommits } from "./commit-listener.ts";
import { PostgresConnection } from "./connection.ts";
import { ADVISORY_LOCKS } from "./locks.ts";
import { migrate } from "./migrate.ts";
import { sqlError } from "./sql-error.ts";

/** As that of query/long-queries.ts. */
const LONG_QUERY_MS = 60_000;
const MAX_CONNECTIONS = 10;
/** How long a new connection is waited for. */
const CONNECT_TIMEOUT_MS = 10_000;

/** @throws StoreError unreadable, unreachable, newerVersion */
export async function openPostgres(url: string, log: Logger): Promise<PostgresEngine> {
  const pool = new Pool({
    connectionString: url,
    max: MAX_CONNECTIONS,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    application_name: "pismo",
    pipeline: true,
  });
  // A connection that breaks while it is idle: the next query gets another.
  pool.on("error", (error) => log.debug("a connection to the database has ended", { error }));
  const engine = new PostgresEngine(pool, log);
  try {
    await engine.use((connection) => migrate(connection));
    await engine.listen(url);
    return engine;
  } catch (error) {
    await engine.close();
    throw error;
  }
}

export class PostgresEngine implements Engine {
  readonly #pool: Pool;
  readonly #log: Logger;
  #commits: Awaited<ReturnType<typeof listenForCommits>> | undefined;

  constructor(pool: Pool, log: Logger) {
    this.#pool = pool;
    this.#log = log;
  }

  async use<T>(work: (connection: PostgresConnection) => Promise<T>): Promise<T> {
    let client: PoolClient;
    try {
      client = await this.#pool.connect();
    } catch (error) {
      throw sqlError(error);
    }
    const connection = new PostgresConnection(client);
    try {
      return await work(connection);
    } finally {
      client.release(connection.isBroken);
    }
  }

  async listen(url: string): Promise<void> {
    this.#commits = await listenForCommits(url, (work) => this.use(work), this.#log);
  }

  snapshot<T>(work: (connection: PostgresConnection) => Promise<T>): Promise<T> {
    return this.#inTransaction("begin isolation level repeatable read read only", work, async (connection) => {
      // The snapshot is taken at the first query, not at "begin".
      await connection.get("select 1");
    });
  }

  /** A snapshot whose statements are cancelled after the time of a long query. */
  longSnapshot<T>(work: (connection: PostgresConnection) => Promise<T>): Promise<T> {
    return this.#inTransaction("begin isolation level repeatable read read only", work, (connection) =>
      connection.exec(`set local statement_timeout = ${LONG_QUERY_MS}`),
    );
  }

  transaction<T>(work: (connection: PostgresConnection) => Promise<T>, options: TransactionOptions): Promise<T> {
    return this.#inTransaction("begin", work, async (connection) => {
      if (options.isRepeatable) await connection.exec("set local synchronous_commit = off");
      await connection.get("select pg_advisory_xact_lock(?)", [ADVISORY_LOCKS.write]);
    });
  }

  version(): undefined {
    return undefined;
  }

  /** A transaction beside those of the store: it holds no lock and changes no account. */
  ownTransaction<T>(work: (connection: PostgresConnection) => Promise<T>): Promise<T> {
    return this.#inTransaction("begin", work, async () => {});
  }

  /** A lock that ends with its transaction, so that a process that dies holds none. undefined while another has it. */
  async tryLock(key: number): Promise<(() => Promise<void>) | undefined> {
    const ending = new EventEmitter();
    return new Promise((resolve, reject) => {
      const holding = this.ownTransaction(async (connection) => {
        const row = (await connection.get("select pg_try_advisory_xact_lock(?) as is_locked", [key])) as {
          is_locked: number;
        };
        if (row.is_locked === 0) return resolve(undefined);
        const ended = once(ending, "end");
        resolve(async () => {
          ending.emit("end");
          // It is lost already where the connection was.
          await holding.catch(() => {});
        });
        await ended;
      });
      holding.catch(reject);
    });
  }

  watchCommits(notify: Parameters<Engine["watchCommits"]>[0]) {
    return this.#commits!.watch(notify);
  }

  async close(): Promise<void> {
    await this.#commits?.close();
    await this.#pool.end();
  }

  #inTransaction<T>(
    begin: string,
    work: (connection: PostgresConnection) => Promise<T>,
    prepare: (connection: PostgresConnection) => Promise<void>,
  ): Promise<T> {
    return this.use(async (connection) => {
      await connection.exec(begin);
      try {
        await prepare(connection);
        const result = await work(connection);
        await connection.exec("commit");
        return result;
      } catch (error) {
        await connection.rollback();
        throw error;
      }
    });
  }
}
