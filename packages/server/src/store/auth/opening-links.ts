/** Opening links: the link holds the secret, the store its hash. */
import type { Reader, Transactor } from "../db/reader.ts";
import { hashOf, newSecret } from "./secrets.ts";

/** Deletes expired ones too. @returns the secret */
export async function createOpeningLink(tx: Transactor, expiresAt: Date): Promise<string> {
  await tx.run("delete from opening_link where expires_at <= ?", Date.now());
  const secret = newSecret();
  await tx.run("insert into opening_link (secret_hash, expires_at) values (?, ?)", hashOf(secret), expiresAt.getTime());
  return secret;
}

export async function hasOpeningLink(reader: Reader, secret: string): Promise<boolean> {
  const row = await reader.get(
    "select 1 from opening_link where secret_hash = ? and expires_at > ?",
    hashOf(secret),
    Date.now(),
  );
  return row !== undefined;
}

/** Invalidates the secret. @returns whether it was valid */
export async function redeemOpeningLink(tx: Transactor, secret: string): Promise<boolean> {
  const { changes } = await tx.run(
    "delete from opening_link where secret_hash = ? and expires_at > ?",
    hashOf(secret),
    Date.now(),
  );
  return changes > 0;
}
