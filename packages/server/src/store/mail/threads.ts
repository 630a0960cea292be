/**
 * Threads (RFC 8621 §3): two Emails of an account belong together when Message-ID, In-Reply-To or References of both
 * share a message id and their base subjects are equal. The order of insertion does not matter: the ids that an Email
 * refers to are stored before the other Email is.
 * An Email's threadId never changes, so an Email that would join two threads goes into the older one and both stay.
 */
import type { EmailHeaders, Id, Thread } from "@pismo/jmap";
import { hash } from "node:crypto";
import { baseSubject } from "./base-subject.ts";
import { jsonText } from "../db/json-text.ts";
import { logCreated, logDestroyed, logUpdated } from "../db/changes.ts";
import { accountKey, idOf, keysOf } from "../db/ids.ts";
import { inSlices, type Reader, type Transactor } from "../db/reader.ts";
import type { SqlValue } from "../db/sql-fragment.ts";

/** Of a longer list of references the first and the last count: the start of the thread and the message replied to. */
const MAX_REFERENCES = 100;

type ThreadHeaders = Pick<EmailHeaders, "messageId" | "inReplyTo" | "references" | "subject">;

/** The keys that find an Email's thread: hashes of its message ids, each with the base subject. */
export function linksOf({ messageId, inReplyTo, references, subject }: ThreadHeaders): string[] {
  const base = baseSubject(subject ?? "");
  const known = references ?? [];
  const counted = known.length > MAX_REFERENCES ? [known[0]!, ...known.slice(1 - MAX_REFERENCES)] : known;
  const ids = new Set([...(messageId ?? []), ...(inReplyTo ?? []).slice(0, MAX_REFERENCES), ...counted]);
  return [...ids].map((id) => hash("sha256", `${id}\0${base}`, "base64url").slice(0, 16));
}

/**
 * Returns the threads that Emails belong to, in their order, and creates missing ones. The caller updates the counts
 * (counts.ts).
 * @param linksByEmail the links of each Email
 */
export async function joinThreads(
  tx: Transactor,
  accountId: Id,
  linksByEmail: readonly (readonly string[])[],
): Promise<number[]> {
  const account = accountKey(accountId);
  const known = await tx.all<{ link: string; thread_id: number }>(
    `select l.link, l.thread_id from text_rows(?) requested
     ordered join thread_link l on l.account_id = ? and l.link = requested.value`,
    jsonText([...new Set(linksByEmail.flat())]),
    account,
  );
  const threadOf = new Map(known.map(({ link, thread_id }) => [link, thread_id]));
  const links: SqlValue[][] = [];
  const isNew = (own: readonly string[]) => !own.some((link) => threadOf.has(link));
  const made: number[] = [];
  const free = await tx.newKeys("thread", linksByEmail.filter(isNew).length);
  const keys = linksByEmail.map((own) => {
    let key = Math.min(...own.map((link) => threadOf.get(link) ?? Infinity));
    if (key === Infinity) made.push((key = free.shift()!));
    for (const link of own) {
      if (threadOf.has(link)) continue;
      threadOf.set(link, key);
      links.push([account, link, key]);
    }
    return key;
  });
  await tx.run(
    "insert into thread (id, account_id) select value, cast(? as bigint) from key_rows(?) made",
    account,
    JSON.stringify(made),
  );
  await tx.runAll("insert into thread_link (account_id, link, thread_id) values (?, ?, ?)", links);
  await logCreated(tx, accountId, "Thread", ...made);
  const fresh = new Set(made);
  const joined = new Set(keys.filter((key) => !fresh.has(key)));
  await logUpdated(tx, accountId, "Thread", ...joined);
  return keys;
}

/** Records that an Email with these links is in the thread. */
export async function linkThread(
  tx: Transactor,
  accountId: Id,
  links: readonly string[],
  threadKey: number,
): Promise<void> {
  const sql = "insert into thread_link (account_id, link, thread_id) values (?, ?, ?) on conflict do nothing";
  await tx.runAll(
    sql,
    links.map((link) => [accountKey(accountId), link, threadKey]),
  );
}

/** An Email of the thread was destroyed, and the counts are updated; an empty thread is destroyed with it. */
export async function leaveThread(tx: Transactor, accountId: Id, threadKey: number): Promise<void> {
  const { changes } = await tx.run("delete from thread where id = ? and total_emails = 0", threadKey);
  await (changes > 0 ? logDestroyed : logUpdated)(tx, accountId, "Thread", threadKey);
}

/** At most `limit` threads of the account, oldest first. */
export async function listThreadIds(reader: Reader, accountId: Id, limit: number): Promise<Id[]> {
  const sql = "select id from thread where account_id = ? order by id limit ?";
  const rows = await reader.all<{ id: number }>(sql, accountKey(accountId), limit);
  return rows.map(({ id }) => idOf("t", id));
}

/** Emails oldest first (RFC 8621 §3). Unknown ids are left out. */
export async function getThreads(reader: Reader, accountId: Id, ids: Id[]): Promise<Thread[]> {
  const rows = await inSlices(keysOf("t", ids), 500, (keys) =>
    reader.all<{ id: number; thread_id: number }>(
      `select e.id, e.thread_id from key_rows(?) requested ordered join email e
       on e.thread_id = requested.value where e.account_id = ? order by e.received_at, e.id`,
      JSON.stringify(keys),
      accountKey(accountId),
    ),
  );
  const threads = new Map<number, Thread>();
  for (const { id, thread_id } of rows) {
    const thread = threads.get(thread_id) ?? { id: idOf("t", thread_id), emailIds: [] };
    thread.emailIds.push(idOf("e", id));
    threads.set(thread_id, thread);
  }
  return [...threads.values()];
}
