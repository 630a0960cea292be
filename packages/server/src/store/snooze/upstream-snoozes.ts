/**
 * Until when Emails are away that lie with another JMAP server, in its mailbox of snoozed ones: settings of an account
 * whose letters are not here. A time counts while the Email lies there, and nothing here puts it back.
 */
import type { Id } from "@pismo/jmap";
import { accountKey } from "../db/ids.ts";
import type { Reader, Transactor } from "../db/reader.ts";

/** An account here, and the one at the other server. */
export interface UpstreamAccount {
  accountId: Id;
  there: Id;
}

export interface UpstreamSnooze {
  emailId: Id;
  until: Date;
  /** When the newest letter of its Thread had come by then. */
  newestAt: Date;
  /** It was seen elsewhere then. */
  leftAt: Date | null;
  /** Where it comes back to. */
  mailboxIds: Id[];
}

interface Row {
  upstream_email: Id;
  wakes_at: number;
  newest_at: number;
  left_at: number | null;
  mailboxes: string;
}

/** The next to come back first. */
export async function getUpstreamSnoozes(
  reader: Reader,
  { accountId, there }: UpstreamAccount,
): Promise<UpstreamSnooze[]> {
  const rows = await reader.all<Row>(
    `select upstream_email, wakes_at, newest_at, left_at, mailboxes from upstream_snooze
     where account_id = ? and upstream_account = ? order by wakes_at, upstream_email`,
    accountKey(accountId),
    there,
  );
  return rows.map((row) => ({
    emailId: row.upstream_email,
    until: new Date(row.wakes_at),
    newestAt: new Date(row.newest_at),
    leftAt: row.left_at === null ? null : new Date(row.left_at),
    mailboxIds: JSON.parse(row.mailboxes) as Id[],
  }));
}

export async function putUpstreamSnooze(
  tx: Transactor,
  { accountId, there }: UpstreamAccount,
  { emailId, until, newestAt, leftAt, mailboxIds }: UpstreamSnooze,
): Promise<void> {
  await tx.run(
    `insert into upstream_snooze
       (account_id, upstream_account, upstream_email, wakes_at, newest_at, left_at, mailboxes)
     values (?, ?, ?, ?, ?, ?, ?)
     on conflict (account_id, upstream_account, upstream_email) do update set wakes_at = excluded.wakes_at,
       newest_at = excluded.newest_at, left_at = excluded.left_at, mailboxes = excluded.mailboxes`,
    accountKey(accountId),
    there,
    emailId,
    until.getTime(),
    newestAt.getTime(),
    leftAt?.getTime() ?? null,
    JSON.stringify(mailboxIds),
  );
}

export async function forgetUpstreamSnooze(
  tx: Transactor,
  { accountId, there }: UpstreamAccount,
  emailId: Id,
): Promise<void> {
  await tx.run(
    "delete from upstream_snooze where account_id = ? and upstream_account = ? and upstream_email = ?",
    accountKey(accountId),
    there,
    emailId,
  );
}
