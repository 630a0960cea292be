/** Works on all transfers of Emails between accounts. One process of a database does it. */
import { setTimeout as sleep } from "node:timers/promises";
import { waitForCommits } from "../store/db/commit-wait.ts";
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
  const ending = new AbortController();
  const { signal } = ending;
  const commits = waitForCommits(store);

  async function workOnce(): Promise<boolean> {
    const settled = await store.readOnce((reader) => settledCopies(reader, SETTLED_AT_ONCE));
    if (settled.length > 0) await removeOriginals(parts, settled);
    const due = await store.readOnce((reader) => dueEmails(reader, new Date(), EMAILS_AT_ONCE));
    if (due.length > 0) await copyEmails(parts, due);
    return settled.length + due.length > 0;
  }

  async function work(): Promise<void> {
    commits.forget();
    const release = await store.tryLock("transfers");
    // Another process works; it may die.
    if (!release) return commits.next(IDLE_MS);
    try {
      while (!signal.aborted) {
        commits.forget();
        if (await workOnce()) continue;
        await commits.next((await store.readOnce(hasOpen)) ? POLL_MS : IDLE_MS);
        // Commits that come close together are looked at together.
        await sleep(PAUSE_MS, undefined, { signal }).catch(() => undefined);
      }
    } finally {
      await release();
    }
    return undefined;
  }

  async function run(): Promise<void> {
    while (!signal.aborted) {
      await work().catch((error: unknown) => {
        if (!signal.aborted) log.error("Letters could not go on into another account", { error });
      });
      await sleep(POLL_MS, undefined, { signal, ref: false }).catch(() => undefined);
    }
  }
  const done = run();
  return async () => {
    ending.abort();
    commits.close();
    await done;
  };
}
