/** What an account's notifications are about. */
import { type Id, NOTIFICATIONS, type NotificationRules } from "@pismo/jmap";
import { storePreferences } from "../records/store-preferences.ts";
import { hasCapability } from "../session/has-capability.ts";
import { getSession, givenSession, request } from "../session/session.ts";

export const everyLetter: NotificationRules = { about: "inbox", mailboxIds: {}, keywords: {}, quietHours: null };

/** Of an account at another JMAP server nothing is told here. */
export const hasNotifications = (accountId: Id): boolean =>
  hasCapability(givenSession() ?? getSession(), accountId, NOTIFICATIONS);

/** @throws what the request throws */
export async function loadRules(accountId: Id): Promise<NotificationRules | null> {
  const get = await request((calls) =>
    calls.call("Preferences/get", { accountId, ids: ["singleton"], properties: ["notifications"] }),
  );
  return get.result().list[0]?.notifications ?? null;
}

/** @throws SetFailure, and what the request throws */
export const storeRules = (accountId: Id, notifications: NotificationRules | null): Promise<void> =>
  storePreferences(accountId, { notifications });
