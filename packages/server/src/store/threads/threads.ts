/**
 * Threads (RFC 8621 §3): two Emails of an account belong together when Message-ID, In-Reply-To or References of both
 * share a message id, whatever their subjects. The order of insertion does not matter: the ids that an Email refers to
 * are stored before the other Email is. An answer that names no message at all belongs to the latest Email with its base
 * subject.
 * An Email's threadId never changes, so an Email that would join two threads goes into the older one and both stay.
 */
import type { EmailHeaders, Id, Thread } from "@pismo/jmap";
import { hash } from "node:crypto";
import { baseSubject, isAnswerSubject } from "./base-subject.ts";
import { jsonText } from "../db/json-text.ts";
import { logCreated, logDestroyed, logUpdated } from "../db/changes.ts";
import { accountKey, idOf, keysOf } from "../db/ids.ts";
import { inSlices, type Reader, type Transactor } from "../db/reader.ts";
import type { SqlValue } from "../db/sql-fragment.ts";

/** Of a longer list of references the first and the last count: the start of the thread and the message replied to. */
const MAX_REFERENCES = 100;

type ThreadHeaders = Pick<EmailHeaders, "messageId" | "inReplyTo" | "references" | "subject">;

/** The keys that find an Email's thread. */
export interface ThreadLinks {
  /** Of its message ids. */
  ids: readonly string[];
  /** Of the messages that it names, the one that it answers first. */
  nearest: readonly string[];
  /** Of its message ids too, as 0.1.0 kept them: each with the base subject. They are only looked for. */
  former: readonly string[];
  /** Of its base subject, undefined where that is empty. The latest Email has it. */
  subject: string | undefined;
  /** Whether the subject alone finds the thread: an answer that names no message. */
  joinsBySubject: boolean;
}

const linkOf = (text: string): string => hash("sha256", text, "base64url").slice(0, 16);

// The kind stands in front, so that no message id is taken for a subject.
const idLink = (id: string): string => linkOf(`id\0${id}`);

/** The links of the Email itself, not of those that it names. */
export const ownLinks = ({ messageId }: Pick<ThreadHeaders, "messageId">): string[] => (messageId ?? []).map(idLink);

export function linksOf({ messageId, inReplyTo, references, subject }: ThreadHeaders): ThreadLinks {
  const base = baseSubject(subject ?? "");
  const known = references ?? [];
  const counted = known.length > MAX_REFERENCES ? [known[0]!, ...known.slice(1 - MAX_REFERENCES)] : known;
  const named = [...(inReplyTo ?? []).slice(0, MAX_REFERENCES), ...counted];
  const ids = [...new Set([...(messageId ?? []), ...named])];
  return {
    ids: ids.map(idLink),
    nearest: [...(inReplyTo ?? []).slice(0, MAX_REFERENCES), ...counted.toReversed()].map(idLink),
    former: ids.map((id) => linkOf(`${id}\0${base}`)),
    subject: base === "" ? undefined : linkOf(`subject\0${base}`),
    joinsBySubject: named.length === 0 && isAnswerSubject(subject ?? ""),
  };
}

/** The links that find the thread, by falling weight. */
const sought = ({ ids, former, subject, joinsBySubject }: ThreadLinks): string[][] => [
  [...ids, ...former],
  joinsBySubject && subject !== undefined ? [subject] : [],
];

/**
 * Returns the threads that Emails belong to, in their order, and creates missing ones. The caller updates the counts
 * (counts.ts).
 * @param linksByEmail the links of each Email
 */
