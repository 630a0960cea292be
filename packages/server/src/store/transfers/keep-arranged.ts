/**
 * Letters that go into another account, or come back, stay together and apart as the person has arranged them. A letter gets
 * a new Thread there by what its message names (threads.ts); what was done by hand is done again.
 */
import type { Id } from "@pismo/jmap";
import { accountKey, idOf, keyOf, keysOf } from "../db/ids.ts";
import { jsonText } from "../db/json-text.ts";
import type { Reader, Transactor } from "../db/reader.ts";
import { arrangeThreads } from "../threads/arrange-threads.ts";
import type { ThreadLinks } from "../threads/threads.ts";

/** Where a letter is as the person sees it. */
export interface ThreadPlace {
  /** Of its Thread, which is no more once all its letters have gone. */
  key: number;
  /** It begins with letters that were split off. */
  isSplit: boolean;
}

export async function placesInThreads(
  reader: Reader,
  accountId: Id,
  emailIds: readonly Id[],
): Promise<Map<Id, ThreadPlace>> {
  const rows = await reader.all<{ id: number; thread_id: number; is_by_hand: number }>(
    `select e.id, e.thread_id, t.is_by_hand from key_rows(?) requested ordered join email e on e.id = requested.value
     ordered join thread t on t.id = e.thread_id and t.account_id = e.account_id where e.account_id = ?`,
    JSON.stringify(keysOf("e", emailIds)),
    accountKey(accountId),
  );
  return new Map(
    rows.map((row) => [idOf("e", row.id), { key: row.thread_id, isSplit: row.is_by_hand === 1 }] as const),
  );
}

interface Going {
  transferId: Id;
  toAccountId: Id;
  thread: ThreadPlace | null;
}

interface Copy {
  id: Id;
  /** By what its message names. */
  threadId: Id;
  links: ThreadLinks;
}

/** The copy was just inserted; its transfer does not have it yet. */
export async function keepArranged(tx: Transactor, email: Going, copy: Copy): Promise<void> {
  const { toAccountId, thread } = email;
  if (!thread) return;
  const own = keyOf("t", copy.threadId);
  const wanted = await threadThere(tx, email, thread);
  if (wanted === own) return;
  if (wanted !== undefined) await arrangeThreads(tx, toAccountId, [[copy.id, idOf("t", wanted)]]);
  else if (await isAlone(tx, toAccountId, own)) {
    if (thread.isSplit) await splitThere(tx, toAccountId, own, copy.links);
  } else if (thread.isSplit || (await holdsOthersOf(tx, email, own))) {
    await arrangeThreads(tx, toAccountId, [[copy.id, null]]);
  }
}

/** The Thread that it comes back to, or that of the letters that were in one with it and are there already. */
async function threadThere(
  tx: Transactor,
  { transferId, toAccountId }: Going,
  thread: ThreadPlace,
): Promise<number | undefined> {
  const row = await tx.get<{ id: number }>(
    `select id from thread where id = ?1 and account_id = ?3 and total_emails > 0
     union all
     select * from (select e.thread_id from transferred_email t join email e on e.id = t.copy_id and e.account_id = ?3
       where t.transfer_id = ?2 and t.thread_id = ?1 and t.copy_id is not null limit 1) moved
     limit 1`,
    thread.key,
    keyOf("x", transferId),
    accountKey(toAccountId),
  );
  return row?.id;
}

async function isAlone(tx: Transactor, accountId: Id, threadKey: number): Promise<boolean> {
  const sql = "select 1 from thread where id = ? and account_id = ? and total_emails = 1";
  return (await tx.get(sql, threadKey, accountKey(accountId))) !== undefined;
}

/** They were apart from it before. */
async function holdsOthersOf(tx: Transactor, { transferId, toAccountId }: Going, threadKey: number): Promise<boolean> {
  const sql = `select 1 from email e join transferred_email t on t.copy_id = e.id
    where e.thread_id = ? and e.account_id = ? and t.transfer_id = ? limit 1`;
  return (await tx.get(sql, threadKey, accountKey(toAccountId), keyOf("x", transferId))) !== undefined;
}

/** The letters that it names are not in its Thread: they come into one of their own, should they follow. */
async function splitThere(
  tx: Transactor,
  accountId: Id,
  threadKey: number,
  { ids, nearest }: ThreadLinks,
): Promise<void> {
  const account = accountKey(accountId);
  await tx.run("update thread set is_by_hand = 1 where id = ? and account_id = ?", threadKey, account);
  await tx.run(
    "delete from thread_link where account_id = ? and thread_id = ? and link in text_list(?)",
    account,
    threadKey,
    jsonText(ids.filter((link) => nearest.includes(link))),
  );
}
