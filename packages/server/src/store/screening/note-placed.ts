/** Letters that lie among those that wait though they were not put there here: by another program, or before this account. */
import type { EmailHeaders, Id } from "@pismo/jmap";
import { addressKey } from "@pismo/jmap";
import { accountKey, idOf, keyOf, keysOf } from "../db/ids.ts";
import type { Reader, Transactor } from "../db/reader.ts";
import { type ScreenedLetter, senderKey } from "./screened-senders.ts";
import { getScreening, LOOKED_THROUGH, TO_LOOK_THROUGH } from "./screening.ts";

/** What was decided on their senders stays. */
export async function notePlaced(tx: Transactor, accountId: Id, letters: readonly ScreenedLetter[]): Promise<void> {
  const account = accountKey(accountId);
  await tx.runAll(
    `insert into screened_sender (account_id, id, address, state, emails, newest_at) values (?, ?, ?, 'waiting', 0, 0)
     on conflict do nothing`,
    letters.map(({ address }) => [account, senderKey(address), addressKey(address)]),
  );
  await tx.runAll(
    `insert into screened_email (account_id, email_id, sender_id, received_at, is_waiting) values (?, ?, ?, ?, 1)
     on conflict (email_id, account_id) do update set is_waiting = 1`,
    letters.map(({ emailId, address, receivedAt }) => [
      account,
      keyOf("e", emailId),
      senderKey(address),
      receivedAt.getTime(),
    ]),
  );
}

/** An Email that a person or another program has moved. */
export interface MovedEmail {
  emailId: Id;
  before: readonly Id[];
  after: readonly Id[];
}

/** Known letters that were moved among those that wait; after the move. */
export async function noteMovedThere(tx: Transactor, accountId: Id, moves: readonly MovedEmail[]): Promise<void> {
  const elsewhere = moves.filter(({ before, after }) => after.some((id) => !before.includes(id)));
  if (elsewhere.length === 0) return;
  const screening = await getScreening(tx, accountId);
  if (!screening?.isOn) return;
  const there = ({ before, after }: MovedEmail): boolean =>
    after.includes(screening.mailboxId) && !before.includes(screening.mailboxId);
  const keys = keysOf(
    "e",
    elsewhere.filter(there).map(({ emailId }) => emailId),
  );
  if (keys.length === 0) return;
  const rows = await tx.all<Omit<Row, "at">>(
    `select e.id as email_id, e.received_at, c.headers from email e
     join email_content c on c.email_id = e.id and c.account_id = e.account_id
     where e.account_id = ? and e.id in key_list(?)`,
    accountKey(accountId),
    JSON.stringify(keys),
  );
  await notePlaced(tx, accountId, rows.flatMap(toLetters));
}

/** The accounts whose mailbox was there before first-time senders waited in it, and has not been looked through. */
export async function accountsToLookThrough(reader: Reader, limit: number): Promise<Id[]> {
  const rows = await reader.all<{ account_id: number }>(
    "select account_id from screening where is_on = ? order by account_id limit ?",
    TO_LOOK_THROUGH,
    limit,
  );
  return rows.map(({ account_id }) => idOf("a", account_id));
}

/** Letters of one transaction. */
const PORTION = 100;

/** The last letter of a portion, in the order of the list. */
export interface Place {
  at: number;
  key: number;
}

interface Row {
  email_id: number;
  at: number;
  received_at: number;
  /** JSON. */
  headers: string;
}

function toLetters({ email_id, received_at, headers }: Omit<Row, "at">): ScreenedLetter[] {
  const address = (JSON.parse(headers) as EmailHeaders).from?.[0]?.email;
  if (address === undefined) return [];
  return [{ emailId: idOf("e", email_id), address: address.toLowerCase(), receivedAt: new Date(received_at) }];
}

/** A portion of an account's mailbox, the newest first. @returns where the next begins; undefined: there is none */
export async function noteNextPlaced(
  tx: Transactor,
  accountId: Id,
  after: Place | undefined,
): Promise<Place | undefined> {
  const account = accountKey(accountId);
  const { at, key } = after ?? { at: Number.MAX_SAFE_INTEGER, key: 0 };
  const rows = await tx.all<Row & Record<string, number | string>>(
    `select m.email_id, m.received_at as at, e.received_at, c.headers
     from screening s join email_mailbox m on m.mailbox_id = s.mailbox_id and m.account_id = s.account_id
       join email e on e.id = m.email_id and e.account_id = m.account_id
       join email_content c on c.email_id = m.email_id and c.account_id = m.account_id
     where s.account_id = ? and s.is_on = ? and (m.received_at, m.email_id) < (?, ?)
     order by m.received_at desc, m.email_id desc limit ?`,
    account,
    TO_LOOK_THROUGH,
    at,
    key,
    PORTION,
  );
  await notePlaced(tx, accountId, rows.flatMap(toLetters));
  const last = rows.at(-1);
  if (last && rows.length === PORTION) return { at: last.at, key: last.email_id };
  const sql = "update screening set is_on = ? where account_id = ? and is_on = ?";
  await tx.run(sql, LOOKED_THROUGH, account, TO_LOOK_THROUGH);
  return undefined;
}
