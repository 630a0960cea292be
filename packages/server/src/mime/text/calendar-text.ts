/** What a person reads of a calendar part (RFC 5545), for the search: no names of properties, no numbers, no times. Pure. */
import { type Component, type Property, readComponents, textOf } from "@pismo/jmap/ical";

/** Their values are written by people. */
const written = new Set(["SUMMARY", "DESCRIPTION", "LOCATION", "COMMENT", "CATEGORIES", "CONTACT"]);
const people = new Set(["ORGANIZER", "ATTENDEE"]);

function wordsOf(property: Property): string {
  const { name, params, value } = property;
  if (written.has(name)) return textOf(property);
  return people.has(name) ? `${params.get("CN") ?? ""} ${value.replace(/^mailto:/i, "")}` : "";
}

const textsOf = ({ properties, components }: Component): string[] => [
  ...properties.map(wordsOf),
  ...components.flatMap(textsOf),
];

/** @param calendar as it stands in its part @param limit characters of one value */
export const calendarText = (calendar: string, limit: number): string =>
  readComponents(calendar, limit)
    .flatMap(textsOf)
    .filter((text) => text.trim() !== "")
    .join("\n");
