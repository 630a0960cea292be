/** Notes which accounts are in use, so that their mirrors have live connections: at most every few minutes. */
import type { Id } from "@pismo/jmap";
import type { Logger } from "../log.ts";
import { noteUse } from "../store/mirror/account-use.ts";
import type { Store } from "../store/db/store.ts";

export interface Activity {
  /** The person of these accounts is here. */
  note(accountIds: readonly Id[]): void;
  /** A connection that stays open. Returns a function that ends it. */
  hold(accountIds: readonly Id[]): () => void;
  close(): Promise<void>;
}

/** Much shorter than the time that an account counts as in use. */
const INTERVAL_MS = 5 * 60_000;

export function createActivity(store: Store, log: Logger): Activity {
  const notedAt = new Map<Id, number>();
  const held = new Map<object, readonly Id[]>();
  let writing: Promise<void> = Promise.resolve();

  function note(accountIds: readonly Id[]): void {
    const now = Date.now();
    const due = accountIds.filter((id) => now - (notedAt.get(id) ?? 0) >= INTERVAL_MS);
    if (due.length === 0) return;
    for (const id of due) notedAt.set(id, now);
    writing = writing
      // A person's own account alone lets the others' writers go on.
      .then(() => store.write((tx) => noteUse(tx, due, new Date(now)), due.length === 1 ? { accountId: due[0]! } : {}))
      .catch((error: unknown) => {
        // A full disk must not prevent reading; the next request tries again.
        for (const id of due) notedAt.delete(id);
        log.debug("the use of accounts could not be noted", { error });
      });
  }

  const timer = setInterval(() => {
    for (const accountIds of held.values()) note(accountIds);
    for (const [id, at] of notedAt) if (Date.now() - at >= INTERVAL_MS) notedAt.delete(id);
  }, INTERVAL_MS).unref();

  return {
    note,
    hold(accountIds) {
      const key = {};
      held.set(key, accountIds);
      return () => held.delete(key);
    },
    async close() {
      clearInterval(timer);
      await writing;
    },
  };
}
