/**
 * A connection of its own that does nothing but hear of changes: in all folders (NOTIFY: RFC 5465), or in the inbox (IDLE:
 * RFC 2177; without it, now and then NOOP).
 */
import type { Logger } from "../../log.ts";
import { askForNews } from "./notify.ts";
import { RENEW_IDLE } from "./pauses.ts";
import { type KnownServer, openSession, type Session, type SessionOptions } from "./session.ts";

export interface Watch {
  /** Whether it hears of changes at this moment. */
  isListening(): boolean;
  close(): Promise<void>;
}

const news = ["exists", "expunge", "flags"] as const;
const FIRST_PAUSE = 5000;
const LONGEST_PAUSE = 10 * 60_000;

/** It tries again by itself, and where it cannot be had the regular looks are all there is. */
export function watchInbox(server: KnownServer, log: Logger, options: SessionOptions, onNews: () => void): Watch {
  const ending = new AbortController();
  let session: Session | undefined;
  let isListening = false;
  const listen = async (): Promise<void> => {
    session = await openSession(server, log, {
      ...options,
      signal: ending.signal,
      disableAutoIdle: false,
      autoIdleDelay: 10,
      maxIdleTime: RENEW_IDLE,
    });
    const { client } = session;
    const closed = new Promise<void>((resolve) => client.once("close", () => resolve()));
    // Before a folder is open: from then on ImapFlow is in IDLE by itself, and a command of ours would wait for its end.
    await askForNews(client, onNews);
    // A server that says less than it has promised is still heard of the inbox.
    await session.must(client.mailboxOpen("INBOX"));
    for (const event of news) client.on(event, onNews);
    isListening = true;
    // What came before we listened.
    onNews();
    if (ending.signal.aborted) client.close();
    await closed;
  };
  const run = async (): Promise<void> => {
    for (let pause = FIRST_PAUSE; !ending.signal.aborted; pause = Math.min(pause * 2, LONGEST_PAUSE)) {
      const begun = performance.now();
      await listen().catch((error: unknown) => log.debug("The inbox cannot be watched", { error }));
      // A connection that held for long was a good one: its end says nothing about the next.
      if (performance.now() - begun > LONGEST_PAUSE) pause = FIRST_PAUSE;
      // Whoever rests has to listen by themselves, and to look for what was not heard.
      const wasListening = isListening;
      isListening = false;
      session?.client.close();
      if (wasListening && !ending.signal.aborted) onNews();
      await sleep(pause, ending.signal);
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
 * The same with a connection that has other things to do, while it has nothing to do: where a server or we allow an
 * account no second one.
 * @returns what ends the listening, and how the inbox is as it begins: the same words, the same inbox
 */
export async function watchMeanwhile(
  { client, must }: Session,
  onNews: () => void,
): Promise<{ stop: () => Promise<void>; inbox: string }> {
  const { exists, uidNext, highestModseq } = await must(client.mailboxOpen("INBOX"));
  for (const event of news) client.on(event, onNews);
  // How it ends is said to whoever gives the next command.
  client.idle().catch(() => {});
  const stop = async (): Promise<void> => {
    for (const event of news) client.off(event, onNews);
    // Ends it for those too who speak past ImapFlow. A connection that is lost shows at the next command.
    await client.noop().catch(() => {});
  };
  return { stop, inbox: `${exists} ${uidNext} ${highestModseq}` };
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
