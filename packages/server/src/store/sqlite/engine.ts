/** SQLite as the store's database: read connections for snapshots, one connection to write with. */
import { setTimeout as sleep } from "node:timers/promises";
import type { Logger } from "../../log.ts";
import type { Engine, TransactionOptions } from "../db/engine.ts";
import { watchCommits } from "./commit-watch.ts";
import { Connection, isBusy } from "./connection.ts";
import { ReadPool } from "./read-pool.ts";

/** How long a write waits for another process's transaction. */
const WRITE_WAIT_MS = 60_000;

export class SqliteEngine implements Engine {
  readonly #writer: Connection;
  /** Commits nothing, so that its data_version changes with every commit. */
  readonly #witness: Connection;
  readonly #readers: ReadPool;
  readonly #log: Logger;
  #lastWrite: Promise<unknown> = Promise.resolve();

  /** @param writer is closed with the engine */
  constructor(writer: Connection, connectReadOnly: () => Connection, log: Logger) {
    this.#writer = writer;
    this.#witness = connectReadOnly();
    this.#readers = new ReadPool(connectReadOnly);
    this.#log = log;
  }

  snapshot<T>(work: (connection: Connection) => Promise<T>): Promise<T> {
    return this.#readers.use((connection) => inSnapshot(connection, work));
  }

  single<T>(work: (connection: Connection) => Promise<T>): Promise<T> {
    return this.#readers.use(work);
  }

  transaction<T>(
    work: (connection: Connection) => Promise<T>,
    { isRepeatable = false }: TransactionOptions,
  ): Promise<T> {
    const turn = this.#lastWrite.then(() =>
      isRepeatable ? this.#writer.withoutSync(() => this.#transaction(work)) : this.#transaction(work),
    );
    this.#lastWrite = turn.catch(() => {});
    return turn;
  }

  version(): number {
    return this.#witness.dataVersion();
  }

  watchCommits(notify: Parameters<Engine["watchCommits"]>[0]) {
    return watchCommits(this.#writer, notify);
  }

  async close(): Promise<void> {
    await this.#lastWrite;
    await this.#readers.close();
    this.#witness.close();
    this.#writer.close();
  }

  async #transaction<T>(work: (connection: Connection) => Promise<T>): Promise<T> {
    await this.#begin();
    try {
      const result = await work(this.#writer);
      this.#writer.exec("commit");
      return result;
    } catch (error) {
      this.#rollback();
      throw error;
    }
  }

  /** Retries instead of SQLite's own wait, which would block the event loop. */
  async #begin(): Promise<void> {
    const until = Date.now() + WRITE_WAIT_MS;
    for (let pause = 1; ; pause = Math.min(pause * 2, 25)) {
      try {
        this.#writer.exec("begin immediate");
        return;
      } catch (error) {
        if (!isBusy(error) || Date.now() > until) throw error;
        await sleep(pause);
      }
    }
  }

  #rollback(): void {
    try {
      this.#writer.exec("rollback");
    } catch (error) {
      // SQLite has rolled back by itself where the disk was full; the first error is the one to report.
      this.#log.debug("rollback", { error });
    }
  }
}

/** Everything that `work` reads is from one snapshot, taken at the call. */
export async function inSnapshot<T>(connection: Connection, work: (connection: Connection) => Promise<T>): Promise<T> {
  connection.exec("begin");
  try {
    // SQLite takes the snapshot at the first read, not at "begin".
    connection.get("select 1 from account");
    return await work(connection);
  } finally {
    connection.exec("rollback");
  }
}
