import { CORE, type Id, type MethodArgs, type PushSubscription, type SetError, SetFailure } from "@pismo/jmap";
import { randomBytes } from "node:crypto";
import {
  destroyPushSubscription,
  getPushSubscriptions,
  insertPushSubscription,
  type PushSubscriptionRecord,
  updatePushSubscription,
} from "../../store/push-subscriptions.ts";
import type { Transactor } from "../../store/store.ts";
import {
  type Check,
  checkArguments,
  id,
  isUtcDate,
  list,
  mapOf,
  maybe,
  nullable,
  object,
  shapeOf,
  string,
  utcDate,
  wrong,
} from "../checks.ts";
import type { Call, Method } from "../context.ts";
import { assertRecord, assertSetSize, invalidProperties, toSetError } from "../standard/set.ts";

/** Subscriptions live a week at most and are renewed by their clients (RFC 8620 §7.2: 48 hours at least). */
const LONGEST_LIFE_MS = 7 * 24 * 60 * 60 * 1000;

/** https, or plain http to this machine for programs that run on it. */
const pushUrl: Check = (value, name) => {
  const url = typeof value === "string" ? URL.parse(value) : null;
  const isLoopback = url !== null && /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/.test(url.hostname);
  if (!url || !(url.protocol === "https:" || (url.protocol === "http:" && isLoopback)))
    throw wrong(name, "an https URL");
};
const keys = shapeOf<NonNullable<PushSubscription["keys"]>>({ p256dh: string, auth: string });
const creatable = {
  deviceClientId: string,
  url: pushUrl,
  keys: nullable(keys),
  expires: nullable(utcDate),
  types: nullable(list(string)),
};

/** @param wanted as the client asks; the past is no time to expire */
function expiryOf(wanted: unknown): Date {
  const latest = Date.now() + LONGEST_LIFE_MS;
  return new Date(isUtcDate(wanted) ? Math.max(Date.now(), Math.min(Date.parse(wanted), latest)) : latest);
}

const utc = (date: Date): string => date.toISOString().replace(/\.\d+Z$/, "Z");

async function create(
  tx: Transactor,
  given: Record<string, unknown>,
  { context }: Call,
): Promise<PushSubscriptionRecord> {
  if (given["verificationCode"] != null)
    throw invalidProperties(["verificationCode"], "It comes from the server first");
  const { verificationCode: _, ...rest } = given;
  assertRecord(rest, creatable);
  const missing = ["deviceClientId", "url"].filter((property) => given[property] === undefined);
  if (missing.length > 0) throw invalidProperties(missing, `${missing.join(" and ")} must be given`);
  return insertPushSubscription(tx, {
    username: context.access.credential,
    deviceClientId: given["deviceClientId"] as string,
    url: given["url"] as string,
    keys: (given["keys"] ?? null) as PushSubscription["keys"],
    types: (given["types"] ?? null) as string[] | null,
    expires: expiryOf(given["expires"]),
    verificationCode: randomBytes(24).toString("base64url"),
  });
}

async function update(
  tx: Transactor,
  subscriptionId: Id,
  patch: Record<string, unknown>,
  { context }: Call,
): Promise<Partial<PushSubscription> | null> {
  const username = context.access.credential;
  const [before] = await getPushSubscriptions(tx, username, [subscriptionId]);
  if (!before) throw new SetFailure({ type: "notFound" });
  assertRecord(patch, { verificationCode: string, expires: nullable(utcDate), types: nullable(list(string)) });
  const { verificationCode, expires, types } = patch;
  if (verificationCode !== undefined && verificationCode !== before.verificationCode) {
    throw invalidProperties(["verificationCode"], "This is not the code that was pushed");
  }
  const expiresAt = expires === undefined ? before.expires : expiryOf(expires);
  await updatePushSubscription(tx, username, subscriptionId, {
    expires: expiresAt,
    ...(verificationCode !== undefined && { isVerified: true }),
    ...(types !== undefined && { types: types as string[] | null }),
  });
  return expires !== undefined && utc(expiresAt) !== expires ? { expires: utc(expiresAt) } : null;
}

/** PushSubscription/set: RFC 8620 §7.2.2. */
export const set: Method<"PushSubscription/set"> = {
  capability: CORE,
  parse: (args) =>
    checkArguments<MethodArgs<"PushSubscription/set">>(
      { create: maybe(mapOf(id, object)), update: maybe(mapOf(id, object)), destroy: maybe(list(id)) },
      args,
    ),
  async run(args, call) {
    assertSetSize(args, call);
    const made: PushSubscriptionRecord[] = [];
    const created: Record<Id, Partial<PushSubscription>> = {};
    const updated: Record<Id, Partial<PushSubscription> | null> = {};
    const destroyed: Id[] = [];
    const notCreated: Record<Id, SetError> = {};
    const notUpdated: Record<Id, SetError> = {};
    const notDestroyed: Record<Id, SetError> = {};
    await call.context.store.write(async (tx) => {
      const attempt = async (failed: Record<Id, SetError>, key: Id, work: () => Promise<void>): Promise<void> => {
        try {
          await tx.savepoint(work);
        } catch (error) {
          failed[key] = toSetError(error);
        }
      };
      for (const [creationId, given] of Object.entries(args.create ?? {})) {
        await attempt(notCreated, creationId, async () => {
          const record = await create(tx, given as Record<string, unknown>, call);
          made.push(record);
          created[creationId] = { id: record.id, expires: utc(record.expires) };
          call.createdIds.set(creationId, record.id);
        });
      }
      for (const [key, patch] of Object.entries(args.update ?? {})) {
        await attempt(notUpdated, key, async () => {
          updated[key] = await update(tx, call.createdIds.resolve(key), patch, call);
        });
      }
      for (const key of args.destroy ?? []) {
        await attempt(notDestroyed, key, async () => {
          const isGone = await destroyPushSubscription(
            tx,
            call.context.access.credential,
            call.createdIds.resolve(key),
          );
          if (!isGone) throw new SetFailure({ type: "notFound" });
          destroyed.push(key);
        });
      }
    });
    made.forEach((record) => call.context.onPushSubscription(record));
    const orNull = <T extends object>(map: T): T | null => (Object.keys(map).length > 0 ? map : null);
    return {
      created: orNull(created),
      updated: orNull(updated),
      destroyed: destroyed.length > 0 ? destroyed : null,
      notCreated: orNull(notCreated),
      notUpdated: orNull(notUpdated),
      notDestroyed: orNull(notDestroyed),
    };
  },
};
