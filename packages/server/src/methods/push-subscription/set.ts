import { CORE, type Id, type MethodArgs, type PushSubscription, SetFailure } from "@pismo/jmap";
import { randomBytes } from "node:crypto";
import {
  destroyPushSubscription,
  getPushSubscriptions,
  insertPushSubscription,
  type PushSubscriptionRecord,
  updatePushSubscription,
} from "../../store/auth/push-subscriptions.ts";
import type { Transactor } from "../../store/db/store.ts";
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
import { limitsCapability } from "../limits.ts";
import { SetOutcomes } from "../standard/outcomes.ts";
import { assertRecord, assertSetSize, invalidProperties } from "../standard/set.ts";

/** Subscriptions expire after a week at most; clients renew them (RFC 8620 §7.2: 48 hours at least). */
const MAX_LIFETIME_MS = 7 * 24 * 60 * 60 * 1000;

/** https, or plain http to this machine for local programs. */
const pushUrl: Check = (value, name) => {
  const url = typeof value === "string" ? URL.parse(value) : null;
  const isLoopback = url !== null && /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/.test(url.hostname);
  if (
    !url ||
    url.href.length > MAX_TEXT_CHARS ||
    !(url.protocol === "https:" || (url.protocol === "http:" && isLoopback))
  )
    throw wrong(name, "an https URL");
};
/** Base64url of a fixed number of octets: a point on P-256 and a secret (RFC 8291 §3.1, §3.2). */
const octets =
  (length: number): Check =>
  (value, name) => {
    const isKey = typeof value === "string" && /^[A-Za-z0-9_-]+={0,2}$/.test(value);
    if (!isKey || Buffer.from(value, "base64url").length !== length) throw wrong(name, `${length} octets in base64url`);
  };
const keys = shapeOf<NonNullable<PushSubscription["keys"]>>({ p256dh: octets(65), auth: octets(16) });
const MAX_TEXT_CHARS = 2000;
/** The deviceClientId and the endpoint: stored for the client, and sent with each message. */
const shortText: Check = (value, name) => {
  if (typeof value !== "string" || value.length > MAX_TEXT_CHARS)
    throw wrong(name, `a string of at most ${MAX_TEXT_CHARS} characters`);
};
const MAX_TYPES = 100;
const typeNames: Check = (value, name) => {
  list(shortText)(value, name);
  if ((value as string[]).length > MAX_TYPES) throw wrong(name, `a list of at most ${MAX_TYPES} types`);
};
const creatable = {
  deviceClientId: shortText,
  // Only the server knows it first.
  verificationCode: oneOf(null),
  url: pushUrl,
  keys: nullable(keys),
  expires: nullable(utcDate),
  types: nullable(typeNames),
};

/** @param wanted as requested; a time in the past is not valid */
function expiryOf(wanted: unknown): Date {
  const latest = Date.now() + MAX_LIFETIME_MS;
  return new Date(isUtcDate(wanted) ? Math.max(Date.now(), Math.min(Date.parse(wanted), latest)) : latest);
}

const utc = (date: Date): string => date.toISOString().replace(/\.\d+Z$/, "Z");

async function create(
  tx: Transactor,
  given: Record<string, unknown>,
  { context }: Call,
): Promise<PushSubscriptionRecord> {
  assertRecord(given, creatable, ["deviceClientId", "url"]);
  const { credential } = context.access;
  const { maxPushSubscriptions } = limitsCapability;
  if ((await getPushSubscriptions(tx, credential)).length >= maxPushSubscriptions) {
    throw new SetFailure({ type: "overQuota", description: `There are at most ${maxPushSubscriptions} at a time` });
  }
  const wait = context.waitForPushSubscription();
  if (wait > 0) throw new SetFailure({ type: "rateLimit", description: `Too many were made: wait ${wait} seconds` });
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

/** Properties that the client left to the server (RFC 8620 §5.3). */
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
    types: nullable(typeNames),
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
        await outcomes.destroyed.attempt(createdIds.nameOf(key), async () => {
          const isGone = await destroyPushSubscription(tx, context.access.credential, createdIds.resolve(key));
          if (!isGone) throw new SetFailure({ type: "notFound" });
          return true;
        });
      }
    });
    made.forEach((record) => context.onPushSubscription(record));
    return outcomes.result;
  },
};
