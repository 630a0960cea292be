/**
 * A second connection that fetches messages alone, so that opening an Email does not wait for a sync pass. It opens on
 * demand and closes when it has been idle for a while.
 */
import type { Logger } from "../../../log.ts";
import type { Hydration } from "./hydration.ts";
import type { Mirror } from "../sync/mirror.ts";
import { monotonic } from "../connection/retry-pause.ts";
import { openSession, type KnownServer, type Session, type SessionOptions } from "../connection/connection.ts";
import { Wakeup } from "../sync/wakeup.ts";

export interface BodyConnection {
  /** There may be messages to fetch. */
  notify(): void;
  /** The server refuses a second connection for now: the account's first one fetches messages as well. */
  readonly isUnavailable: boolean;
  close(): Promise<void>;
}

export interface BodyConnectionOptions {
  server: KnownServer;
  mirror: Omit<Mirror, "session">;
  hydration: Hydration;
  log: Logger;
  tls?: SessionOptions["tls"];
  /** Whether all headers are here, so that messages that no one has requested may follow. */
  mayHydrateAll(): boolean;
  /** isUnavailable has changed. */
  onChange(): void;
}

const IDLE_MS = 60_000;
/** Pause after a server has refused the connection. */
const RETRY_PAUSE_MS = 60_000;
/** While the connection takes longer than this to open, the first one fetches messages. */
const OPEN_TIMEOUT_MS = 2000;

/** Fetches messages over a connection of their own until it is closed. */
export function startBodyConnection(options: BodyConnectionOptions): BodyConnection {
  const connection = new Connection(options);
  const running = connection.run();
  return {
    notify: () => connection.notify(),
    get isUnavailable() {
      return connection.isUnavailable;
    },
    async close() {
      connection.end();
      await running;
    },
  };
}

class Connection {
  isUnavailable = false;
  readonly #options: BodyConnectionOptions;
  readonly #wakeup = new Wakeup();
  #session: Session | undefined;
  #usedAt = 0;
  readonly #ending = new AbortController();

  constructor(options: BodyConnectionOptions) {
    this.#options = options;
  }

  get #isEnded(): boolean {
    return this.#ending.signal.aborted;
  }

  notify(): void {
    this.#wakeup.notify();
  }

  end(): void {
    this.#ending.abort();
    this.#session?.client.close();
    this.#wakeup.notify();
  }

  async run(): Promise<void> {
    while (!this.#isEnded) {
      try {
        if (await this.#fetchSome()) continue;
        await this.#wakeup.wait(IDLE_MS);
        if (monotonic() - this.#usedAt >= IDLE_MS) await this.#disconnect();
      } catch (error) {
        await this.#failed(error);
      }
    }
    await this.#disconnect();
  }

  /** @returns whether there may be more to fetch */
  async #fetchSome(): Promise<boolean> {
    const { hydration, mayHydrateAll, mirror } = this.#options;
    if (!(await this.#hasWork())) return false;
    const session = (this.#session ??= await this.#open());
    if (this.#isEnded) return false;
    const connected: Mirror = { ...mirror, session };
    this.#usedAt = monotonic();
    const hasFetched =
      (await hydration.hydrateRequested(connected)) || (mayHydrateAll() && (await hydration.hydrateNext(connected)));
    if (this.isUnavailable) {
      this.isUnavailable = false;
      this.#options.onChange();
    }
    return hasFetched;
  }

  async #hasWork(): Promise<boolean> {
    const { hydration, mayHydrateAll, mirror } = this.#options;
    return hydration.hasRequests || (mayHydrateAll() && (await hydration.hasMore(mirror)));
  }

  async #open(): Promise<Session> {
    const { server, log, tls, onChange } = this.#options;
    const timeout = setTimeout(() => {
      this.isUnavailable = true;
      onChange();
    }, OPEN_TIMEOUT_MS);
    const { signal } = this.#ending;
    const session = await openSession(server, log, { tls, signal }).finally(() => clearTimeout(timeout));
    session.client.once("close", () => {
      if (this.#session === session) this.#session = undefined;
    });
    return session;
  }

  async #disconnect(): Promise<void> {
    const session = this.#session;
    this.#session = undefined;
    await session?.close();
  }

  async #failed(error: unknown): Promise<void> {
    const { log, mirror, onChange } = this.#options;
    if (this.#isEnded) return;
    log.debug("Messages cannot be fetched by a connection of their own", { accountId: mirror.accountId, error });
    this.#session?.client.close();
    this.#session = undefined;
    this.isUnavailable = true;
    onChange();
    for (const until = monotonic() + RETRY_PAUSE_MS; !this.#isEnded && monotonic() < until;) {
      await this.#wakeup.wait(until - monotonic());
    }
  }
}
