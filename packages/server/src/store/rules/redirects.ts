/** To whom rules may send letters on: addresses that the person has allowed, and how many letters in a day. */
import type { Id } from "@pismo/jmap";
import { logTouched } from "../db/changes.ts";
import { accountKey } from "../db/ids.ts";
import type { Reader, Transactor } from "../db/reader.ts";

export interface AllowedRedirect {
  /** Lower case. */
  address: string;
  allowedAt: Date;
}

const LIMIT = "redirectLimit";
const DEFAULT_LIMIT = 200;
const HOUR_MS = 60 * 60 * 1000;
const HOURS = 24;

/** The server's setting, kept in the database so that every process goes by the same. @param perDay 0: rules send nothing on */
export async function noteRedirectLimit(tx: Transactor, perDay: number): Promise<void> {
  await tx.run("delete from setting where name = ?", LIMIT);
  await tx.run("insert into setting (name, value) values (?, ?)", LIMIT, String(perDay));
}

/** Letters that the rules of one account send on within a day; 0: the administrator forbids it. */
export async function redirectLimit(reader: Reader): Promise<number> {
  const row = await reader.get<{ value: string }>("select value from setting where name = ?", LIMIT);
  return row ? Number(row.value) : DEFAULT_LIMIT;
}

/** The oldest first. */
export async function allowedRedirects(reader: Reader, accountId: Id): Promise<AllowedRedirect[]> {
  const rows = await reader.all<{ address: string; allowed_at: number }>(
    "select address, allowed_at from rule_redirect where account_id = ? order by allowed_at, address",
    accountKey(accountId),
  );
  return rows.map(({ address, allowed_at }) => ({ address, allowedAt: new Date(allowed_at) }));
}

export async function allowRedirect(tx: Transactor, accountId: Id, address: string): Promise<void> {
  await tx.run(
    "insert into rule_redirect (account_id, address, allowed_at) values (?, ?, ?) on conflict do nothing",
    accountKey(accountId),
    address.toLowerCase(),
    Date.now(),
  );
  await logTouched(tx, accountId, "SieveScript");
}

export async function forbidRedirect(tx: Transactor, accountId: Id, address: string): Promise<void> {
  const sql = "delete from rule_redirect where account_id = ? and address = ?";
  await tx.run(sql, accountKey(accountId), address.toLowerCase());
  await logTouched(tx, accountId, "SieveScript");
}

/** Whether there is room for so many letters within a day; they count then. */
export async function takeRedirects(tx: Transactor, accountId: Id, letters: number): Promise<boolean> {
  return takeLetters(tx, accountId, letters, await redirectLimit(tx));
}

/** The same for the report of a rejection, which counts with them, and which the administrator forbids to none. */
export async function takeRejection(tx: Transactor, accountId: Id): Promise<boolean> {
  return takeLetters(tx, accountId, 1, (await redirectLimit(tx)) || DEFAULT_LIMIT);
}

async function takeLetters(tx: Transactor, accountId: Id, letters: number, limit: number): Promise<boolean> {
  const account = accountKey(accountId);
  const hour = Math.floor(Date.now() / HOUR_MS);
  await tx.run("delete from redirected_count where account_id = ? and hour <= ?", account, hour - HOURS);
  const sql = "select coalesce(sum(letters), 0) as n from redirected_count where account_id = ?";
  const before = (await tx.get<{ n: number }>(sql, account))!.n;
  if (before + letters > limit) return false;
  await tx.run(
    `insert into redirected_count (account_id, hour, letters) values (?, ?, ?)
     on conflict (account_id, hour) do update set letters = redirected_count.letters + excluded.letters`,
    account,
    hour,
    letters,
  );
  return true;
}
