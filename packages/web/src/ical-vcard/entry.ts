/** Entries for a person's own calendar (RFC 5545 §3.6.1). Pure. */
import { momentOf, utc, wallTime } from "@pismo/jmap/ical";
import { calendarText, escaped, oneLine } from "./written-lines.ts";

export interface Entry {
  /** The same whenever it is written: calendars then replace what they have (RFC 5545 §3.8.4.7). */
  uid: string;
  title: string;
  /** A day, "2026-12-05", or a time on the walls of its place, "2026-12-05T14:35". */
  at: string;
  /** Of a time: a name of IANA's or an offset; null where it is not known. */
  timeZone: string | null;
  description: string;
}

/**
 * A day is one everywhere. A moment is written in UTC, which needs no description of its zone; a time whose zone is not
 * known floats: it is what the walls show wherever one is (RFC 5545 §3.3.5).
 */
function startOf({ at, timeZone }: Entry): string | undefined {
  const wall = wallTime(at.includes("T") ? `${at}:00` : at);
  if (wall === undefined) return undefined;
  const written = utc(wall).slice(0, -1);
  if (!at.includes("T")) return `;VALUE=DATE:${written.slice(0, 8)}`;
  const moment = timeZone === null ? undefined : momentOf(wall, timeZone, []);
  return `:${moment === undefined ? written : utc(moment)}`;
}

function eventLines(entry: Entry, now: number): string[] {
  const start = startOf(entry);
  if (start === undefined) return [];
  const { uid, title, description } = entry;
  return [
    "BEGIN:VEVENT",
    `UID:${oneLine(uid)}`,
    `DTSTAMP:${utc(now)}`,
    `DTSTART${start}`,
    `SUMMARY:${escaped(oneLine(title))}`,
    ...(description === "" ? [] : [`DESCRIPTION:${escaped(description.replaceAll(/[^\P{Cc}\n]/gu, ""))}`]),
    "TRANSP:TRANSPARENT",
    "END:VEVENT",
  ];
}

/** @param now in milliseconds @returns undefined where none of them is at a day or a time */
export function writeEntries(entries: readonly Entry[], now: number): string | undefined {
  const events = entries.flatMap((entry) => eventLines(entry, now));
  if (events.length === 0) return undefined;
  return calendarText(["BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//Pismo//Pismo//EN", ...events, "END:VCALENDAR"]);
}
