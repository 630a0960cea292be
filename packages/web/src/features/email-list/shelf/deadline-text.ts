/** Deadlines in words. Pure: the present is given. */
import type { Deadline, DeadlineKind } from "@pismo/jmap";
import type { TFunction } from "i18next";
import { momentOf, wallTime } from "../../../ical-vcard/index.ts";
import { type Language, locales } from "../../../i18n/languages.ts";
import type { ShownDeadline } from "../../../store/facts/deadlines.ts";
import { shortened } from "../../../store/shortened.ts";
import type { IconName } from "../../../ui/icons/icons.ts";
import { visibleText } from "../../../ui/visible-text.ts";

export const kindIcons: Record<DeadlineKind, IconName> = {
  payment: "rouble",
  discount: "rouble",
  departure: "plane",
  delivery: "cart",
  appointment: "calendar",
  event: "ticket",
};

/** Characters: a longer name takes the room of the others. */
const LONGEST = 100;

/** What one of them is about. */
export function whatText({ kind, title }: Pick<Deadline, "kind" | "title">, t: TFunction): string {
  const name = visibleText(shortened(title, LONGEST)).trim();
  const named = t(`deadlines.kind.${kind}`);
  return name === "" ? named : t("deadlines.named", { kind: named, title: name });
}

/** What a line is about, with the others of its letter. */
export function lineText(entry: Pick<ShownDeadline, "kind" | "title" | "others">, t: TFunction): string {
  const what = whatText(entry, t);
  const { length: count } = entry.others;
  return count === 0 ? what : t("deadlines.withOthers", { what, count });
}

const DAY_MS = 86_400_000;

/** "today", "tomorrow", else the day of the week with its date. @param at a day or a time of some place */
function dayWord(wall: number, language: Language, now: Date): string {
  const today = Date.UTC(now.getFullYear(), now.getMonth(), now.getDate());
  const days = Math.floor(wall / DAY_MS) - Math.floor(today / DAY_MS);
  if (days === 0 || days === 1) {
    return new Intl.RelativeTimeFormat(locales[language], { numeric: "auto" }).format(days, "day");
  }
  const options: Intl.DateTimeFormatOptions = { weekday: "long", day: "numeric", month: "long", timeZone: "UTC" };
  return new Intl.DateTimeFormat(locales[language], options).format(wall);
}

/**
 * When it is, at its place; with the zone's distance from UTC where the reader's clock shows another time. What was agreed
 * is by the reader's clock: calendars give the organizer's, or UTC.
 */
export function whenText(
  { kind, at, timeZone }: Pick<Deadline, "kind" | "at" | "timeZone">,
  language: Language,
  t: TFunction,
  now = new Date(),
): string {
  const hasTime = at.includes("T");
  const wall = wallTime(hasTime ? `${at}:00` : at);
  if (wall === undefined) return at;
  if (!hasTime) return dayWord(wall, language, now);
  const format = (time: number, options: Intl.DateTimeFormatOptions): string =>
    new Intl.DateTimeFormat(locales[language], { hour: "numeric", minute: "2-digit", ...options }).format(time);
  const moment = timeZone === null ? undefined : momentOf(wall, timeZone, []);
  const here = moment === undefined ? wall : moment - new Date(moment).getTimezoneOffset() * 60_000;
  const shown = kind === "appointment" ? here : wall;
  const day = dayWord(shown, language, now);
  const time =
    shown !== here && moment !== undefined && timeZone !== null
      ? format(moment, { timeZone, timeZoneName: "shortOffset" })
      : format(shown, { timeZone: "UTC" });
  return t("deadlines.timed", { day, time });
}
