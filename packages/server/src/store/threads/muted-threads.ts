/** Threads whose Emails have the keyword $muted: what arrives in them goes by. */
import { type Id, MUTED } from "@pismo/jmap";
import { accountKey, idOf, keyOf } from "../db/ids.ts";
import type { Reader } from "../db/reader.ts";

/** Those of the Threads that are muted. */
export async function mutedThreads(reader: Reader, accountId: Id, threadIds: readonly Id[]): Promise<ReadonlySet<Id>> {
  const account = accountKey(accountId);
  // Most accounts have none, and a batch of an import has a thousand Threads.
  const any = "select 1 as found from email_keyword where account_id = ? and keyword = ? limit 1";
  if (threadIds.length === 0 || !(await reader.get(any, account, MUTED))) return new Set();
  const rows = await reader.all<{ thread_id: number }>(
    `select distinct e.thread_id from key_rows(?) requested ordered join email e on e.thread_id = requested.value
     join email_keyword k on k.email_id = e.id and +k.account_id = e.account_id and k.keyword = ? where e.account_id = ?`,
    JSON.stringify([...new Set(threadIds)].map((id) => keyOf("t", id))),
    MUTED,
    account,
  );
  return new Set(rows.map(({ thread_id }) => idOf("t", thread_id)));
}
