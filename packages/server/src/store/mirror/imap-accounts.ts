/** Accounts that mirror an IMAP server: the server's settings and the mirror's status. */
import { type Id, type MailServer, type ServerSecurity, SUBMIT_PENDING } from "@pismo/jmap";
import { logTouched } from "../db/changes.ts";
import { replaceQuotas } from "./quotas.ts";
import { accountKey, idOf } from "../db/ids.ts";
import { noteRevocation } from "../auth/oauth-grants.ts";
import { noteAudit } from "../people/audit-log.ts";
import type { Reader, Transactor } from "../db/reader.ts";
import { smtpServerOf } from "../submission/smtp-url.ts";
import type { Vault } from "../auth/vault.ts";
import { forgetOtherServer } from "../rules/manage-sieve.ts";

/** tls: from the first octet; starttls: required before the sign-in; plain: unencrypted. */
export type Security = ServerSecurity;

export interface ImapServer {
  host: string;
  port: number;
  security: Security;
  username: string;
  password: string;
  /** As smtp-url.ts reads it, without a username; null: the account cannot send. */
  smtpUrl: string | null;
}

export type MirrorState = "connecting" | "syncing" | "upToDate" | "offline" | "signIn";

export interface MirrorStatus {
  accountId: Id;
  email: string;
  host: string;
  username: string;
  state: MirrorState;
  since: Date;
  /** Why it is offline or requires a sign-in: one of a closed list, ": ", and the server's or system's own words. */
  problem: string | null;
  /** Messages known here, of all that the server has reported. */
  emailsDone: number;
  emailsTotal: number;
  /** Emails of the account, and those that are not partial. */
  emailsKnown: number;
  emailsWhole: number;
  /** At the rate of the last minute; null: unknown. */
  secondsLeft: number | null;
  /** Changes that have not been pushed to the server yet. */
  waiting: number;
  /** The server's reply to the change that was refused most often. */
  waitsFor: string | null;
}

interface Row {
  account_id: number;
  host: string;
  port: number;
  security: string;
  username: string;
  password: string;
  smtp_url: string | null;
  state: string;
  state_since: number;
  problem: string | null;
  seconds_left: number | null;
}

export const passwordPurpose = (accountId: Id): string => `imap ${accountId}`;

/** Makes an account a mirror, or changes its server's settings. */
export async function putImapServer(tx: Transactor, accountId: Id, server: ImapServer, vault: Vault): Promise<void> {
  await tx.run(
    `insert into imap_account (account_id, host, port, security, username, password, smtp_url, state, state_since)
     values (?, ?, ?, ?, ?, ?, ?, 'connecting', ?)
     on conflict (account_id) do update set host = excluded.host, port = excluded.port, security = excluded.security,
       username = excluded.username, password = excluded.password, smtp_url = excluded.smtp_url,
       state = excluded.state, state_since = excluded.state_since, problem = null`,
    accountKey(accountId),
    server.host,
    server.port,
    server.security,
    server.username,
    vault.seal(server.password, passwordPurpose(accountId)),
    server.smtpUrl,
    Date.now(),
  );
  await forgetOtherServer(tx, accountId, server);
  await noteAudit(tx, { event: "mailServerSet", accountId, detail: `${server.username} at ${server.host}` });
  // An OAuth grant belongs to the previous settings.
  await noteRevocation(tx, accountId);
  // Wakes the bridge.
  await logTouched(tx, accountId, "MirrorStatus");
}

/** A server's settings as they are stored. */
export interface StoredServer extends Omit<ImapServer, "password"> {
  password: string | undefined;
  /** The time of the OAuth grant (oauth-grants.ts); null: the sign-in is by password. */
  grantedAt: number | null;
}

/** The password is undefined where the vault has another key, as after a restore: the person has to sign in again. */
export async function getImapServer(reader: Reader, accountId: Id, vault: Vault): Promise<StoredServer | undefined> {
  const row = await reader.get<Row & { granted_at: number | null }>(
    `select a.*, g.granted_at from imap_account a left join oauth_grant g on g.account_id = a.account_id
     where a.account_id = ?`,
    accountKey(accountId),
  );
  return (
    row && {
      host: row.host,
      port: row.port,
      security: row.security as Security,
      username: row.username,
      password: vault.open(row.password, passwordPurpose(accountId)),
      smtpUrl: row.smtp_url,
      grantedAt: row.granted_at,
    }
  );
}

/** The servers of all accounts, without their passwords. Oldest first. */
export async function getMailServers(reader: Reader): Promise<MailServer[]> {
  const rows = await reader.all<Row & { name: string; email: string }>(
    `select a.*, account.name, coalesce(account.shared_address, account.email) as email from imap_account a join account on account.id = a.account_id
     where account.is_removed = 0 order by a.account_id`,
  );
  return rows.map((row) => ({
    id: idOf("a", row.account_id),
    name: row.name,
    email: row.email,
    username: row.username,
    imap: { host: row.host, port: row.port, security: row.security as Security },
    smtp: row.smtp_url === null ? null : smtpServerOf(row.smtp_url),
    jmapUrl: null,
  }));
}

/** Accounts that mirror a mail server. */
export async function listImapAccounts(reader: Reader): Promise<Id[]> {
  const rows = await reader.all<{ account_id: number }>("select account_id from imap_account order by account_id");
  return rows.map(({ account_id }) => idOf("a", account_id));
}

