/**
 * The counts of mailboxes (RFC 8621 §2), updated in the transaction that changes an Email.
 * An Email is unread with neither $seen nor $draft. A thread is unread in a mailbox when it has an Email there and any
 * unread Email that is not in the trash alone; in the trash only Emails in the trash count.
 */
import type { Id, Keyword } from "@pismo/jmap";
import { isDeepStrictEqual } from "node:util";
import { logCounts } from "../db/changes.ts";
import { accountKey } from "../db/ids.ts";
import type { Reader, Transactor } from "../db/reader.ts";
import { moveLabelCounts, recountLabels } from "../labels/label-counts.ts";

/** The part of an Email that the counts depend on. */
export interface CountedEmail {
  mailboxKeys: readonly number[];
  /** Keywords that are labels, or may become some. */
  labels: readonly Keyword[];
  isUnread: boolean;
}

const trashKey = async (reader: Reader, accountId: Id): Promise<number> => {
  const sql = "select id from mailbox where account_id = ? and role = 'trash'";
  return (await reader.get<{ id: number }>(sql, accountKey(accountId)))?.id ?? 0;
};

/** An Email of the thread changed from `before` to `after`; null: it did not exist, or was destroyed. */
export interface Move {
  threadKey: number;
  before: CountedEmail | null;
  after: CountedEmail | null;
}

interface Count {
  emails: number;
  unread: number;
}

interface ThreadCounts {
  /** The change of its number of Emails. */
  emails: number;
  unreadOutsideTrash: number;
  byMailbox: Map<number, Count>;
}

type Deltas = [emails: number, unreadEmails: number, threads: number, unreadThreads: number];

/** Applies one or many moves; each count is written once. The work does not grow with the threads. */
export async function moveCounts(tx: Transactor, accountId: Id, all: readonly Move[]): Promise<void> {
  // A flag counts nowhere.
  const moves = all.filter(({ before, after }) => !isDeepStrictEqual(before, after));
  if (moves.length === 0) return;
  const trash = await trashKey(tx, accountId);
  const threads = await readThreads(tx, accountId, new Set(moves.map(({ threadKey }) => threadKey)));
  const deltas = new Map<number, Deltas>();
  for (const thread of threads.values()) addShares(deltas, thread, trash, -1);
  for (const { threadKey, before, after } of moves) {
    const thread = threads.get(threadKey)!;
    if (before) countEmail(thread, before, trash, -1);
    if (after) countEmail(thread, after, trash, 1);
  }
  for (const thread of threads.values()) addShares(deltas, thread, trash, 1);
  await writeThreads(tx, accountId, threads);
  await addToMailboxes(tx, accountId, deltas);
  await moveLabelCounts(tx, accountId, moves);
}

async function readThreads(
  reader: Reader,
  accountId: Id,
  keys: ReadonlySet<number>,
): Promise<Map<number, ThreadCounts>> {
  type Row = { id: number; outside: number; mailbox_id: number | null; emails: number; unread: number };
  const rows = await reader.all<Row>(
    `select t.id, t.unread_outside_trash as outside, m.mailbox_id, m.total_emails as emails, m.unread_emails as unread
     from key_rows(?) requested ordered join thread t on t.id = requested.value left join thread_mailbox m on m.thread_id = t.id and m.account_id = t.account_id
     where t.account_id = ?`,
    JSON.stringify([...keys]),
    accountKey(accountId),
  );
  const threads = new Map<number, ThreadCounts>();
  for (const { id, outside, mailbox_id, emails, unread } of rows) {
    const thread = threads.get(id) ?? { emails: 0, unreadOutsideTrash: outside, byMailbox: new Map<number, Count>() };
    threads.set(id, thread);
    if (mailbox_id !== null) thread.byMailbox.set(mailbox_id, { emails, unread });
  }
  return threads;
}

/** Adds an Email to the counts, or (`sign` -1) subtracts it. */
function countEmail(thread: ThreadCounts, { mailboxKeys, isUnread }: CountedEmail, trash: number, sign: 1 | -1): void {
  thread.emails += sign;
  if (isUnread && mailboxKeys.some((key) => key !== trash)) thread.unreadOutsideTrash += sign;
  for (const key of mailboxKeys) {
    const count = thread.byMailbox.get(key) ?? { emails: 0, unread: 0 };
    thread.byMailbox.set(key, count);
    count.emails += sign;
    if (isUnread) count.unread += sign;
  }
}

/** Adds a thread's share in the counts of each mailbox. */
function addShares(deltas: Map<number, Deltas>, thread: ThreadCounts, trash: number, sign: 1 | -1): void {
  for (const [key, { emails, unread }] of thread.byMailbox) {
    const isUnread = key === trash ? unread > 0 : emails > 0 && thread.unreadOutsideTrash > 0;
    const mailbox = deltas.get(key) ?? [0, 0, 0, 0];
    deltas.set(key, mailbox);
    mailbox[0] += sign * emails;
    mailbox[1] += sign * unread;
    mailbox[2] += sign * Number(emails > 0);
    mailbox[3] += sign * Number(isUnread);
  }
}

