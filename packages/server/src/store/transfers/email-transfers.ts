/**
 * Emails on their way from one account into another. The rows are what is left to do: the worker may end at
 * any moment, and the next one goes on. A row that changes its state does so in the transaction that does the step.
 */
import type { EmailTransfer, Id } from "@pismo/jmap";
import { accountKey, idOf, keyOf, keysOf } from "../db/ids.ts";
import type { Reader, Transactor } from "../db/reader.ts";
import { placesInThreads, type ThreadPlace } from "./keep-arranged.ts";

/** Transfers are kept so long after they began, to be asked about and taken back. */
const KEPT_MS = 24 * 3600_000;
const MAX_PAUSE_MS = 5 * 60_000;
const FIRST_PAUSE_MS = 2000;

export interface NewTransfer {
  accountId: Id;
  toAccountId: Id;
  keepsOriginals: boolean;
  emails: readonly NewTransferredEmail[];
}

interface NewTransferredEmail {
  emailId: Id;
  fromMailboxIds: readonly Id[];
  toMailboxIds: readonly Id[];
  /** Of one that comes back: where it was before it went. Not given: where it is. */
  thread?: ThreadPlace | null;
}

/** One Email of a transfer. */
export interface TransferredEmail {
  transferId: Id;
  accountId: Id;
  toAccountId: Id;
  keepsOriginals: boolean;
  emailId: Id;
  fromMailboxIds: Id[];
  toMailboxIds: Id[];
  state: "waiting" | "copied" | "done" | "failed";
  copyId: Id | null;
  thread: ThreadPlace | null;
}

interface Row {
  transfer_id: number;
  account_id: number;
  to_account_id: number;
  keeps_originals: number;
  email_id: number;
  from_mailboxes: string;
  to_mailboxes: string;
  state: string;
  copy_id: number | null;
  thread_id: number | null;
  is_split: number;
}

const columns = "t.*, x.account_id, x.to_account_id, x.keeps_originals";
const mailboxKeys = (ids: readonly Id[]): string => JSON.stringify(keysOf("m", ids));
const mailboxIds = (keys: string): Id[] => (JSON.parse(keys) as number[]).map((key) => idOf("m", key));

const toTransferred = (row: Row): TransferredEmail => ({
  transferId: idOf("x", row.transfer_id),
  accountId: idOf("a", row.account_id),
  toAccountId: idOf("a", row.to_account_id),
  keepsOriginals: row.keeps_originals === 1,
  emailId: idOf("e", row.email_id),
  fromMailboxIds: mailboxIds(row.from_mailboxes),
  toMailboxIds: mailboxIds(row.to_mailboxes),
  state: row.state as TransferredEmail["state"],
  copyId: row.copy_id === null ? null : idOf("e", row.copy_id),
  thread: row.thread_id === null ? null : { key: row.thread_id, isSplit: row.is_split === 1 },
});

export async function insertTransfer(tx: Transactor, transfer: NewTransfer): Promise<Id> {
  const { accountId, toAccountId, keepsOriginals, emails } = transfer;
  const now = Date.now();
  await tx.run(
    `delete from email_transfer where created_at < ? and not exists (
       select 1 from transferred_email t where t.transfer_id = email_transfer.id and t.state in ('waiting', 'copied'))`,
    now - KEPT_MS,
  );
  const row = await tx.get<{ id: number }>(
    `insert into email_transfer (account_id, to_account_id, keeps_originals, created_at) values (?, ?, ?, ?) returning id`,
    accountKey(accountId),
    accountKey(toAccountId),
    Number(keepsOriginals),
    now,
  );
  const places = await placesInThreads(
    tx,
    accountId,
    emails.map(({ emailId }) => emailId),
  );
  await tx.runAll(
    `insert into transferred_email
       (transfer_id, email_id, from_mailboxes, to_mailboxes, thread_id, is_split, state, attempts, next_attempt_at)
     values (?, ?, ?, ?, ?, ?, 'waiting', 0, 0)`,
    emails.map(({ emailId, fromMailboxIds, toMailboxIds, thread = places.get(emailId) ?? null }) => [
      row!.id,
      keyOf("e", emailId),
      mailboxKeys(fromMailboxIds),
      mailboxKeys(toMailboxIds),
      thread?.key ?? null,
      Number(thread?.isSplit ?? false),
    ]),
  );
  // The worker of transfers hears of commits that change an account.
  await tx.nextModSeq(accountId);
  return idOf("x", row!.id);
}

/** What other transfers move, or have moved, of the Emails of one that moves them too. */
export async function movesOf(tx: Transactor, { accountId, emails }: NewTransfer): Promise<TransferredEmail[]> {
  const rows = await tx.all<Row>(
    `select ${columns} from email_transfer x join transferred_email t on t.transfer_id = x.id
     where x.account_id = ? and x.keeps_originals = 0 and t.email_id in key_list(?)
       and t.state in ('waiting', 'copied', 'done')`,
    accountKey(accountId),
    JSON.stringify(
      keysOf(
        "e",
        emails.map(({ emailId }) => emailId),
      ),
    ),
  );
  return rows.map(toTransferred);
}

