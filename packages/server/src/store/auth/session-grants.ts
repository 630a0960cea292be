/**
 * In front of a JMAP engine with OAuth 2: a provider's tokens lie in the rows of a browser's session, beside the sealed
 * credential that stands for them, and end with the session.
 */
import type { Id } from "@pismo/jmap";
import { accountKey } from "../db/ids.ts";
import type { Reader, Transactor } from "../db/reader.ts";
import type { SqlValue } from "../db/sql-fragment.ts";
import { type OAuthTokens, openTokens, sealTokens } from "./oauth-grants.ts";
import type { Vault } from "./vault.ts";

export interface SessionGrant {
  /** Its id in the settings. */
  provider: string;
  tokens: OAuthTokens;
}

/** Which session: its account, and the credential that all secrets of its browser have. */
export interface GrantKey {
  accountId: Id;
  credential: string;
}

/** undefined: the session has ended, the provider refuses its grant, or the vault has another key. */
export async function getSessionGrant(
  reader: Reader,
  { accountId, credential }: GrantKey,
  vault: Vault,
): Promise<SessionGrant | undefined> {
  const row = await reader.get<{ oauth_provider: string; oauth_tokens: string }>(
    `select oauth_provider, oauth_tokens from browser_session
     where account_id = ? and credential = ? and oauth_tokens is not null order by id desc limit 1`,
    accountKey(accountId),
    credential,
  );
  const tokens = row && openTokens(row.oauth_tokens, accountId, vault);
  return tokens && { provider: row.oauth_provider, tokens };
}

/** Stores renewed tokens. Those of a session that has ended since are to be revoked. */
export async function renewSessionGrant(
  tx: Transactor,
  { accountId, credential }: GrantKey,
  { provider, tokens }: SessionGrant,
  vault: Vault,
): Promise<void> {
  const sealed = sealTokens(tokens, accountId, vault);
  const sql = "update browser_session set oauth_tokens = ? where account_id = ? and credential = ?";
  const { changes } = await tx.run(sql, sealed, accountKey(accountId), credential);
  if (changes > 0) return;
  await tx.run(
    "insert into oauth_revocation (account_id, provider, tokens, noted_at) values (?, ?, ?, ?)",
    accountKey(accountId),
    provider,
    sealed,
    Date.now(),
  );
}

/** The provider takes the grant no longer: the session is of no use until its person has signed in again. */
export async function refuseSessionGrant(tx: Transactor, { accountId, credential }: GrantKey): Promise<void> {
  const sql = "update browser_session set oauth_tokens = null where account_id = ? and credential = ?";
  await tx.run(sql, accountKey(accountId), credential);
}

/** The tokens of sessions that are about to be deleted are to be revoked at their providers. @param where of `s` */
export async function revokeSessionGrants(tx: Transactor, where: string, ...params: SqlValue[]): Promise<void> {
  await tx.run(
    `insert into oauth_revocation (account_id, provider, tokens, noted_at)
     select s.account_id, max(s.oauth_provider), max(s.oauth_tokens), cast(? as bigint) from browser_session s
     where s.oauth_tokens is not null and ${where} group by s.account_id, s.credential`,
    Date.now(),
    ...params,
  );
}
