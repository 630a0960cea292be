/** Push subscriptions: RFC 8620 §7.2. They belong to whoever signed in, not to an account, and have no state. */
import { type Id, type PushSubscription, SetFailure } from "@pismo/jmap";
import { idOf, keyOf, keysOf } from "./ids.ts";
import type { Reader, Transactor } from "./reader.ts";
import { flag, type PushSubscriptionTable } from "./schema.ts";

export interface PushSubscriptionRecord {
  id: Id;
  username: string;
  deviceClientId: string;
  url: string;
  keys: PushSubscription["keys"];
  types: string[] | null;
  expires: Date;
  /** What the client must send back; nothing but the verification is pushed before. */
  verificationCode: string;
  isVerified: boolean;
}

type Row = Omit<PushSubscriptionTable, "id"> & { id: number };

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

/** The living ones of a person. */
export async function getPushSubscriptions(
  reader: Reader,
  username: string,
  ids: Id[] | null = null,
): Promise<PushSubscriptionRecord[]> {
  let query = reader.db
    .selectFrom("push_subscription")
    .selectAll()
    .where("username", "=", username)
    .where("expires_at", ">", Date.now());
  if (ids) query = query.where("id", "in", keysOf("p", ids));
  return (await query.orderBy("id").execute()).map(toRecord);
}

/** All that are to be pushed to. */
export async function listActivePushSubscriptions(reader: Reader): Promise<PushSubscriptionRecord[]> {
  const sql = "select * from push_subscription where is_verified and expires_at > ? order by id";
  return (await reader.all<Row>(sql, Date.now())).map(toRecord);
}

/** Sweeps what has expired on the way. */
export async function insertPushSubscription(
  tx: Transactor,
  subscription: Omit<PushSubscriptionRecord, "id" | "isVerified">,
): Promise<PushSubscriptionRecord> {
  await tx.run("delete from push_subscription where expires_at <= ?", Date.now());
  const row = await tx.db
    .insertInto("push_subscription")
    .values({
      username: subscription.username,
      device_client_id: subscription.deviceClientId,
      url: subscription.url,
      keys: subscription.keys && JSON.stringify(subscription.keys),
      types: subscription.types && JSON.stringify(subscription.types),
      expires_at: subscription.expires.getTime(),
      verification_code: subscription.verificationCode,
      is_verified: 0,
    })
    .returningAll()
    .executeTakeFirstOrThrow();
  return toRecord(row);
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
  await tx.db
    .updateTable("push_subscription")
    .set({
      types: after.types && JSON.stringify(after.types),
      expires_at: after.expires.getTime(),
      is_verified: flag(after.isVerified),
    })
    .where("id", "=", keyOf("p", id))
    .execute();
}

/** false when there is no such subscription. */
export async function destroyPushSubscription(tx: Transactor, username: string, id: Id): Promise<boolean> {
  const sql = "delete from push_subscription where username = ? and id = ?";
  return (await tx.run(sql, username, keyOf("p", id))).changes > 0;
}
