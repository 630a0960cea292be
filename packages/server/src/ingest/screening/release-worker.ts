/** Letters that wait although their sender was decided on, or screening is off, go where they belong; others are counted. */
import { setTimeout as sleep } from "node:timers/promises";
import type { Id } from "@pismo/jmap";
import type { Logger } from "../../log.ts";
import { startLockedJob } from "../../store/db/locked-job.ts";
import type { Store } from "../../store/db/store.ts";
import { accountsToLookThrough, noteNextPlaced, type Place } from "../../store/screening/note-placed.ts";
import { nextToRelease, type Released, releaseNext } from "../../store/screening/release.ts";

const SENDERS_AT_ONCE = 20;
const ACCOUNTS_AT_ONCE = 20;
/** Between two transactions, so that requests come first. */
const PAUSE_MS = 50;
/** Commits that come close together are looked at together. */
const GATHER_MS = 200;
/** Of what could not be moved. */
const RETRY_MS = 60_000;

/** A sender has the same id in every account. */
const keyOf = ({ accountId, senderId }: Released): string => `${accountId} ${senderId}`;

/** @returns the function that ends it */
export function startReleasing({ store, log }: { store: Store; log: Logger }): () => Promise<void> {
  /** One that cannot be moved holds up none of the others. */
  async function release(next: Released): Promise<boolean> {
    try {
      return await store.write((tx) => releaseNext(tx, next), { accountId: next.accountId });
    } catch (error) {
      log.error("Letters of a first-time sender could not be moved", { ...next, error });
      return false;
    }
  }

  /** The folder may have been there before, with letters in it. @returns whether it was looked through */
  async function lookThrough(accountId: Id, signal: AbortSignal): Promise<boolean> {
    try {
      let place: Place | undefined;
      do {
        const after = place;
        place = await store.write((tx) => noteNextPlaced(tx, accountId, after), { accountId });
        await sleep(PAUSE_MS, undefined, { signal }).catch(() => undefined);
      } while (place && !signal.aborted);
      return true;
    } catch (error) {
      log.error("The letters that wait for first-time senders could not be counted", { accountId, error });
      return false;
    }
  }

  return startLockedJob({
    store,
    log,
    failure: "Letters of first-time senders could not be moved",
    retryMs: 2000,
    lockedMs: RETRY_MS,
    async work(signal, commits) {
      const pause = (ms: number) => sleep(ms, undefined, { signal }).catch(() => undefined);
      /** Senders and accounts, since when they could not be worked on. */
      const failed = new Map<string, number>();
      while (!signal.aborted) {
        commits.forget();
        const now = Date.now();
        for (const [key, at] of failed) if (at + RETRY_MS <= now) failed.delete(key);
        const accounts = await store.readOnce((reader) =>
          accountsToLookThrough(reader, ACCOUNTS_AT_ONCE + failed.size),
        );
        const unknown = accounts.filter((each) => !failed.has(each));
        for (const accountId of unknown) {
          if (signal.aborted) return;
          if (!(await lookThrough(accountId, signal))) failed.set(accountId, Date.now());
        }
        const due = await store.readOnce((reader) => nextToRelease(reader, SENDERS_AT_ONCE + failed.size));
        const found = due.filter((next) => !failed.has(keyOf(next)));
        for (const next of found) {
          if (signal.aborted) return;
          if (!(await release(next))) failed.set(keyOf(next), Date.now());
          await pause(PAUSE_MS);
        }
        if (found.length > 0 || unknown.length > 0) continue;
        await commits.next(RETRY_MS);
        await pause(GATHER_MS);
      }
    },
  });
}
