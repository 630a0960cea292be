/** Sessions of browsers: the cookie holds the secret, the store its hash. */
import type { Id } from "@pismo/jmap";
import { idOf, keyOf } from "./ids.ts";
import type { Reader, Transactor } from "./reader.ts";
import { hashOf, newSecret } from "./secrets.ts";

/** What push subscriptions know the browsers on this machine by: they are one person's. */
export const browserCredential = "browser";

export interface BrowserSession {
  id: Id;
  expiresAt: Date;
}

/** Sweeps what has expired on the way. */
export async function createBrowserSession(
  tx: Transactor,
  expiresAt: Date,
): Promise<{ secret: string; session: BrowserSession }> {
  await tx.run("delete from browser_session where expires_at <= ?", Date.now());
  const secret = newSecret();
  const { lastKey } = await tx.run(
    "insert into browser_session (secret_hash, created_at, expires_at) values (?, ?, ?)",
    hashOf(secret),
    Date.now(),
    expiresAt.getTime(),
  );
  return { secret, session: { id: idOf("b", lastKey), expiresAt } };
}

/** The session with this secret, while it lasts. */
export async function findBrowserSession(reader: Reader, secret: string): Promise<BrowserSession | undefined> {
  const row = await reader.get<{ id: number; expires_at: number }>(
    "select id, expires_at from browser_session where secret_hash = ? and expires_at > ?",
    hashOf(secret),
    Date.now(),
  );
  return row && { id: idOf("b", row.id), expiresAt: new Date(row.expires_at) };
}

export async function extendBrowserSession(tx: Transactor, id: Id, expiresAt: Date): Promise<void> {
  await tx.run("update browser_session set expires_at = ? where id = ?", expiresAt.getTime(), keyOf("b", id));
}

export async function destroyBrowserSession(tx: Transactor, id: Id): Promise<void> {
  await tx.run("delete from browser_session where id = ?", keyOf("b", id));
}
