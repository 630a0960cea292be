/** Date fields: RFC 5322 §3.3 with its obsolete forms, and other forms found in mail. Pure. */
import type { JmapDate } from "@pismo/jmap";

const months = ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"];
/** RFC 5322 §4.3, in minutes. Others count as unknown, which is -0000. */
const zones: Record<string, number> = {
  est: -300,
  edt: -240,
  cst: -360,
  cdt: -300,
  mst: -420,
  mdt: -360,
  pst: -480,
  pdt: -420,
};

const pattern =
  /(\d{1,2})[\s-]+([a-z]{3})[a-z]*\.?[\s,-]+(\d{2,4})[\s,]+(\d{1,2})[:.](\d{2})(?:[:.](\d{2}))?(?:[.,]\d+)?\s*(?:(am|pm)\b)?\s*(?:(?:gmt|utc?)?\s*([+-])(\d{1,2}):?(\d{2})|([a-z]{1,5}))?/i;
/** Mon Nov 21 14:05:00 2026, as ctime writes it. */
const ctime =
  /([a-z]{3})[a-z]*\s+(\d{1,2})\s+(\d{1,2}):(\d{2})(?::(\d{2}))?(?:\s+[a-z]{1,5})?\s+(\d{4})(?:\s*([+-])(\d{2})(\d{2}))?/i;

const two = (value: number): string => String(value).padStart(2, "0");

function format(parts: {
  year: number;
  month: number;
  day: number;
  hour: number;
  minute: number;
  second: number;
  offset: number;
}): JmapDate | null {
  const { year, month, day, hour, minute, offset } = parts;
  // ECMAScript has no leap seconds.
  const second = Math.min(parts.second, 59);
  const isReal =
    year >= 1000 &&
    month >= 0 &&
    day >= 1 &&
    day <= new Date(Date.UTC(year, month + 1, 0)).getUTCDate() &&
    hour < 24 &&
    minute < 60;
  if (!isReal || Math.abs(offset) >= 24 * 60) return null;
  const zone =
    offset === 0
      ? "Z"
      : `${offset < 0 ? "-" : "+"}${two(Math.floor(Math.abs(offset) / 60))}:${two(Math.abs(offset) % 60)}`;
  return `${String(year).padStart(4, "0")}-${two(month + 1)}-${two(day)}T${two(hour)}:${two(minute)}:${two(second)}${zone}`;
}

/** RFC 5322 §4.3: two digits up to 49 are of this century; three digits count from 1900. */
function fullYear(text: string): number {
  const year = Number(text);
  if (text.length === 2) return year < 50 ? 2000 + year : 1900 + year;
  return text.length === 3 ? 1900 + year : year;
}

function hourOf(text: string, half: string | undefined): number {
  const hour = Number(text);
  if (!half) return hour;
  return (hour % 12) + (half.toLowerCase() === "pm" ? 12 : 0);
}

const offsetOf = (sign: string | undefined, hours: string | undefined, minutes: string | undefined): number =>
  (sign === "-" ? -1 : 1) * (Number(hours ?? 0) * 60 + Number(minutes ?? 0));

/** Converts a date field to RFC 3339 with its offset; null where it is no date. */
export function parseDate(raw: string): JmapDate | null {
  const text = raw.replace(/\([^()]*\)/g, " ").slice(0, 200);
  const found = pattern.exec(text);
  if (found) {
    const [, day, month, year, hour, minute, second, half, sign, zoneHours, zoneMinutes, zone] = found;
    return format({
      year: fullYear(year!),
      month: months.indexOf(month!.toLowerCase()),
      day: Number(day),
      hour: hourOf(hour!, half),
      minute: Number(minute),
      second: Number(second ?? 0),
      offset: sign ? offsetOf(sign, zoneHours, zoneMinutes) : (zones[zone?.toLowerCase() ?? ""] ?? 0),
    });
  }
  const other = ctime.exec(text);
  if (other) {
    const [, month, day, hour, minute, second, year, sign, zoneHours, zoneMinutes] = other;
    return format({
      year: Number(year),
      month: months.indexOf(month!.toLowerCase()),
      day: Number(day),
      hour: Number(hour),
      minute: Number(minute),
      second: Number(second ?? 0),
      offset: offsetOf(sign, zoneHours, zoneMinutes),
    });
  }
  const iso =
    /^\s*(\d{4})-(\d{2})-(\d{2})[T ](\d{2}):(\d{2})(?::(\d{2}))?(?:\.\d+)?\s*(?:Z|([+-])(\d{2}):?(\d{2}))?/i.exec(text);
  if (!iso) return null;
  const [, year, month, day, hour, minute, second, sign, zoneHours, zoneMinutes] = iso;
  return format({
    year: Number(year),
    month: Number(month) - 1,
    day: Number(day),
    hour: Number(hour),
    minute: Number(minute),
    second: Number(second ?? 0),
    offset: offsetOf(sign, zoneHours, zoneMinutes),
  });
}
