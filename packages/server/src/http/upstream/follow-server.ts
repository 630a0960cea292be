/** Hears of new states at another JMAP server, for as long as a page wants to know. */
import type { Logger } from "../../log.ts";
import type { JmapAccount } from "../../store/auth/jmap-accounts.ts";
import type { UpstreamCalls } from "../../upstream/upstream.ts";
import { openStream } from "./event-source.ts";

interface Following {
  remote: UpstreamCalls;
  log: Logger;
  /** With the types that its server has; undefined: it was removed. */
  account(): Promise<{ person: JmapAccount; types: readonly string[] } | undefined>;
  /** Reads the states. */
  look(): Promise<void>;
}

/** Where the server has no event source, and after a failure. */
const POLL_MS = 10_000;
const PING_SECONDS = "30";

export async function followServer({ remote, log, account, look }: Following, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    try {
      const known = await account();
      if (!known) return;
      const { person, types } = known;
      const query = { types: types.join(), ping: PING_SECONDS };
      const stream = await openStream({ upstream: remote }, person, query, undefined, signal);
      await look();
      if (stream) await eachState(stream, look);
    } catch (error) {
      if (signal.aborted) return;
      log.debug("a JMAP server could not be followed", { error });
      await look();
    }
    await pause(POLL_MS, signal);
  }
}

/** Characters of one event. */
const MAX_EVENT = 1_000_000;

/** Until the server ends the stream. */
async function eachState(stream: AsyncIterable<Buffer>, look: () => Promise<void>): Promise<void> {
  let rest = "";
  for await (const chunk of stream) {
    const events = (rest + chunk.toString("utf8")).split(/\r?\n\r?\n/);
    rest = events.pop()!;
    if (rest.length > MAX_EVENT) throw new Error("an event without an end");
    if (events.some((event) => /^event: ?state$/m.test(event) || /^data:.*StateChange/m.test(event))) await look();
  }
}

function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const end = (): void => {
      clearTimeout(timer);
      signal.removeEventListener("abort", end);
      resolve();
    };
    const timer = setTimeout(end, ms);
    timer.unref();
    signal.addEventListener("abort", end);
    if (signal.aborted) end();
  });
}
