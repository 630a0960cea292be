/**
 * Puts Emails into other Threads, as the person wants them. The Thread that they were made with is kept beside it
 * (email.first_thread_id), for clients to which a threadId never changes.
 */
import { type Id, SetFailure } from "@pismo/jmap";
import { logCreated, logUpdated } from "../db/changes.ts";
import { accountKey, idOf, keyOf } from "../db/ids.ts";
import { inSlices, type Transactor } from "../db/reader.ts";
import { moveCounts } from "../mail/counts.ts";
import { countedEmailOf, type Membership, writeMemberships } from "../mail/email-mailboxes.ts";
import { getEmails } from "../mail/emails.ts";
import { getMemberships } from "../mail/email-memberships.ts";
import { ownLinks } from "./threads.ts";

const SLICE = 100;

interface Moved {
  id: Id;
  before: Membership;
  to: number;
}

type Outcome = readonly [Id, { from: Id; to: Id } | SetFailure];

/** @param wanted null: into a new Thread, the same for all */
export async function arrangeThreads(
  tx: Transactor,
  accountId: Id,
  wanted: readonly (readonly [emailId: Id, threadId: Id | null])[],
): Promise<Outcome[]> {
  const ids = wanted.map(([emailId]) => emailId);
  const known = await getMemberships(tx, accountId, ids);
  const targets = await knownThreads(
    tx,
    accountId,
    wanted.flatMap(([, threadId]) => threadId ?? []),
  );
  let fresh: number | undefined;
  const outcomes: Outcome[] = [];
  const moved: Moved[] = [];
  for (const [id, threadId] of wanted) {
    const before = known.get(id)?.stored;
    if (!before || (threadId !== null && !targets.has(keyOf("t", threadId)))) {
      outcomes.push([id, new SetFailure({ type: "notFound" })]);
      continue;
    }
    const to = threadId === null ? (fresh ??= await newThread(tx, accountId)) : keyOf("t", threadId);
    outcomes.push([id, { from: idOf("t", before.threadKey), to: idOf("t", to) }]);
    if (to !== before.threadKey) moved.push({ id, before, to });
  }
  await inSlices(moved, SLICE, async (slice) => {
    await move(tx, accountId, slice);
    return [];
  });
  if (moved.length > 0) await follow(tx, accountId, moved);
  return outcomes;
}

async function knownThreads(tx: Transactor, accountId: Id, ids: readonly Id[]): Promise<ReadonlySet<number>> {
  const rows = await tx.all<{ id: number }>(
    "select id from thread where id in key_list(?) and account_id = ?",
    JSON.stringify([...new Set(ids)].map((id) => keyOf("t", id))),
    accountKey(accountId),
  );
  return new Set(rows.map(({ id }) => id));
}

async function newThread(tx: Transactor, accountId: Id): Promise<number> {
  const [key] = await tx.newKeys("thread", 1);
  await tx.run("insert into thread (id, account_id, is_by_hand) values (?, ?, 1)", key!, accountKey(accountId));
  await logCreated(tx, accountId, "Thread", key!);
  return key!;
}

/** As updateEmails() does: the rows are written again, so that the newest of both Threads is found again. */
async function move(tx: Transactor, accountId: Id, moved: readonly Moved[]): Promise<void> {
  const account = accountKey(accountId);
  const rows = moved.map(({ before }) => [before.key, account]);
  await tx.runAll("delete from email_mailbox where email_id = ? and account_id = ?", rows);
  await tx.runAll("delete from email_keyword where email_id = ? and +account_id = ?", rows);
  await tx.runAll(
    "update email set first_thread_id = coalesce(first_thread_id, thread_id), thread_id = ? where id = ? and account_id = ?",
    moved.map(({ before, to }) => [to, before.key, account]),
  );
  const after = moved.map(({ before, to }) => ({ ...before, threadKey: to }));
  await writeMemberships(tx, accountId, after);
  const moves = moved.flatMap(({ before, to }) => [
    { threadKey: before.threadKey, before: countedEmailOf(before), after: null },
    { threadKey: to, before: null, after: countedEmailOf(before) },
  ]);
  await moveCounts(tx, accountId, moves);
  await logUpdated(tx, accountId, "Email", ...moved.map(({ before }) => before.key));
}

/** What answers these Emails later goes where they are now. */
async function follow(tx: Transactor, accountId: Id, moved: readonly Moved[]): Promise<void> {
  const left = new Map(moved.map(({ before, to }) => [before.threadKey, to]));
  const filled = [...new Set(moved.map(({ to }) => to))];
  await tx.runAll(
    "update thread set joined_into = null where id = ? and account_id = ?",
    filled.map((key) => [key, accountKey(accountId)]),
  );
  const empty = await tx.all<{ id: number }>(
    "select id from thread where id in key_list(?) and account_id = ? and total_emails = 0",
    JSON.stringify([...left.keys()]),
    accountKey(accountId),
  );
  await tx.runAll(
    "update thread set joined_into = ?1 where (id = ?2 or joined_into = ?2) and account_id = ?3",
    empty.map(({ id }) => [left.get(id)!, id, accountKey(accountId)]),
  );
  const emails = await getEmails(
    tx,
    accountId,
    moved.map(({ id }) => id),
  );
  const targetOf = new Map(moved.map(({ id, to }) => [id, to]));
  await tx.runAll(
    "update thread_link set thread_id = ? where account_id = ? and link = ?",
    emails.flatMap(({ id, headers }) =>
      ownLinks(headers).map((link) => [targetOf.get(id)!, accountKey(accountId), link]),
    ),
  );
  await logUpdated(tx, accountId, "Thread", ...new Set([...left.keys(), ...filled]));
}
