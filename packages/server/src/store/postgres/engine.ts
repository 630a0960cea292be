/** PostgreSQL as the store's database. */
import { EventEmitter, once } from "node:events";
import { Pool, type PoolClient } from "pg";
import type { Logger } from "../../log.ts";
import type { Engine, TransactionOptions } from "../db/engine.ts";
import type { SqlValue } from "../db/sql-fragment.ts";
import { accountKey } from "../db/ids.ts";
import { listenForCommits } from "./commit-listener.ts";
import { PostgresConnection } from "./connection.ts";
import { ADVISORY_LOCKS } from "./locks.ts";
import { migrate } from "./migrate.ts";
import { openingError, sqlError } from "./sql-error.ts";

/** As that of query/long/long-queries.ts. */
const LONG_QUERY_MS = 60_000;
const MAX_CONNECTIONS = 6;
/** Of writers, which wait for locks: readers must not wait for them. */
const MAX_WRITERS = 6;
/** Of those that hold a lock, most of them for as long as the process runs: readers must not wait for them either. */
const MAX_HOLDERS = 12;
/** Of a request to another server that is made under the lock of an account. */
const ACCOUNT_LOCK_MS = 60_000;
const MAX_IDLE_IN_WRITE_MS = 30_000;
/** How long a new connection is waited for. */
const CONNECT_TIMEOUT_MS = 10_000;

/** Ends a snapshot. */
export type Cancel = () => Promise<void>;

/** Gives a lock back. */
interface HeldLock {
  (): Promise<void>;
  isLost(): boolean;
}

export interface DatabaseUrls {
  /** Of the database, or of a pooler that gives a connection to each transaction. */
  url: string;
  /** The direct address, for LISTEN. */
  listenUrl: string;
}

/** @throws StoreError unreadable, unreachable, newerVersion */
export async function openPostgres({ url, listenUrl }: DatabaseUrls, log: Logger): Promise<PostgresEngine> {
  const pools = {
    readers: openPool(url, MAX_CONNECTIONS, log),
    writers: openPool(url, MAX_WRITERS, log),
    holders: openPool(url, MAX_HOLDERS, log),
  };
  const engine = new PostgresEngine(pools, url === listenUrl, log);
  try {
    await engine.use((connection) => migrate(connection));
    await engine.listen(listenUrl);
    return engine;
  } catch (error) {
    await engine.close();
    throw openingError(error);
  }
}

function openPool(url: string, max: number, log: Logger): Pool {
  const pool = new Pool({
    connectionString: url,
    max,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    application_name: "pismo",
    pipeline: true,
  });
  // A connection that breaks while it is idle: the next query gets another.
  pool.on("error", (error) => log.debug("a connection to the database has ended", { error }));
  return pool;
}

export class PostgresEngine implements Engine {
  readonly #pool: Pool;
  readonly #writers: Pool;
  readonly #holders: Pool;
  readonly #isDirect: boolean;
  readonly #log: Logger;
  #commits: Awaited<ReturnType<typeof listenForCommits>> | undefined;

  /** @param isDirect no pooler is in front */
  constructor(
    { readers, writers, holders }: { readers: Pool; writers: Pool; holders: Pool },
    isDirect: boolean,
    log: Logger,
  ) {
    this.#pool = readers;
    this.#writers = writers;
    this.#holders = holders;
    this.#isDirect = isDirect;
    this.#log = log;
  }

