/**
 * The counts of mailboxes (RFC 8621 §2), kept in the transaction that changes a letter.
 * Unread is neither $seen nor $draft. A thread is unread in a mailbox when it has a letter there and any unread
 * letter that is not in the trash alone; in the trash only letters in the trash count.
 */
import type { Id } from "@pismo/jmap";
import { logCounts } from "./changes.ts";
import { accountKey } from "./ids.ts";
import type { Reader, Transactor } from "./reader.ts";

/** Where a letter lies, as far as counts are concerned. */
export interface Placement {
  mailboxKeys: readonly number[];
  isUnread: boolean;
}

const trashKey = async (reader: Reader, accountId: Id): Promise<number> => {
  const sql = "select id from mailbox where account_id = ? and role = 'trash'";
  return (await reader.get<{ id: number }>(sql, accountKey(accountId)))?.id ?? 0;
};

/** Changes of mailboxes' counts that a batch gathers, to write them once. */
export class CountTally {
  readonly #deltas = new Map<number, Deltas>();

  add(mailboxKey: number, deltas: Deltas): void {
    const before = this.#deltas.get(mailboxKey);
    this.#deltas.set(mailboxKey, before ? (before.map((delta, at) => delta + deltas[at]!) as Deltas) : deltas);
  }

  async write(tx: Transactor, accountId: Id): Promise<void> {
    for (const [mailboxKey, deltas] of this.#deltas) await addToMailbox(tx, accountId, mailboxKey, deltas);
    this.#deltas.clear();
  }
}

/** A letter of the thread went from `before` to `after`; null: it was not, or is no longer. The work does not grow with the thread. */
export async function moveCounts(
  tx: Transactor,
  accountId: Id,
  threadKey: number,
  before: Placement | null,
  after: Placement | null,
): Promise<void> {
  const tally = new CountTally();
  await moveCountsInto(tally, tx, accountId, threadKey, before, after);
  await tally.write(tx, accountId);
}

/** The same, but the mailboxes' counts are left to be written with `tally`. */
export async function moveCountsInto(
  tally: CountTally,
  tx: Transactor,
  accountId: Id,
  threadKey: number,
  before: Placement | null,
  after: Placement | null,
): Promise<void> {
  const trash = await trashKey(tx, accountId);
  const outside = (at: Placement | null) =>
    Number(at !== null && at.isUnread && at.mailboxKeys.some((key) => key !== trash));
  const here = (at: Placement | null, key: number) => Number(at?.mailboxKeys.includes(key) ?? false);
  const unreadHere = (at: Placement | null, key: number) => (at?.isUnread ? here(at, key) : 0);

  const { unread } = (await tx.get<{ unread: number }>(
    "update thread set total_emails = total_emails + ?, unread_outside_trash = unread_outside_trash + ? where id = ? returning unread_outside_trash as unread",
    Number(after !== null) - Number(before !== null),
    outside(after) - outside(before),
    threadKey,
  ))!;
  const isUnread = unread > 0;
  const wasUnread = unread - outside(after) + outside(before) > 0;

  const own = new Set([...(before?.mailboxKeys ?? []), ...(after?.mailboxKeys ?? [])]);
  for (const key of own) {
    const totalDelta = here(after, key) - here(before, key);
    const unreadDelta = unreadHere(after, key) - unreadHere(before, key);
    const now = (await tx.get<{ total: number; unread: number }>(
      `insert into thread_mailbox (thread_id, mailbox_id, total_emails, unread_emails) values (?, ?, ?, ?)
       on conflict do update set total_emails = total_emails + excluded.total_emails, unread_emails = unread_emails + excluded.unread_emails
       returning total_emails as total, unread_emails as unread`,
      threadKey,
      key,
      totalDelta,
      unreadDelta,
    ))!;
    if (now.total === 0) {
      await tx.run("delete from thread_mailbox where thread_id = ? and mailbox_id = ?", threadKey, key);
    }
    const then = { total: now.total - totalDelta, unread: now.unread - unreadDelta };
    const unreadThread = (count: typeof now, threadIsUnread: boolean) =>
      Number(key === trash ? count.unread > 0 : count.total > 0 && threadIsUnread);
    tally.add(key, [
      totalDelta,
      unreadDelta,
      Number(now.total > 0) - Number(then.total > 0),
      unreadThread(now, isUnread) - unreadThread(then, wasUnread),
    ]);
  }

  if (isUnread === wasUnread) return;
  // The thread turned for its other mailboxes, too.
  const sql = "select mailbox_id from thread_mailbox where thread_id = ?";
  for (const { mailbox_id } of await tx.all<{ mailbox_id: number }>(sql, threadKey)) {
    if (own.has(mailbox_id) || mailbox_id === trash) continue;
    tally.add(mailbox_id, [0, 0, 0, isUnread ? 1 : -1]);
  }
}

type Deltas = [emails: number, unreadEmails: number, threads: number, unreadThreads: number];

async function addToMailbox(tx: Transactor, accountId: Id, mailboxKey: number, deltas: Deltas): Promise<void> {
  if (deltas.every((delta) => delta === 0)) return;
  await tx.run(
    `update mailbox set total_emails = total_emails + ?, unread_emails = unread_emails + ?,
       total_threads = total_threads + ?, unread_threads = unread_threads + ? where id = ?`,
    ...deltas,
    mailboxKey,
  );
  await logCounts(tx, accountId, mailboxKey);
}

/** All counts of an account anew: after the trash became another mailbox, and for rebuild. */
export async function recount(tx: Transactor, accountId: Id): Promise<void> {
  const account = accountKey(accountId);
  const trash = await trashKey(tx, accountId);
  await tx.run("delete from thread_mailbox where mailbox_id in (select id from mailbox where account_id = ?)", account);
  await tx.run(
    `insert into thread_mailbox (thread_id, mailbox_id, total_emails, unread_emails)
     select thread_id, mailbox_id, count(*), sum(not is_seen and not is_draft) from email_mailbox
     where mailbox_id in (select id from mailbox where account_id = ?) group by thread_id, mailbox_id`,
    account,
  );
  await tx.run(
    `update thread set
       total_emails = (select count(*) from email e where e.thread_id = thread.id),
       unread_outside_trash = (select count(distinct m.email_id) from email e join email_mailbox m on m.email_id = e.id
         where e.thread_id = thread.id and not m.is_seen and not m.is_draft and m.mailbox_id <> ?)
     where account_id = ?`,
    trash,
    account,
  );
  const fresh = await tx.all<Record<"id" | "emails" | "unread_emails" | "threads" | "unread_threads", number>>(
    `select mailbox.id, coalesce(sum(t.total_emails), 0) as emails, coalesce(sum(t.unread_emails), 0) as unread_emails,
       count(t.thread_id) as threads,
       coalesce(sum(case when mailbox.id = ? then t.unread_emails > 0 else thread.unread_outside_trash > 0 end), 0) as unread_threads
     from mailbox left join thread_mailbox t on t.mailbox_id = mailbox.id left join thread on thread.id = t.thread_id
     where mailbox.account_id = ? group by mailbox.id`,
    trash,
    account,
  );
  for (const row of fresh) {
    const { changes } = await tx.run(
      `update mailbox set total_emails = ?1, unread_emails = ?2, total_threads = ?3, unread_threads = ?4
       where id = ?5 and (total_emails <> ?1 or unread_emails <> ?2 or total_threads <> ?3 or unread_threads <> ?4)`,
      row.emails,
      row.unread_emails,
      row.threads,
      row.unread_threads,
      row.id,
    );
    if (changes > 0) await logCounts(tx, accountId, row.id);
  }
}
