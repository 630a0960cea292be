/** Sends what is held for other JMAP servers when its time has come. One process of a database does it. */
import { setTimeout as sleep } from "node:timers/promises";
import { startLockedJob } from "../../store/db/locked-job.ts";
import { dueHeld, nextHeldAt } from "../../store/submission/held-queue.ts";
import type { HeldSubmission } from "../../store/submission/held-submissions.ts";
import { goOnWith, type HeldParts } from "./send-held.ts";

const AT_ONCE = 100;
const RETRY_MS = 500;
/** A clock that is set, and a computer that slept, move nothing by more. */
const IDLE_MS = 60_000;
const PAUSE_MS = 50;
const FAILURE = "Emails that are held for other JMAP servers could not be sent";

/** @returns the function that ends it */
export function startHeldQueue(parts: HeldParts): () => Promise<void> {
  const { store, log } = parts;
  /** Those of one account go one after the other; those of others do not wait for its server. */
  const running = new Map<string, Promise<void>>();

  async function workOn(emails: readonly HeldSubmission[], signal: AbortSignal): Promise<void> {
    for (const email of emails) if (!signal.aborted) await goOnWith(email, parts, signal);
  }

  async function begin(signal: AbortSignal): Promise<void> {
    const due = await store.readOnce((reader) => dueHeld(reader, new Date(), AT_ONCE));
    for (const accountId of new Set(due.map((each) => each.accountId))) {
      if (running.has(accountId)) continue;
      const emails = due.filter((each) => each.accountId === accountId);
      const done = workOn(emails, signal)
        .catch((error: unknown) => {
          log.error(FAILURE, { error });
          return sleep(RETRY_MS, undefined, { signal }).catch(() => undefined);
        })
        .finally(() => running.delete(accountId));
      running.set(accountId, done);
    }
  }

  return startLockedJob({
    store,
    log,
    failure: FAILURE,
    retryMs: RETRY_MS,
    lockedMs: IDLE_MS,
    async work(signal, commits) {
      try {
        while (!signal.aborted) {
          commits.forget();
          await begin(signal);
          const next = await store.readOnce(nextHeldAt);
          const dueMs = next ? next.getTime() - Date.now() : IDLE_MS;
          const waitMs = running.size > 0 ? RETRY_MS : Math.min(Math.max(dueMs, 0), IDLE_MS);
          await Promise.race([commits.next(waitMs), ...running.values()]);
          await sleep(PAUSE_MS, undefined, { signal }).catch(() => undefined);
        }
      } finally {
        await Promise.all(running.values());
      }
    },
  });
}
