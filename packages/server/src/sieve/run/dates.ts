/** Parts of dates: RFC 5260 §4.2. */
import { parseDate } from "../../mime/headers/dates.ts";

const DAY_MS = 86_400_000;
/** Of the Modified Julian Day. */
const JULIAN_START_MS = Date.UTC(1858, 10, 17);
const days = ["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"];
const months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"];

export interface SieveDate {
  time: Date;
  /** Minutes east of Greenwich. */
  offset: number;
}

const pad = (value: number, digits = 2): string => String(value).padStart(digits, "0");

const zoneText = (offset: number, colon = ""): string =>
  `${offset < 0 ? "-" : "+"}${pad(Math.floor(Math.abs(offset) / 60))}${colon}${pad(Math.abs(offset) % 60)}`;

/** "+0300" in minutes. */
export function zoneOffset(zone: string): number | undefined {
  const [, sign, hours, minutes] = /^([+-])(\d\d)(\d\d)$/.exec(zone) ?? [];
  return sign === undefined ? undefined : (sign === "-" ? -1 : 1) * (Number(hours) * 60 + Number(minutes));
}

export const localOffset = (time: Date): number => -time.getTimezoneOffset();

/** RFC 5260 §4: of fields such as Received the date is behind the last semicolon. */
export function dateOf(field: string): SieveDate | undefined {
  const text = parseDate(field.slice(field.lastIndexOf(";") + 1));
  if (text === null) return undefined;
  const zone = /([+-]\d\d):(\d\d)$/.exec(text);
  return { time: new Date(text), offset: zone ? zoneOffset(`${zone[1]}${zone[2]}`)! : 0 };
}

const parts: Record<string, (shown: Date, offset: number) => string> = {
  year: (shown) => pad(shown.getUTCFullYear(), 4),
  month: (shown) => pad(shown.getUTCMonth() + 1),
  day: (shown) => pad(shown.getUTCDate()),
  date: (shown) => shown.toISOString().slice(0, 10),
  julian: (shown) => String(Math.floor((shown.getTime() - JULIAN_START_MS) / DAY_MS)),
  hour: (shown) => pad(shown.getUTCHours()),
  minute: (shown) => pad(shown.getUTCMinutes()),
  second: (shown) => pad(shown.getUTCSeconds()),
  time: (shown) => shown.toISOString().slice(11, 19),
  iso8601: (shown, offset) => `${shown.toISOString().slice(0, 19)}${zoneText(offset, ":")}`,
  std11: (shown, offset) =>
    `${days[shown.getUTCDay()]}, ${pad(shown.getUTCDate())} ${months[shown.getUTCMonth()]} ` +
    `${pad(shown.getUTCFullYear(), 4)} ${shown.toISOString().slice(11, 19)} ${zoneText(offset)}`,
  zone: (_, offset) => zoneText(offset),
  weekday: (shown) => String(shown.getUTCDay()),
};

/** @returns undefined: there is no such part */
export function datePart({ time, offset }: SieveDate, part: string): string | undefined {
  const key = part.toLowerCase();
  return Object.hasOwn(parts, key) ? parts[key]!(new Date(time.getTime() + offset * 60_000), offset) : undefined;
}
