/** Works on all transfers of Emails between accounts. One process of a database does it. */
import { setTimeout as sleep } from "node:timers/promises";
import { startLockedJob } from "../store/db/locked-job.ts";
import { dueEmails, hasOpen, settledCopies } from "../store/transfers/email-transfers.ts";
import { copyEmails, removeOriginals, type TransferParts } from "./copy-emails.ts";

/** Messages that are held in memory together. */
const EMAILS_AT_ONCE = 10;
const SETTLED_AT_ONCE = 100;
/** While a server is waited for: what it acknowledges is no commit that changes an account. */
const POLL_MS = 500;
const IDLE_MS = 60_000;
const PAUSE_MS = 100;

/** @returns the function that ends it */
export function startTransfers(parts: TransferParts): () => Promise<void> {
  const { store, log } = parts;

  async function workOnce(): Promise<boolean> {
    const settled = await store.readOnce((reader) => settledCopies(reader, SETTLED_AT_ONCE));
    if (settled.length > 0) await removeOriginals(parts, settled);
    const due = await store.readOnce((reader) => dueEmails(reader, new Date(), EMAILS_AT_ONCE));
    if (due.length > 0) await copyEmails(parts, due);
    return settled.length + due.length > 0;
  }

  return startLockedJob({
    store,
    log,
    failure: "Letters could not go on into another account",
    retryMs: POLL_MS,
    lockedMs: IDLE_MS,
    async work(signal, commits) {
      while (!signal.aborted) {
        commits.forget();
        if (await workOnce()) continue;
        await commits.next((await store.readOnce(hasOpen)) ? POLL_MS : IDLE_MS);
        // Commits that come close together are looked at together.
        await sleep(PAUSE_MS, undefined, { signal }).catch(() => undefined);
      }
    },
  });
}
