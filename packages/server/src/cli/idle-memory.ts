/**
 * Returns memory while the server is idle: V8 retains what it once allocated (32 MB for young objects alone, after the
 * modules were loaded), and collects only when it needs more. Messages that arrive by SMTP are no requests: their garbage
 * shows in the size of the process.
 */
import type { Server } from "node:http";
import { Session } from "node:inspector";

/** Milliseconds without a request after which the server counts as idle: a collection takes a tenth of a second. */
const QUIET = 10_000;

/** Octets of growth since the last collection that justify another one. */
const GROWN = 32 << 20;
/** Octets that the process grows and shrinks by while idle. */
const STILL = 4 << 20;

/** @returns the function that stops it */
export function tidyWhenIdle(server: Pick<Server, "on" | "off">, quiet = QUIET): () => void {
  // Through the inspector, within the process. `gc()` would require evaluating a string as code.
  const session = new Session();
  session.connect();
  const tidy = (): void => session.post("HeapProfiler.collectGarbage");
  const timer = setTimeout(tidy, quiet).unref();
  // A timer that has fired is set again.
  const onRequest = (): void => void timer.refresh();
  server.on("request", onRequest);
  const rss = process.memoryUsage.rss;
  let tidied = rss();
  let before = Infinity;
  const look = setInterval(() => {
    const size = rss();
    // It has grown, and has stopped growing: the server is idle.
    const isAtRest = size <= before + STILL;
    before = size;
    if (size > tidied + GROWN && isAtRest) {
      tidy();
      tidied = rss();
    } else tidied = Math.min(tidied, size);
  }, quiet).unref();
  return () => {
    clearTimeout(timer);
    clearInterval(look);
    server.off("request", onRequest);
    session.disconnect();
  };
}
