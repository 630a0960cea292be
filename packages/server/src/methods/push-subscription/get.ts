import {
  CORE,
  type Id,
  type MethodArgs,
  MethodError,
  type NotifyingSubscription,
  type PushSubscription,
  utcDateOf,
} from "@pismo/jmap";
import { getPushSubscriptions, type PushSubscriptionRecord } from "../../store/auth/push-subscriptions.ts";
import { checkArguments, list, maybe, id } from "../checks.ts";
import type { Method } from "../context.ts";
import { assertGetSize, assertProperties, pick, propertyNames } from "../standard/get.ts";

const properties = new Set(["id", "deviceClientId", "verificationCode", "expires", "types"]);
/** Of our extension: given to who asks for them by name. */
const ofNotifying = new Set(["notifies", "userAgent"]);

/** The url and keys are secrets of the device: they are never returned (RFC 8620 §7.2.1). */
const toPushSubscription = (
  record: PushSubscriptionRecord,
): Partial<PushSubscription & NotifyingSubscription> & { id: Id } => ({
  id: record.id,
  deviceClientId: record.deviceClientId,
  verificationCode: record.isVerified ? record.verificationCode : null,
  expires: utcDateOf(record.expires),
  types: record.types,
  notifies: record.notifies,
  userAgent: record.userAgent,
});

/** PushSubscription/get: RFC 8620 §7.2.1. */
export const get: Method<"PushSubscription/get"> = {
  capability: CORE,
  parse: (args) =>
    checkArguments<MethodArgs<"PushSubscription/get">>(
      { ids: maybe(list(id)), properties: maybe(propertyNames) },
      args,
    ),
  run({ ids, properties: wanted }, call) {
    const { context } = call;
    if (wanted?.some((property) => property === "url" || property === "keys")) {
      throw new MethodError("forbidden", "The url and keys of a subscription are not given out");
    }
    if (ids) assertGetSize(ids.length, call);
    assertProperties(wanted, (property) => properties.has(property) || ofNotifying.has(property));
    return context.store.read(async (reader) => {
      const found = await getPushSubscriptions(reader, context.access.credential, ids ?? null);
      const there = new Set(found.map((record) => record.id));
      return {
        list: found.map((record) => pick(toPushSubscription(record), wanted ?? [...properties])),
        notFound: (ids ?? []).filter((each) => !there.has(each)),
      };
    });
  },
};
