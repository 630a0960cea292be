/** Which push subscriptions are told of an account's new letters. */
import type { Id } from "@pismo/jmap";
import { browserCredential } from "../auth/browser-sessions.ts";
import { type PushSubscriptionRecord, type PushSubscriptionRow, toSubscription } from "../auth/push-subscriptions.ts";
import { credentialOf } from "../auth/tokens.ts";
import { accountKey, idOf, keyOf } from "../db/ids.ts";
import type { Reader } from "../db/reader.ts";

/** @param isOwned the server has one person, whose browsers and tokens may use every account */
async function credentialsFor(reader: Reader, accountId: Id, isOwned: boolean): Promise<string[]> {
  const tokens = await reader.all<{ id: number }>(
    `select id from token where account_id = ? ${isOwned ? "or account_id is null" : ""}`,
    accountKey(accountId),
  );
  const browsers = isOwned ? browserCredential(null) : browserCredential(accountId);
  return [browsers, ...tokens.map(({ id }) => credentialOf(idOf("k", id)))];
}

/** A browser whose session has ended, or has expired, is told nothing more. */
const isLive = `p.notifies = 1 and p.is_verified = 1 and p.expires_at > ?2 and (p.session_family is null
    or exists (select 1 from browser_session s where coalesce(s.family, s.id) = p.session_family and s.expires_at > ?2))`;
const ofOneCredential = `select * from push_subscription p where p.username = ?1 and ${isLive} order by p.id`;

/** Its session may have ended, or a person may have switched it off, while a message waited. */
export async function isStillNotified(reader: Reader, id: Id): Promise<boolean> {
  const sql = `select 1 as found from push_subscription p where p.id = ?1 and ${isLive}`;
  return (await reader.get(sql, keyOf("p", id), Date.now())) !== undefined;
}

export async function notifiedSubscriptions(
  reader: Reader,
  accountId: Id,
  isOwned: boolean,
): Promise<PushSubscriptionRecord[]> {
  const any = "select 1 as found from push_subscription where notifies = 1 limit 1";
  if (!(await reader.get(any))) return [];
  const found: PushSubscriptionRecord[] = [];
  for (const credential of await credentialsFor(reader, accountId, isOwned)) {
    const rows = await reader.all<PushSubscriptionRow>(ofOneCredential, credential, Date.now());
    found.push(...rows.map(toSubscription));
  }
  return found;
}