  async use<T>(work: (connection: PostgresConnection) => Promise<T>, pool = this.#pool): Promise<T> {
    let client: PoolClient;
    try {
      client = await pool.connect();
    } catch (error) {
      throw sqlError(error);
    }
    const connection = new PostgresConnection(client, this.#isDirect);
    // Between two statements it would not be noticed.
    const onError = (): void => {
      connection.isBroken = true;
    };
    client.on("error", onError);
    try {
      return await work(connection);
    } finally {
      client.off("error", onError);
      client.release(connection.isBroken);
    }
  }

  async listen(url: string): Promise<void> {
    this.#commits = await listenForCommits(url, (work) => this.use(work), this.#log);
  }

  snapshot<T>(work: (connection: PostgresConnection) => Promise<T>): Promise<T> {
    // The snapshot is taken at the first query, not at "begin".
    return this.#inSnapshot("begin isolation level repeatable read read only; select 1", work);
  }

  single<T>(work: (connection: PostgresConnection) => Promise<T>): Promise<T> {
    return this.use((connection) => {
      connection.statementsLeft = 1;
      return work(connection);
    });
  }

  /**
   * A snapshot that can be ended. Without that, its statements end after the time of a long query.
   * @param onStart gets the function that ends it
   */
  longSnapshot<T>(work: (connection: PostgresConnection) => Promise<T>, onStart: (cancel: Cancel) => void): Promise<T> {
    const begin = [
      "begin isolation level repeatable read read only",
      `set local statement_timeout = ${LONG_QUERY_MS}`,
      // To the planner it costs nothing to read a large value, so that it would test the words of all Emails.
      "set local enable_seqscan = off",
      // Where a table has no index it takes what is off for so dear that it compiles the statement.
      "set local jit = off",
      // One text serves all words: the plan that fits rare ones does not fit others.
      "set local plan_cache_mode = force_custom_plan",
    ].join("; ");
    return this.#inSnapshot(begin, async (connection) => {
      const sql =
        "select pg_backend_pid() as pid, cast(xact_start as text) as started from pg_stat_activity where pid = pg_backend_pid()";
      const { pid, started } = (await connection.get(sql)) as { pid: number; started: string };
      onStart(async () => {
        connection.end();
        await this.#cancel(pid, started);
      });
      return work(connection);
    });
  }

  /**
   * Over a connection like any other, so that it works through a pooler, which may have given the backend to another
   * client since: the time at which its transaction began tells.
   */
  async #cancel(pid: number, started: string): Promise<void> {
    const sql =
      "select pg_cancel_backend(pid) from pg_stat_activity where pid = ? and xact_start = cast(? as timestamptz)";
    await this.use((connection) => connection.get(sql, [pid, started])).catch((error: unknown) => {
      // The timeout of its statements remains.
      this.#log.debug("a query could not be cancelled", { error });
    });
  }

  transaction<T>(work: (connection: PostgresConnection) => Promise<T>, options: TransactionOptions): Promise<T> {
    const { isRepeatable = false, accountId } = options;
    const { write, accountWrite } = ADVISORY_LOCKS;
    const account = accountId === undefined ? undefined : accountKey(accountId) % 2 ** 31;
    const begin = [
      "begin",
      // A process that is paused inside its transaction must not keep the locks from the others.
      `set local idle_in_transaction_session_timeout = ${MAX_IDLE_IN_WRITE_MS}`,
      ...(isRepeatable ? ["set local synchronous_commit = off"] : []),
      account === undefined
        ? `select pg_advisory_xact_lock(${write})`
        : `select pg_advisory_xact_lock_shared(${write}), pg_advisory_xact_lock(${accountWrite}, ${account})`,
    ];
    return this.#inTransaction(begin.join("; "), work, this.#writers);
  }

  version(): undefined {
    return undefined;
  }

  /** A transaction beside those of the store: it holds no lock and changes no account. */
  ownTransaction<T>(work: (connection: PostgresConnection) => Promise<T>): Promise<T> {
    return this.#inTransaction("begin", work);
  }

  /** A lock that ends with its transaction, so that a process that dies holds none. undefined while another has it. */
  async tryLock(key: number): Promise<HeldLock | undefined> {
    return this.#holdLock("select pg_try_advisory_xact_lock(?) as is_locked", [key]);
  }

  /** @throws StoreError ended: another process has held it for too long */
  async lockAccount(key: number): Promise<() => Promise<void>> {
    const release = await this.#holdLock(
      `select true as is_locked from (select set_config('lock_timeout', '${ACCOUNT_LOCK_MS}', true)) as setting,
         lateral pg_advisory_xact_lock(?, ?) as lock`,
      [ADVISORY_LOCKS.account, key % 2 ** 31],
    );
    return release!;
  }

  /** @param sql takes the lock and gives `is_locked` */
  async #holdLock(sql: string, params: readonly SqlValue[]): Promise<HeldLock | undefined> {
    const ending = new EventEmitter();
    return new Promise((resolve, reject) => {
      const held = async (connection: PostgresConnection): Promise<void> => {
        const row = (await connection.get(sql, params)) as { is_locked: number };
        if (row.is_locked === 0) return resolve(undefined);
        const ended = once(ending, "end");
        const release = async (): Promise<void> => {
          ending.emit("end");
          // It is lost already where the connection was.
          await holding.catch(() => {});
        };
        resolve(Object.assign(release, { isLost: () => connection.isBroken }));
        await ended;
      };
      const holding = this.#inTransaction("begin", held, this.#holders);
      holding.catch(reject);
    });
  }

  watchCommits(notify: Parameters<Engine["watchCommits"]>[0]) {
    return this.#commits!.watch(notify);
  }

  async close(): Promise<void> {
    await this.#commits?.close();
    await Promise.all([this.#pool.end(), this.#writers.end(), this.#holders.end()]);
  }

  /** What begins it goes out together with the first query of `work`, which needs no lock. */
  #inSnapshot<T>(begin: string, work: (connection: PostgresConnection) => Promise<T>): Promise<T> {
    return this.use(async (connection) => {
      const begun = connection.exec(begin);
      try {
        // It is waited for after `work`.
        begun.catch(() => {});
        const result = await work(connection);
        await begun;
        await connection.exec("commit");
        return result;
      } catch (error) {
        await connection.rollback();
        // Where it failed, queries failed for that reason.
        await begun;
        throw error;
      }
    });
  }

  /** @param begin statements that are sent together: each message is a round trip */
  #inTransaction<T>(
    begin: string,
    work: (connection: PostgresConnection) => Promise<T>,
    pool = this.#pool,
  ): Promise<T> {
    return this.use(async (connection) => {
      try {
        await connection.exec(begin);
        const result = await work(connection);
        await connection.exec("commit");
        return result;
      } catch (error) {
        await connection.rollback();
        throw error;
      }
    }, pool);
  }
}
