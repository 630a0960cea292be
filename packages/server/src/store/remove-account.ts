/** An account and everything of it, in slices: the server goes on answering meanwhile. */
import type { Id } from "@pismo/jmap";
import { destroyEmails } from "./emails.ts";
import { forgetImapServer } from "./imap-accounts.ts";
import { accountKey, idOf } from "./ids.ts";
import type { Store } from "./store.ts";

const SLICE = 200;

/** The mirror ends first, so that nothing of this reaches its server. What is cut off is gone on with by asking again. */
export async function removeMirroredAccount(store: Store, accountId: Id): Promise<void> {
  const key = accountKey(accountId);
  await store.write((tx) => forgetImapServer(tx, accountId));
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
