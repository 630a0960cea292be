/** A job that one process of a database does, the same one as all others of them; another one takes them over when that ends. */
import { setTimeout as sleep } from "node:timers/promises";
import type { Logger } from "../../log.ts";
import { type CommitWait, waitForCommits } from "./commit-wait.ts";
import { tryJobLock } from "./shared-lock.ts";
import type { Store } from "./store.ts";

export interface LockedJob {
  store: Store;
  log: Logger;
  /** What the log says where it fails. */
  failure: string;
  /** Milliseconds before it begins again after a failure. */
  retryMs: number;
  /** Milliseconds, or until a commit, before the lock is tried again where another process has it: that may die. */
  lockedMs: number;
  /** Works until `signal` is aborted. */
  work(signal: AbortSignal, commits: CommitWait): Promise<void>;
}

/** @returns the function that ends it */
export function startLockedJob(job: LockedJob): () => Promise<void> {
  const { store, log, failure, retryMs, lockedMs, work } = job;
  const ending = new AbortController();
  const { signal } = ending;
  const commits = waitForCommits(store);

  async function workAlone(): Promise<void> {
    commits.forget();
    const release = await tryJobLock(store);
    if (!release) return commits.next(lockedMs);
    try {
      await work(signal, commits);
    } finally {
      await release();
    }
    return undefined;
  }

  async function run(): Promise<void> {
    while (!signal.aborted) {
      await workAlone().catch((error: unknown) => {
        if (!signal.aborted) log.error(failure, { error });
      });
      await sleep(retryMs, undefined, { signal, ref: false }).catch(() => undefined);
    }
  }

  const done = run();
  return async () => {
    ending.abort();
    commits.close();
    await done;
  };
}
