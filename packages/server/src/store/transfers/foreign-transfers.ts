/**
 * Emails on their way into or out of accounts at other JMAP servers. As of others (email-transfers.ts) the rows are what is
 * left to do; a server elsewhere takes part in no transaction, so that what may have happened there is noted before.
 */
import type { EmailTransfer, Id } from "@pismo/jmap";
import { accountKey, idOf, keyOf, keysOf } from "../db/ids.ts";
import type { Reader, Transactor } from "../db/reader.ts";

/** Transfers are kept so long after they began, to be asked about and taken back. */
const KEPT_MS = 24 * 3600_000;
export const MAX_PAUSE_MS = 5 * 60_000;

export interface NewForeignTransfer {
  accountId: Id;
  toAccountId: Id;
  keepsOriginals: boolean;
  emails: readonly { emailId: Id; fromMailboxIds: readonly Id[]; toMailboxIds: readonly Id[] }[];
}

export type ForeignState = "waiting" | "placing" | "copied" | "leaving" | "done" | "failed" | "withdrawn" | "recalled";

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
/** Of "foreign_transfer_email t": the worker has still to do something, as the index has it. */
export const openForeign = "t.state in ('waiting', 'placing', 'copied', 'leaving', 'withdrawn', 'recalled')";

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
       select 1 from foreign_transfer_email t where t.transfer_id = foreign_transfer.id and ${openForeign})`,
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
     where x.id in key_list(?) and x.account_id in key_list(?) and t.state not in ('withdrawn', 'recalled')`,
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

/** From one account into another. */
export type Pair = Pick<ForeignEmail, "accountId" | "toAccountId">;

/**
 * What is to be done now, the oldest transfers first.
 * @param perPair so many of each, lest those of one keep all others waiting
 * @param except those at work
 */
export async function dueForeignEmails(
  reader: Reader,
  now: Date,
  perPair: number,
  except: readonly Pair[] = [],
): Promise<ForeignEmail[]> {
  const rows = await reader.all<Row>(
    `select * from (
       select ${columns}, row_number() over (
         partition by x.account_id, x.to_account_id order by t.transfer_id, t.email_id) as place
       from foreign_transfer_email t join foreign_transfer x on x.id = t.transfer_id
       where ${openForeign} and t.next_attempt_at not between ? and ?
         and x.account_id || ' ' || x.to_account_id not in text_list(?)) due
     where place <= ? order by transfer_id, email_id`,
    now.getTime() + 1,
    now.getTime() + MAX_PAUSE_MS,
    JSON.stringify(except.map(({ accountId, toAccountId }) => `${accountKey(accountId)} ${accountKey(toAccountId)}`)),
    perPair,
  );
  return rows.map(toEmail);
}

export async function hasOpenForeign(reader: Reader): Promise<boolean> {
  return (await reader.get(`select 1 from foreign_transfer_email t where ${openForeign} limit 1`)) !== undefined;
}

/** The Emails of a transfer that goes out of one of the accounts. */
export async function emailsOfForeign(tx: Transactor, accountIds: readonly Id[], id: Id): Promise<ForeignEmail[]> {
  const rows = await tx.all<Row>(
    `select ${columns} from foreign_transfer_email t join foreign_transfer x on x.id = t.transfer_id
     where x.id = ? and x.account_id in key_list(?) and t.state not in ('withdrawn', 'recalled')`,
    keyOf("x", id),
    JSON.stringify(accountIds.map(accountKey)),
  );
  return rows.map(toEmail);
}

/** What other transfers move, or have moved, of the Emails of one that moves them too. */
export async function foreignMovesOf(
  tx: Transactor,
  { accountId, emails }: NewForeignTransfer,
): Promise<ForeignEmail[]> {
  const rows = await tx.all<Row>(
    `select ${columns} from foreign_transfer x join foreign_transfer_email t on t.transfer_id = x.id
     where x.account_id = ? and x.keeps_originals = 0 and t.email_id in text_list(?)
       and t.state in ('waiting', 'placing', 'copied', 'leaving', 'done')`,
    accountKey(accountId),
    JSON.stringify(emails.map(({ emailId }) => emailId)),
  );
  return rows.map(toEmail);
}
