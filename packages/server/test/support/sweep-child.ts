/**
 * Sweeps, recent blobs too, and is killed at one of the sweep's transactions.
 * Arguments: the data directory, "before" or "after", which transaction (1 is the first).
 */
import { createLogger } from "../../src/log.ts";
import { openStore } from "../../src/store/db/store.ts";
import { sweepStore } from "../../src/store/sweep/sweep.ts";
import { killedAt } from "./killed-store.ts";

const [, , dataDir = "", phase = "", number = ""] = process.argv;
const log = createLogger("error");
const store = await openStore({ dataDir }, log);
const watched = killedAt(store, { transaction: Number(number), phase });
await sweepStore(watched, { graceMs: -60_000 }, log);
