/** Tickets and journeys of calendar parts (RFC 5545) that a seller published. Invitations (RFC 5546) are neither: appointments.ts. Pure. */
import type { FactFieldName } from "@pismo/jmap";
import { isoTime, type LocalTime } from "../values/iso-time.ts";

const MAX_CALENDAR = 64 * 1024;
const MAX_LINES = 2_000;
const MAX_EVENTS = 10;
/** Letters of what an event is called; the rest is cut off. */
const MAX_SUMMARY = 500;

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

/** The lines of each event. */
function events(lines: readonly Line[]): Line[][] {
  const found: Line[][] = [];
  for (const line of lines) {
    const isEdge = line.value === "VEVENT";
    if (line.name === "BEGIN" && isEdge) found.push([]);
    else if (!(line.name === "END" && isEdge)) found.at(-1)?.push(line);
  }
  return found;
}

export interface CalendarEvent {
  summary: string;
  place: string;
  /** CATEGORIES, RFC 5545 §3.8.1.2. */
  categories: string;
  start: LocalTime;
  end: LocalTime | undefined;
  isCancelled: boolean;
}

function timeOf(line: Line | undefined): LocalTime | undefined {
  const time = isoTime(line?.value ?? "");
  if (!line || !time) return undefined;
  const [, zone] = /;TZID="?([\w+/-]{3,60})"?/i.exec(line.parameters) ?? [];
  return { local: time.local, zone: time.local.includes("T") ? (zone ?? time.zone) : undefined };
}

/** What a seller published, or called off. */
export function calendarEvents(calendar: string): CalendarEvent[] {
  const lines = calendar
    .slice(0, MAX_CALENDAR)
    .replace(/\r?\n[ \t]/g, "")
    .split(/\r?\n/)
    .slice(0, MAX_LINES)
    .map(readLine);
  const method = lines.find(({ name }) => name === "METHOD")?.value.toUpperCase() ?? "PUBLISH";
  if (method !== "PUBLISH" && method !== "CANCEL") return [];
  return events(lines).flatMap((event): CalendarEvent[] => {
    const lineOf = (name: string): Line | undefined => event.find((line) => line.name === name);
    const textOf = (name: string): string => unescaped(lineOf(name)?.value ?? "");
    const start = timeOf(lineOf("DTSTART"));
    const summary = textOf("SUMMARY").slice(0, MAX_SUMMARY);
    if (!start || summary === "" || lineOf("ATTENDEE")) return [];
    const isCancelled = method === "CANCEL" || textOf("STATUS").toUpperCase() === "CANCELLED";
    const rest = { place: textOf("LOCATION"), categories: textOf("CATEGORIES"), end: timeOf(lineOf("DTEND")) };
    return [{ summary, start, isCancelled, ...rest }];
  });
}

type Fields = Partial<Record<FactFieldName, string | undefined>>;

const ticketOf = ({ summary, place, start }: CalendarEvent): Fields => ({
  event: summary,
  place,
  startAt: start.local,
  startTimeZone: start.zone,
});

const stays = /hotel|hostel|lodging|accommodation|check-?in|отел|гостиниц|хостел|проживани|заезд/iu;
const numbers = /(?<![\p{L}\p{N}])((?:[A-Z]{2}|[A-Z]\d|\d[A-Z]) ?\d{2,4}|\d{3}[А-Я]{1,2})(?![\p{L}\p{N}])/u;
// Bounded: a word in capitals is tried from each of its letters.
const ends =
  /(\p{Lu}[\p{L}’'-]{1,40}(?: \p{Lu}[\p{L}’'-]{1,40}){0,2})(?: \([A-Z]{3}\))? ?(?:→|->|[—–]| to ) ?(\p{Lu}[\p{L}’'-]{1,40}(?: \p{Lu}[\p{L}’'-]{1,40}){0,2})/u;

/** "BA 123 London to Rome" with its times, or a stay; nothing where it could be anything. */
function journeyOf({ summary, place, categories, start, end }: CalendarEvent): Fields {
  if (stays.test(`${summary} ${categories}`)) {
    return { place: place === "" ? summary : place, startAt: start.local, endAt: end?.local };
  }
  const number = numbers.exec(summary)?.[1];
  const [, from, to] = ends.exec(summary) ?? [];
  if ((number === undefined && from === undefined) || !start.local.includes("T")) return {};
  const departure = { departureAt: start.local, departureTimeZone: start.zone };
  return { from, to, number, ...departure, arrivalAt: end?.local, arrivalTimeZone: end?.zone };
}

/** The facts of the events, as those of journeys or of tickets; where the kind has one fact a letter, of the only one. */
export function calendarFacts(kind: "travel" | "ticket", calendars: readonly string[]): [FactFieldName, string][][] {
  const found = calendars.flatMap(calendarEvents);
  if (kind === "ticket" && found.length !== 1) return [];
  return found.slice(0, MAX_EVENTS).flatMap((event) => {
    const known = Object.entries(kind === "ticket" ? ticketOf(event) : journeyOf(event)).flatMap(
      ([name, value]): [FactFieldName, string][] => (value ? [[name as FactFieldName, value]] : []),
    );
    if (known.length === 0) return [];
    return [event.isCancelled ? [...known, ["state", "cancelled"] as [FactFieldName, string]] : known];
  });
}
