/** When an event is, in the reader's time and, where that is another, in its own. Pure. */
import type { CalendarEvent, EventTime } from "../../ical-vcard/index.ts";
import { type Language, locales } from "../../i18n/languages.ts";

export interface WhenText {
  /** For the reader: in their zone where the moment is known, else as the walls show it. */
  text: string;
  /** The local time of the event where its zone differs from the reader's. */
  there: { text: string; zone: string } | undefined;
  /** An unknown zone: `text` is its time. */
  unknownZone: string | undefined;
}

const day: Intl.DateTimeFormatOptions = { weekday: "long", day: "numeric", month: "long", year: "numeric" };
const minute: Intl.DateTimeFormatOptions = { ...day, hour: "numeric", minute: "2-digit" };

function rangeText(
  start: number,
  end: number | undefined,
  options: Intl.DateTimeFormatOptions,
  language: Language,
): string {
  const format = new Intl.DateTimeFormat(locales[language], options);
  return end === undefined ? format.format(start) : format.formatRange(start, end);
}

/** @param zone the reader's */
export function whenText(
  { start, end }: { start: EventTime } & Pick<CalendarEvent, "end">,
  language: Language,
  zone = new Intl.DateTimeFormat().resolvedOptions().timeZone,
): WhenText {
  // Walls are kept as if they were in UTC, so they are read there.
  const walls = rangeText(start.wall, end?.wall, { ...(start.isDay ? day : minute), timeZone: "UTC" }, language);
  if (start.isDay || start.moment === undefined) {
    return { text: walls, there: undefined, unknownZone: start.zone ?? undefined };
  }
  const text = rangeText(start.moment, end?.moment, { ...minute, timeZone: zone }, language);
  const isOther = start.zone !== null && text !== walls;
  return { text, there: isOther ? { text: walls, zone: start.zone! } : undefined, unknownZone: undefined };
}

/** The day of a time, for the reader. @param zone the reader's */
export function dayText(
  { wall, isDay, moment }: EventTime,
  language: Language,
  zone = new Intl.DateTimeFormat().resolvedOptions().timeZone,
): string {
  const isWall = isDay || moment === undefined;
  return new Intl.DateTimeFormat(locales[language], {
    day: "numeric",
    month: "long",
    year: "numeric",
    timeZone: isWall ? "UTC" : zone,
  }).format(isWall ? wall : moment);
}
