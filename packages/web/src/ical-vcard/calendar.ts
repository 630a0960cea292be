/** Reads a calendar part (iCalendar, RFC 5545; iTIP, RFC 5546). Pure. Recurrence rules are not expanded. */
import {
  type Component,
  knownZone,
  momentOf,
  type Property,
  propertiesOf,
  propertyOf,
  readComponents,
  textOf,
  type WallTime,
  wallTime,
} from "@pismo/jmap/ical";
import { type Invitation, invitationOf } from "./invitation.ts";

export interface Person {
  name: string;
  email: string;
}
export type Answer = "accepted" | "declined" | "tentative" | "none";
export interface Attendee extends Person {
  answer: Answer;
}

export interface EventTime {
  wall: WallTime;
  /** A day, not a time of the day. */
  isDay: boolean;
  /** Milliseconds; undefined: the walls of wherever the reader is. */
  moment: number | undefined;
  /** As the calendar calls it; null for UTC and where there is none. */
  zone: string | null;
}

export type Repetition = "daily" | "weekly" | "monthly" | "yearly" | "other";

export interface CalendarEvent {
  kind: "invitation" | "cancelled" | "answer" | "event";
  summary: string;
  description: string;
  location: string;
  start: EventTime | undefined;
  /** For days: the last one that belongs to it. */
  end: EventTime | undefined;
  repetition: Repetition | null;
  /** When it ends: the last time that it may begin, or how often it takes place; null: never. */
  repeatsUntil: EventTime | null;
  repeatsTimes: number | null;
  organizer: Person | null;
  attendees: Attendee[];
  /** Of how many `attendees` are the first. */
  attendeeCount: number;
  /** What can be answered; null where it is no invitation, or none that says who asks. */
  invitation: Invitation | null;
}

const MAX_EVENTS = 5;
const MAX_ATTENDEES = 100;
const day = 86_400_000;
const longest = 10_000 * day;

const answers: Record<string, Answer> = { ACCEPTED: "accepted", DECLINED: "declined", TENTATIVE: "tentative" };
const repetitions: Record<string, Repetition> = {
  DAILY: "daily",
  WEEKLY: "weekly",
  MONTHLY: "monthly",
  YEARLY: "yearly",
};

function personOf({ params, value }: Property): Person {
  const email = value.trim().replace(/^mailto:/i, "");
  return { name: (params.get("CN") ?? "").trim(), email: email.includes("@") ? email : (params.get("EMAIL") ?? "") };
}

function timeOf(property: Property | undefined, zones: readonly Component[]): EventTime | undefined {
  const value = property?.value.trim() ?? "";
  const wall = wallTime(value);
  if (wall === undefined) return undefined;
  if (!value.includes("T")) return { wall, isDay: true, moment: undefined, zone: null };
  if (value.endsWith("Z")) return { wall, isDay: false, moment: wall, zone: null };
  const tzid = property!.params.get("TZID")?.trim() ?? "";
  if (tzid === "") return { wall, isDay: false, moment: undefined, zone: null };
  return { wall, isDay: false, moment: momentOf(wall, tzid, zones), zone: knownZone(tzid) ?? tzid };
}

/** "P1DT2H" → milliseconds: RFC 5545 §3.3.6. */
function durationOf(value: string | undefined): number | undefined {
  const parts = /^\+?P(?:(\d{1,4})W)?(?:(\d{1,5})D)?(?:T(?:(\d{1,5})H)?(?:(\d{1,6})M)?(?:(\d{1,7})S)?)?$/.exec(
    value?.trim() ?? "",
  );
  if (!parts) return undefined;
  const [weeks, whole, hours, minutes, seconds] = parts.slice(1).map((each) => Number(each ?? 0));
  return (weeks! * 7 + whole!) * day + hours! * 3_600_000 + minutes! * 60_000 + seconds! * 1000;
}

const later = (time: EventTime, by: number): EventTime => ({
  ...time,
  wall: time.wall + by,
  moment: time.moment === undefined ? undefined : time.moment + by,
});

