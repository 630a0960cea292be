/** Counts the newsletters among letters that were there before newsletters were counted. One process of a database does it. */
import { setTimeout as sleep } from "node:timers/promises";
import type { Logger } from "../log.ts";
import { startLockedJob } from "../store/db/locked-job.ts";
import type { Store } from "../store/db/store.ts";
import { workOffNewsletters } from "../store/newsletters/backlog.ts";

/** Between two batches, so that requests come first. */
const PAUSE_MS = 50;
/** Another process may have written, or ended. */
const RETRY_MS = 60_000;

/** @returns the function that ends it */
export const startNewsletterReader = ({ store, log }: { store: Store; log: Logger }): (() => Promise<void>) =>
  startLockedJob({
    store,
    log,
    failure: "Newsletters could not be counted",
    retryMs: RETRY_MS,
    lockedMs: RETRY_MS,
    async work(signal, commits) {
      while (!signal.aborted) {
        commits.forget();
        if (!(await workOffNewsletters(store))) await commits.next(RETRY_MS);
        await sleep(PAUSE_MS, undefined, { signal });
      }
    },
  });
