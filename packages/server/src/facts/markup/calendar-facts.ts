/** Tickets of calendar parts (RFC 5545) that a seller published. Invitations (RFC 5546) are no tickets. Pure. */
import type { FactFieldName } from "@pismo/jmap";
import { isoTime } from "../values/iso-time.ts";

const MAX_CALENDAR = 64 * 1024;
const MAX_LINES = 2_000;

interface Line {
  name: string;
  parameters: string;
  value: string;
}

function readLine(line: string): Line {
  // A parameter's value may be quoted and contain a colon.
  const [, name = "", parameters = "", value = ""] =
    /^([\w-]+)((?:;[\w-]+=(?:"[^"]*"|[^";:]*))*):(.*)$/.exec(line) ?? [];
  return { name: name.toUpperCase(), parameters, value };
}

const unescaped = (text: string): string =>
  text
    .replace(/\\n/gi, " ")
    .replace(/\\([,;\\])/g, "$1")
    .replace(/\s+/g, " ")
    .trim();

/** The lines of the one event; undefined where there are several, or none. */
function eventLines(lines: readonly Line[]): Line[] | undefined {
  const starts = lines.flatMap(({ name, value }, index) => (name === "BEGIN" && value === "VEVENT" ? [index] : []));
  const end = lines.findIndex(({ name, value }) => name === "END" && value === "VEVENT");
  return starts.length === 1 && end > starts[0]! ? lines.slice(starts[0]! + 1, end) : undefined;
}

export function calendarTicket(calendar: string): [FactFieldName, string][] {
  const lines = calendar
    .slice(0, MAX_CALENDAR)
    .replace(/\r?\n[ \t]/g, "")
    .split(/\r?\n/)
    .slice(0, MAX_LINES)
    .map(readLine);
  const method = lines.find(({ name }) => name === "METHOD")?.value.toUpperCase();
  const event = eventLines(lines);
  if (!event || (method !== undefined && method !== "PUBLISH")) return [];
  if (event.some(({ name, value }) => name === "ATTENDEE" || (name === "STATUS" && value === "CANCELLED"))) return [];
  const valueOf = (name: string): string | undefined => event.find((line) => line.name === name)?.value;
  const start = event.find(({ name }) => name === "DTSTART");
  const time = isoTime(start?.value ?? "");
  const summary = unescaped(valueOf("SUMMARY") ?? "");
  if (!time || summary === "") return [];
  const [, zone] = /;TZID="?([\w+/-]{3,60})"?/i.exec(start!.parameters) ?? [];
  const place = unescaped(valueOf("LOCATION") ?? "");
  const startTimeZone = time.local.includes("T") ? (zone ?? time.zone) : undefined;
  return [
    ["event", summary],
    ...(place === "" ? [] : [["place", place] as [FactFieldName, string]]),
    ["startAt", time.local],
    ...(startTimeZone === undefined ? [] : [["startTimeZone", startTimeZone] as [FactFieldName, string]]),
  ];
}
