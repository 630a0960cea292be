/** Removes an account with its content, in slices, so that the server keeps answering. */
import type { Id } from "@pismo/jmap";
import type { Logger } from "../../log.ts";
import { isErased, noteErased } from "../sweep/erase.ts";
import { eraseNow } from "../sweep/sweep.ts";
import { listRemoved, markRemoved } from "./accounts.ts";
import { forgetAudit } from "../people/audit-log.ts";
import { endAccess } from "./end-access.ts";
import { forgetJmapServer } from "./jmap-accounts.ts";
import { destroyEmails } from "../mail/emails.ts";
import { forgetImapServer } from "../mirror/imap-accounts.ts";
import { accountKey, idOf } from "../db/ids.ts";
import type { Store, Transactor } from "../db/store.ts";

const SLICE = 200;

/**
 * The mirror ends and the account is hidden first, in one transaction, so that the deletions do not reach its server.
 * `finishRemovals` completes an interrupted removal.
 * @param note writes what else has to be durable with it
 * @returns false where a sweep or a backup runs: blobs are then erased with the next sweep
 */
export async function removeMirroredAccount(
  store: Store,
  accountId: Id,
  log: Logger,
  note?: (tx: Transactor) => Promise<void>,
): Promise<boolean> {
  await beginRemoval(store, accountId, note);
  return finishRemovals(store, log);
}

/** `finishRemovals` deletes the content. */
export async function beginRemoval(
  store: Store,
  accountId: Id,
  note?: (tx: Transactor) => Promise<void>,
): Promise<void> {
  await store.write(async (tx) => {
    await note?.(tx);
    await endAccess(tx, accountId);
    await forgetImapServer(tx, accountId);
    await forgetJmapServer(tx, accountId);
    await markRemoved(tx, accountId);
  });
}

/** Completes earlier removals, also those of processes that ended. */
export async function finishRemovals(store: Store, log: Logger): Promise<boolean> {
  for (const accountId of await store.read(listRemoved)) await emptyOut(store, accountId);
  return (await store.read(isErased)) || eraseNow(store, log);
}

async function emptyOut(store: Store, accountId: Id): Promise<void> {
  const key = accountKey(accountId);
  for (let left = SLICE; left === SLICE;) {
    left = await store.write(async (tx) => {
      const rows = await tx.all<{ id: number; blob_id: Id }>(
        "select id, blob_id from email where account_id = ? limit ?",
        key,
        SLICE,
      );
      await noteErased(
        tx,
        rows.map(({ blob_id }) => blob_id),
      );
      await destroyEmails(
        tx,
        accountId,
        rows.map(({ id }) => idOf("e", id)),
      );
      return rows.length;
    });
  }
  await store.write(async (tx) => {
    const rest = await tx.all<{ blob_id: Id }>(
      `select blob_id from upload where account_id = ?1 union select blob_id from email_submission where account_id = ?1`,
      key,
    );
    await noteErased(
      tx,
      rest.map(({ blob_id }) => blob_id),
    );
    await tx.run("update mailbox set parent_id = null where account_id = ?", key);
    await tx.run("delete from mailbox where account_id = ?", key);
    await forgetAudit(tx, accountId);
    await tx.run("delete from account where id = ?", key);
  });
}
