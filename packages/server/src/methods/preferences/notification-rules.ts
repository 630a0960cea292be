/** The shape of an account's rules for notifications. */
import { MAX_NOTIFYING_PLACES, type NotificationRules, type QuietHours } from "@pismo/jmap";
import { type Check, id, isTrue, mapOf, nullable, oneOf, shapeOf, string, wrong } from "../checks.ts";

const timeOfDay: Check = (value, name) => {
  if (typeof value !== "string" || !/^(?:[01]\d|2[0-3]):[0-5]\d$/.test(value)) throw wrong(name, "a time as HH:MM");
};

const timeZone: Check = (value, name) => {
  try {
    string(value, name);
    Intl.DateTimeFormat("en", { timeZone: value as string });
  } catch {
    throw wrong(name, "a time zone of the IANA database");
  }
};

const places =
  (key: Check): Check =>
  (value, name) => {
    mapOf(key, isTrue)(value, name);
    if (Object.keys(value as object).length > MAX_NOTIFYING_PLACES)
      throw wrong(name, `a set of at most ${MAX_NOTIFYING_PLACES}`);
  };

export const notificationRules: Check = shapeOf<NotificationRules>({
  about: oneOf("inbox", "contacts", "chosen"),
  mailboxIds: places(id),
  keywords: places(string),
  quietHours: nullable(shapeOf<QuietHours>({ from: timeOfDay, until: timeOfDay, timeZone })),
});
