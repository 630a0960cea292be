/** The audit log: written in the transaction of what it tells, without secrets, and kept for a bounded time. */
import type { Id } from "@pismo/jmap";
import { accountKey, idOf } from "../db/ids.ts";
import type { Reader, Transactor } from "../db/reader.ts";

export type AuditEvent =
  | "signedIn"
  | "signInRefused"
  | "signInDisabled"
  | "signedOut"
  | "sessionEnded"
  | "settingsChanged"
  | "mailServerSet"
  | "mailServerRemoved"
  | "tokenCreated"
  | "tokenRevoked"
  | "personDisabled"
  | "personEnabled"
  | "personLimited"
  | "personRemoved"
  | "command";

/** Where a request came from. */
export interface AuditClient {
  address: string;
  userAgent: string | undefined;
}

export interface NewAuditEntry {
  event: AuditEvent;
  /** null: no account, or none that is known. */
  accountId: Id | null;
  /** By default the person themselves. */
  actor?: "person" | "administrator";
  from?: AuditClient;
  /** Names, ids and numbers; never contents or secrets. */
  detail?: string;
}

export interface AuditEntry {
  at: Date;
  event: AuditEvent;
  accountId: Id | null;
  person: string | null;
  actor: "person" | "administrator";
  clientAddress: string | null;
  client: string | null;
  detail: string | null;
  count: number;
}

const HOUR_MS = 60 * 60 * 1000;
const MAX_DETAIL = 500;

/** The browsers that name themselves beside the one that they imitate come first. */
const families: readonly (readonly [RegExp, string])[] = [
  [/\bEdgA?\//, "Edge"],
  [/\bOPR\//, "Opera"],
  [/\b(?:Firefox|FxiOS)\//, "Firefox"],
  [/\b(?:Chrome|CriOS|Chromium)\//, "Chrome"],
  [/\bSafari\//, "Safari"],
];

/** Of a User-Agent field; without a browser's, the program's own name. */
export function userAgentFamily(userAgent = ""): string | null {
  const [, browser] = families.find(([pattern]) => pattern.test(userAgent)) ?? [];
  return browser ?? /^[A-Za-z][\w .-]{0,29}/.exec(userAgent)?.[0].trim() ?? null;
}

export async function noteAudit(
  tx: Transactor,
  { event, accountId, actor = "person", from, detail }: NewAuditEntry,
): Promise<void> {
  await tx.run(
    `insert into audit_entry (at, event, account_id, person, actor, client_address, client, detail)
     values (?1, ?2, ?3, (select coalesce(shared_address, email) from account where id = ?3), ?4, ?5, ?6, ?7)`,
    Date.now(),
    event,
    accountId === null ? null : accountKey(accountId),
    actor,
    from ? from.address.slice(0, 64) : null,
    from ? userAgentFamily(from.userAgent) : null,
    detail?.slice(0, MAX_DETAIL) ?? null,
  );
}

/**
 * A refused sign-in. Guesses of one hour from one address at one account are one entry, so that repeated guesses do not fill the log.
 * @param names spellings of the name that was typed: only an account's own is kept, since people type passwords there
 */
export async function noteRefusal(tx: Transactor, names: readonly string[], from: AuditClient): Promise<void> {
  const known = await tx.get<{ id: number }>(
    `select a.id from account a left join imap_account i on i.account_id = a.id
     where a.is_removed = 0 and (a.email in text_list(?1) or lower(i.username) in text_list(?1)) order by a.id limit 1`,
    JSON.stringify(names),
  );
  const address = from.address.slice(0, 64);
  const { changes } = await tx.run(
    `update audit_entry set count = count + 1 where id = (
       select max(id) from audit_entry where event = 'signInRefused' and at > ?1 and client_address = ?2
         and coalesce(account_id, 0) = ?3)`,
    Date.now() - HOUR_MS,
    address,
    known?.id ?? 0,
  );
  if (changes === 0) {
    await noteAudit(tx, { event: "signInRefused", accountId: known ? idOf("a", known.id) : null, from });
  }
}

/** The account is removed: what is known of its person goes too. */
export async function forgetAudit(tx: Transactor, accountId: Id): Promise<void> {
  await tx.run("delete from audit_entry where account_id = ? and event <> 'personRemoved'", accountKey(accountId));
}

export async function forgetAuditBefore(tx: Transactor, before: Date): Promise<void> {
  await tx.run("delete from audit_entry where at < ?", before.getTime());
}

interface Row {
  at: number;
  event: string;
  account_id: number | null;
  person: string | null;
  actor: string;
  client_address: string | null;
  client: string | null;
  detail: string | null;
  count: number;
}

/** Oldest first. @param person an account's id, or the address that it showed */
export async function listAudit(reader: Reader, since: Date, person?: string): Promise<AuditEntry[]> {
  const rows = await reader.all<Row>(
    `select at, event, account_id, person, actor, client_address, client, detail, count from audit_entry
     where at >= ?1 ${person === undefined ? "" : "and (person = ?2 or 'a' || account_id = ?2)"} order by at, id`,
    since.getTime(),
    ...(person === undefined ? [] : [person]),
  );
  return rows.map((row) => ({
    at: new Date(row.at),
    event: row.event as AuditEvent,
    accountId: row.account_id === null ? null : idOf("a", row.account_id),
    person: row.person,
    actor: row.actor as AuditEntry["actor"],
    clientAddress: row.client_address,
    client: row.client,
    detail: row.detail,
    count: row.count,
  }));
}
