/**
 * A connection that only waits for changes: in all folders (NOTIFY, RFC 5465), or in the inbox (IDLE, RFC 2177; without
 * it, NOOP from time to time).
 */
import type { Logger } from "../../../log.ts";
import { enableNotify } from "./notify.ts";
import { type KnownServer, MAX_IDLE_MS, openSession, type Session, type SessionOptions } from "./connection.ts";

export interface Watch {
  /** Whether it receives changes at this moment. */
  isListening(): boolean;
  close(): Promise<void>;
}

const changeEvents = ["exists", "expunge", "flags"] as const;
const FIRST_PAUSE_MS = 5000;
const MAX_PAUSE_MS = 10 * 60_000;

/** Reconnects by itself; where the server refuses the connection, sync passes alone find changes. */
export function watchInbox(server: KnownServer, log: Logger, options: SessionOptions, onChange: () => void): Watch {
  const ending = new AbortController();
  let session: Session | undefined;
  let isListening = false;
  const listen = async (): Promise<void> => {
    session = await openSession(server, log, {
      ...options,
      signal: ending.signal,
      disableAutoIdle: false,
      autoIdleDelay: 10,
      maxIdleTime: MAX_IDLE_MS,
    });
    const { client } = session;
    const closed = new Promise<void>((resolve) => client.once("close", () => resolve()));
    // Before a folder is open: then ImapFlow enters IDLE by itself, and a command of ours would wait for its end.
    await enableNotify(client, onChange);
    // Changes of the inbox still arrive from a server that reports less than NOTIFY promises.
    await session.must(client.mailboxOpen("INBOX"));
    for (const event of changeEvents) client.on(event, onChange);
    isListening = true;
    // Changes from before.
    onChange();
    if (ending.signal.aborted) client.close();
    await closed;
  };
  const run = async (): Promise<void> => {
    for (let pauseMs = FIRST_PAUSE_MS; !ending.signal.aborted; pauseMs = Math.min(pauseMs * 2, MAX_PAUSE_MS)) {
      const begun = performance.now();
      await listen().catch((error: unknown) => log.debug("The inbox cannot be watched", { error }));
      // A connection that held for long was a good one: its end does not predict the next.
      if (performance.now() - begun > MAX_PAUSE_MS) pauseMs = FIRST_PAUSE_MS;
      // The sync has to wait for changes itself now, and to find those that were missed.
      const wasListening = isListening;
      isListening = false;
      session?.client.close();
      if (wasListening && !ending.signal.aborted) onChange();
      await sleep(pauseMs, ending.signal);
    }
  };
  const running = run();
  return {
    isListening: () => isListening,
    async close() {
      ending.abort();
      session?.client.close();
      await running;
    },
  };
}

/**
 * Watches the inbox over a connection that is idle between other tasks: where the server or a setting allows an account
 * no second one.
 * @returns a function that ends it, and the state of the inbox before: an equal string means no change
 */
export async function idleOnInbox(
  { client, must }: Session,
  onChange: () => void,
): Promise<{ stop: () => Promise<void>; inbox: string }> {
  const { exists, uidNext, highestModseq } = await must(client.mailboxOpen("INBOX"));
  for (const event of changeEvents) client.on(event, onChange);
  // The next command reports a lost connection.
  client.idle().catch(() => {});
  const stop = async (): Promise<void> => {
    for (const event of changeEvents) client.off(event, onChange);
    // Also ends IDLE for commands that bypass ImapFlow.
    await client.noop().catch(() => {});
  };
  return { stop, inbox: `${exists} ${uidNext} ${highestModseq}` };
}

function sleep(pauseMs: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) return resolve();
    const timer = setTimeout(resolve, pauseMs);
    signal.addEventListener("abort", () => {
      clearTimeout(timer);
      resolve();
    });
    return undefined;
  });
}
