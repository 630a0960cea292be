/** Read connections, opened on demand; a caller waits in a queue while all are in use. */
import type { Connection } from "./connection.ts";

const MAX_READERS = 8;

export class ReadPool {
  readonly #open: () => Connection;
  readonly #idle: Connection[] = [];
  readonly #waiting: ((connection: Connection) => void)[] = [];
  readonly #all = new Set<Connection>();
  #whenIdle: (() => void) | undefined;

  constructor(open: () => Connection) {
    this.#open = open;
  }

  async use<T>(work: (connection: Connection) => Promise<T>): Promise<T> {
    const connection = await this.#acquire();
    try {
      return await work(connection);
    } finally {
      this.#release(connection);
    }
  }

  /** Closes all once the running reads have ended. */
  async close(): Promise<void> {
    if (this.#idle.length < this.#all.size) {
      await new Promise<void>((resolve) => {
        this.#whenIdle = resolve;
      });
    }
    for (const connection of this.#all) connection.close();
  }

  async #acquire(): Promise<Connection> {
    const idle = this.#idle.pop();
    if (idle) return idle;
    if (this.#all.size < MAX_READERS) {
      const connection = this.#open();
      this.#all.add(connection);
      return connection;
    }
    return new Promise((resolve) => this.#waiting.push(resolve));
  }

  #release(connection: Connection): void {
    const next = this.#waiting.shift();
    if (next) next(connection);
    else this.#idle.push(connection);
    if (this.#idle.length === this.#all.size) this.#whenIdle?.();
  }
}
