/**
 * Local changes that may have to be pushed to an account's server. A job names the object alone: the work is the
 * difference between it and the server's last known state, so that it can be retried any number of times.
 */
import { type Id, SUBMIT_PENDING } from "@pismo/jmap";
import { accountKey, idOf, keyOf } from "../db/ids.ts";
import type { Reader, Transactor } from "../db/reader.ts";

export type JobType = "Email" | "Mailbox";

const prefixes = { Email: "e", Mailbox: "m" } as const;

/** Called in the transaction of the change. Does nothing for local accounts. */
export async function noteOutbound(tx: Transactor, accountId: Id, type: JobType, ...ids: readonly Id[]): Promise<void> {
  await tx.run(
    `insert into outbound_job (account_id, type, object_id)
     select account_id, ?2, value from imap_account ordered join key_rows(?3) changed on true where account_id = ?1
     on conflict (account_id, type, object_id) do update
       set attempts = 0, next_attempt_at = 0, problem = null, revision = outbound_job.revision + 1`,
    accountKey(accountId),
    type,
    JSON.stringify(ids.map((id) => keyOf(prefixes[type], id))),
  );
}

/** The longest pause. A job that seems to wait longer was postponed before the clock was set back, and is due. */
const MAX_PAUSE_MS = 2 * 3600_000;

/** SQL: the Email of job `j` is sent to a recipient `r` of whom this holds. */
const isSentTo = (condition: string): string => `exists (
  select 1 from email_submission s join submission_recipient r on r.submission_id = s.id and r.account_id = s.account_id
  where s.email_id = j.object_id and +s.account_id = j.account_id and s.is_redirect = 0 and ${condition})`;

/** SQL: it is being sent; its server may file the copy in Sent by itself (sent-copies.ts). */
const isBeingSent = `(j.type = 'Email' and ${isSentTo("r.state in ('queued', 'sending', 'transmitting')")})`;

/** What goes sooner is in Drafts too short for another program to see it. */
const FAR_MS = 60_000;

/** SQL: it waits for a time that is after `?`, and its server has no draft of it. */
const lacksDraft = `(exists (select 1 from email_keyword k where k.email_id = j.object_id and +k.account_id = j.account_id and k.keyword = '${SUBMIT_PENDING}')
  and not exists (select 1 from imap_message m where m.email_id = j.object_id and m.account_id = j.account_id)
  and not ${isSentTo("(r.state in ('sending', 'transmitting') or r.state = 'queued' and r.next_attempt_at < ?)")})`;

export interface OutboundJob {
  id: Id;
  attempts: number;
  /** Changes with every change of the object. */
  revision: number;
}

/** Oldest objects first: a folder before its content. */
export async function dueJobs(
  reader: Reader,
  accountId: Id,
  type: JobType,
  now: Date,
  limit: number,
): Promise<OutboundJob[]> {
  const rows = await reader.all<{ key: number; attempts: number; revision: number }>(
    `select object_id as key, attempts, revision from outbound_job j where account_id = ? and type = ? and next_attempt_at not between ? and ?
       and not exists (select 1 from imap_unplaced u where j.type = 'Email' and u.email_id = j.object_id and +u.account_id = j.account_id and u.reason <> 'appending')
       and (not ${isBeingSent} or ${lacksDraft})
     order by object_id limit ?`,
    accountKey(accountId),
    type,
    now.getTime() + 1,
    now.getTime() + MAX_PAUSE_MS,
    now.getTime() + FAR_MS,
    limit,
  );
  return rows.map(({ key, ...job }) => ({ id: idOf(prefixes[type], key), ...job }));
}

/** Whether local changes of this object have not been pushed yet. */
export async function hasJob(reader: Reader, accountId: Id, type: JobType, id: Id): Promise<boolean> {
  const sql = "select 1 from outbound_job where account_id = ? and type = ? and object_id = ?";
  return (await reader.get(sql, accountKey(accountId), type, keyOf(prefixes[type], id))) !== undefined;
}

/** Whether the object has been changed since the job was read. */
export async function isOutdated(reader: Reader, accountId: Id, type: JobType, job: OutboundJob): Promise<boolean> {
  const sql = "select revision from outbound_job where account_id = ? and type = ? and object_id = ?";
  const row = await reader.get<{ revision: number }>(sql, accountKey(accountId), type, keyOf(prefixes[type], job.id));
  return row !== undefined && row.revision !== job.revision;
}

/** When the next job is due; undefined when there is none. Jobs that wait for a vanished copy to be found are not due. */
export async function nextJobAt(reader: Reader, accountId: Id, now: Date): Promise<Date | undefined> {
  const row = await reader.get<{ at: number | null }>(
    `select min(case when next_attempt_at > ? then 0 else next_attempt_at end) as at from outbound_job j where account_id = ?
       and not exists (select 1 from imap_unplaced u where j.type = 'Email' and u.email_id = j.object_id and +u.account_id = j.account_id and u.reason <> 'appending')
       and (not ${isBeingSent} or ${lacksDraft})`,
    now.getTime() + MAX_PAUSE_MS,
    accountKey(accountId),
    now.getTime() + FAR_MS,
  );
  return row?.at == null ? undefined : new Date(row.at);
}

/** Deletes a job that was done or refused permanently. */
export async function finishJob(tx: Transactor, accountId: Id, type: JobType, id: Id): Promise<void> {
  const sql = "delete from outbound_job where account_id = ? and type = ? and object_id = ?";
  await tx.run(sql, accountKey(accountId), type, keyOf(prefixes[type], id));
}

/** The account's folders have changed: retries jobs that were refused because of the old ones. */
export async function retryJobs(tx: Transactor, accountId: Id): Promise<void> {
  const sql = "update outbound_job set attempts = 0, next_attempt_at = 0 where account_id = ? and next_attempt_at > 0";
  await tx.run(sql, accountKey(accountId));
}

/** Schedules another attempt. */
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
    keyOf(prefixes[type], id),
  );
}
