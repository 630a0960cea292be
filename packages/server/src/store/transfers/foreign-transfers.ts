/**
 * Emails on their way into or out of accounts at other JMAP servers. As of others (email-transfers.ts) the rows are what is
 * left to do; a server elsewhere takes part in no transaction, so that what may have happened there is noted before.
 */
import type { EmailTransfer, Id } from "@pismo/jmap";
import { accountKey, idOf, keyOf, keysOf } from "../db/ids.ts";
import type { Reader, Transactor } from "../db/reader.ts";

/** Transfers are kept so long after they began, to be asked about and taken back. */
const KEPT_MS = 24 * 3600_000;
const MAX_PAUSE_MS = 5 * 60_000;
const FIRST_PAUSE_MS = 2000;

export interface NewForeignTransfer {
  accountId: Id;
  toAccountId: Id;
  keepsOriginals: boolean;
  emails: readonly { emailId: Id; fromMailboxIds: readonly Id[]; toMailboxIds: readonly Id[] }[];
}

export type ForeignState = "waiting" | "placing" | "copied" | "done" | "failed" | "withdrawn";

/** One Email of a transfer. Ids are those of its account's server. */
export interface ForeignEmail {
  transferId: Id;
  accountId: Id;
  toAccountId: Id;
  keepsOriginals: boolean;
  emailId: Id;
  fromMailboxIds: Id[];
  toMailboxIds: Id[];
  state: ForeignState;
  copyId: Id | null;
  /** The other account had the message before. */
  wasThere: boolean;
}

interface Row {
  transfer_id: number;
  account_id: number;
  to_account_id: number;
  keeps_originals: number;
  email_id: string;
  from_mailboxes: string;
  to_mailboxes: string;
  state: string;
  copy_id: string | null;
  was_there: number;
}

const columns = "t.*, x.account_id, x.to_account_id, x.keeps_originals";
const open = "t.state in ('waiting', 'placing', 'copied', 'withdrawn')";

const toEmail = (row: Row): ForeignEmail => ({
  transferId: idOf("x", row.transfer_id),
  accountId: idOf("a", row.account_id),
  toAccountId: idOf("a", row.to_account_id),
  keepsOriginals: row.keeps_originals === 1,
  emailId: row.email_id,
  fromMailboxIds: JSON.parse(row.from_mailboxes) as Id[],
  toMailboxIds: JSON.parse(row.to_mailboxes) as Id[],
  state: row.state as ForeignState,
  copyId: row.copy_id,
  wasThere: row.was_there === 1,
});

export async function insertForeignTransfer(tx: Transactor, transfer: NewForeignTransfer): Promise<Id> {
  const { accountId, toAccountId, keepsOriginals, emails } = transfer;
  const now = Date.now();
  await tx.run(
    `delete from foreign_transfer where created_at < ? and not exists (
       select 1 from foreign_transfer_email t where t.transfer_id = foreign_transfer.id and ${open})`,
    now - KEPT_MS,
  );
  const row = await tx.get<{ id: number }>(
    `insert into foreign_transfer (account_id, to_account_id, keeps_originals, created_at) values (?, ?, ?, ?) returning id`,
    accountKey(accountId),
    accountKey(toAccountId),
    Number(keepsOriginals),
    now,
  );
  await tx.runAll(
    `insert into foreign_transfer_email
       (transfer_id, email_id, from_mailboxes, to_mailboxes, state, was_there, attempts, next_attempt_at)
     values (?, ?, ?, ?, 'waiting', 0, 0, 0)`,
    emails.map((each) => [
      row!.id,
      each.emailId,
      JSON.stringify(each.fromMailboxIds),
      JSON.stringify(each.toMailboxIds),
    ]),
  );
  // The worker of transfers hears of commits that change an account.
  await tx.nextModSeq(accountId);
  return idOf("x", row!.id);
}

/** @param accountIds of which the transfers go out */
export async function getForeignTransfers(
  reader: Reader,
  accountIds: readonly Id[],
  ids: readonly Id[],
): Promise<(EmailTransfer & { accountId: Id })[]> {
  const rows = await reader.all<{
    id: number;
    account_id: number;
    to_account_id: number;
    keeps_originals: number;
    email_id: string;
    state: string;
    problem: string | null;
  }>(
    `select x.id, x.account_id, x.to_account_id, x.keeps_originals, t.email_id, t.state, t.problem
     from foreign_transfer x join foreign_transfer_email t on t.transfer_id = x.id
     where x.id in key_list(?) and x.account_id in key_list(?) and t.state <> 'withdrawn'`,
    JSON.stringify(keysOf("x", ids)),
    JSON.stringify(accountIds.map(accountKey)),
  );
  const transfers = new Map<number, EmailTransfer & { accountId: Id }>();
  for (const { id, account_id, to_account_id, keeps_originals, email_id, state, problem } of rows) {
    const transfer = transfers.get(id) ?? {
      id: idOf("x", id),
      accountId: idOf("a", account_id),
      toAccountId: idOf("a", to_account_id),
      keepsOriginals: keeps_originals === 1,
      waiting: 0,
      done: 0,
      failed: {},
    };
    if (state === "done") transfer.done++;
    else if (state === "failed") transfer.failed[email_id] = problem ?? "serverFail";
    else transfer.waiting++;
    transfers.set(id, transfer);
  }
  return [...transfers.values()];
}

