/** Tokens for other JMAP clients. */
import type { Id } from "@pismo/jmap";
import { accountKey, idOf, keyOf } from "../db/ids.ts";
import type { Reader, Transactor } from "../db/reader.ts";
import { noteSeen } from "./accounts.ts";
import { hashOf, newSecret } from "./secrets.ts";

export interface TokenRecord {
  id: Id;
  name: string;
  /** null: all local accounts. */
  accountId: Id | null;
  createdAt: Date;
  lastUsedAt: Date | null;
}

interface TokenRow {
  id: number;
  name: string;
  account_id: number | null;
  created_at: number;
  last_used_at: number | null;
}

const toToken = (row: TokenRow): TokenRecord => ({
  id: idOf("k", row.id),
  name: row.name,
  accountId: row.account_id === null ? null : idOf("a", row.account_id),
  createdAt: new Date(row.created_at),
  lastUsedAt: row.last_used_at === null ? null : new Date(row.last_used_at),
});

/** The username of the token's push subscriptions. */
export const credentialOf = (id: Id): string => `token:${id}`;

const columns = "id, name, account_id, created_at, last_used_at";

/** `secret` is shown once and never again. */
export async function createToken(
  tx: Transactor,
  { name, accountId }: { name: string; accountId: Id | null },
): Promise<{ secret: string; token: TokenRecord }> {
  const secret = newSecret();
  const row = await tx.get<TokenRow>(
    `insert into token (secret_hash, name, account_id, created_at) values (?, ?, ?, ?) returning ${columns}`,
    hashOf(secret),
    name,
    accountId === null ? null : accountKey(accountId),
    Date.now(),
  );
  return { secret, token: toToken(row!) };
}

/** The token whose secret has this hash (hashOf), unless it was revoked. */
export async function findToken(reader: Reader, secretHash: string): Promise<TokenRecord | undefined> {
  const row = await reader.get<TokenRow>(`select ${columns} from token where secret_hash = ?`, secretHash);
  return row && toToken(row);
}

/** Oldest first. */
export async function listTokens(reader: Reader): Promise<TokenRecord[]> {
  return (await reader.all<TokenRow>(`select ${columns} from token order by id`)).map(toToken);
}

export async function noteTokenUse(tx: Transactor, id: Id, at: Date): Promise<void> {
  const sql = "update token set last_used_at = ? where id = ? returning account_id";
  const row = await tx.get<{ account_id: number | null }>(sql, at.getTime(), keyOf("k", id));
  if (row && row.account_id !== null) await noteSeen(tx, idOf("a", row.account_id), at);
}

/** Deletes its push subscriptions too (RFC 8620 §7.2). @returns false when there is no such token */
export async function revokeToken(tx: Transactor, id: Id): Promise<boolean> {
  await tx.run("delete from push_subscription where username = ?", credentialOf(id));
  return (await tx.run("delete from token where id = ?", keyOf("k", id))).changes > 0;
}
