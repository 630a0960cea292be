/**
 * Goes on with what is due at other servers, as one process of a database. What is of one account goes one after the other;
 * that of others does not wait for its server.
 */
import { setTimeout as sleep } from "node:timers/promises";
import type { Id } from "@pismo/jmap";
import type { Logger } from "../log.ts";
import { startLockedJob } from "../store/db/locked-job.ts";
import type { Reader } from "../store/db/reader.ts";
import type { Store } from "../store/db/store.ts";

const AT_ONCE = 100;
/** A clock that is set, and a computer that slept, move nothing by more. */
const IDLE_MS = 60_000;

export interface DueByAccount<T extends { accountId: Id }> {
  store: Store;
  log: Logger;
  /** What the log says where it fails. */
  failure: string;
  /** After a failure, and while accounts are worked on. */
  retryMs: number;
  /** Between two looks. */
  pauseMs: number;
  due(reader: Reader, now: Date, limit: number): Promise<T[]>;
  nextAt(reader: Reader): Promise<Date | undefined>;
  /** @param items of one account */
  work(items: readonly T[], signal: AbortSignal): Promise<void>;
}

/** @returns the function that ends it */
export function startDueByAccount<T extends { accountId: Id }>(job: DueByAccount<T>): () => Promise<void> {
  const { store, log, failure, retryMs, pauseMs } = job;
  const running = new Map<Id, Promise<void>>();

  async function begin(signal: AbortSignal): Promise<void> {
    const due = await store.readOnce((reader) => job.due(reader, new Date(), AT_ONCE));
    for (const accountId of new Set(due.map((each) => each.accountId))) {
      if (running.has(accountId)) continue;
      const items = due.filter((each) => each.accountId === accountId);
      const done = job
        .work(items, signal)
        .catch((error: unknown) => {
          log.error(failure, { error });
          return sleep(retryMs, undefined, { signal }).catch(() => undefined);
        })
        .finally(() => running.delete(accountId));
      running.set(accountId, done);
    }
  }

  return startLockedJob({
    store,
    log,
    failure,
    retryMs,
    lockedMs: IDLE_MS,
    async work(signal, commits) {
      try {
        while (!signal.aborted) {
          commits.forget();
          await begin(signal);
          const next = await store.readOnce(job.nextAt);
          const dueMs = next ? next.getTime() - Date.now() : IDLE_MS;
          const waitMs = running.size > 0 ? retryMs : Math.min(Math.max(dueMs, 0), IDLE_MS);
          await Promise.race([commits.next(waitMs), ...running.values()]);
          await sleep(pauseMs, undefined, { signal }).catch(() => undefined);
        }
      } finally {
        await Promise.all(running.values());
      }
    },
  });
}