export async function joinThreads(
  tx: Transactor,
  accountId: Id,
  linksByEmail: readonly ThreadLinks[],
): Promise<number[]> {
  const account = accountKey(accountId);
  const known = await tx.all<{ link: string; thread_id: number; is_by_hand: number }>(
    // A Thread whose Emails were put into another by hand leads there, as long as there is that one.
    `select l.link, coalesce(j.id, t.id) as thread_id, coalesce(j.is_by_hand, t.is_by_hand) as is_by_hand
     from text_rows(?) requested
     ordered join thread_link l on l.account_id = ? and l.link = requested.value
     ordered join thread t on t.id = l.thread_id and t.account_id = l.account_id left join thread j on j.id = t.joined_into and j.account_id = l.account_id`,
    jsonText([...new Set(linksByEmail.flatMap(sought).flat())]),
    account,
  );
  const threadOf = new Map(known.map(({ link, thread_id }) => [link, thread_id]));
  const byHand = new Set(known.filter(({ is_by_hand }) => is_by_hand === 1).map(({ thread_id }) => thread_id));
  const links: SqlValue[][] = [];
  const subjects = new Map<string, number>();
  const isNew = (own: ThreadLinks) =>
    !sought(own)
      .flat()
      .some((each) => threadOf.has(each));
  const oldest = (found: readonly string[]) => Math.min(...found.map((each) => threadOf.get(each) ?? Infinity));
  /** Where the person has split a Thread, the oldest is not the one that an answer belongs to. */
  const nearest = ({ ids, nearest: named }: ThreadLinks): number | undefined =>
    ids.some((each) => byHand.has(threadOf.get(each) ?? 0))
      ? named.map((each) => threadOf.get(each)).find((each) => each !== undefined)
      : undefined;
  const made: number[] = [];
  const free = await tx.newKeys("thread", linksByEmail.filter(isNew).length);
  const keys = linksByEmail.map((own) => {
    let key = nearest(own) ?? sought(own).map(oldest).find(Number.isFinite);
    if (key === undefined) made.push((key = free.shift()!));
    for (const id of own.ids) {
      if (threadOf.has(id)) continue;
      threadOf.set(id, key);
      links.push([account, id, key]);
    }
    if (own.subject !== undefined) {
      threadOf.set(own.subject, key);
      subjects.set(own.subject, key);
    }
    return key;
  });
  await tx.run(
    "insert into thread (id, account_id) select value, cast(? as bigint) from key_rows(?) made",
    account,
    JSON.stringify(made),
  );
  // Only a subject's link can be there already.
  await tx.runAll(
    `insert into thread_link (account_id, link, thread_id) values (?, ?, ?)
     on conflict (account_id, link) do update set thread_id = excluded.thread_id`,
    [...links, ...[...subjects].map(([subject, key]) => [account, subject, key])],
  );
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
  { ids }: ThreadLinks,
  threadKey: number,
): Promise<void> {
  const sql = "insert into thread_link (account_id, link, thread_id) values (?, ?, ?) on conflict do nothing";
  await tx.runAll(
    sql,
    ids.map((id) => [accountKey(accountId), id, threadKey]),
  );
}

/** Emails of these threads were destroyed, and the counts are updated; empty threads are destroyed with them. */
export async function leaveThreads(tx: Transactor, accountId: Id, threadKeys: readonly number[]): Promise<void> {
  const left = [...new Set(threadKeys)];
  const rows = await tx.all<{ id: number }>(
    "delete from thread where id in key_list(?) and account_id = ? and total_emails = 0 returning id",
    JSON.stringify(left),
    accountKey(accountId),
  );
  const empty = new Set(rows.map(({ id }) => id));
  await logDestroyed(tx, accountId, "Thread", ...empty);
  await logUpdated(tx, accountId, "Thread", ...left.filter((key) => !empty.has(key)));
}

/** At most `limit` threads of the account, oldest first. */
export async function listThreadIds(reader: Reader, accountId: Id, limit: number): Promise<Id[]> {
  const sql = "select id from thread where account_id = ? order by id limit ?";
  const rows = await reader.all<{ id: number }>(sql, accountKey(accountId), limit);
  return rows.map(({ id }) => idOf("t", id));
}

/** In the Threads as the person has arranged them. */
const arranged = `select e.id, e.thread_id, e.received_at, e.sent_at from key_rows(?1) requested ordered join email e
  on e.thread_id = requested.value where e.account_id = ?2`;
const asMade = `${arranged} and e.first_thread_id is null
  union all select e.id, e.first_thread_id as thread_id, e.received_at, e.sent_at from key_rows(?1) requested ordered join email e
  on e.first_thread_id = requested.value where e.account_id = ?2`;

/**
 * Emails oldest first (RFC 8621 §3). Unknown ids are left out. Mail servers tell times in whole seconds, and the newest is
 * fetched from them first: letters of one second stand as they were sent, then as they came.
 * @param isArranged false: as they were made
 */
export async function getThreads(reader: Reader, accountId: Id, ids: Id[], isArranged = true): Promise<Thread[]> {
  const rows = await inSlices(keysOf("t", ids), 500, (keys) =>
    reader.all<{ id: number; thread_id: number }>(
      `select id, thread_id from (${isArranged ? arranged : asMade}) found order by received_at, coalesce(sent_at, received_at), id`,
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
