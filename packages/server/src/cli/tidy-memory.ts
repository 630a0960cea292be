/**
 * Gives memory back when nobody asks for anything: V8 keeps what it once had (32 MB for young objects alone, after the
 * modules were loaded), and looks after it again only when it needs more.
 */
import type { Server } from "node:http";
import { Session } from "node:inspector";

/** Milliseconds without a request after which nobody is reckoned to wait for the tenth of a second that it takes. */
const QUIET = 10_000;

/** @returns the way to stop it */
export function tidyWhenIdle(server: Pick<Server, "on" | "off">, quiet = QUIET): () => void {
  // Within the process: nothing listens. `gc()` would have to be got by running text as a program.
  const session = new Session();
  session.connect();
  const tidy = (): void => session.post("HeapProfiler.collectGarbage");
  const timer = setTimeout(tidy, quiet).unref();
  // One that has run out is set again.
  const onRequest = (): void => void timer.refresh();
  server.on("request", onRequest);
  return () => {
    clearTimeout(timer);
    server.off("request", onRequest);
    session.disconnect();
  };
}
