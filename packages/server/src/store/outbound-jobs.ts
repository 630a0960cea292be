/**
 * What was changed here and may have to be done on an account's server. A job names the object alone: what is to be
 * done is the difference between it and what the server had last, so that it can be tried any number of times.
 */
import type { Id } from "@pismo/jmap";
import { accountKey, idOf, keyOf } from "./ids.ts";
import type { Reader, Transactor } from "./reader.ts";
import { isBeingSent } from "./sent-copies.ts";

export type JobType = "Email" | "Mailbox";

const letters = { Email: "e", Mailbox: "m" } as const;

/** In the transaction of the change. For local accounts it does nothing. */
export async function noteOutbound(tx: Transactor, accountId: Id, type: JobType, ...ids: readonly Id[]): Promise<void> {
  await tx.run(
    `insert into outbound_job (account_id, type, object_id)
     select account_id, ?2, value from imap_account cross join json_each(?3) where account_id = ?1
     on conflict do update set attempts = 0, next_attempt_at = 0, problem = null`,
    accountKey(accountId),
    type,
    JSON.stringify(ids.map((id) => keyOf(letters[type], id))),
  );
}

/** No pause is longer. What seems to wait longer was put off before the clock was set back, and is due. */
const LONGEST_PAUSE = 2 * 3600_000;

export interface OutboundJob {
  id: Id;
  attempts: number;
}

/** Oldest objects first: a folder before what is to be put into it. */
export async function dueJobs(
  reader: Reader,
  accountId: Id,
  type: JobType,
  now: Date,
  limit: number,
): Promise<OutboundJob[]> {
  const rows = await reader.all<{ key: number; attempts: number }>(
    `select object_id as key, attempts from outbound_job j where account_id = ? and type = ? and next_attempt_at not between ? and ?
       and not exists (select 1 from imap_unplaced u where j.type = 'Email' and u.email_id = j.object_id and u.reason <> 'appending')
       and not ${isBeingSent}
     order by object_id limit ?`,
    accountKey(accountId),
    type,
    now.getTime() + 1,
    now.getTime() + LONGEST_PAUSE,
    limit,
  );
  return rows.map(({ key, attempts }) => ({ id: idOf(letters[type], key), attempts }));
}

/** Whether the server does not have yet what was done to this object here. */
export async function hasJob(reader: Reader, accountId: Id, type: JobType, id: Id): Promise<boolean> {
  const sql = "select 1 from outbound_job where account_id = ? and type = ? and object_id = ?";
  return (await reader.get(sql, accountKey(accountId), type, keyOf(letters[type], id))) !== undefined;
}

/** When the next job is due; undefined when there is none. What waits for a letter to be found again is not. */
export async function nextJobAt(reader: Reader, accountId: Id, now: Date): Promise<Date | undefined> {
  const row = await reader.get<{ at: number | null }>(
    `select min(case when next_attempt_at > ? then 0 else next_attempt_at end) as at from outbound_job j where account_id = ?
       and not exists (select 1 from imap_unplaced u where j.type = 'Email' and u.email_id = j.object_id and u.reason <> 'appending')
       and not ${isBeingSent}`,
    now.getTime() + LONGEST_PAUSE,
    accountKey(accountId),
  );
  return row?.at == null ? undefined : new Date(row.at);
}

/** The server has it now, or never will. */
export async function finishJob(tx: Transactor, accountId: Id, type: JobType, id: Id): Promise<void> {
  const sql = "delete from outbound_job where account_id = ? and type = ? and object_id = ?";
  await tx.run(sql, accountKey(accountId), type, keyOf(letters[type], id));
}

/** The account's folders are others now: what was refused because of the old ones is asked again. */
export async function retryJobs(tx: Transactor, accountId: Id): Promise<void> {
  const sql = "update outbound_job set attempts = 0, next_attempt_at = 0 where account_id = ? and next_attempt_at > 0";
  await tx.run(sql, accountKey(accountId));
}

/** It did not work, and is tried again. */
export async function postponeJob(
  tx: Transactor,
  accountId: Id,
  type: JobType,
  id: Id,
  again: { at: Date; problem: string },
): Promise<void> {
  await tx.run(
    `update outbound_job set attempts = attempts + 1, next_attempt_at = ?, problem = ?
     where account_id = ? and type = ? and object_id = ?`,
    again.at.getTime(),
    again.problem,
    accountKey(accountId),
    type,
    keyOf(letters[type], id),
  );
}
