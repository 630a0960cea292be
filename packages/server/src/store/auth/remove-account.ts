/** Removes an account with its content, in slices, so that the server keeps answering. */
import type { Id } from "@pismo/jmap";
import { listRemoved, markRemoved } from "./accounts.ts";
import { destroyEmails } from "../mail/emails.ts";
import { forgetImapServer } from "../mirror/imap-accounts.ts";
import { accountKey, idOf } from "../db/ids.ts";
import type { Store } from "../db/store.ts";

const SLICE = 200;

/**
 * The mirror ends and the account is hidden first, in one transaction, so that the deletions do not reach its server.
 * `finishRemovals` completes an interrupted removal.
 */
export async function removeMirroredAccount(store: Store, accountId: Id): Promise<void> {
  await beginRemoval(store, accountId);
  await emptyOut(store, accountId);
}

/** `finishRemovals` deletes the content. */
export async function beginRemoval(store: Store, accountId: Id): Promise<void> {
  await store.write(async (tx) => {
    await forgetImapServer(tx, accountId);
    await markRemoved(tx, accountId);
  });
}

/** Completes earlier removals, also those of processes that ended. */
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
