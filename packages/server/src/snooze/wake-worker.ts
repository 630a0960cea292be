/** Brings snoozed letters back when their time has come. One process of a database does it. */
import { setTimeout as sleep } from "node:timers/promises";
import type { Logger } from "../log.ts";
import { waitForCommits } from "../store/db/commit-wait.ts";
import type { Store } from "../store/db/store.ts";
import { nextWakeAt, wakeDue } from "../store/snooze/wake-emails.ts";

/** Of one transaction, so that others can write in between. */
const EMAILS_AT_ONCE = 20;
/** A computer that slept, or whose clock was set, brings them back soon after. */
const MAX_SLEEP_MS = 60_000;
const MIN_SLEEP_MS = 20;
const RETRY_MS = 2000;
/** Commits that come close together are looked at together. */
const PAUSE_MS = 100;

export interface WakingParts {
  store: Store;
  log: Logger;
  /** For tests: another clock, in milliseconds. */
  now?: () => number;
}

/** @returns the function that ends it */
export function startWaking({ store, log, now = Date.now }: WakingParts): () => Promise<void> {
  const ending = new AbortController();
  const { signal } = ending;
  const commits = waitForCommits(store);

  /** @returns the pause until the next look, in milliseconds */
  async function wakeOnce(): Promise<number> {
    const next = await store.readOnce(nextWakeAt);
    if (!next) return MAX_SLEEP_MS;
    const pauseMs = next.getTime() - now();
    if (pauseMs > 0) return Math.min(Math.max(pauseMs, MIN_SLEEP_MS), MAX_SLEEP_MS);
    await store.write((tx) => wakeDue(tx, new Date(now()), EMAILS_AT_ONCE));
    return 0;
  }

  async function work(): Promise<void> {
    commits.forget();
    const release = await store.tryLock("snooze");
    // Another process works; it may die.
    if (!release) return commits.next(MAX_SLEEP_MS);
    try {
      while (!signal.aborted) {
        commits.forget();
        const pauseMs = await wakeOnce();
        if (pauseMs === 0) continue;
        await commits.next(pauseMs);
        await sleep(PAUSE_MS, undefined, { signal }).catch(() => undefined);
      }
    } finally {
      await release();
    }
    return undefined;
  }

  async function run(): Promise<void> {
    while (!signal.aborted) {
      await work().catch((error: unknown) => {
        if (!signal.aborted) log.error("Snoozed letters could not come back", { error });
      });
      await sleep(RETRY_MS, undefined, { signal, ref: false }).catch(() => undefined);
    }
  }
  const done = run();
  return async () => {
    ending.abort();
    commits.close();
    await done;
  };
}
