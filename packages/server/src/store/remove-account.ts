/** An account and everything of it, in slices: the server goes on answering meanwhile. */
import type { Id } from "@pismo/jmap";
import { listRemoved, markRemoved } from "./accounts.ts";
import { destroyEmails } from "./emails.ts";
import { forgetImapServer } from "./imap-accounts.ts";
import { accountKey, idOf } from "./ids.ts";
import type { Store } from "./store.ts";

const SLICE = 200;

/**
 * The mirror ends first, so that nothing of this reaches its server; in the same moment the account is gone for everybody.
 * Where the rest is cut off, `finishRemovals` goes on with it.
 */
export async function removeMirroredAccount(store: Store, accountId: Id): Promise<void> {
  await beginRemoval(store, accountId);
  await emptyOut(store, accountId);
}

/** What is left of it is deleted by `finishRemovals`. */
export async function beginRemoval(store: Store, accountId: Id): Promise<void> {
  await store.write(async (tx) => {
    await forgetImapServer(tx, accountId);
    await markRemoved(tx, accountId);
  });
}

/** Deletes what earlier removals, also of processes that were ended, have left. */
export async function finishRemovals(store: Store): Promise<void> {
  for (const accountId of await store.read(listRemoved)) await emptyOut(store, accountId);
}

async function emptyOut(store: Store, accountId: Id): Promise<void> {
  const key = accountKey(accountId);
  for (let left = SLICE; left === SLICE;) {
    left = await store.write(async (tx) => {
      const rows = await tx.all<{ id: number }>("select id from email where account_id = ? limit ?", key, SLICE);
      await destroyEmails(
        tx,
        accountId,
        rows.map(({ id }) => idOf("e", id)),
      );
      return rows.length;
    });
  }
  await store.write(async (tx) => {
    await tx.run("update mailbox set parent_id = null where account_id = ?", key);
    await tx.run("delete from mailbox where account_id = ?", key);
    await tx.run("delete from account where id = ?", key);
  });
}
