/** Push subscriptions: RFC 8620 §7.2. They belong to a credential, not to an account, and have no state. */
import { type Id, type PushSubscription, SetFailure } from "@pismo/jmap";
import { idOf, keyOf, keysOf } from "../db/ids.ts";
import type { Reader, Transactor } from "../db/reader.ts";

export interface PushSubscriptionRecord {
  id: Id;
  username: string;
  deviceClientId: string;
  url: string;
  keys: PushSubscription["keys"];
  types: string[] | null;
  expires: Date;
  /** The client must send it back; before that only the verification is pushed. */
  verificationCode: string;
  isVerified: boolean;
  /** It is told of new Emails, in place of states. */
  notifies: boolean;
  userAgent: string | null;
  /** Of the browser that made it: it ends with its session. */
  sessionFamily: number | null;
}

export interface PushSubscriptionRow {
  id: number;
  username: string;
  device_client_id: string;
  url: string;
  keys: string | null;
  types: string | null;
  expires_at: number;
  verification_code: string;
  is_verified: number;
  notifies: number;
  user_agent: string | null;
  session_family: number | null;
}

export const toSubscription = (row: PushSubscriptionRow): PushSubscriptionRecord => ({
  id: idOf("p", row.id),
  username: row.username,
  deviceClientId: row.device_client_id,
  url: row.url,
  keys: row.keys === null ? null : (JSON.parse(row.keys) as PushSubscription["keys"]),
  types: row.types === null ? null : (JSON.parse(row.types) as string[]),
  expires: new Date(row.expires_at),
  verificationCode: row.verification_code,
  isVerified: row.is_verified === 1,
  notifies: row.notifies === 1,
  userAgent: row.user_agent,
  sessionFamily: row.session_family,
});

/** The unexpired ones of a credential. */
export async function getPushSubscriptions(
  reader: Reader,
  username: string,
  ids: Id[] | null = null,
): Promise<PushSubscriptionRecord[]> {
  const rows = await reader.all<PushSubscriptionRow>(
    `select * from push_subscription
     where username = ? and expires_at > ? ${ids ? "and id in key_list(?)" : ""} order by id`,
    username,
    Date.now(),
    ...(ids ? [JSON.stringify(keysOf("p", ids))] : []),
  );
  return rows.map(toSubscription);
}

/** All unexpired ones, verified or not. */
export async function listPushSubscriptions(reader: Reader): Promise<PushSubscriptionRecord[]> {
  const sql = "select * from push_subscription where expires_at > ? order by id";
  return (await reader.all<PushSubscriptionRow>(sql, Date.now())).map(toSubscription);
}

export type NewPushSubscription = Omit<PushSubscriptionRecord, "id" | "isVerified">;

/** Deletes expired ones too. */
export async function insertPushSubscriptions(
  tx: Transactor,
  subscriptions: readonly NewPushSubscription[],
): Promise<PushSubscriptionRecord[]> {
  await tx.run("delete from push_subscription where expires_at <= ?", Date.now());
  const made = await tx.newKeys("push_subscription", subscriptions.length);
  await tx.runAll(
    `insert into push_subscription (id, username, device_client_id, url, keys, types, expires_at, verification_code, is_verified, notifies, user_agent, session_family)
     values (?, ?, ?, ?, ?, ?, ?, ?, 0, ?, ?, ?)`,
    subscriptions.map(({ keys, types, expires, ...given }, index) => [
      made[index]!,
      given.username,
      given.deviceClientId,
      given.url,
      keys && JSON.stringify(keys),
      types && JSON.stringify(types),
      expires.getTime(),
      given.verificationCode,
      given.notifies ? 1 : 0,
      given.userAgent,
      given.sessionFamily,
    ]),
  );
  return subscriptions.map((given, index) => ({ ...given, id: idOf("p", made[index]!), isVerified: false }));
}

export async function insertPushSubscription(
  tx: Transactor,
  subscription: NewPushSubscription,
): Promise<PushSubscriptionRecord> {
  return (await insertPushSubscriptions(tx, [subscription]))[0]!;
}

/** Stores what has changed of subscriptions that have been read in this transaction. */
export async function storePushSubscriptions(
  tx: Transactor,
  subscriptions: readonly PushSubscriptionRecord[],
): Promise<void> {
  await tx.runAll(
    "update push_subscription set types = ?, expires_at = ?, is_verified = ? where id = ?",
    subscriptions.map(({ id, types, expires, isVerified }) => [
      types && JSON.stringify(types),
      expires.getTime(),
      isVerified ? 1 : 0,
      keyOf("p", id),
    ]),
  );
}

/** @throws SetFailure notFound */
export async function updatePushSubscription(
  tx: Transactor,
  username: string,
  id: Id,
  changes: Partial<Pick<PushSubscriptionRecord, "types" | "expires" | "isVerified">>,
): Promise<void> {
  const [before] = await getPushSubscriptions(tx, username, [id]);
  if (!before) throw new SetFailure({ type: "notFound" });
  await storePushSubscriptions(tx, [{ ...before, ...changes }]);
}

/** @returns the ids of those that were there */
export async function destroyPushSubscriptions(
  tx: Transactor,
  username: string,
  ids: readonly Id[],
): Promise<ReadonlySet<Id>> {
  const rows = await tx.all<{ id: number }>(
    "delete from push_subscription where username = ? and id in key_list(?) returning id",
    username,
    JSON.stringify(keysOf("p", ids)),
  );
  return new Set(rows.map(({ id }) => idOf("p", id)));
}

/** @returns false when there is no such subscription */
export const destroyPushSubscription = async (tx: Transactor, username: string, id: Id): Promise<boolean> =>
  (await destroyPushSubscriptions(tx, username, [id])).has(id);
