/** Those who have letters that wait: rows that triggers count (migrations/0070-screening.ts). */
import { createHash } from "node:crypto";
import {
  addressKey,
  type EmailHeaders,
  type Id,
  type ScreenedSender,
  type ScreenedState,
  utcDateOf,
} from "@pismo/jmap";
import { accountKey, idOf, keyOf, keysOf } from "../db/ids.ts";
import { jsonText } from "../db/json-text.ts";
import type { Reader, Transactor } from "../db/reader.ts";
import { ALL_ROWS } from "../db/sql-fragment.ts";

/** Octets of the hash: as many as an id has digits for. */
const KEY_BYTES = 6;

/** The same for one address in every account and on every day. */
export const senderKey = (address: string): number =>
  createHash("sha256").update(addressKey(address)).digest().readUIntBE(0, KEY_BYTES) || 1;

/** A letter that is about to wait. */
export interface ScreenedLetter {
  emailId: Id;
  address: string;
  receivedAt: Date;
}

/** A letter that is about to wait, and whether its sender was refused before it was looked at. */
export interface ArrivedLetter extends ScreenedLetter {
  wasRefused: boolean;
}

/**
 * Before they are moved where they wait: the move counts them. None of them is of a sender who was let in. One who was
 * refused since the letter was looked at stays refused, and the letter goes where the others of that sender do.
 */
export async function noteScreened(tx: Transactor, accountId: Id, letters: readonly ArrivedLetter[]): Promise<void> {
  const account = accountKey(accountId);
  // A row twice in one statement is an error of PostgreSQL (SQLSTATE 21000).
  const senders = new Map(
    letters.map(({ address, wasRefused }) => [senderKey(address), { address: addressKey(address), wasRefused }]),
  );
  for (const refused of [false, true]) {
    const own = [...senders].filter(([, { wasRefused }]) => wasRefused === refused);
    if (own.length === 0) continue;
    const state = refused
      ? "'waiting'"
      : "case when screened_sender.state = 'refused' then 'refused' else 'waiting' end";
    await tx.runAll(
      `insert into screened_sender (account_id, id, address, state, emails, newest_at) values (?, ?, ?, 'waiting', 0, 0)
       on conflict (account_id, id) do update set state = ${state}`,
      own.map(([id, { address }]) => [account, id, address]),
    );
  }
  await tx.runAll(
    "insert into screened_email (account_id, email_id, sender_id, received_at, is_waiting) values (?, ?, ?, ?, 0)",
    letters.map(({ emailId, address, receivedAt }) => [
      account,
      keyOf("e", emailId),
      senderKey(address),
      receivedAt.getTime(),
    ]),
  );
}

/** Those of the addresses that were let in. */
export const letIn = (reader: Reader, accountId: Id, addresses: readonly string[]): Promise<Set<string>> =>
  inState(reader, accountId, addresses, "letIn");

/** Those of the addresses on which that was decided. */
export async function inState(
  reader: Reader,
  accountId: Id,
  addresses: readonly string[],
  state: Exclude<ScreenedState, "waiting">,
): Promise<Set<string>> {
  const rows = await reader.all<{ address: string }>(
    "select address from screened_sender where account_id = ? and state = ? and address in text_list(?)",
    accountKey(accountId),
    state,
    jsonText(addresses.map(addressKey)),
  );
  return new Set(rows.map(({ address }) => address));
}

const waitingOf = "from screened_sender where account_id = ?1 and emails > 0 and state = 'waiting'";
/** Their order is that of the index screened_sender_waiting. */
const inOrder = `select id ${waitingOf} order by newest_at desc, id desc limit ?2 offset ?3`;

/** A window of those who wait, the newest first: no more is read. @param limit undefined: to the end */
export async function queryScreened(
  reader: Reader,
  accountId: Id,
  { position, limit }: { position: number; limit: number | undefined },
): Promise<Id[]> {
  const rows = await reader.all<{ id: number }>(inOrder, accountKey(accountId), limit ?? ALL_ROWS, position);
  return rows.map(({ id }) => idOf("n", id));
}