function endOf(event: Component, start: EventTime | undefined, zones: readonly Component[]): EventTime | undefined {
  if (!start) return undefined;
  const duration = durationOf(propertyOf(event, "DURATION")?.value);
  const given =
    timeOf(propertyOf(event, "DTEND"), zones) ?? (duration === undefined ? undefined : later(start, duration));
  // A day that is named as the end does not belong to it any more (§3.6.1)
  const end = given?.isDay ? later(given, -day) : given;
  const isPossible = end && end.isDay === start.isDay && end.wall > start.wall - day && end.wall - start.wall < longest;
  return isPossible && end.wall !== start.wall ? end : undefined;
}

/** RFC 5545 §3.3.10: UNTIL or COUNT, never both. */
function endOfRule(rule: string | undefined): Pick<CalendarEvent, "repeatsUntil" | "repeatsTimes"> {
  const partOf = (name: string): string | undefined => new RegExp(`(?:^|;)${name}=([^;]*)`).exec(rule ?? "")?.[1];
  const until = timeOf({ name: "UNTIL", params: new Map(), value: partOf("UNTIL") ?? "" }, []);
  const times = Number(/^[1-9]\d{0,8}$/.exec(partOf("COUNT")?.trim() ?? "")?.[0]);
  return { repeatsUntil: until ?? null, repeatsTimes: Number.isNaN(times) ? null : times };
}

function eventOf(event: Component, method: string, zones: readonly Component[]): CalendarEvent {
  const isCancelled = method === "CANCEL" || textOf(propertyOf(event, "STATUS")).toUpperCase() === "CANCELLED";
  const kinds: Record<string, CalendarEvent["kind"]> = { REQUEST: "invitation", REPLY: "answer" };
  const start = timeOf(propertyOf(event, "DTSTART"), zones);
  const organizer = propertyOf(event, "ORGANIZER");
  const attendees = propertiesOf(event, "ATTENDEE");
  const rule = propertyOf(event, "RRULE")?.value.toUpperCase();
  const kind = isCancelled ? "cancelled" : (kinds[method] ?? "event");
  const frequency = /(?:^|;)FREQ=(\w+)/.exec(rule ?? "")?.[1] ?? "";
  const isEvery = !/(?:^|;)INTERVAL=(?!1(?:;|$))/.test(rule ?? "");
  return {
    kind,
    summary: textOf(propertyOf(event, "SUMMARY")),
    description: textOf(propertyOf(event, "DESCRIPTION")),
    location: textOf(propertyOf(event, "LOCATION")),
    start,
    end: endOf(event, start, zones),
    repetition: rule === undefined ? null : ((isEvery ? repetitions[frequency] : undefined) ?? "other"),
    ...endOfRule(rule),
    organizer: organizer ? personOf(organizer) : null,
    attendees: attendees.slice(0, MAX_ATTENDEES).map((attendee) => ({
      ...personOf(attendee),
      answer: answers[attendee.params.get("PARTSTAT")?.toUpperCase() ?? ""] ?? "none",
    })),
    attendeeCount: attendees.length,
    invitation: kind === "invitation" ? invitationOf(event, zones) : null,
  };
}

/** The first few events of a calendar; those that change one time of a repeated event follow it. */
export function readCalendar(text: string): CalendarEvent[] {
  const found = readComponents(text)
    .filter(({ name }) => name === "VCALENDAR")
    .flatMap((calendar) => {
      const events = calendar.components.filter(({ name }) => name === "VEVENT").slice(0, MAX_EVENTS);
      return events.map((event) => ({ event, calendar }));
    });
  // Cut before they are read: a file may hold thousands of calendars, and each zone is a formatter of its own.
  return found.slice(0, MAX_EVENTS).map(({ event, calendar }) => {
    const method = textOf(propertyOf(calendar, "METHOD")).toUpperCase();
    const zones = calendar.components.filter(({ name }) => name === "VTIMEZONE");
    return eventOf(event, method, zones);
  });
}
