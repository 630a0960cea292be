import { CORE, type Id, type MethodArgs, type PushSubscription, SetFailure } from "@pismo/jmap";
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
  oneOf,
  shapeOf,
  string,
  utcDate,
  wrong,
} from "../checks.ts";
import type { Call, Method } from "../context.ts";
import { SetOutcomes } from "../standard/outcomes.ts";
import { assertRecord, assertSetSize, invalidProperties } from "../standard/set.ts";

/** Subscriptions live a week at most and are renewed by their clients (RFC 8620 §7.2: 48 hours at least). */
const LONGEST_LIFE_MS = 7 * 24 * 60 * 60 * 1000;

/** https, or plain http to this machine for programs that run on it. */
const pushUrl: Check = (value, name) => {
  const url = typeof value === "string" ? URL.parse(value) : null;
  const isLoopback = url !== null && /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/.test(url.hostname);
  if (!url || !(url.protocol === "https:" || (url.protocol === "http:" && isLoopback)))
    throw wrong(name, "an https URL");
};
/** So many octets in base64url: a point on P-256 and a secret (RFC 8291 §3.1, §3.2). */
const octets =
  (length: number): Check =>
  (value, name) => {
    const isKey = typeof value === "string" && /^[A-Za-z0-9_-]+={0,2}$/.test(value);
    if (!isKey || Buffer.from(value, "base64url").length !== length) throw wrong(name, `${length} octets in base64url`);
  };
const keys = shapeOf<NonNullable<PushSubscription["keys"]>>({ p256dh: octets(65), auth: octets(16) });
const creatable = {
  deviceClientId: string,
  // It comes from the server first.
  verificationCode: oneOf(null),
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
  assertRecord(given, creatable, ["deviceClientId", "url"]);
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

/** What the client left to the server (RFC 8620 §5.3). */
const toCreated = (record: PushSubscriptionRecord, given: Partial<PushSubscription>): Partial<PushSubscription> => ({
  id: record.id,
  expires: utc(record.expires),
  ...(given.keys === undefined && { keys: null }),
  ...(given.types === undefined && { types: null }),
});

async function update(
  tx: Transactor,
  subscriptionId: Id,
  patch: Record<string, unknown>,
  { context }: Call,
): Promise<Partial<PushSubscription> | null> {
  const username = context.access.credential;
  const [before] = await getPushSubscriptions(tx, username, [subscriptionId]);
  if (!before) throw new SetFailure({ type: "notFound" });
  assertRecord(patch, {
    id: oneOf(before.id),
    deviceClientId: oneOf(before.deviceClientId),
    verificationCode: nullable(string),
    expires: nullable(utcDate),
    types: nullable(list(string)),
  });
  const { verificationCode, expires, types } = patch;
  const shown = before.isVerified ? before.verificationCode : null;
  if (verificationCode !== undefined && ![before.verificationCode, shown].includes(verificationCode as string)) {
    throw invalidProperties(["verificationCode"], "This is not the code that was pushed");
  }
  const expiresAt = expires === undefined ? before.expires : expiryOf(expires);
  await updatePushSubscription(tx, username, subscriptionId, {
    expires: expiresAt,
    ...(typeof verificationCode === "string" && { isVerified: true }),
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
    const { context, createdIds } = call;
    const made: PushSubscriptionRecord[] = [];
    const outcomes = new SetOutcomes<Partial<PushSubscription>, Partial<PushSubscription> | null>();
    await context.store.write(async (tx) => {
      for (const [creationId, given] of Object.entries(args.create ?? {})) {
        await outcomes.created.attempt(creationId, async () => {
          const record = await tx.savepoint(() => create(tx, given as Record<string, unknown>, call));
          made.push(record);
          createdIds.set(creationId, record.id);
          return toCreated(record, given);
        });
      }
      for (const [key, patch] of Object.entries(args.update ?? {})) {
        await outcomes.updated.attempt(createdIds.nameOf(key), () =>
          tx.savepoint(() => update(tx, createdIds.resolve(key), patch, call)),
        );
      }
      for (const key of args.destroy ?? []) {
        await outcomes.attemptDestroy(createdIds.nameOf(key), async () => {
          const isGone = await destroyPushSubscription(tx, context.access.credential, createdIds.resolve(key));
          if (!isGone) throw new SetFailure({ type: "notFound" });
        });
      }
    });
    made.forEach((record) => context.onPushSubscription(record));
    return outcomes.result;
  },
};