export async function countScreened(reader: Reader, accountId: Id): Promise<number> {
  // Without their order SQLite reads all senders on whom it ever was decided.
  const sql = `select count(*) as n from (${inOrder}) waiting`;
  return (await reader.get<{ n: number }>(sql, accountKey(accountId), ALL_ROWS, 0))?.n ?? 0;
}

/** Where one who waits stands in their order. */
export async function placeOfScreened(reader: Reader, accountId: Id, senderId: Id): Promise<number | undefined> {
  const own = await reader.get<{ id: number; newest_at: number }>(
    `select id, newest_at ${waitingOf} and id = ?2`,
    accountKey(accountId),
    keyOf("n", senderId),
  );
  if (!own) return undefined;
  const before = await reader.get<{ n: number }>(
    `select count(*) as n ${waitingOf} and (newest_at, id) > (?2, ?3)`,
    accountKey(accountId),
    own.newest_at,
    own.id,
  );
  return before?.n ?? 0;
}

interface Row {
  id: number;
  address: string;
  state: ScreenedState;
  emails: number;
  newest_at: number;
  email_id: number;
  /** JSON. */
  headers: string;
}

function toSender({ id, address, state, emails, newest_at, email_id, headers }: Row): ScreenedSender {
  const { from, subject } = JSON.parse(headers) as EmailHeaders;
  return {
    id: idOf("n", id),
    address,
    name: from?.[0]?.name ?? null,
    subject: subject ?? null,
    emailId: idOf("e", email_id),
    newestAt: utcDateOf(newest_at),
    totalEmails: emails,
    state,
  };
}

/** Of those who have letters that wait. @param ids null: all of the account */
export async function getScreened(reader: Reader, accountId: Id, ids: readonly Id[] | null): Promise<ScreenedSender[]> {
  const rows = await reader.all<Row>(
    `select s.id, s.address, s.state, s.emails, s.newest_at, c.email_id, c.headers
     from screened_sender s join email_content c on c.account_id = s.account_id and c.email_id =
       (select e.email_id from screened_email e where e.account_id = s.account_id and e.sender_id = s.id and e.is_waiting = 1
        order by e.received_at desc, e.email_id desc limit 1)
     where s.account_id = ? and s.emails > 0 ${ids ? "and s.id in key_list(?)" : ""}
     order by s.newest_at desc, s.id desc`,
    accountKey(accountId),
    ...(ids ? [JSON.stringify(keysOf("n", ids))] : []),
  );
  return rows.map(toSender);
}

/** What was decided on a sender before, also where no letter waits now. */
export async function stateOfSender(reader: Reader, accountId: Id, senderId: Id): Promise<ScreenedState | undefined> {
  const sql = "select state from screened_sender where account_id = ? and id = ?";
  return (await reader.get<{ state: ScreenedState }>(sql, accountKey(accountId), keyOf("n", senderId)))?.state;
}

export async function storeState(tx: Transactor, accountId: Id, senderId: Id, state: ScreenedState): Promise<void> {
  const sql = "update screened_sender set state = ? where account_id = ? and id = ?";
  await tx.run(sql, state, accountKey(accountId), keyOf("n", senderId));
}

/** The newest letters of a sender. */
export async function lettersOf(
  reader: Reader,
  accountId: Id,
  senderId: Id,
  { isWaiting, limit }: { isWaiting: boolean; limit: number },
): Promise<Id[]> {
  const rows = await reader.all<{ email_id: number }>(
    `select email_id from screened_email where account_id = ? and sender_id = ? and is_waiting = ?
     order by received_at desc, email_id desc limit ?`,
    accountKey(accountId),
    keyOf("n", senderId),
    Number(isWaiting),
    limit,
  );
  return rows.map(({ email_id }) => idOf("e", email_id));
}