/** Whether the account mirrors a mail server. */
export async function isMirrored(reader: Reader, accountId: Id): Promise<boolean> {
  const sql = "select 1 from imap_account where account_id = ?";
  return (await reader.get(sql, accountKey(accountId))) !== undefined;
}

/** The host of the mail server that the account mirrors; undefined where it mirrors none. */
export async function imapHostOf(reader: Reader, accountId: Id): Promise<string | undefined> {
  const sql = "select host from imap_account where account_id = ?";
  return (await reader.get<{ host: string }>(sql, accountKey(accountId)))?.host;
}

/** Whether the account has its own SMTP server. */
export async function hasSmtpServer(reader: Reader, accountId: Id): Promise<boolean> {
  const sql = "select 1 from imap_account where account_id = ? and smtp_url is not null";
  return (await reader.get(sql, accountKey(accountId))) !== undefined;
}

/** Ends the mirror: the stored Emails stay and become a local mailbox. */
export async function forgetImapServer(tx: Transactor, accountId: Id): Promise<void> {
  const key = accountKey(accountId);
  await noteAudit(tx, { event: "mailServerRemoved", accountId });
  await replaceQuotas(tx, accountId, []);
  await noteRevocation(tx, accountId);
  await tx.run(
    "delete from imap_message where account_id = ?1 and mailbox_id in (select mailbox_id from imap_folder where account_id = ?1)",
    key,
  );
  for (const table of ["imap_folder", "imap_unplaced", "imap_refusal", "imap_letter", "outbound_job", "imap_account"]) {
    await tx.run(`delete from ${table} where account_id = ?`, key);
  }
  await tx.run("update mailbox set rights = null where account_id = ?", key);
  await tx.nextModSeq(accountId);
}

/** Sets the state that people see. @param problem in the form of the bridge's `problemOf` */
export async function setMirrorState(
  tx: Transactor,
  accountId: Id,
  state: MirrorState,
  problem: string | null,
): Promise<void> {
  // Another failed attempt does not reset the time without a connection.
  await tx.run(
    `update imap_account set state_since = case
         when state = ?1 then state_since
         when ?1 in ('connecting', 'offline', 'signIn') and state in ('connecting', 'offline', 'signIn')
           and 'connecting' in (?1, state) then state_since
         else ?2 end,
       state = ?1, problem = ?3, seconds_left = null
     where account_id = ?4`,
    state,
    Date.now(),
    problem,
    accountKey(accountId),
  );
  await logTouched(tx, accountId, "MirrorStatus");
}

/** Stores the estimate and notifies clients that the progress has changed. */
export async function noteMirrorProgress(tx: Transactor, accountId: Id, secondsLeft: number | null): Promise<void> {
  await tx.run("update imap_account set seconds_left = ? where account_id = ?", secondsLeft, accountKey(accountId));
  await logTouched(tx, accountId, "MirrorStatus");
}

/** Requests a sync pass now from the bridge, in whichever process it runs. */
export async function requestSyncPass(tx: Transactor, accountId: Id): Promise<void> {
  await tx.run("update imap_account set look_asked_at = ? where account_id = ?", Date.now(), accountKey(accountId));
  await tx.nextModSeq(accountId);
}

/** Whether any account is to be mirrored. */
export async function hasMirroredAccount(reader: Reader): Promise<boolean> {
  const sql = "select 1 from imap_account i join account a on a.id = i.account_id where a.is_disabled = 0 limit 1";
  return (await reader.get(sql)) !== undefined;
}

/** SQL: job `j` is about an Email that waits to be sent: the server learns of it when it is. */
const waitsToBeSent = `(j.type = 'Email' and exists (select 1 from email_keyword k
  where k.email_id = j.object_id and +k.account_id = j.account_id and k.keyword = '${SUBMIT_PENDING}'))`;

/** undefined: the account mirrors no server. */
export async function getMirrorStatus(reader: Reader, accountId: Id): Promise<MirrorStatus | undefined> {
  const key = accountKey(accountId);
  const row = await reader.get<
    Row &
      Record<"done" | "total" | "waiting" | "emails" | "partial_emails", number> & {
        email: string;
        waits_for: string | null;
      }
  >(
    `select a.*, coalesce(account.shared_address, account.email) as email,
       (select coalesce(sum(held), 0) from imap_folder f where f.account_id = a.account_id) as done,
       (select coalesce(sum(total - surplus), 0) from imap_folder f where f.account_id = a.account_id) as total,
       (select count(*) from outbound_job j where j.account_id = a.account_id and not ${waitsToBeSent}) as waiting,
       (select j.problem from outbound_job j where j.account_id = a.account_id and j.attempts > 1
        order by j.attempts desc limit 1) as waits_for
     from imap_account a join account on account.id = a.account_id where a.account_id = ?`,
    key,
  );
  return (
    row && {
      accountId,
      email: row.email,
      host: row.host,
      username: row.username,
      state: row.state as MirrorState,
      since: new Date(row.state_since),
      problem: row.problem,
      emailsDone: row.done,
      emailsTotal: Math.max(row.done, row.total),
      emailsKnown: row.emails,
      emailsWhole: row.emails - row.partial_emails,
      secondsLeft: row.seconds_left,
      waiting: row.waiting,
      waitsFor: row.waits_for,
    }
  );
}
