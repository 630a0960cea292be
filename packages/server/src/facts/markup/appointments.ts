/** What is agreed in calendar parts: invitations, their changes, and what is called off (RFC 5546). Pure. */
import {
  type Appointment,
  type Component,
  knownZone,
  momentOf,
  type Property,
  propertiesOf,
  propertyOf,
  sequenceOf,
  textOf,
  wallTime,
} from "@pismo/jmap/ical";
import { timesBetween } from "../values/recurrence.ts";
import type { PlannedEvent } from "./planned-events.ts";

/** A repeated one is followed for so long. */
const AHEAD_MS = 400 * 86_400_000;
const MINUTE = 60_000;
const MAX_UID = 250;
/** More is an address or a way to it. */
const MAX_PLACE = 80;
const MAX_EXCEPTIONS = 1000;

interface Time {
  /** As the walls show it: milliseconds. */
  wall: number;
  isDay: boolean;
  /** As the calendar calls it; "Z": UTC. */
  zone: string;
}

function timeIn(value: string, property: Property): Time | undefined {
  const wall = wallTime(value);
  const year = wall === undefined ? 0 : new Date(wall).getUTCFullYear();
  if (wall === undefined || year < 1970 || year > 2100) return undefined;
  const isDay = !value.includes("T");
  const zone = isDay ? "" : value.trim().endsWith("Z") ? "Z" : (property.params.get("TZID")?.trim() ?? "");
  return { wall, isDay, zone };
}

const timeOf = (property: Property | undefined): Time | undefined => property && timeIn(property.value, property);

/** The calendar's own zones. */
type Zones = readonly Component[];

/** Where the zone is not known, as if the walls showed UTC. */
const instantOf = ({ wall, zone }: Time, zones: Zones): number =>
  zone === "" || zone === "Z" ? wall : (momentOf(wall, zone, zones) ?? wall);

const two = (value: number): string => String(value).padStart(2, "0");

function offsetText(minutes: number): string {
  const [sign, distance] = [minutes < 0 ? "-" : "+", Math.abs(minutes)];
  return `${sign}${two(Math.floor(distance / 60))}:${two(distance % 60)}`;
}

function written(time: Time, zones: Zones): Pick<Appointment, "at" | "timeZone"> {
  const at = new Date(time.wall).toISOString().slice(0, time.isDay ? 10 : 16);
  if (time.isDay || time.zone === "") return { at, timeZone: null };
  const name = time.zone === "Z" ? "+00:00" : knownZone(time.zone);
  if (name !== undefined) return { at, timeZone: name };
  const moment = momentOf(time.wall, time.zone, zones);
  return { at, timeZone: moment === undefined ? null : offsetText(Math.round((time.wall - moment) / MINUTE)) };
}

const oneLine = (property: Property | undefined): string => textOf(property).replaceAll(/\s+/g, " ");

function titleOf(event: Component): string {
  const place = oneLine(propertyOf(event, "LOCATION"));
  const isShort = place !== "" && place.length <= MAX_PLACE && !place.includes("://");
  return [oneLine(propertyOf(event, "SUMMARY")), ...(isShort ? [place] : [])].join(", ");
}

/** Each time of a repeated one that lies ahead. */
function timesOf(event: Component, start: Time, zones: Zones, now: number): Time[] | undefined {
  const rule = propertyOf(event, "RRULE")?.value;
  if (rule === undefined) return undefined;
  const momentAt = (wall: number): number => instantOf({ ...start, wall }, zones);
  const walls = timesBetween({ start: start.wall, rule, momentOf: momentAt }, now - 2 * 86_400_000, now + AHEAD_MS);
  const without = new Set(
    propertiesOf(event, "EXDATE")
      .flatMap((property) => property.value.split(",").map((value) => timeIn(value, property)))
      .slice(0, MAX_EXCEPTIONS)
      .map((time) => time && instantOf(time, zones)),
  );
  return walls?.map((wall) => ({ ...start, wall })).filter((time) => !without.has(instantOf(time, zones)));
}

function read({ event, isCancelled, zones }: PlannedEvent, now: number): Appointment[] {
  const uid = (propertyOf(event, "UID")?.value.trim() ?? "").slice(0, MAX_UID);
  const known = { uid, sequence: sequenceOf(event), title: titleOf(event) };
  const off = { at: null, timeZone: null };
  const start = timeOf(propertyOf(event, "DTSTART"));
  const changed = propertyOf(event, "RECURRENCE-ID");
  if (changed) {
    const time = timeOf(changed);
    // Of this time and all that follow: no calendar writes it any more.
    if (!time || uid === "" || changed.params.has("RANGE") || (!start && !isCancelled)) return [];
    const instance = Math.floor(instantOf(time, zones) / MINUTE);
    return [{ ...known, instance, ...(isCancelled || !start ? off : written(start, zones)) }];
  }
  if (isCancelled) return uid === "" ? [] : [{ ...known, instance: null, ...off }];
  if (!start || oneLine(propertyOf(event, "SUMMARY")) === "") return [];
  const times = timesOf(event, start, zones, now);
  if (!times || uid === "") return [{ ...known, instance: null, ...written(start, zones) }];
  // The first line tells of all of them.
  return [
    { ...known, instance: null, ...off },
    ...times.map((time) => ({
      ...known,
      instance: Math.floor(instantOf(time, zones) / MINUTE),
      ...written(time, zones),
    })),
  ];
}

const isChange = ({ event }: PlannedEvent): number => Number(propertyOf(event, "RECURRENCE-ID") !== undefined);

/** @param now milliseconds: what a repeated one has behind it is left out */
export function appointmentsIn(events: readonly PlannedEvent[], now: number): Appointment[] {
  // A time that was changed follows the rule that it breaks; a calendar often comes both in the letter and as its file.
  const found = new Map<string, Appointment>();
  for (const planned of events.toSorted((one, other) => isChange(one) - isChange(other))) {
    for (const each of read(planned, now)) {
      const { instance, uid, at, title } = each;
      found.set(`${instance}|${uid === "" ? `${at} ${title}` : uid}`, each);
    }
  }
  return [...found.values()];
}
