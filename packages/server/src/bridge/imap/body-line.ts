/**
 * A connection of its own for messages: who opens a letter does not wait for what the account's other connection does.
 * It is opened when there is something to bring and closed when there has been nothing for a while.
 */
import type { Logger } from "../../log.ts";
import type { Bodies } from "./bodies.ts";
import type { Mirror } from "./mirror.ts";
import { monotonic } from "./pauses.ts";
import { openSession, type KnownServer, type Session, type SessionOptions } from "./session.ts";
import { Wakeup } from "./wakeup.ts";

export interface BodyLine {
  /** Something may have to be brought. */
  ring(): void;
  /** The server lets us have no such connection now: the account's other one has to do it. */
  readonly isUnavailable: boolean;
  close(): Promise<void>;
}

export interface BodyLineOptions {
  server: KnownServer;
  mirror: Omit<Mirror, "session">;
  bodies: Bodies;
  log: Logger;
  tls?: SessionOptions["tls"];
  /** Whether all headers are here, so that there is time for messages that nobody has asked for. */
  mayGoAhead(): boolean;
  /** When isUnavailable has changed. */
  onChange(): void;
}

const IDLE = 60_000;
/** A server that does not let us in is asked again after so long. */
const PAUSE = 60_000;
/** After so long without an answer, the other connection does it. */
const PATIENCE = 2000;

/** Brings messages over a connection of their own until it is closed. */
export function startBodyLine(options: BodyLineOptions): BodyLine {
  const line = new Line(options);
  const running = line.run();
  return {
    ring: () => line.ring(),
    get isUnavailable() {
      return line.isUnavailable;
    },
    async close() {
      line.end();
      await running;
    },
  };
}

class Line {
  isUnavailable = false;
  readonly #options: BodyLineOptions;
  readonly #wakeup = new Wakeup();
  #session: Session | undefined;
  #usedAt = 0;
  readonly #ending = new AbortController();

  constructor(options: BodyLineOptions) {
    this.#options = options;
  }

  get #isEnded(): boolean {
    return this.#ending.signal.aborted;
  }

  ring(): void {
    this.#wakeup.ring();
  }

  end(): void {
    this.#ending.abort();
    this.#session?.client.close();
    this.#wakeup.ring();
  }

  async run(): Promise<void> {
    while (!this.#isEnded) {
      try {
        if (await this.#step()) continue;
        await this.#wakeup.wait(IDLE);
        if (monotonic() - this.#usedAt >= IDLE) await this.#hangUp();
      } catch (error) {
        await this.#failed(error);
      }
    }
    await this.#hangUp();
  }

  /** @returns whether there may be more to do */
  async #step(): Promise<boolean> {
    const { bodies, mayGoAhead, mirror } = this.#options;
    if (!(await this.#hasWork())) return false;
    const session = (this.#session ??= await this.#open());
    if (this.#isEnded) return false;
    const whole: Mirror = { ...mirror, session };
    this.#usedAt = monotonic();
    const hasBrought = (await bodies.serve(whole)) || (mayGoAhead() && (await bodies.goAhead(whole)));
    if (this.isUnavailable) {
      this.isUnavailable = false;
      this.#options.onChange();
    }
    return hasBrought;
  }

  async #hasWork(): Promise<boolean> {
    const { bodies, mayGoAhead, mirror } = this.#options;
    return bodies.isAsked || (mayGoAhead() && (await bodies.hasMore(mirror)));
  }

  async #open(): Promise<Session> {
    const { server, log, tls, onChange } = this.#options;
    const late = setTimeout(() => {
      this.isUnavailable = true;
      onChange();
    }, PATIENCE);
    const { signal } = this.#ending;
    const session = await openSession(server, log, { tls, signal }).finally(() => clearTimeout(late));
    session.client.once("close", () => {
      if (this.#session === session) this.#session = undefined;
    });
    return session;
  }

  async #hangUp(): Promise<void> {
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
    for (const until = monotonic() + PAUSE; !this.#isEnded && monotonic() < until;) {
      await this.#wakeup.wait(until - monotonic());
    }
  }
}
