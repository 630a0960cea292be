/** Sign-ins at a provider that wait for their answer, which may reach another process than the one that began them. */
import type { Transactor } from "../db/reader.ts";
import { hashOf } from "./secrets.ts";
import type { Vault } from "./vault.ts";

/** Beyond it the oldest are deleted: beginning one costs nothing. */
const MAX_PENDING = 1000;

const purposeOf = (stateHash: string): string => `oauth sign-in ${stateHash}`;

/** Deletes expired ones too. @param content JSON, with the secrets of the sign-in */
export async function putOAuthSignIn(
  tx: Transactor,
  { state, content, expiresAt }: { state: string; content: string; expiresAt: Date },
  vault: Vault,
): Promise<void> {
  const hash = hashOf(state);
  await tx.run("delete from oauth_sign_in where expires_at <= ?", Date.now());
  await tx.run(
    `delete from oauth_sign_in where expires_at < (
       select expires_at from oauth_sign_in order by expires_at desc limit 1 offset ?)`,
    MAX_PENDING - 2,
  );
  await tx.run(
    "insert into oauth_sign_in (state_hash, sealed, expires_at) values (?, ?, ?)",
    hash,
    vault.seal(content, purposeOf(hash)),
    expiresAt.getTime(),
  );
}

/**
 * @param isValid whether the content belongs to the browser that has returned
 * @returns the content, once; undefined: it is unknown, expired or another browser's
 */
export async function takeOAuthSignIn(
  tx: Transactor,
  state: string,
  vault: Vault,
  isValid: (content: string) => boolean,
): Promise<string | undefined> {
  const hash = hashOf(state);
  const row = await tx.get<{ sealed: string }>(
    "select sealed from oauth_sign_in where state_hash = ? and expires_at > ?",
    hash,
    Date.now(),
  );
  const content = row && vault.open(row.sealed, purposeOf(hash));
  if (content === undefined || !isValid(content)) return undefined;
  await tx.run("delete from oauth_sign_in where state_hash = ?", hash);
  return content;
}