async function writeThreads(tx: Transactor, accountId: Id, threads: ReadonlyMap<number, ThreadCounts>): Promise<void> {
  const account = accountKey(accountId);
  await tx.runAll(
    "update thread set total_emails = total_emails + ?, unread_outside_trash = ? where id = ? and account_id = ?",
    [...threads].map(([key, { emails, unreadOutsideTrash }]) => [emails, unreadOutsideTrash, key, account]),
  );
  const counts = [...threads].flatMap(([key, { byMailbox }]) =>
    [...byMailbox].map(([mailboxKey, { emails, unread }]) => [account, key, mailboxKey, emails, unread] as const),
  );
  await tx.runAll(
    `insert into thread_mailbox (account_id, thread_id, mailbox_id, total_emails, unread_emails) values (?, ?, ?, ?, ?)
     on conflict (thread_id, mailbox_id, account_id) do update set total_emails = excluded.total_emails, unread_emails = excluded.unread_emails`,
    counts.filter(([, , , emails]) => emails > 0),
  );
  await tx.runAll(
    "delete from thread_mailbox where account_id = ? and thread_id = ? and mailbox_id = ?",
    counts.filter(([, , , emails]) => emails === 0).map((row) => row.slice(0, 3)),
  );
}

async function addToMailboxes(tx: Transactor, accountId: Id, deltas: ReadonlyMap<number, Deltas>): Promise<void> {
  const changed = [...deltas].filter(([, numbers]) => numbers.some((delta) => delta !== 0));
  if (changed.length === 0) return;
  await tx.runAll(
    `update mailbox set total_emails = total_emails + ?, unread_emails = unread_emails + ?,
       total_threads = total_threads + ?, unread_threads = unread_threads + ? where id = ? and account_id = ?`,
    changed.map(([key, numbers]) => [...numbers, key, accountKey(accountId)]),
  );
  await logCounts(tx, accountId, "Mailbox", ...changed.map(([key]) => key));
}

type FreshCounts = Record<"id" | "emails" | "unread_emails" | "threads" | "unread_threads", number>;

const countsIn = ({ emails, unread_emails, threads, unread_threads }: FreshCounts): number[] => [
  emails,
  unread_emails,
  threads,
  unread_threads,
];

/** Computes all counts of an account again: after the trash became another mailbox, and for rebuild. */
export async function recount(tx: Transactor, accountId: Id): Promise<void> {
  const account = accountKey(accountId);
  const trash = await trashKey(tx, accountId);
  await tx.run(
    "delete from thread_mailbox where account_id = ?1 and mailbox_id in (select id from mailbox where account_id = ?1)",
    account,
  );
  await tx.run(
    `insert into thread_mailbox (account_id, thread_id, mailbox_id, total_emails, unread_emails)
     select account_id, thread_id, mailbox_id, count(*), count(*) filter (where is_seen = 0 and is_draft = 0) from email_mailbox
     where account_id = ?1 and mailbox_id in (select id from mailbox where account_id = ?1)
     group by account_id, thread_id, mailbox_id`,
    account,
  );
  await tx.run(
    `update thread set
       total_emails = (select count(*) from email e where e.thread_id = thread.id and +e.account_id = thread.account_id),
       unread_outside_trash = (select count(distinct m.email_id) from email e join email_mailbox m on m.email_id = e.id and m.account_id = e.account_id
         where e.thread_id = thread.id and +e.account_id = thread.account_id and m.is_seen = 0 and m.is_draft = 0 and m.mailbox_id <> ?)
     where account_id = ?`,
    trash,
    account,
  );
  const fresh = await tx.all<FreshCounts>(
    `select mailbox.id, coalesce(sum(t.total_emails), 0) as emails, coalesce(sum(t.unread_emails), 0) as unread_emails,
       count(t.thread_id) as threads,
       count(*) filter (where case when mailbox.id = ? then t.unread_emails > 0 else thread.unread_outside_trash > 0 end) as unread_threads
     from mailbox left join thread_mailbox t on t.mailbox_id = mailbox.id and t.account_id = mailbox.account_id
     left join thread on thread.id = t.thread_id and thread.account_id = mailbox.account_id
     where mailbox.account_id = ? group by mailbox.id`,
    trash,
    account,
  );
  const stored = await tx.all<FreshCounts>(
    `select id, total_emails as emails, unread_emails, total_threads as threads, unread_threads from mailbox
     where account_id = ?`,
    account,
  );
  const known = new Map(stored.map((row) => [row.id, countsIn(row)]));
  const changed = fresh.filter((row) => !isDeepStrictEqual(countsIn(row), known.get(row.id)));
  await tx.runAll(
    `update mailbox set total_emails = ?, unread_emails = ?, total_threads = ?, unread_threads = ?
     where id = ? and account_id = ?`,
    changed.map((row) => [...countsIn(row), row.id, account]),
  );
  await logCounts(tx, accountId, "Mailbox", ...changed.map(({ id }) => id));
  await recountLabels(tx, accountId);
}
