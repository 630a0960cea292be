/**
 * Gives memory back when nobody asks for anything: V8 keeps what it once had (32 MB for young objects alone, after the
 * modules were loaded), and looks after it again only when it needs more.
 */
import type { Server } from "node:http";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";

/** Milliseconds without a request after which nobody is reckoned to wait for the tenth of a second that it takes. */
const QUIET = 10_000;

/** Node's own, as `--expose-gc` gives it. */
type CollectGarbage = (options: { type: "major"; execution: "sync"; flavor: "last-resort" }) => void;

/** @returns the way to stop it */
export function tidyWhenIdle(server: Pick<Server, "on" | "off">, quiet = QUIET): () => void {
  setFlagsFromString("--expose-gc");
  const collectGarbage = runInNewContext("gc") as CollectGarbage;
  const tidy = (): void => collectGarbage({ type: "major", execution: "sync", flavor: "last-resort" });
  const timer = setTimeout(tidy, quiet).unref();
  // One that has run out is set again.
  const onRequest = (): void => void timer.refresh();
  server.on("request", onRequest);
  return () => {
    clearTimeout(timer);
    server.off("request", onRequest);
  };
}
