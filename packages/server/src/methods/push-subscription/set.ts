import { CORE, type Id, type MethodArgs, type PushSubscription, SetFailure, utcDateOf } from "@pismo/jmap";
import { randomBytes } from "node:crypto";
import {
  destroyPushSubscriptions,
  getPushSubscriptions,
  insertPushSubscriptions,
  type NewPushSubscription,
  type PushSubscriptionRecord,
  storePushSubscriptions,
} from "../../store/auth/push-subscriptions.ts";
import type { Transactor } from "../../store/db/store.ts";
import {
  boolean,
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
import { inBatch } from "../standard/batch.ts";
import { SetOutcomes } from "../standard/outcomes.ts";
import { assertRecord, assertSetSize, invalidProperties } from "../standard/set.ts";

const DAY_MS = 24 * 60 * 60 * 1000;
/** Subscriptions expire after a week at most; clients renew them (RFC 8620 §7.2: 48 hours at least). */
const MAX_LIFETIME_MS = 7 * DAY_MS;
/** Of notifications, with no page open for long; they end with the browser's session before. */
const MAX_NOTIFYING_LIFETIME_MS = 60 * DAY_MS;

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
  notifies: boolean,
  userAgent: nullable(shortText),
};

/** @param wanted as requested; a time in the past is not valid */
function expiryOf(wanted: unknown, notifies: boolean): Date {
  const latest = Date.now() + (notifies ? MAX_NOTIFYING_LIFETIME_MS : MAX_LIFETIME_MS);
  return new Date(isUtcDate(wanted) ? Math.max(Date.now(), Math.min(Date.parse(wanted), latest)) : latest);
}

/** @param count of those that there are */
function newSubscription(given: Record<string, unknown>, count: number, { context }: Call): NewPushSubscription {
  assertRecord(given, creatable, ["deviceClientId", "url"]);
  const { maxPushSubscriptions } = limitsCapability;
  if (count >= maxPushSubscriptions) {
    throw new SetFailure({ type: "overQuota", description: `There are at most ${maxPushSubscriptions} at a time` });
  }
  const wait = context.waitForPushSubscription();
  if (wait > 0) throw new SetFailure({ type: "rateLimit", description: `Too many were made: wait ${wait} seconds` });
  const notifies = given["notifies"] === true;
  // A push service must not read letters, nor may others who have the address.
  if (notifies && !given["keys"]) throw invalidProperties(["keys"], "Notifications are sent encrypted alone");
  return {
    username: context.access.credential,
    deviceClientId: given["deviceClientId"] as string,
    url: given["url"] as string,
    keys: (given["keys"] ?? null) as PushSubscription["keys"],
    types: (given["types"] ?? null) as string[] | null,
    expires: expiryOf(given["expires"], notifies),
    verificationCode: randomBytes(24).toString("base64url"),
    notifies,
    userAgent: (given["userAgent"] ?? null) as string | null,
    sessionFamily: context.access.sessionFamily ?? null,
  };
}

/** Properties that the client left to the server (RFC 8620 §5.3). */
const toCreated = (record: PushSubscriptionRecord, given: Partial<PushSubscription>): Partial<PushSubscription> => ({
  id: record.id,
  expires: utcDateOf(record.expires),
  ...(given.keys === undefined && { keys: null }),
  ...(given.types === undefined && { types: null }),
});

/** @returns the subscription as it is then, and what the server changed beyond the patch */
function patched(
  before: PushSubscriptionRecord | undefined,
  patch: Record<string, unknown>,
): { after: PushSubscriptionRecord; beyond: Partial<PushSubscription> | null } {
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
  const expiresAt = expires === undefined ? before.expires : expiryOf(expires, before.notifies);
  const after = {
    ...before,
    expires: expiresAt,
    ...(typeof verificationCode === "string" && { isVerified: true }),
    ...(types !== undefined && { types: types as string[] | null }),
  };
  return {
    after,
    beyond: expires !== undefined && utcDateOf(expiresAt) !== expires ? { expires: utcDateOf(expiresAt) } : null,
  };
}

type SetArguments = MethodArgs<"PushSubscription/set">;
type Own = Map<Id, PushSubscriptionRecord>;

async function createAll(tx: Transactor, create: NonNullable<SetArguments["create"]>, own: Own, call: Call) {
  let count = own.size;
  const outcomes = await inBatch(
    Object.values(create),
    (given) => {
      const made = newSubscription(given, count, call);
      count++;
      return made;
    },
    (all) => insertPushSubscriptions(tx, all),
  );
  return Object.entries(create).map(([creationId, given], index) => [creationId, given, outcomes[index]!] as const);
}

async function updateAll(tx: Transactor, update: NonNullable<SetArguments["update"]>, own: Own, call: Call) {
  const outcomes = await inBatch(
    Object.entries(update),
    ([key, patch]) => {
      const { after, beyond } = patched(own.get(call.createdIds.resolve(key)), patch);
      // Named by its creation id as well, it is changed twice.
      own.set(after.id, after);
      return { id: after.id, beyond };
    },
    async (all) => {
      const ids = new Set(all.map(({ id: changed }) => changed));
      await storePushSubscriptions(
        tx,
        [...ids].map((each) => own.get(each)!),
      );
      return all.map(({ beyond }) => beyond);
    },
  );
  return Object.keys(update).map((key, index) => [key, outcomes[index]!] as const);
}

/** PushSubscription/set: RFC 8620 §7.2.2. */
export const set: Method<"PushSubscription/set"> = {
  capability: CORE,
  parse: (args) =>
    checkArguments<SetArguments>(
      { create: maybe(mapOf(id, object)), update: maybe(mapOf(id, object)), destroy: maybe(list(id)) },
      args,
    ),
  async run(args, call) {
    assertSetSize(args, call);
    const { context, createdIds } = call;
    const { credential } = context.access;
    const made: PushSubscriptionRecord[] = [];
    const outcomes = new SetOutcomes<Partial<PushSubscription>, Partial<PushSubscription> | null>();
    await context.store.write(async (tx) => {
      const all = await getPushSubscriptions(tx, credential);
      const own: Own = new Map(all.map((record) => [record.id, record]));
      for (const [creationId, given, outcome] of args.create ? await createAll(tx, args.create, own, call) : []) {
        if (outcome instanceof SetFailure) {
          outcomes.created.note(creationId, outcome);
          continue;
        }
        outcomes.created.note(creationId, toCreated(outcome, given));
        made.push(outcome);
        own.set(outcome.id, outcome);
        createdIds.set(creationId, outcome.id);
      }
      for (const [key, outcome] of args.update ? await updateAll(tx, args.update, own, call) : []) {
        outcomes.updated.note(createdIds.nameOf(key), outcome);
      }
      const doomed = (args.destroy ?? []).map((key) => createdIds.resolve(key));
      const gone = await destroyPushSubscriptions(tx, credential, doomed);
      for (const [index, key] of (args.destroy ?? []).entries()) {
        const isGone = gone.has(doomed[index]!);
        outcomes.destroyed.note(createdIds.nameOf(key), isGone || new SetFailure({ type: "notFound" }));
      }
    });
    made.forEach((record) => context.onPushSubscription(record));
    return outcomes.result;
  },
};
