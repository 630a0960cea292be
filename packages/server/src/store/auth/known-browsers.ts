/** Known browsers: a cookie of its own holds the secret, the store its hash. */
import type { Id } from "@pismo/jmap";
import { accountKey } from "../db/ids.ts";
import type { Reader, Transactor } from "../db/reader.ts";
import { hashOf } from "./secrets.ts";

/** Per person; the least recently used are forgotten. */
const MAX_BROWSERS = 50;

/** Whether a person has signed in by that name in the browser with this secret. */
export async function isKnownBrowser(reader: Reader, secret: string, name: string): Promise<boolean> {
  const sql = "select 1 from known_browser where secret_hash = ? and name = ? and expires_at > ?";
  return (await reader.get(sql, hashOf(secret), name, Date.now())) !== undefined;
}

/** Whether the secret is that of any known browser. */
export async function isBrowserSecret(reader: Reader, secret: string): Promise<boolean> {
  const sql = "select 1 from known_browser where secret_hash = ? and expires_at > ?";
  return (await reader.get(sql, hashOf(secret), Date.now())) !== undefined;
}

/** Deletes expired ones too. */
export async function noteKnownBrowser(
  tx: Transactor,
  secret: string,
  { name, accountId, expiresAt }: { name: string; accountId: Id; expiresAt: Date },
): Promise<void> {
  await tx.run("delete from known_browser where expires_at <= ?", Date.now());
  await tx.run(
    `insert into known_browser (secret_hash, name, account_id, expires_at) values (?, ?, ?, ?)
     on conflict (secret_hash, name) do update set account_id = excluded.account_id, expires_at = excluded.expires_at`,
    hashOf(secret),
    name,
    accountKey(accountId),
    expiresAt.getTime(),
  );
  await tx.run(
    `delete from known_browser where name = ?1 and secret_hash not in (
       select secret_hash from known_browser where name = ?1 order by expires_at desc limit ?2)`,
    name,
    MAX_BROWSERS,
  );
}
