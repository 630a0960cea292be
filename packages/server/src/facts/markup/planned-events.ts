/** The events of calendar parts that plan something: what is asked, published, changed or called off (RFC 5546). Pure. */
import { type Component, propertyOf, readComponents, textOf } from "@pismo/jmap/ical";

export interface PlannedEvent {
  event: Component;
  isCancelled: boolean;
  /** The calendar's own. */
  zones: readonly Component[];
}

const MAX_CALENDAR = 256 * 1024;
/** What holds more is a calendar, and no appointment. */
const MAX_EVENTS = 5;
/** With the times of repeated ones that were changed. */
const MAX_COMPONENTS = 100;
const methods: ReadonlySet<string> = new Set(["", "PUBLISH", "REQUEST", "CANCEL"]);

/** In their order; those of a calendar that comes twice, in the letter and as its file, are there twice. */
export function plannedEvents(calendars: readonly string[]): PlannedEvent[] {
  const events = calendars
    .map((text) => text.slice(0, MAX_CALENDAR))
    .flatMap((text) => readComponents(text))
    .filter(({ name }) => name === "VCALENDAR")
    .flatMap((calendar) => {
      const method = textOf(propertyOf(calendar, "METHOD")).toUpperCase();
      if (!methods.has(method)) return [];
      const zones = calendar.components.filter(({ name }) => name === "VTIMEZONE");
      return calendar.components
        .filter(({ name }) => name === "VEVENT")
        .map((event): PlannedEvent => {
          const isOff = textOf(propertyOf(event, "STATUS")).toUpperCase() === "CANCELLED";
          return { event, isCancelled: method === "CANCEL" || isOff, zones };
        });
    });
  const uids = new Set(events.map(({ event }) => propertyOf(event, "UID")?.value ?? ""));
  return uids.size > MAX_EVENTS || events.length > MAX_COMPONENTS ? [] : events;
}
