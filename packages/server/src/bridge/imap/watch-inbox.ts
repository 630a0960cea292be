/** A connection of its own that does nothing but hear of changes in the inbox (IDLE: RFC 2177; without it, now and then NOOP). */
import type { Logger } from "../../log.ts";
import { type KnownServer, openSession, type Session, type SessionOptions } from "./session.ts";

export interface Watch {
  close(): Promise<void>;
}

/** Servers and routers forget those who are silent for longer. */
const RENEW_IDLE = 4 * 60_000;
const FIRST_PAUSE = 5000;
const LONGEST_PAUSE = 10 * 60_000;

/** It tries again by itself, and where it cannot be had the regular looks are all there is. */
export function watchInbox(server: KnownServer, log: Logger, options: SessionOptions, onNews: () => void): Watch {
  const ending = new AbortController();
  let session: Session | undefined;
  const listen = async (): Promise<void> => {
    session = await openSession(server, log, {
      ...options,
      disableAutoIdle: false,
      autoIdleDelay: 10,
      maxIdleTime: RENEW_IDLE,
    });
    const { client } = session;
    const closed = new Promise<void>((resolve) => client.once("close", () => resolve()));
    await session.must(client.mailboxOpen("INBOX"));
    for (const event of ["exists", "expunge", "flags"] as const) client.on(event, onNews);
    // What came before we listened.
    onNews();
    if (ending.signal.aborted) client.close();
    await closed;
  };
  const run = async (): Promise<void> => {
    for (let pause = FIRST_PAUSE; !ending.signal.aborted; pause = Math.min(pause * 2, LONGEST_PAUSE)) {
      await listen().catch((error: unknown) => log.debug("The inbox cannot be watched", { error }));
      session?.client.close();
      await sleep(pause, ending.signal);
    }
  };
  const running = run();
  return {
    async close() {
      ending.abort();
      session?.client.close();
      await running;
    },
  };
}

function sleep(pause: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) return resolve();
    const timer = setTimeout(resolve, pause);
    signal.addEventListener("abort", () => {
      clearTimeout(timer);
      resolve();
    });
    return undefined;
  });
}
