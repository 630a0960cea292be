/** What arrives in a Thread in which the person has sent something answers it. */
import type { Id } from "@pismo/jmap";
import { accountKey, idOf, keyOf, keysOf } from "../db/ids.ts";
import type { Reader } from "../db/reader.ts";
import { findMailboxByRole } from "../mail/mailboxes.ts";

/** Those of the Threads that have a letter in the mailbox of sent ones. */
export async function threadsWithSent(reader: Reader, accountId: Id, threadIds: readonly Id[]): Promise<Set<Id>> {
  const sent = await findMailboxByRole(reader, accountId, "sent");
  if (!sent || threadIds.length === 0) return new Set();
  const rows = await reader.all<{ thread_id: number }>(
    "select thread_id from thread_mailbox where account_id = ? and mailbox_id = ? and thread_id in key_list(?)",
    accountKey(accountId),
    keyOf("m", sent.id),
    JSON.stringify(keysOf("t", threadIds)),
  );
  return new Set(rows.map(({ thread_id }) => idOf("t", thread_id)));
}
