/**
 * Lists the files of Emails that were there before the table of files, and puts the text of files into the search index,
 * the newest first. One process of a database does it.
 */
import { setTimeout as sleep } from "node:timers/promises";
import type { Logger } from "../log.ts";
import type { CommitWait } from "../store/db/commit-wait.ts";
import { startLockedJob } from "../store/db/locked-job.ts";
import type { Store } from "../store/db/store.ts";
import { workOffBacklog } from "../store/files/backlog.ts";
import { nextUnread, noteRead, noteUnreadable } from "../store/files/unread-files.ts";
import { partBlobId } from "../worker/part-blob.ts";
import { TextThread } from "./text/text-thread.ts";

interface Parts {
  store: Store;
  log: Logger;
}

/** Between two batches, so that requests come first. */
const PAUSE_MS = 50;
const FILES_AT_ONCE = 100;
/** Octets. A file is held three times while it is read: larger ones wait until no letters are being ingested. */
const LARGE_FILE = 4_000_000;
/** Without a commit. */
const QUIET_MS = 3000;
/** Where letters come all the time. */
const LONGEST_WAIT_MS = 60_000;
/** Another process may have written, or ended. */
const RETRY_MS = 60_000;

/** @returns the function that ends it */
export function startFileReader({ store, log }: Parts): () => Promise<void> {
  const thread = new TextThread();

  async function readSome(signal: AbortSignal, commits: CommitWait): Promise<boolean> {
    const files = await store.readOnce((reader) => nextUnread(reader, FILES_AT_ONCE));
    const unreadable = files.filter(({ isReadable }) => !isReadable);
    if (unreadable.length > 0) await store.write((tx) => noteUnreadable(tx, unreadable));
    for (const file of files) {
      if (signal.aborted) return false;
      if (!file.isReadable) continue;
      const { accountId, messageBlobId, partId, name, type, size } = file;
      if (size > LARGE_FILE) await commits.quiet(QUIET_MS, LONGEST_WAIT_MS, signal);
      if (signal.aborted) return false;
      const message = await store
        .blobsOf(accountId)
        .get(messageBlobId)
        .catch(() => undefined);
      const blobId = partBlobId(messageBlobId, partId);
      const order = message && { bytes: message, blobId, type, name };
      const terms = order && (await thread.read({ ...order, form: "terms" }));
      const subject = order && file.isUntitled ? await thread.read({ ...order, form: "subject" }) : "";
      if (signal.aborted) return false;
      await store.write((tx) => noteRead(tx, file, terms ?? "", subject), { accountId });
      await sleep(PAUSE_MS, undefined, { signal });
    }
    return files.length > 0;
  }

  const end = startLockedJob({
    store,
    log,
    failure: "The files of letters could not be read",
    retryMs: RETRY_MS,
    lockedMs: RETRY_MS,
    async work(signal, commits) {
      while (!signal.aborted) {
        commits.forget();
        const isMore = (await workOffBacklog(store)) || (await readSome(signal, commits));
        if (!isMore) await commits.next(RETRY_MS);
        await sleep(PAUSE_MS, undefined, { signal });
      }
    },
  });
  return async () => {
    const ended = end();
    await thread.close();
    await ended;
  };
}
