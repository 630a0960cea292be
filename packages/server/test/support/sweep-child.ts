/**
 * Sweeps, young blobs too, and dies as by kill -9 at one of the sweep's transactions.
 * Arguments: the data directory, "before" or "after", which transaction (1 is the first).
 */
import { createLogger } from "../../src/log.ts";
import { openStore, type Store } from "../../src/store/store.ts";
import { sweepStore } from "../../src/store/sweep.ts";

const [, , dataDir = "", phase = "", number = ""] = process.argv;
const log = createLogger("error");
const store = await openStore({ dataDir }, log);
let count = 0;
const strike = (now: string): void => {
  if (now === phase && count === Number(number)) process.kill(process.pid, "SIGKILL");
};
const write: Store["write"] = async (work, options) => {
  count++;
  strike("before");
  const result = await store.write(work, options);
  strike("after");
  return result;
};
const watched = { write, read: store.read.bind(store), blobs: store.blobs } as Store;
await sweepStore(watched, { dataDir, graceMs: -60_000 }, log);
