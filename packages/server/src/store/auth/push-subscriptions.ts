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
}

interface Row {
  id: number;
  username: string;
  device_client_id: string;
  url: string;
  keys: string | null;
  types: string | null;
  expires_at: number;
  verification_code: string;
  is_verified: number;
}

const toRecord = (row: Row): PushSubscriptionRecord => ({
  id: idOf("p", row.id),
  username: row.username,
  deviceClientId: row.device_client_id,
  url: row.url,
  keys: row.keys === null ? null : (JSON.parse(row.keys) as PushSubscription["keys"]),
  types: row.types === null ? null : (JSON.parse(row.types) as string[]),
  expires: new Date(row.expires_at),
  verificationCode: row.verification_code,
  isVerified: row.is_verified === 1,
});

/** The unexpired ones of a credential. */
export async function getPushSubscriptions(
  reader: Reader,
  username: string,
  ids: Id[] | null = null,
): Promise<PushSubscriptionRecord[]> {
  const rows = await reader.all<Row>(
    `select * from push_subscription
     where username = ? and expires_at > ? ${ids ? "and id in key_list(?)" : ""} order by id`,
    username,
    Date.now(),
    ...(ids ? [JSON.stringify(keysOf("p", ids))] : []),
  );
  return rows.map(toRecord);
}

/** All unexpired ones, verified or not. */
export async function listPushSubscriptions(reader: Reader): Promise<PushSubscriptionRecord[]> {
  const sql = "select * from push_subscription where expires_at > ? order by id";
  return (await reader.all<Row>(sql, Date.now())).map(toRecord);
}

/** Deletes expired ones too. */
export async function insertPushSubscription(
  tx: Transactor,
  subscription: Omit<PushSubscriptionRecord, "id" | "isVerified">,
): Promise<PushSubscriptionRecord> {
  await tx.run("delete from push_subscription where expires_at <= ?", Date.now());
  const { username, deviceClientId, url, keys, types, expires, verificationCode } = subscription;
  const row = await tx.get<Row>(
    `insert into push_subscription (username, device_client_id, url, keys, types, expires_at, verification_code, is_verified)
     values (?, ?, ?, ?, ?, ?, ?, 0) returning *`,
    username,
    deviceClientId,
    url,
    keys && JSON.stringify(keys),
    types && JSON.stringify(types),
    expires.getTime(),
    verificationCode,
  );
  return toRecord(row!);
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
  const after = { ...before, ...changes };
  await tx.run(
    "update push_subscription set types = ?, expires_at = ?, is_verified = ? where id = ?",
    after.types && JSON.stringify(after.types),
    after.expires.getTime(),
    after.isVerified ? 1 : 0,
    keyOf("p", id),
  );
}

/** @returns false when there is no such subscription */
export async function destroyPushSubscription(tx: Transactor, username: string, id: Id): Promise<boolean> {
  const sql = "delete from push_subscription where username = ? and id = ?";
  return (await tx.run(sql, username, keyOf("p", id))).changes > 0;
}
