/** From the time that a clock on some wall shows to the moment that it means. Pure. */
import { type Component, propertyOf } from "./content-lines.ts";

/** Local time with its fields as if they were UTC: milliseconds. */
export type WallTime = number;

const MAX_OBSERVANCES = 100;
/** In characters; longer names are no zones, and looking for one in them takes time with the square of their length. */
const MAX_ZONE_NAME = 255;
const days = ["SU", "MO", "TU", "WE", "TH", "FR", "SA"];

/** A zone's name as browsers know it: "Europe/Moscow", and what programs put before it. */
export function knownZone(tzid: string): string | undefined {
  if (tzid.length > MAX_ZONE_NAME) return undefined;
  const name = /[A-Z][\w+-]+(?:\/[\w+-]+){1,2}$/i.exec(tzid)?.[0] ?? tzid;
  try {
    return clockOf(name).resolvedOptions().timeZone;
  } catch {
    return undefined;
  }
}

/** The last one: a repeated event asks for hundreds of moments of one zone. */
let lastClock: { zone: string; clock: Intl.DateTimeFormat } | undefined;

/** @throws RangeError for an unknown zone */
function clockOf(zone: string): Intl.DateTimeFormat {
  if (lastClock?.zone !== zone) {
    const clock = new Intl.DateTimeFormat("en", {
      timeZone: zone,
      hourCycle: "h23",
      year: "numeric",
      month: "numeric",
      day: "numeric",
      hour: "numeric",
      minute: "numeric",
      second: "numeric",
      era: "short",
    });
    lastClock = { zone, clock };
  }
  return lastClock.clock;
}

/** Milliseconds that the walls of a zone are ahead of UTC at a moment. */
function offsetAt(zone: string, moment: number): number {
  const parts = clockOf(zone).formatToParts(moment);
  const part = (type: string): number => Number(parts.find((each) => each.type === type)?.value);
  const wall = Date.UTC(part("year"), part("month") - 1, part("day"), part("hour"), part("minute"), part("second"));
  return wall - Math.floor(moment / 1000) * 1000;
}

/** Twice: at a change of the clocks the first guess may lie on its other side. */
function inKnownZone(wall: WallTime, zone: string): number {
  const guess = wall - offsetAt(zone, wall);
  return wall - offsetAt(zone, guess);
}

/** "+0300" → milliseconds. */
function offsetOf(value: string | undefined): number | undefined {
  const [, sign, hours, minutes] = /^([+-])(\d{2}):?(\d{2})/.exec(value?.trim() ?? "") ?? [];
  return sign ? (sign === "-" ? -1 : 1) * (Number(hours) * 60 + Number(minutes)) * 60_000 : undefined;
}

/** "20240411T110000" → what the wall shows; a date is its midnight. */
export function wallTime(value: string): WallTime | undefined {
  const [, year, month, day, hours = 0, minutes = 0, seconds = 0] =
    /^(\d{4})-?(\d{2})-?(\d{2})(?:T(\d{2}):?(\d{2}):?(\d{2})?)?Z?$/.exec(value.trim()) ?? [];
  if (!year) return undefined;
  const time = Date.UTC(Number(year), Number(month) - 1, Number(day), Number(hours), Number(minutes), Number(seconds));
  // "20240231" is no day; and years before 100 are others to Date.UTC
  return new Date(time).getUTCMonth() === Number(month) - 1 && Number(year) >= 100 ? time : undefined;
}

/** "-1SU" of a month: the day that it is. */
function nthDay(year: number, month: number, rule: string): number | undefined {
  const [, sign = "", number, day = ""] = /^([+-]?)(\d?)(SU|MO|TU|WE|TH|FR|SA)$/.exec(rule) ?? [];
  const weekday = days.indexOf(day);
  if (weekday < 0) return undefined;
  const nth = Number(number) || 1;
  if (sign === "-") {
    const last = new Date(Date.UTC(year, month, 0));
    return last.getUTCDate() - ((last.getUTCDay() - weekday + 7) % 7) - (nth - 1) * 7;
  }
  const first = new Date(Date.UTC(year, month - 1, 1)).getUTCDay();
  return 1 + ((weekday - first + 7) % 7) + (nth - 1) * 7;
}

/** When an observance last began before the wall showed `wall`: once, or every year (all that calendars write). */
function lastOnset(observance: Component, wall: WallTime): number | undefined {
  const start = wallTime(propertyOf(observance, "DTSTART")?.value ?? "");
  if (start === undefined || start > wall) return undefined;
  const rule = new Map(
    (propertyOf(observance, "RRULE")?.value ?? "").split(";").map((part): [string, string] => {
      const [name = "", value = ""] = part.split("=");
      return [name.toUpperCase(), value.toUpperCase()];
    }),
  );
  const month = Number(rule.get("BYMONTH"));
  if (rule.get("FREQ") !== "YEARLY" || !(month >= 1 && month <= 12)) return start;
  const until = wallTime(rule.get("UNTIL") ?? "") ?? Infinity;
  const year = new Date(wall).getUTCFullYear();
  // Before 1970 the remainder is negative
  const timeOfDay = ((start % 86_400_000) + 86_400_000) % 86_400_000;
  const onsets = [year, year - 1].flatMap((each) => {
    const day = nthDay(each, month, rule.get("BYDAY") ?? "") ?? new Date(start).getUTCDate();
    const onset = Date.UTC(each, month - 1, day) + timeOfDay;
    return onset >= start && onset <= Math.min(wall, until) ? [onset] : [];
  });
  return Math.max(start, ...onsets);
}

/** By the zone's own description in the calendar. */
function inDescribedZone(wall: WallTime, { components }: Component): number | undefined {
  let latest: { onset: number; offset: number } | undefined;
  for (const observance of components.slice(0, MAX_OBSERVANCES)) {
    const onset = lastOnset(observance, wall);
    const offset = offsetOf(propertyOf(observance, "TZOFFSETTO")?.value);
    if (onset !== undefined && offset !== undefined && (!latest || onset > latest.onset)) latest = { onset, offset };
  }
  return latest && wall - latest.offset;
}

/** The instant; undefined for an unknown zone. */
export function momentOf(wall: WallTime, tzid: string, zones: readonly Component[]): number | undefined {
  const zone = knownZone(tzid);
  if (zone) return inKnownZone(wall, zone);
  const described = zones.find((each) => propertyOf(each, "TZID")?.value.trim() === tzid);
  return described && inDescribedZone(wall, described);
}
