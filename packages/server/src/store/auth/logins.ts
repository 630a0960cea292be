/** Finds accounts by the names with which people sign in to their mail server. */
import type { Id } from "@pismo/jmap";
import { accountKey, idOf } from "../db/ids.ts";
import { jsonText } from "../db/json-text.ts";
import type { Reader } from "../db/reader.ts";

export interface Login {
  accountId: Id;
  /** As the mail server accepted it. */
  username: string;
}

interface Row {
  account_id: number;
  username: string;
}

const select = `select a.account_id, a.username from imap_account a join account on account.id = a.account_id
  where account.is_removed = 0 and a.host in text_list(?1)`;
const toLogin = ({ account_id, username }: Row): Login => ({ accountId: idOf("a", account_id), username });

/** The account with exactly this name. @param hosts current and former names of the server */
export async function findLogin(
  reader: Reader,
  hosts: readonly string[],
  username: string,
): Promise<Login | undefined> {
  const sql = `${select} and a.username = ?2 order by a.account_id limit 1`;
  const row = await reader.get<Row>(sql, JSON.stringify(hosts), username);
  return row && toLogin(row);
}

/** The login of an account; undefined: it mirrors no server. */
export async function findLoginOf(reader: Reader, accountId: Id): Promise<Login | undefined> {
  const sql = "select account_id, username from imap_account where account_id = ?";
  const row = await reader.get<Row>(sql, accountKey(accountId));
  return row && toLogin(row);
}

/** Accounts with any of these names, without regard to case in ASCII; oldest first. */
export async function findSimilarLogins(
  reader: Reader,
  hosts: readonly string[],
  usernames: readonly string[],
): Promise<Login[]> {
  const sql = `${select} and lower(a.username) in (select lower(value) from text_rows(?2) names) order by a.account_id`;
  return (await reader.all<Row>(sql, JSON.stringify(hosts), jsonText(usernames))).map(toLogin);
}
