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
  backlogFrom,
  changedAfter,
  dueLetters,
  forgetDue,
  lastChanges,
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
/** All accounts are looked at: a commit of another process may not have been heard of. */
const ALL_MS = 5 * 60_000;
/** For a PDF file: the letters of all wait. */
const PDF_MS = 5000;
/** Looked at without anything to write: noted once so many changes have passed, and at the end. */
const UNNOTED = 1000;
/** At the end: the others' letters are looked at again. */
const ACCOUNTS_NOTED = 100;

/** @returns the function that ends it */
export function startFactReader(parts: FactReaderParts): () => Promise<void> {
  const { store, log } = parts;
  const texts = new TextThread(PDF_MS);
  const end = startLockedJob({
    store,
    log,
    failure: "What letters say could not be read",
    retryMs: RETRY_MS,
    lockedMs: RETRY_MS,
    async work(signal, commits) {
      const reader = new FactReader({ ...parts, texts, signal });
      const stop = store.onCommit((accountIds) => reader.noteCommit(accountIds));
      try {
        while (!signal.aborted) {
          commits.forget();
          await reader.readNew();
          if (reader.hasMore) {
            await commits.quiet(QUIET_MS, LONGEST_WAIT_MS, signal);
            await reader.readMore(performance.now() + WORK_MS);
          } else await commits.next(RETRY_MS);
          await sleep(PAUSE_MS, undefined, { signal }).catch(() => undefined);
        }
        await reader.noteSeen();
      } finally {
        stop();
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
  /** Of the account, when it was looked at. */
  lastChange: number;
  /** What this process has looked at; in the store is what was worth a transaction. */
  progress: Progress;
  /** The change that the store has for it. */
  noted: number;
  /** There are more than a step: they wait until nothing else comes. */
  hasMany: boolean;
}

class FactReader {
  readonly #parts: ReadingParts;
  readonly #seen = new Map<Id, Seen>();
  /** Accounts that have changed since they were looked at. */
  readonly #changed = new Set<Id>();
  /** Those whose letters wait until nothing else comes, in the order of their turns. */
  readonly #withMany = new Set<Id>();
  /** Those with letters that were there before. */
  readonly #withBacklog = new Set<Id>();
  #allReadAtMs = -Infinity;

  constructor(parts: ReadingParts) {
    this.#parts = parts;
  }

  noteCommit(accountIds: ReadonlySet<Id>): void {
    for (const id of accountIds) this.#changed.add(id);
  }

  /** What has changed in accounts since they were looked at. */
  async readNew(): Promise<void> {
    const { store, signal } = this.#parts;
    const isAll = performance.now() >= this.#allReadAtMs + ALL_MS;
    if (isAll) this.#allReadAtMs = performance.now();
    const changed = [...this.#changed];
    this.#changed.clear();
    if (!isAll && changed.length === 0) return;
    const numbers = await store.readOnce((reader) => lastChanges(reader, isAll ? undefined : changed));
    for (const [accountId, lastChange] of numbers) {
      const seen = this.#seen.get(accountId);
      if (signal.aborted || seen?.lastChange === lastChange) continue;
      const progress = seen?.progress ?? (await store.readOnce((reader) => progressOf(reader, accountId)));
      const noted = seen?.noted ?? progress.modseq;
      this.#keep(accountId, await this.#step(accountId, { lastChange, progress, noted, hasMany: false }));
    }
    for (const accountId of isAll ? this.#seen.keys() : changed) {
      if (!numbers.has(accountId)) this.#forget(accountId);
    }
  }

  #keep(accountId: Id, seen: Seen): void {
    this.#seen.set(accountId, seen);
    this.#withMany[seen.hasMany ? "add" : "delete"](accountId);
    this.#withBacklog[seen.progress.backlog > 0 ? "add" : "delete"](accountId);
  }

  #forget(accountId: Id): void {
    for (const accounts of [this.#seen, this.#withMany, this.#withBacklog]) accounts.delete(accountId);
  }

  get hasMore(): boolean {
    return this.#withMany.size + this.#withBacklog.size > 0;
  }

  /** Else the next start would read letters again of which there was nothing to write. */
  async noteSeen(): Promise<void> {
    const unnoted = [...this.#seen].filter(([, { progress, noted }]) => progress.modseq > noted);
    for (const [accountId, { progress }] of unnoted.slice(0, ACCOUNTS_NOTED)) {
      await this.#parts.store.write((tx) => noteProgress(tx, accountId, progress), { accountId });
    }
  }

  /** Letters that came with many others, or were there before: a step, and more until the moment has come. */
  async readMore(until: number): Promise<void> {
    do await this.#stepOn();
    while (this.hasMore && performance.now() < until && !this.#parts.signal.aborted);
  }

  async #stepOn(): Promise<void> {
    const [accountId] = this.#withMany.size > 0 ? this.#withMany : this.#withBacklog;
    const seen = accountId === undefined ? undefined : this.#seen.get(accountId);
    if (accountId === undefined || !seen || this.#parts.signal.aborted) return;
    const after = seen.hasMany ? await this.#step(accountId, seen) : await this.#stepBack(accountId, seen);
    // Accounts take turns.
    this.#forget(accountId);
    this.#keep(accountId, after);
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
    const isNoted = write !== undefined || due.length > 0 || destroyed.length > 0 || modseq - seen.noted > UNNOTED;
    if (isNoted) {
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
    return { lastChange: seen.lastChange, progress: after, noted: isNoted ? modseq : seen.noted, hasMany: isFull };
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
    return { ...seen, progress: after, noted: after.modseq };
  }
}
