/** What rules want sent because of a letter: noted with it, and sent afterwards. */
import type { Id } from "@pismo/jmap";
import { accountKey, idOf, keyOf, keysOf } from "../db/ids.ts";
import type { Reader, Transactor } from "../db/reader.ts";

export type RuleReply =
  | { kind: "redirect"; address: string; line: number }
  | { kind: "reject"; reason: string }
  | {
      kind: "vacation";
      days: number;
      subject: string | null;
      from: string | null;
      addresses: readonly string[];
      reason: string;
      isMime: boolean;
      handle: string;
    };

export interface LetterReplies {
  emailId: Id;
  /** Envelope sender; null: its header tells. */
  mailFrom: string | null;
  replies: readonly RuleReply[];
}

export async function noteReplies(tx: Transactor, accountId: Id, letters: readonly LetterReplies[]): Promise<void> {
  await tx.runAll(
    "insert into rule_reply (account_id, email_id, position, mail_from, reply) values (?, ?, ?, ?, ?)",
    letters.flatMap(({ emailId, mailFrom, replies }) =>
      replies.map((reply, position) => [
        accountKey(accountId),
        keyOf("e", emailId),
        position,
        mailFrom,
        JSON.stringify(reply),
      ]),
    ),
  );
}

export interface DueReply {
  accountId: Id;
  emailId: Id;
  position: number;
  mailFrom: string | null;
  blobId: Id;
  receivedAt: Date;
  sentAt: Date | null;
  reply: RuleReply;
}

/** Of all accounts that are not disabled, without those in `except`; the oldest letters first. */
export async function listDueReplies(reader: Reader, limit: number, except: readonly Id[] = []): Promise<DueReply[]> {
  const rows = await reader.all<{
    account_id: number;
    email_id: number;
    position: number;
    mail_from: string | null;
    reply: string;
    blob_id: string;
    received_at: number;
    sent_at: number | null;
  }>(
    `select r.account_id, r.email_id, r.position, r.mail_from, r.reply, e.blob_id, e.received_at, e.sent_at
     from rule_reply r join email e on e.id = r.email_id and e.account_id = r.account_id join account a on a.id = r.account_id
     where a.is_disabled = 0 and r.account_id not in key_list(?) order by r.email_id, r.position limit ?`,
    JSON.stringify(keysOf("a", except)),
    limit,
  );
  return rows.map((row) => ({
    accountId: idOf("a", row.account_id),
    emailId: idOf("e", row.email_id),
    position: row.position,
    mailFrom: row.mail_from,
    blobId: row.blob_id,
    receivedAt: new Date(row.received_at),
    sentAt: row.sent_at === null ? null : new Date(row.sent_at),
    reply: JSON.parse(row.reply) as RuleReply,
  }));
}

/** It was sent, or will not be. @returns whether it was still due */
export async function deleteDueReply(
  tx: Transactor,
  { accountId, emailId, position }: Pick<DueReply, "accountId" | "emailId" | "position">,
): Promise<boolean> {
  const sql = "delete from rule_reply where account_id = ? and email_id = ? and position = ?";
  return (await tx.run(sql, accountKey(accountId), keyOf("e", emailId), position)).changes > 0;
}

const DAY_MS = 24 * 60 * 60 * 1000;
/** The longest time after which a rule may answer again. */
const LONGEST_DAYS = 365;

export interface RuleAnswer {
  handle: string;
  address: string;
  days: number;
}

/** Of all answers to an address in a day; no script that a person writes has such a handle. */
const ANY = "\u0001any";

/** The same for an answer whose handle may be another for each letter: whatever it is, one goes out in a day. */
export const claimVacation = async (tx: Transactor, accountId: Id, answer: RuleAnswer, now: Date): Promise<boolean> =>
  (await claimRuleAnswer(tx, accountId, answer, now)) &&
  claimRuleAnswer(tx, accountId, { ...answer, handle: ANY, days: 1 }, now);

/** Whether a rule may answer the address now; true once, as the answer counts as sent with the transaction. */
export async function claimRuleAnswer(
  tx: Transactor,
  accountId: Id,
  { handle, address, days }: RuleAnswer,
  now: Date,
): Promise<boolean> {
  const [account, at] = [accountKey(accountId), now.getTime()];
  await tx.run(
    "delete from rule_answered where account_id = ? and answered_at < ?",
    account,
    at - LONGEST_DAYS * DAY_MS,
  );
  const { changes } = await tx.run(
    `insert into rule_answered (account_id, handle, address, answered_at) values (?, ?, ?, ?)
     on conflict (account_id, handle, address) do update set answered_at = excluded.answered_at
     where rule_answered.answered_at <= ?`,
    account,
    handle,
    address.toLowerCase(),
    at,
    at - days * DAY_MS,
  );
  return changes > 0;
}
