/** OAuth 2 grants: tokens instead of a password, sealed like one. */
import type { Id } from "@pismo/jmap";
import { accountKey, idOf, keysOf } from "../db/ids.ts";
import type { Reader, Transactor } from "../db/reader.ts";
import type { Vault } from "./vault.ts";

export interface OAuthTokens {
  accessToken: string;
  /** null: when the access token expires, the person has to sign in again. */
  refreshToken: string | null;
  /** When the access token expires, and when it is to be renewed; null: the provider does not say. */
  lifetime: { renewAt: Date; expiresAt: Date } | null;
  /** What was granted; left out: those scopes that the provider has in the settings. */
  scopes?: readonly string[] | undefined;
}

/** Whether the access token is good until it is to be renewed, or until it expires. */
export const lasts = ({ lifetime }: OAuthTokens, until: "renewAt" | "expiresAt"): boolean =>
  lifetime === null || lifetime[until].getTime() > Date.now();

export interface OAuthGrant {
  accountId: Id;
  /** Its id in the settings. */
  provider: string;
  /** undefined where the vault has another key, as after a restore. */
  tokens: OAuthTokens | undefined;
  /** When the person signed in, in milliseconds. */
  grantedAt: number;
  /** Why the provider refuses it; null: it does not. */
  refusal: string | null;
}

interface Row {
  account_id: number;
  granted_at: number;
  provider: string;
  tokens: string;
  refusal: string | null;
}

export const grantPurpose = (accountId: Id): string => `oauth ${accountId}`;

/** The form in JSON: times in milliseconds. */
interface Content extends Omit<OAuthTokens, "lifetime"> {
  lifetime: { renewAt: number; expiresAt: number } | null;
}

export function sealTokens({ lifetime, ...tokens }: OAuthTokens, accountId: Id, vault: Vault): string {
  const times = lifetime && { renewAt: lifetime.renewAt.getTime(), expiresAt: lifetime.expiresAt.getTime() };
  const content: Content = { ...tokens, lifetime: times };
  return vault.seal(JSON.stringify(content), grantPurpose(accountId));
}

/** @returns undefined: the vault has another key */
export function openTokens(sealed: string, accountId: Id, vault: Vault): OAuthTokens | undefined {
  const content = vault.open(sealed, grantPurpose(accountId));
  if (content === undefined) return undefined;
  const { lifetime, ...tokens } = JSON.parse(content) as Content;
  const times = lifetime && { renewAt: new Date(lifetime.renewAt), expiresAt: new Date(lifetime.expiresAt) };
  return { ...tokens, lifetime: times };
}

/** A person has signed in with their provider. */
export async function putGrant(
  tx: Transactor,
  { accountId, provider, tokens }: { accountId: Id; provider: string; tokens: OAuthTokens },
  vault: Vault,
): Promise<void> {
  await noteRevocation(tx, accountId);
  // The new grant may depend on the same consent as the old one.
  await tx.run("update oauth_revocation set is_replaced = 1 where account_id = ?", accountKey(accountId));
  await tx.run(
    `insert into oauth_grant (account_id, provider, tokens, granted_at, renew_at, refusal)
     values (?, ?, ?, ?, ?, null)
     on conflict (account_id) do update set provider = excluded.provider, tokens = excluded.tokens,
       granted_at = excluded.granted_at, renew_at = excluded.renew_at, refusal = null`,
    accountKey(accountId),
    provider,
    sealTokens(tokens, accountId, vault),
    Date.now(),
    tokens.lifetime?.renewAt.getTime() ?? null,
  );
  // Wakes the bridge.
  await tx.nextModSeq(accountId);
}

/** Deletes the grant and queues its tokens for revocation. */
export async function noteRevocation(tx: Transactor, accountId: Id): Promise<void> {
  const key = accountKey(accountId);
  await tx.run(
    `insert into oauth_revocation (account_id, provider, tokens, noted_at)
     select account_id, provider, tokens, ? from oauth_grant where account_id = ? and refusal is null`,
    Date.now(),
    key,
  );
  await tx.run("delete from oauth_grant where account_id = ?", key);
}

export interface Revocation {
  id: number;
  provider: string;
  /** undefined where the vault has another key. */
  tokens: OAuthTokens | undefined;
  /** The person has signed in again since. */
  isReplaced: boolean;
  /** In milliseconds. */
  notedAt: number;
}

/** Oldest first. */
export async function listRevocations(reader: Reader, vault: Vault): Promise<Revocation[]> {
  const rows = await reader.all<{
    id: number;
    account_id: number;
    provider: string;
    tokens: string;
    is_replaced: number;
    noted_at: number;
  }>("select * from oauth_revocation order by id");
  return rows.map((row) => ({
    id: row.id,
    provider: row.provider,
    tokens: openTokens(row.tokens, idOf("a", row.account_id), vault),
    isReplaced: row.is_replaced === 1,
    notedAt: row.noted_at,
  }));
}

/** The provider has revoked the tokens, or cannot. */
export async function finishRevocation(tx: Transactor, id: number): Promise<void> {
  await tx.run("delete from oauth_revocation where id = ?", id);
}

type Known = Pick<OAuthGrant, "accountId" | "grantedAt">;

/** Stores renewed tokens. Does nothing when the person has signed in again since. */
export async function renewGrant(
  tx: Transactor,
  { accountId, grantedAt }: Known,
  tokens: OAuthTokens,
  vault: Vault,
): Promise<void> {
  await tx.run(
    "update oauth_grant set tokens = ?, renew_at = ? where account_id = ? and granted_at = ?",
    sealTokens(tokens, accountId, vault),
    tokens.lifetime?.renewAt.getTime() ?? null,
    accountKey(accountId),
    grantedAt,
  );
}

/** The same with the provider's refusal. */
export async function refuseGrant(tx: Transactor, { accountId, grantedAt }: Known, refusal: string): Promise<void> {
  await tx.run(
    "update oauth_grant set refusal = ? where account_id = ? and granted_at = ?",
    refusal,
    accountKey(accountId),
    grantedAt,
  );
}

/** undefined: the account has no OAuth grant. */
export async function getGrant(reader: Reader, accountId: Id, vault: Vault): Promise<OAuthGrant | undefined> {
  const row = await reader.get<Row>("select * from oauth_grant where account_id = ?", accountKey(accountId));
  return (
    row && {
      accountId,
      provider: row.provider,
      tokens: openTokens(row.tokens, accountId, vault),
      grantedAt: row.granted_at,
      refusal: row.refusal,
    }
  );
}

/** Account → the id of the provider that its person signs in with. */
export async function listGrants(reader: Reader, accountIds: readonly Id[]): Promise<Map<Id, string>> {
  const rows = await reader.all<Pick<Row, "account_id" | "provider">>(
    "select account_id, provider from oauth_grant where account_id in key_list(?)",
    JSON.stringify(keysOf("a", accountIds)),
  );
  return new Map(rows.map(({ account_id, provider }) => [idOf("a", account_id), provider]));
}

/** Accounts whose access tokens are to be renewed by now. */
export async function grantsToRenew(reader: Reader): Promise<Id[]> {
  const rows = await reader.all<{ account_id: number }>(
    "select account_id from oauth_grant where renew_at <= ? and refusal is null order by renew_at",
    Date.now(),
  );
  return rows.map(({ account_id }) => idOf("a", account_id));
}
