/** Learns from what people say of letters, in the background. One process of a database does it. */
import { setTimeout as sleep } from "node:timers/promises";
import type { Id } from "@pismo/jmap";
import type { Logger } from "../log.ts";
import { startLockedJob } from "../store/db/locked-job.ts";
import type { Store } from "../store/db/store.ts";
import { type Lesson, nextLessons } from "../store/spam/lessons.ts";
import { learnLetter } from "../store/spam/words.ts";
import type { MimePool } from "../worker/pool.ts";
import { tokensOf } from "./tokens.ts";

export interface LearningParts {
  store: Store;
  mime: MimePool;
  log: Logger;
}

const LETTERS_AT_ONCE = 10;
/** Between two letters, so that requests come first. */
const PAUSE_MS = 20;
/** Commits that come close together are looked at together. */
const GATHER_MS = 200;
/** Of what could not be read: its server may be away. */
const RETRY_MS = 60_000;

/** @returns the function that ends it */
export function startSpamLearning({ store, mime, log }: LearningParts): () => Promise<void> {
  async function learn({ accountId, emailId, blobId, size }: Lesson): Promise<void> {
    const prepared = await mime.room.with(size, async () => {
      const bytes = await store.blobsOf(accountId).get(blobId);
      if (!bytes) throw new Error(`The message ${blobId} is not there`);
      return mime.prepare(bytes);
    });
    const tokens = tokensOf(prepared.terms);
    await store.write((tx) => learnLetter(tx, accountId, { emailId, tokens }, Date.now()), { accountId });
  }

  return startLockedJob({
    store,
    log,
    failure: "Nothing could be learned about spam",
    retryMs: 2000,
    lockedMs: RETRY_MS,
    async work(signal, commits) {
      const pause = (ms: number) => sleep(ms, undefined, { signal }).catch(() => undefined);
      /** Since when they could not be learned from. */
      const failed = new Map<Id, number>();
      while (!signal.aborted) {
        commits.forget();
        const now = Date.now();
        for (const [id, at] of failed) if (at + RETRY_MS <= now) failed.delete(id);
        const lessons = await store.readOnce((reader) => nextLessons(reader, LETTERS_AT_ONCE, [...failed.keys()]));
        for (const lesson of lessons) {
          if (signal.aborted) return;
          await learn(lesson).catch((error: unknown) => {
            failed.set(lesson.emailId, Date.now());
            const { accountId, emailId } = lesson;
            if (!signal.aborted) log.warn("A letter could not be learned from", { accountId, emailId, error });
          });
          await pause(PAUSE_MS);
        }
        if (lessons.length > 0) continue;
        await commits.next(RETRY_MS);
        await pause(GATHER_MS);
      }
    },
  });
}