export async function getTransfers(reader: Reader, accountId: Id, ids: readonly Id[]): Promise<EmailTransfer[]> {
  const keys = JSON.stringify(keysOf("x", ids));
  const account = accountKey(accountId);
  const rows = await reader.all<{
    id: number;
    to_account_id: number;
    keeps_originals: number;
    state: string;
    n: number;
  }>(
    `select x.id, x.to_account_id, x.keeps_originals, t.state, count(*) as n
     from email_transfer x join transferred_email t on t.transfer_id = x.id
     where x.id in key_list(?) and x.account_id = ? group by x.id, x.to_account_id, x.keeps_originals, t.state`,
    keys,
    account,
  );
  const failed = await reader.all<{ transfer_id: number; email_id: number; problem: string | null }>(
    `select t.transfer_id, t.email_id, t.problem from transferred_email t join email_transfer x on x.id = t.transfer_id
     where x.id in key_list(?) and x.account_id = ? and t.state = 'failed'`,
    keys,
    account,
  );
  const transfers = new Map<number, EmailTransfer>();
  for (const { id, to_account_id, keeps_originals, state, n } of rows) {
    const transfer = transfers.get(id) ?? {
      id: idOf("x", id),
      toAccountId: idOf("a", to_account_id),
      keepsOriginals: keeps_originals === 1,
      waiting: 0,
      done: 0,
      failed: {},
    };
    if (state === "done") transfer.done += n;
    else if (state !== "failed") transfer.waiting += n;
    transfers.set(id, transfer);
  }
  for (const { transfer_id, email_id, problem } of failed) {
    transfers.get(transfer_id)!.failed[idOf("e", email_id)] = problem ?? "serverFail";
  }
  return [...transfers.values()];
}

/** Emails to be copied now, the oldest transfers first. */
export async function dueEmails(reader: Reader, now: Date, limit: number): Promise<TransferredEmail[]> {
  const rows = await reader.all<Row>(
    `select ${columns} from transferred_email t join email_transfer x on x.id = t.transfer_id
     where t.state = 'waiting' and t.next_attempt_at not between ? and ? order by t.transfer_id, t.email_id limit ?`,
    now.getTime() + 1,
    now.getTime() + MAX_PAUSE_MS,
    limit,
  );
  return rows.map(toTransferred);
}

/** Copies of which the other account's server has one now, and those that are no more. */
export async function settledCopies(reader: Reader, limit: number): Promise<TransferredEmail[]> {
  const rows = await reader.all<Row>(
    `select ${columns} from transferred_email t join email_transfer x on x.id = t.transfer_id
     where t.state = 'copied' and (exists (select 1 from imap_message m where m.email_id = t.copy_id)
       or not exists (select 1 from email e where e.id = t.copy_id)
       or not exists (select 1 from imap_account i where i.account_id = x.to_account_id)) limit ?`,
    limit,
  );
  return rows.map(toTransferred);
}

export async function hasOpen(reader: Reader): Promise<boolean> {
  const sql = "select 1 from transferred_email where state in ('waiting', 'copied') limit 1";
  return (await reader.get(sql)) !== undefined;
}

/** Whether it is still in this state; no other transaction writes at the same time. */
export async function isStill(tx: Transactor, { transferId, emailId }: Key, state: string): Promise<boolean> {
  const sql = "select 1 from transferred_email where transfer_id = ? and email_id = ? and state = ?";
  return (await tx.get(sql, keyOf("x", transferId), keyOf("e", emailId), state)) !== undefined;
}

type Key = Pick<TransferredEmail, "transferId" | "emailId">;
type Next = { state: "copied" | "done"; copyId: Id } | { state: "failed"; problem: string };

export async function advance(tx: Transactor, { transferId, emailId }: Key, to: Next): Promise<void> {
  await tx.run(
    `update transferred_email set state = ?, copy_id = coalesce(?, copy_id), problem = ?
     where transfer_id = ? and email_id = ?`,
    to.state,
    to.state === "failed" ? null : keyOf("e", to.copyId),
    to.state === "failed" ? to.problem : null,
    keyOf("x", transferId),
    keyOf("e", emailId),
  );
}

/** Its message cannot be had now: it is tried again, later each time. */
export async function postpone(tx: Transactor, { transferId, emailId }: Key, now: Date): Promise<void> {
  await tx.run(
    `update transferred_email set attempts = attempts + 1, next_attempt_at = ? + least(?, ? * (attempts + 1) * (attempts + 1))
     where transfer_id = ? and email_id = ? and state = 'waiting'`,
    now.getTime(),
    MAX_PAUSE_MS,
    FIRST_PAUSE_MS,
    keyOf("x", transferId),
    keyOf("e", emailId),
  );
}

/** Ends the transfer. @returns its Emails as they were, or undefined where there is no such transfer */
export async function endTransfer(
  tx: Transactor,
  accountId: Id,
  transferId: Id,
): Promise<TransferredEmail[] | undefined> {
  const rows = await tx.all<Row>(
    `select ${columns} from transferred_email t join email_transfer x on x.id = t.transfer_id
     where x.id = ? and x.account_id = ?`,
    keyOf("x", transferId),
    accountKey(accountId),
  );
  const { changes } = await tx.run(
    "delete from email_transfer where id = ? and account_id = ?",
    keyOf("x", transferId),
    accountKey(accountId),
  );
  return changes > 0 ? rows.map(toTransferred) : undefined;
}
