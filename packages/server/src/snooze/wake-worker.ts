/** Brings snoozed letters back when their time has come. One process of a database does it. */
import { setTimeout as sleep } from "node:timers/promises";
import type { Logger } from "../log.ts";
import { startLockedJob } from "../store/db/locked-job.ts";
import type { Store } from "../store/db/store.ts";
import { type Away, nextToWake, wakeIfDue } from "../store/snooze/wake-emails.ts";
import { BackOff } from "./back-off.ts";

/** Found by one statement; each comes back in a transaction of its own. */
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
  const backOff = new BackOff();

  /** One that cannot come back holds up none of the others, of whichever account. */
  async function wake({ accountId, emailId }: Away, signal: AbortSignal): Promise<void> {
    try {
      await store.write((tx) => wakeIfDue(tx, accountId, emailId, new Date(now())), { accountId });
      backOff.forget(emailId);
    } catch (error) {
      if (signal.aborted) return;
      backOff.note(emailId, now());
      log.error("A snoozed letter could not come back", { accountId, emailId, error });
    }
  }

  /** @returns the pause until the next look, in milliseconds */
  async function wakeOnce(signal: AbortSignal): Promise<number> {
    const nowMs = now();
    const except = backOff.waiting(nowMs);
    const next = await store.readOnce((reader) => nextToWake(reader, EMAILS_AT_ONCE, except));
    const due = next.filter(({ until }) => until.getTime() <= nowMs);
    for (const each of due) {
      if (!signal.aborted) await wake(each, signal);
    }
    if (due.length > 0) return 0;
    const pauseMs = Math.min(next[0]?.until.getTime() ?? Infinity, backOff.nextAtMs(nowMs)) - nowMs;
    return Math.min(Math.max(pauseMs, MIN_SLEEP_MS), MAX_SLEEP_MS);
  }

  return startLockedJob({
    store,
    log,
    failure: "Snoozed letters could not come back",
    retryMs: RETRY_MS,
    lockedMs: MAX_SLEEP_MS,
    async work(signal, commits) {
      while (!signal.aborted) {
        commits.forget();
        const pauseMs = await wakeOnce(signal);
        if (pauseMs === 0) continue;
        await commits.next(pauseMs);
        await sleep(PAUSE_MS, undefined, { signal }).catch(() => undefined);
      }
    },
  });
}
