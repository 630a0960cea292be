/** The accounts of people who sign in to a JMAP engine. They hold settings alone: the mail stays with the engine. */
import type { Id } from "@pismo/jmap";
import { accountKey, idOf } from "../db/ids.ts";
import type { Transactor } from "../db/reader.ts";
import { insertAccount } from "./accounts.ts";

export interface UpstreamLogin {
  /** Of the engine, such as "https://jmap.example.org". */
  origin: string;
  /** As the engine names the person. */
  username: string;
}

/** What seals the credential of a session (vault.ts). */
export const credentialPurpose = (accountId: Id): string => `upstream credential of ${accountId}`;

/** The account of that login, made at the first sign-in. @param email what it shows as its address */
export async function accountOfUpstreamLogin(tx: Transactor, login: UpstreamLogin, email: string): Promise<Id> {
  const { origin, username } = login;
  const row = await tx.get<{ account_id: number }>(
    `select l.account_id from upstream_login l join account on account.id = l.account_id
     where l.origin = ? and l.username = ? and account.is_removed = 0`,
    origin,
    username,
  );
  if (row) return idOf("a", row.account_id);
  // A removed account may still be emptied.
  await tx.run("delete from upstream_login where origin = ? and username = ?", origin, username);
  const { id } = await insertAccount(tx, { name: "", email }, true);
  await tx.run(
    "insert into upstream_login (account_id, origin, username) values (?, ?, ?)",
    accountKey(id),
    origin,
    username,
  );
  return id;
}
