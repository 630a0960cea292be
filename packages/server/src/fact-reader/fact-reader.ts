/**
 * Reads what letters say (server/facts) and by when something is to be done, in the background: letters that come, those
 * whose message comes later, those that a person moves, and those that were there before. One process of a database does
 * it. Nothing of a letter leaves the machine, and nothing is asked of any other.
 */
import { setTimeout as sleep } from "node:timers/promises";
import type { Id } from "@pismo/jmap";
import type { Logger } from "../log.ts";
import { startLockedJob } from "../store/db/locked-job.ts";
import type { Store } from "../store/db/store.ts";
import {
  accountNumbers,
  backlogFrom,
  changedAfter,
  dueLetters,
  forgetDue,
  noteProgress,
  type Progress,
  progressOf,
} from "../store/facts/progress.ts";
import { forgetDates } from "../store/facts/regroup.ts";
import { idOf } from "../store/db/ids.ts";
import { TextThread } from "../files/text/text-thread.ts";
import type { MimePool } from "../worker/pool.ts";
import { readLetters, type ReadingParts } from "./read-letters.ts";

export interface FactReaderParts {
  store: Store;
  mime: MimePool;
  log: Logger;
  /** Host names (authserv-id) whose Authentication-Results are trusted, in lower case. */
  trustedServers: ReadonlySet<string>;
}

/** Letters of one step. */
const STEP = 50;
/** Between two steps, so that requests come first. */
const PAUSE_MS = 50;
/** Without a commit: only then letters are read that came with many others, or were there before. */
const QUIET_MS = 500;
/** Where letters come all the time. */
const LONGEST_WAIT_MS = 5000;
/** Then others come first again: whose commit it was that ended the quiet is not known. */
const WORK_MS = 500;
/** Another process may have written, or ended. */
const RETRY_MS = 60_000;
/** Looked at without anything to write: noted once so many changes have passed. */
const UNNOTED = 1000;

/** @returns the function that ends it */
export function startFactReader(parts: FactReaderParts): () => Promise<void> {
  const { store, log } = parts;
  const texts = new TextThread();
  const end = startLockedJob({
    store,
    log,
    lock: "facts",
    failure: "What letters say could not be read",
    retryMs: RETRY_MS,
    lockedMs: RETRY_MS,
    async work(signal, commits) {
      const reader = new FactReader({ ...parts, texts, signal });
      while (!signal.aborted) {
        commits.forget();
        await reader.readNew();
        if (reader.hasMore) {
          await commits.quiet(QUIET_MS, LONGEST_WAIT_MS, signal);
          await reader.readMore(performance.now() + WORK_MS);
        } else await commits.next(RETRY_MS);
        await sleep(PAUSE_MS, undefined, { signal }).catch(() => undefined);
      }
    },
  });
  return async () => {
    const ended = end();
    await texts.close();
    await ended;
  };
}

interface Seen {
  /** The number of the account's last change when it was looked at. */
  account: number;
  /** What this process has looked at; in the store is what was worth a transaction. */
  progress: Progress;
  /** There are more than a step: they wait until nothing else comes. */
  hasMany: boolean;
}

class FactReader {
  readonly #parts: ReadingParts;
  readonly #seen = new Map<Id, Seen>();

  constructor(parts: ReadingParts) {
    this.#parts = parts;
  }

  /** What has changed in any account since it was looked at. */
  async readNew(): Promise<void> {
    const { store, signal } = this.#parts;
    const numbers = await store.readOnce(accountNumbers);
    for (const [accountId, account] of numbers) {
      const seen = this.#seen.get(accountId);
      if (signal.aborted || seen?.account === account) continue;
      const progress = seen?.progress ?? (await store.readOnce((reader) => progressOf(reader, accountId)));
      this.#seen.set(accountId, await this.#step(accountId, { account, progress, hasMany: false }));
    }
    for (const accountId of this.#seen.keys()) if (!numbers.has(accountId)) this.#seen.delete(accountId);
  }

  get hasMore(): boolean {
    return this.#next() !== undefined;
  }

  #next(): [Id, Seen] | undefined {
    const all = [...this.#seen];
    return all.find(([, { hasMany }]) => hasMany) ?? all.find(([, { progress }]) => progress.backlog > 0);
  }

  /** Letters that came with many others, or were there before: a step, and more until the moment has come. */
  async readMore(until: number): Promise<void> {
    do await this.#stepOn();
    while (this.hasMore && performance.now() < until && !this.#parts.signal.aborted);
  }

  async #stepOn(): Promise<void> {
    const next = this.#next();
    if (!next || this.#parts.signal.aborted) return;
    const [accountId, seen] = next;
    const after = seen.hasMany
      ? await this.#step(accountId, { ...seen, hasMany: true })
      : await this.#stepBack(accountId, seen);
    // Accounts take turns.
    this.#seen.delete(accountId);
    this.#seen.set(accountId, after);
  }

  async #step(accountId: Id, seen: Seen): Promise<Seen> {
    const { store, signal } = this.#parts;
    const { progress } = seen;
    const { changes, due } = await store.read(async (reader) => ({
      changes: await changedAfter(reader, accountId, progress.modseq, STEP),
      due: await dueLetters(reader, accountId, STEP),
    }));
    const { created = [], changed = [], destroyed = [], modseq = progress.modseq } = changes ?? {};
    const count = created.length + changed.length + destroyed.length;
    if (count + due.length === 0) return { ...seen, hasMany: false };
    const isFull = count === STEP || due.length === STEP;
    if (isFull && !seen.hasMany) return { ...seen, hasMany: true };
    const write = await readLetters(this.#parts, accountId, { fresh: new Set([...created, ...due]), changed });
    if (signal.aborted) return seen;
    const after = { ...progress, modseq };
    const noted = await store.readOnce((reader) => progressOf(reader, accountId));
    if (write || due.length > 0 || destroyed.length > 0 || modseq - noted.modseq > UNNOTED) {
      await store.write(
        async (tx) => {
          await write?.(tx);
          await forgetDates(tx, accountId, destroyed);
          await forgetDue(tx, accountId, due);
          await noteProgress(tx, accountId, after);
        },
        { accountId },
      );
    }
    return { account: seen.account, progress: after, hasMany: isFull };
  }

  async #stepBack(accountId: Id, seen: Seen): Promise<Seen> {
    const { store, signal } = this.#parts;
    const keys = await store.readOnce((reader) => backlogFrom(reader, accountId, seen.progress.backlog, STEP));
    const fresh = new Set(keys.map((key) => idOf("e", key)));
    const write = await readLetters(this.#parts, accountId, { fresh, changed: [] });
    if (signal.aborted) return seen;
    const backlog = keys.length < STEP ? 0 : keys.at(-1)! - 1;
    const after = { ...seen.progress, backlog };
    await store.write(
      async (tx) => {
        await write?.(tx);
        await noteProgress(tx, accountId, after);
      },
      { accountId },
    );
    return { ...seen, progress: after };
  }
}
