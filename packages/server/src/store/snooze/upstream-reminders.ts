/**
 * Sent Emails of accounts at other JMAP servers that come back when nothing answers them: the Email lies there, and here is
 * when its server is asked whether something has (methods/snooze/reminders-elsewhere.ts).
 */
import type { Id } from "@pismo/jmap";
import { accountKey, idOf } from "../db/ids.ts";
import type { Reader, Transactor } from "../db/reader.ts";
import type { UpstreamAccount } from "./upstream-snoozes.ts";

const DAY_MS = 24 * 3600_000;
/** A submission without an answer is looked into. */
const CHECK_AFTER_MS = 90_000;

export interface UpstreamReminder extends UpstreamAccount {
  emailId: Id;
  /** They count from when it is known that it was submitted; null: `until` says it. */
  days: number | null;
  until: Date | null;
  /** null: its time has come, and nothing had answered it. */
  lookAt: Date | null;
  attempts: number;
  /** It was seen among what is thrown away then. */
  leftAt: Date | null;
}

interface Row {
  account_id: number;
  upstream_account: Id;
  upstream_email: Id;
  days: number | null;
  wakes_at: number | null;
  look_at: number | null;
  attempts: number;
  left_at: number | null;
}

const dateOf = (ms: number | null): Date | null => (ms === null ? null : new Date(ms));

export const toReminder = (row: Row): UpstreamReminder => ({
  accountId: idOf("a", row.account_id),
  there: row.upstream_account,
  emailId: row.upstream_email,
  days: row.days,
  until: dateOf(row.wakes_at),
  lookAt: dateOf(row.look_at),
  attempts: row.attempts,
  leftAt: dateOf(row.left_at),
});

/** The next to come back first. */
export async function getUpstreamReminders(
  reader: Reader,
  { accountId, there }: UpstreamAccount,
): Promise<UpstreamReminder[]> {
  const rows = await reader.all<Row>(
    `select * from upstream_reminder where account_id = ? and upstream_account = ?
     order by coalesce(wakes_at, look_at), upstream_email`,
    accountKey(accountId),
    there,
  );
  return rows.map(toReminder);
}

async function putReminder(tx: Transactor, reminder: UpstreamReminder): Promise<void> {
  const { accountId, there, emailId, days, until, lookAt, attempts, leftAt } = reminder;
  await tx.run(
    `insert into upstream_reminder
       (account_id, upstream_account, upstream_email, days, wakes_at, look_at, attempts, left_at)
     values (?, ?, ?, ?, ?, ?, ?, ?)
     on conflict (account_id, upstream_account, upstream_email) do update set days = excluded.days,
       wakes_at = excluded.wakes_at, look_at = excluded.look_at, attempts = excluded.attempts, left_at = excluded.left_at`,
    accountKey(accountId),
    there,
    emailId,
    days,
    until?.getTime() ?? null,
    lookAt?.getTime() ?? null,
    attempts,
    leftAt?.getTime() ?? null,
  );
  // The job that looks at them.
  await tx.nextModSeq(accountId);
}

const fresh = { days: null, attempts: 0, leftAt: null };

/** It comes back then. */
export const remindElsewhere = (tx: Transactor, place: UpstreamAccount, emailId: Id, until: Date): Promise<void> =>
  putReminder(tx, { ...place, ...fresh, emailId, until, lookAt: until });

/** It has gone out now. */
export const startReminderElsewhere = (
  tx: Transactor,
  place: UpstreamAccount,
  emailId: Id,
  days: number,
): Promise<void> => remindElsewhere(tx, place, emailId, new Date(Date.now() + days * DAY_MS));

/** It is about to be submitted: should no answer come, its server is asked whether it was. */
export const expectReminder = (tx: Transactor, place: UpstreamAccount, emailId: Id, days: number): Promise<void> =>
  putReminder(tx, { ...place, ...fresh, emailId, days, until: null, lookAt: new Date(Date.now() + CHECK_AFTER_MS) });

/** Its row as it was read; a person may have set another time since. */
const same = `account_id = ? and upstream_account = ? and upstream_email = ? and coalesce(wakes_at, 0) = ? and
  coalesce(days, 0) = ? and coalesce(look_at, 0) = ?`;
const keyOfRow = ({ accountId, there, emailId, until, days, lookAt }: UpstreamReminder) => [
  accountKey(accountId),
  there,
  emailId,
  until?.getTime() ?? 0,
  days ?? 0,
  lookAt?.getTime() ?? 0,
];

/** Unless it is another one by now. */
export async function changeReminder(
  tx: Transactor,
  before: UpstreamReminder,
  change: Partial<Pick<UpstreamReminder, "days" | "until" | "lookAt" | "attempts" | "leftAt">>,
): Promise<void> {
  const { days, until, lookAt, attempts, leftAt } = { ...before, ...change };
  await tx.run(
    `update upstream_reminder set days = ?, wakes_at = ?, look_at = ?, attempts = ?, left_at = ? where ${same}`,
    days,
    until?.getTime() ?? null,
    lookAt?.getTime() ?? null,
    attempts,
    leftAt?.getTime() ?? null,
    ...keyOfRow(before),
  );
}

/** Unless it is another one by now. */
export async function endReminderElsewhere(tx: Transactor, before: UpstreamReminder): Promise<void> {
  await tx.run(`delete from upstream_reminder where ${same}`, ...keyOfRow(before));
}

export async function forgetReminderElsewhere(
  tx: Transactor,
  { accountId, there }: UpstreamAccount,
  emailId: Id,
): Promise<void> {
  await tx.run(
    "delete from upstream_reminder where account_id = ? and upstream_account = ? and upstream_email = ?",
    accountKey(accountId),
    there,
    emailId,
  );
}
