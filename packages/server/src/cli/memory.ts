/** Tunes V8's garbage collector. */
import type { Server } from "node:http";
import { Session } from "node:inspector";
import { setFlagsFromString } from "node:v8";

/**
 * Limits the young generation, which V8 lets grow to 100 MB in a busy thread, where parsing messages needs a few: garbage
 * is collected as cheaply, only earlier. For a command that does one thing and ends: this thread's limit stays, later
 * threads start with a little more.
 */
export function limitYoungGeneration(): void {
  // In MB, and set before a thread is created: otherwise it stays at the minimum.
  setFlagsFromString("--min-semi-space-size=4");
  setFlagsFromString("--max-semi-space-size=4");
  setFlagsFromString("--semi-space-growth-factor=1");
}

/** Without a request for so long, the server counts as idle: a collection takes a tenth of a second. */
const IDLE_MS = 10_000;

/** Growth since the last collection that justifies another one; what has shrunk by as much has ended a thread of its own. */
const MIN_CHANGE_BYTES = 32 << 20;
/** The process grows and shrinks by so much while idle. */
const IDLE_CHANGE_BYTES = 4 << 20;

/**
 * Collects garbage while the server is idle: V8 retains what it once allocated (32 MB for young objects alone, after the
 * modules were loaded), and collects only when it needs more. Messages that arrive by SMTP are no requests: their garbage
 * shows in the size of the process.
 * @returns the function that stops it
 */
export function collectWhenIdle(server: Pick<Server, "on" | "off">, idleMs = IDLE_MS): () => void {
  // Through the inspector, within the process. `gc()` would require evaluating a string as code.
  const session = new Session();
  session.connect();
  const collect = (): void => session.post("HeapProfiler.collectGarbage");
  const timer = setTimeout(collect, idleMs).unref();
  // A timer that has fired is set again.
  const onRequest = (): void => void timer.refresh();
  server.on("request", onRequest);
  const rss = process.memoryUsage.rss;
  let collected = rss();
  let before = Infinity;
  const check = setInterval(() => {
    const size = rss();
    // It has changed, and has stopped growing: the server is idle.
    const isAtRest = size <= before + IDLE_CHANGE_BYTES;
    before = size;
    if (Math.abs(size - collected) <= MIN_CHANGE_BYTES || !isAtRest) return;
    collect();
    collected = rss();
  }, idleMs).unref();
  return () => {
    clearTimeout(timer);
    clearInterval(check);
    server.off("request", onRequest);
    session.disconnect();
  };
}
