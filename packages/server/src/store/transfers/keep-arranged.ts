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

/** Letters that go together, as far as they are there already. Threads by their keys. */
interface Along {
  /** The Thread there of one that was in this one. */
  threadOf(tx: Transactor, threadKey: number): Promise<number | undefined>;
  /** Whether one of them is in this Thread there. */
  isIn(tx: Transactor, threadKey: number): Promise<boolean>;
}

interface Going {
  toAccountId: Id;
  thread: ThreadPlace | null;
  along: Along;
}

interface Copy {
  id: Id;
  /** By what its message names. */
  threadId: Id;
  links: ThreadLinks;
}

export const alongInTransfer = ({ transferId, toAccountId }: { transferId: Id; toAccountId: Id }): Along => ({
  async threadOf(tx, threadKey) {
    const row = await tx.get<{ thread_id: number }>(
      `select e.thread_id from transferred_email t join email e on e.id = t.copy_id and e.account_id = ?
       where t.transfer_id = ? and t.thread_id = ? and t.copy_id is not null limit 1`,
      accountKey(toAccountId),
      keyOf("x", transferId),
      threadKey,
    );
    return row?.thread_id;
  },
  async isIn(tx, threadKey) {
    const sql = `select 1 from email e join transferred_email t on t.copy_id = e.id
      where e.thread_id = ? and e.account_id = ? and t.transfer_id = ? limit 1`;
    return (await tx.get(sql, threadKey, accountKey(toAccountId), keyOf("x", transferId))) !== undefined;
  },
});

interface CopiedEmail extends Copy {
  originalId: Id;
}

/**
 * Those that may stand otherwise there than they did here: they were split off or come back, letters of one Thread are in
 * several there, or letters of several in one.
 */
function notAsBefore<C extends CopiedEmail>(
  copies: readonly C[],
  before: ReadonlyMap<Id, ThreadPlace>,
  now: ReadonlyMap<Id, ThreadPlace>,
  comingBack: ReadonlySet<number>,
): C[] {
  const pairs = copies.flatMap((copy) => {
    const [from, to] = [before.get(copy.originalId), now.get(copy.id)];
    return from && to ? [{ copy, from, to }] : [];
  });
  const targets = distinct(pairs.map(({ from, to }) => [from.key, to.key]));
  const origins = distinct(pairs.map(({ from, to }) => [to.key, from.key]));
  return pairs.flatMap(({ copy, from, to }) => {
    const isOne = targets.get(from.key)!.size === 1 && origins.get(to.key)!.size === 1;
    const isBack = !comingBack.has(from.key) || to.key === from.key;
    return isOne && isBack && !from.isSplit ? [] : [copy];
  });
}

/** The values that stand beside each key. */
function distinct(pairs: readonly (readonly [number, number])[]): Map<number, Set<number>> {
  const values = new Map<number, Set<number>>();
  for (const [key, value] of pairs) values.set(key, (values.get(key) ?? new Set()).add(value));
  return values;
}

/**
 * Of one request (RFC 8621 §4.7), whose originals are still there and will go.
 * @returns the Threads in which the copies are, by the ids of the copies
 */
export async function keepCopiesArranged(
  tx: Transactor,
  { fromAccountId, accountId }: { fromAccountId: Id; accountId: Id },
  copies: readonly CopiedEmail[],
): Promise<ReadonlyMap<Id, Id>> {
  const placesNow = (ids: readonly Id[]) => placesInThreads(tx, accountId, ids);
  const ids = copies.map(({ id }) => id);
  const before = await placesInThreads(
    tx,
    fromAccountId,
    copies.map(({ originalId }) => originalId),
  );
  const comingBack = await threadsThere(
    tx,
    accountId,
    [...before.values()].map(({ key }) => key),
  );
  let now = await placesNow(ids);
  const toArrange = notAsBefore(copies, before, now, comingBack);
  const kept = new Map<Id, ThreadPlace>();
  const keyNow = async (id: Id) => (await placesNow([id])).get(id)!.key;
  const along: Along = {
    async threadOf(_, threadKey) {
      const [id] = [...kept].find(([, { key }]) => key === threadKey) ?? [];
      return id === undefined ? undefined : keyNow(id);
    },
    async isIn(_, threadKey) {
      const there = await placesNow([...kept.keys()]);
      return [...there.values()].some(({ key }) => key === threadKey);
    },
  };
  for (const copy of toArrange) {
    const thread = before.get(copy.originalId)!;
    // Others of the request may have taken it along.
    const threadId = idOf("t", await keyNow(copy.id));
    await keepArranged(tx, { toAccountId: accountId, thread, along }, { ...copy, threadId });
    kept.set(copy.id, thread);
  }
  if (toArrange.length > 0) now = await placesNow(ids);
  return new Map([...now].map(([id, { key }]) => [id, idOf("t", key)]));
}

/** The copy was just inserted, and is none of those along with it yet. */
export async function keepArranged(tx: Transactor, email: Going, copy: Copy): Promise<void> {
  const { toAccountId, thread, along } = email;
  if (!thread) return;
  const own = keyOf("t", copy.threadId);
  const wanted = await threadThere(tx, email, thread.key);
  if (wanted === own) return;
  if (wanted !== undefined) await arrangeThreads(tx, toAccountId, [[copy.id, idOf("t", wanted)]]);
  else if (await isAlone(tx, toAccountId, own)) {
    if (thread.isSplit) await splitThere(tx, toAccountId, own, copy.links);
  } else if (thread.isSplit || (await along.isIn(tx, own))) {
    await arrangeThreads(tx, toAccountId, [[copy.id, null]]);
  }
}

/** The Thread that it comes back to, or that of the letters that were in one with it and are there already. */
async function threadThere(
  tx: Transactor,
  { toAccountId, along }: Going,
  threadKey: number,
): Promise<number | undefined> {
  const isThere = (await threadsThere(tx, toAccountId, [threadKey])).has(threadKey);
  return isThere ? threadKey : along.threadOf(tx, threadKey);
}

/** The Threads that have Emails in this account. */
async function threadsThere(tx: Transactor, accountId: Id, threadKeys: readonly number[]): Promise<Set<number>> {
  const rows = await tx.all<{ id: number }>(
    `select t.id from key_rows(?) requested ordered join thread t on t.id = requested.value
     where t.account_id = ? and t.total_emails > 0`,
    JSON.stringify([...new Set(threadKeys)]),
    accountKey(accountId),
  );
  return new Set(rows.map(({ id }) => id));
}

async function isAlone(tx: Transactor, accountId: Id, threadKey: number): Promise<boolean> {
  const sql = "select 1 from thread where id = ? and account_id = ? and total_emails = 1";
  return (await tx.get(sql, threadKey, accountKey(accountId))) !== undefined;
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
