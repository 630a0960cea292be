/** Personal mode: accounts at JMAP servers. Here lie the server's address, the sealed credential and settings, and no mail. */
import type { Id } from "@pismo/jmap";
import { accountKey, idOf } from "../db/ids.ts";
import type { Reader, Transactor } from "../db/reader.ts";
import { noteAudit } from "../people/audit-log.ts";
import type { UpstreamLogin } from "./upstream-logins.ts";

export interface JmapAccount extends UpstreamLogin {
  accountId: Id;
  name: string;
  email: string;
  /** Of the session resource. */
  url: string;
  /** Sealed (vault.ts). */
  credential: string;
  /** As the server gave it last. */
  session: string;
}

export type JmapAccountServer = Pick<JmapAccount, "origin" | "username" | "url" | "credential" | "session">;

interface Row extends Omit<JmapAccount, "accountId"> {
  account_id: number;
}

const select = `select l.*, account.name, coalesce(account.shared_address, account.email) as email
  from upstream_login l join account on account.id = l.account_id
  where l.credential is not null and account.is_removed = 0`;

const toAccount = ({ account_id, ...row }: Row): JmapAccount => ({ accountId: idOf("a", account_id), ...row });

/** Oldest first. */
export async function listJmapAccounts(reader: Reader): Promise<JmapAccount[]> {
  return (await reader.all<Row>(`${select} order by l.account_id`)).map(toAccount);
}

/** undefined: it is no account at a JMAP server. */
export async function getJmapAccount(reader: Reader, accountId: Id): Promise<JmapAccount | undefined> {
  const row = await reader.get<Row>(`${select} and l.account_id = ?`, accountKey(accountId));
  return row && toAccount(row);
}

/** Whether another server has the account's mail, and this one only settings. */
export async function isRemote(reader: Reader, accountId: Id): Promise<boolean> {
  const sql = "select 1 from upstream_login where account_id = ? and credential is not null";
  return (await reader.get(sql, accountKey(accountId))) !== undefined;
}

/** Makes an account one at a JMAP server, or changes its server. */
export async function putJmapServer(tx: Transactor, accountId: Id, server: JmapAccountServer): Promise<void> {
  const { origin, username, url, credential, session } = server;
  await tx.run(
    `insert into upstream_login (account_id, origin, username, url, credential, session) values (?, ?, ?, ?, ?, ?)
     on conflict (account_id) do update set origin = excluded.origin, username = excluded.username,
       url = excluded.url, credential = excluded.credential, session = excluded.session`,
    accountKey(accountId),
    origin,
    username,
    url,
    credential,
    session,
  );
  await noteAudit(tx, { event: "mailServerSet", accountId, detail: `${username} at ${origin}` });
  // Tells open tabs.
  await tx.nextModSeq(accountId);
}

/** undefined: that login was not added. */
export async function findJmapAccount(reader: Reader, { origin, username }: UpstreamLogin): Promise<Id | undefined> {
  const row = await reader.get<Row>(`${select} and l.origin = ? and l.username = ?`, origin, username);
  return row && toAccount(row).accountId;
}

/** The session as the server gives it now. */
export async function noteJmapSession(tx: Transactor, accountId: Id, session: string): Promise<void> {
  await tx.run("update upstream_login set session = ? where account_id = ?", session, accountKey(accountId));
  await tx.nextModSeq(accountId);
}

/** Forgets the server and the credential. */
export async function forgetJmapServer(tx: Transactor, accountId: Id): Promise<void> {
  await tx.run("delete from upstream_login where account_id = ?", accountKey(accountId));
}
