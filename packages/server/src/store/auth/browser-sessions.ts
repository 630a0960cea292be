/** Sessions of browsers: the cookie holds the secret, the store its hash. */
import type { Id } from "@pismo/jmap";
import { accountKey, idOf, keyOf } from "../db/ids.ts";
import type { Reader, Transactor } from "../db/reader.ts";
import { noteSeen } from "./accounts.ts";
import { hashOf, newSecret } from "./secrets.ts";
import { wakeHeld } from "../submission/held-queue.ts";
import { revokeSessionGrants } from "./session-grants.ts";

/** Whose browser it is. */
export interface SessionOwner {
  /** null: the person whom this machine belongs to, with all accounts. */
  accountId: Id | null;
  /** The browser's User-Agent field. */
  userAgent: string;
  /** Opened by an opening link, so that it is valid from any address. */
  isByLink?: boolean;
  /** In front of a JMAP engine: what the person signed in with there, sealed. null: nothing is kept. */
  credential?: string | null;
}

/** Of a person who signed in with a provider: its id in the settings, and its tokens, sealed. */
export interface SealedGrant {
  provider: string;
  tokens: string;
}

export interface BrowserSession extends Required<SessionOwner> {
  id: Id;
  /** The same for all secrets that one browser has had since it signed in. */
  family: number;
  /** The time of the sign-in. */
  createdAt: Date;
  usedAt: Date;
  expiresAt: Date;
}

interface Row {
  id: number;
  account_id: number | null;
  user_agent: string;
  created_at: number;
  used_at: number;
  expires_at: number;
  family: number;
  is_by_link: number;
  credential: string | null;
}

const columns =
  "id, account_id, user_agent, coalesce(signed_in_at, created_at) as created_at, used_at, expires_at, coalesce(family, id) as family, is_by_link, credential";
const toSession = (row: Row): BrowserSession => ({
  id: idOf("b", row.id),
  family: row.family,
  accountId: row.account_id === null ? null : idOf("a", row.account_id),
  userAgent: row.user_agent,
  isByLink: row.is_by_link === 1,
  credential: row.credential,
  createdAt: new Date(row.created_at),
  usedAt: new Date(row.used_at),
  expiresAt: new Date(row.expires_at),
});

/** The username of the push subscriptions of a person's browsers. */
export const browserCredential = (accountId: Id | null): string =>
  accountId === null ? "browser" : `browser:${accountId}`;

/** Those of browsers that have a newer secret leave their tokens to it. */
async function deleteExpired(tx: Transactor, now: number): Promise<void> {
  const isLast =
    "not exists (select 1 from browser_session o where o.account_id = s.account_id and o.credential = s.credential and o.expires_at > ?)";
  await revokeSessionGrants(tx, `s.expires_at <= ? and ${isLast}`, now, now);
  await tx.run("delete from browser_session where expires_at <= ?", now);
}

/** Deletes expired sessions too. @param before the session whose browser gets a new secret */
export async function createBrowserSession(
  tx: Transactor,
  expiresAt: Date,
  { accountId, userAgent, isByLink = false, credential = null }: SessionOwner = { accountId: null, userAgent: "" },
  { before, grant }: { before?: Pick<BrowserSession, "id" | "createdAt">; grant?: SealedGrant } = {},
): Promise<{ secret: string; id: Id }> {
  const now = Date.now();
  await deleteExpired(tx, now);
  if (accountId !== null && credential !== null && !before) await wakeHeld(tx, accountId, new Date(now));
  const secret = newSecret();
  const row = await tx.get<{ id: number }>(
    `insert into browser_session (secret_hash, account_id, user_agent, created_at, used_at, expires_at, family, signed_in_at, is_by_link, credential, oauth_provider, oauth_tokens)
     values (?1, ?2, ?3, ?4, ?5, ?6, (select coalesce(family, id) from browser_session where id = ?7), ?8, ?9, ?10,
       coalesce(?11, (select oauth_provider from browser_session where id = ?7)),
       coalesce(?12, (select oauth_tokens from browser_session where id = ?7)))
     returning id`,
    hashOf(secret),
    accountId === null ? null : accountKey(accountId),
    userAgent.slice(0, 300),
    now,
    now,
    expiresAt.getTime(),
    before ? keyOf("b", before.id) : null,
    before ? before.createdAt.getTime() : null,
    isByLink ? 1 : 0,
    credential,
    grant?.provider ?? null,
    grant?.tokens ?? null,
  );
  if (accountId !== null) await noteSeen(tx, accountId, new Date(now));
  return { secret, id: idOf("b", row!.id) };
}

/** The unexpired session with this secret. */
export async function findBrowserSession(reader: Reader, secret: string): Promise<BrowserSession | undefined> {
  const row = await reader.get<Row>(
    `select ${columns} from browser_session where secret_hash = ? and expires_at > ?`,
    hashOf(secret),
    Date.now(),
  );
  return row && toSession(row);
}

/** A person's signed-in browsers, most recently used first; of each the newest session. */
export async function listBrowserSessions(reader: Reader, accountId: Id): Promise<BrowserSession[]> {
  const rows = await reader.all<Row>(
    `select ${columns} from browser_session where account_id = ?1 and expires_at > ?2
       and id in (select max(id) from browser_session where account_id = ?1 and expires_at > ?2 group by coalesce(family, id))
     order by used_at desc, id desc`,
    accountKey(accountId),
    Date.now(),
  );
  return rows.map(toSession);
}

/** In front of a JMAP engine. */
export interface SessionCredential {
  /** Sealed. */
  credential: string;
  family: number;
}

/** What a person is signed in with there, the session used last first. A provider's grant that has ended is left out. */
export async function liveCredentials(reader: Reader, accountId: Id): Promise<SessionCredential[]> {
  const rows = await reader.all<{ credential: string; family: number }>(
    `select credential, min(coalesce(family, id)) as family from browser_session
     where account_id = ? and credential is not null and expires_at > ?
       and (oauth_provider is null or oauth_tokens is not null)
     group by credential order by max(used_at) desc, max(id) desc`,
    accountKey(accountId),
    Date.now(),
  );
  return rows.map(({ credential, family }) => ({ credential, family }));
}

export async function extendBrowserSession(tx: Transactor, id: Id, expiresAt: Date): Promise<void> {
  await tx.run("update browser_session set expires_at = ? where id = ?", expiresAt.getTime(), keyOf("b", id));
}

/** Shows people which of their sessions are in use. */
export async function noteBrowserSessionUse(tx: Transactor, id: Id, at: Date): Promise<void> {
  const sql = "update browser_session set used_at = ? where id = ? returning account_id";
  const row = await tx.get<{ account_id: number | null }>(sql, at.getTime(), keyOf("b", id));
  if (row && row.account_id !== null) await noteSeen(tx, idOf("a", row.account_id), at);
}

/** Ends it with every secret that its browser still has. */
export async function destroyBrowserSession(tx: Transactor, id: Id): Promise<void> {
  const family = "coalesce(s.family, s.id) = (select coalesce(o.family, o.id) from browser_session o where o.id = ?)";
  await revokeSessionGrants(tx, family, keyOf("b", id));
  await tx.run(
    `delete from push_subscription where session_family = (select coalesce(family, id) from browser_session where id = ?)`,
    keyOf("b", id),
  );
  await tx.run(
    `delete from browser_session where coalesce(family, id) = (select coalesce(family, id) from browser_session where id = ?)`,
    keyOf("b", id),
  );
}
