/** Ends everything by which an account's person gets in. */
import type { Id } from "@pismo/jmap";
import { accountKey, idOf } from "../db/ids.ts";
import type { Transactor } from "../db/reader.ts";
import { browserCredential } from "./browser-sessions.ts";
import { revokeSessionGrants } from "./session-grants.ts";
import { revokeToken } from "./tokens.ts";

/** Sessions, known browsers, tokens for this account alone, and their push subscriptions. */
export async function endAccess(tx: Transactor, accountId: Id): Promise<void> {
  const key = accountKey(accountId);
  await revokeSessionGrants(tx, "s.account_id = ?", key);
  await tx.run("delete from browser_session where account_id = ?", key);
  await tx.run("delete from known_browser where account_id = ?", key);
  await tx.run("delete from push_subscription where username = ?", browserCredential(accountId));
  for (const { id } of await tx.all<{ id: number }>("select id from token where account_id = ?", key)) {
    await revokeToken(tx, idOf("k", id));
  }
}