/** What is to be done now, the oldest transfers first. */
export async function dueForeignEmails(reader: Reader, now: Date, limit: number): Promise<ForeignEmail[]> {
  const rows = await reader.all<Row>(
    `select ${columns} from foreign_transfer_email t join foreign_transfer x on x.id = t.transfer_id
     where ${open} and t.next_attempt_at not between ? and ? order by t.transfer_id, t.email_id limit ?`,
    now.getTime() + 1,
    now.getTime() + MAX_PAUSE_MS,
    limit,
  );
  return rows.map(toEmail);
}

export async function hasOpenForeign(reader: Reader): Promise<boolean> {
  return (await reader.get(`select 1 from foreign_transfer_email t where ${open} limit 1`)) !== undefined;
}

type Step =
  | { state: "placing" }
  | { state: "copied" | "done"; copyId: Id; wasThere: boolean }
  | { state: "failed"; problem: string };

/** @returns whether it was still in the state that is known of it */
export async function advanceForeign(tx: Transactor, email: ForeignEmail, to: Step): Promise<boolean> {
  const isCopied = to.state === "copied" || to.state === "done";
  const { changes } = await tx.run(
    `update foreign_transfer_email set state = ?, copy_id = coalesce(?, copy_id), was_there = ?, problem = ?,
       attempts = 0, next_attempt_at = 0
     where transfer_id = ? and email_id = ? and state = ?`,
    to.state,
    isCopied ? to.copyId : null,
    Number(isCopied ? to.wasThere : email.wasThere),
    to.state === "failed" ? to.problem : null,
    keyOf("x", email.transferId),
    email.emailId,
    email.state,
  );
  return changes > 0;
}

/** It cannot be done now: it is tried again, later each time. */
export async function postponeForeign(tx: Transactor, { transferId, emailId }: ForeignEmail, now: Date): Promise<void> {
  await tx.run(
    `update foreign_transfer_email set attempts = attempts + 1,
       next_attempt_at = ? + least(?, ? * (attempts + 1) * (attempts + 1))
     where transfer_id = ? and email_id = ?`,
    now.getTime(),
    MAX_PAUSE_MS,
    FIRST_PAUSE_MS,
    keyOf("x", transferId),
    emailId,
  );
}

/** The copy that a withdrawn one has nevertheless. */
export async function noteWithdrawnCopy(
  tx: Transactor,
  { transferId, emailId }: ForeignEmail,
  copyId: Id,
): Promise<void> {
  await tx.run(
    "update foreign_transfer_email set copy_id = ? where transfer_id = ? and email_id = ? and state = 'withdrawn'",
    copyId,
    keyOf("x", transferId),
    emailId,
  );
}

export async function removeForeign(tx: Transactor, { transferId, emailId }: ForeignEmail): Promise<void> {
  await tx.run(
    "delete from foreign_transfer_email where transfer_id = ? and email_id = ?",
    keyOf("x", transferId),
    emailId,
  );
}

/** What its other server may have is still to be taken away there. */
export async function withdrawForeign(tx: Transactor, { accountId, transferId, emailId }: ForeignEmail): Promise<void> {
  // As above.
  await tx.nextModSeq(accountId);
  await tx.run(
    `update foreign_transfer_email set state = 'withdrawn', attempts = 0, next_attempt_at = 0
     where transfer_id = ? and email_id = ?`,
    keyOf("x", transferId),
    emailId,
  );
}

/** The Emails of a transfer that goes out of one of the accounts. */
export async function emailsOfForeign(tx: Transactor, accountIds: readonly Id[], id: Id): Promise<ForeignEmail[]> {
  const rows = await tx.all<Row>(
    `select ${columns} from foreign_transfer_email t join foreign_transfer x on x.id = t.transfer_id
     where x.id = ? and x.account_id in key_list(?) and t.state <> 'withdrawn'`,
    keyOf("x", id),
    JSON.stringify(accountIds.map(accountKey)),
  );
  return rows.map(toEmail);
}

/** Whether the mail server of a mirrored account has the copy. */
export async function isSettled(reader: Reader, accountId: Id, copyId: Id): Promise<boolean> {
  const sql = `select 1 from email e where e.id = ? and e.account_id = ? and (
    exists (select 1 from imap_message m where m.email_id = e.id)
    or not exists (select 1 from imap_account i where i.account_id = e.account_id))`;
  return (await reader.get(sql, keyOf("e", copyId), accountKey(accountId))) !== undefined;
}
