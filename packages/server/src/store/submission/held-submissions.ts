/**
 * Emails of accounts at other JMAP servers, held here until it is time to submit them there (upstream/held). Their drafts
 * lie there; here is what to submit and when.
 */
import { type Envelope, type Id, type SendProblem, SetFailure, type State } from "@pismo/jmap";
import { accountKey, idOf } from "../db/ids.ts";
import type { Reader, Transactor } from "../db/reader.ts";

export type HeldState =
  | "waiting"
  | "asking"
  | "returning"
  | "recalling"
  | "sent"
  | "refused"
  | "gone"
  | "unknown"
  | "canceled";

export interface NewHeldSubmission {
  emailId: Id;
  /** Of the draft as it was: another version is not sent. */
  blobId: Id;
  identityId: Id;
  subject: string;
  envelope: Envelope;
  sendAt: Date;
  /** upstream-reminders.ts; they count from when it is submitted. */
  remindAfterDays?: number | null;
}

export interface HeldSubmission extends NewHeldSubmission {
  id: Id;
  accountId: Id;
  remindAfterDays: number | null;
  state: HeldState;
  /** Of the last attempt. */
  problem: SendProblem | null;
  reply: string | null;
  attempts: number;
  nextAttemptAt: Date;
}

interface Row {
  id: number;
  account_id: number;
  email_id: string;
  blob_id: string;
  identity_id: string;
  subject: string;
  envelope: string;
  send_at: number;
  remind_after_days: number | null;
  state: string;
  problem: string | null;
  reply: string | null;
  attempts: number;
  next_attempt_at: number;
}

/** What has ended is kept so long, to be asked about. */
const KEPT_MS = 30 * 24 * 3600_000;
const PREFIX = "held-";

export const heldId = (key: number): Id => `${PREFIX}${key}`;

/** Whether it is an id of ours, and not of the account's server. */
export const isHeldId = (id: Id): boolean => heldKey(id) > 0;

/** 0: it is no id of ours. */
export function heldKey(id: Id): number {
  return /^held-[1-9]\d{0,14}$/.test(id) ? Number(id.slice(PREFIX.length)) : 0;
}

export const toHeld = (row: Row): HeldSubmission => ({
  id: heldId(row.id),
  accountId: idOf("a", row.account_id),
  emailId: row.email_id,
  blobId: row.blob_id,
  identityId: row.identity_id,
  subject: row.subject,
  envelope: JSON.parse(row.envelope) as Envelope,
  sendAt: new Date(row.send_at),
  remindAfterDays: row.remind_after_days,
  state: row.state as HeldState,
  problem: row.problem as SendProblem | null,
  reply: row.reply,
  attempts: row.attempts,
  nextAttemptAt: new Date(row.next_attempt_at),
});

/** Still to be sent, perhaps. */
const isOpen = "state in ('waiting', 'asking')";

/** @throws SetFailure alreadyExists: it waits already */
export async function insertHeld(tx: Transactor, accountId: Id, held: NewHeldSubmission): Promise<Id> {
  const { emailId, blobId, identityId, subject, envelope, sendAt, remindAfterDays = null } = held;
  const key = accountKey(accountId);
  const before = await tx.get<{ id: number }>(
    `select id from held_submission where account_id = ? and email_id = ? and ${isOpen}`,
    key,
    emailId,
  );
  if (before) throw new SetFailure({ type: "alreadyExists", existingId: heldId(before.id) });
  await tx.run(
    "delete from held_submission where account_id = ? and send_at < ? and state in ('sent', 'canceled')",
    key,
    Date.now() - KEPT_MS,
  );
  const row = await tx.get<{ id: number }>(
    `insert into held_submission (account_id, email_id, blob_id, identity_id, subject, envelope, send_at,
       remind_after_days, state, attempts, next_attempt_at, modseq)
     values (?, ?, ?, ?, ?, ?, ?, ?, 'waiting', 0, ?, ?) returning id`,
    key,
    emailId,
    blobId,
    identityId,
    subject,
    JSON.stringify(envelope),
    sendAt.getTime(),
    remindAfterDays,
    sendAt.getTime(),
    await tx.nextModSeq(accountId),
  );
  return heldId(row!.id);
}

/** All of the account's, the oldest first. */
export async function listHeld(reader: Reader, accountId: Id): Promise<HeldSubmission[]> {
  const sql = "select * from held_submission where account_id = ? order by send_at, id";
  return (await reader.all<Row>(sql, accountKey(accountId))).map(toHeld);
}

/** For pages to hear of changes. */
export async function heldState(reader: Reader, accountId: Id): Promise<State> {
  const sql = "select max(modseq) as n from held_submission where account_id = ?";
  const row = await reader.get<{ n: number | null }>(sql, accountKey(accountId));
  return `${PREFIX}${row?.n ?? 0}`;
}

/** The subjects of those that wait, for a person to know which will not be sent. */
export async function heldSubjects(reader: Reader, accountId: Id): Promise<string[]> {
  const sql = `select subject from held_submission where account_id = ? and ${isOpen} order by send_at, id limit 100`;
  return (await reader.all<{ subject: string }>(sql, accountKey(accountId))).map(({ subject }) => subject);
}

/** Whether the person chose its time: the others wait for Undo alone (RFC 4865). */
export const isScheduled = ({ envelope }: Pick<HeldSubmission, "envelope">): boolean =>
  Object.keys(envelope.mailFrom.parameters ?? {}).some((name) => name.toUpperCase() === "HOLDUNTIL");

/** Who takes one back makes it a draft again; the queue does so where that did not come about. */
const RECALL_MS = 2 * 60_000;

/** One that is to be sent has no problem yet. @returns whether one was in one of the states */
export async function changeHeld(
  tx: Transactor,
  { accountId, id }: Pick<HeldSubmission, "accountId" | "id">,
  from: readonly HeldState[],
  to: HeldState,
): Promise<boolean> {
  const { changes } = await tx.run(
    `update held_submission set state = ?1, next_attempt_at = ?2, modseq = ?3,
       problem = case when ?1 = 'waiting' then null else problem end,
       reply = case when ?1 = 'waiting' then null else reply end
     where account_id = ?4 and id = ?5 and state in text_list(?6)`,
    to,
    Date.now() + (to === "recalling" ? RECALL_MS : 0),
    await tx.nextModSeq(accountId),
    accountKey(accountId),
    heldKey(id),
    JSON.stringify(from),
  );
  return changes > 0;
}

export const endedStates: readonly HeldState[] = ["sent", "refused", "gone", "unknown", "canceled"];

/** @returns whether one was in one of the states */
export async function destroyHeld(tx: Transactor, accountId: Id, id: Id, from: readonly HeldState[]): Promise<boolean> {
  const { changes } = await tx.run(
    "delete from held_submission where account_id = ? and id = ? and state in text_list(?)",
    accountKey(accountId),
    heldKey(id),
    JSON.stringify(from),
  );
  await tx.nextModSeq(accountId);
  return changes > 0;
}
