/** What vCard has no property for, read back: JSPROP (RFC 9555 §3.2.1). Pure. */
import { isObject, type JsonObject } from "../core/json-object.ts";
import { escapeToken, tokensOf } from "../core/patch.ts";
import { escaped } from "./lines-out.ts";

/** The texts that an entry must have, by its property (RFC 9553 §2). */
const needed: Readonly<Record<string, readonly string[]>> = {
  anniversaries: ["kind"],
  calendars: ["uri"],
  cryptoKeys: ["uri"],
  directories: ["uri"],
  links: ["uri"],
  localizations: [],
  personalInfo: ["kind", "value"],
  relatedTo: [],
  schedulingAddresses: ["uri"],
};

const isDate = (date: unknown): boolean => {
  if (!isObject(date)) return false;
  const { utc, year, month, day } = date;
  if (typeof utc === "string") return true;
  const known = [year, month, day].filter((each) => each !== undefined);
  return (
    known.every(Number.isInteger) && (month === undefined ? day === undefined && known.length > 0 : known.length > 1)
  );
};

/** An entry that is not valid would have the whole card refused. */
const isEntry = (property: string, entry: unknown): entry is JsonObject =>
  isObject(entry) &&
  needed[property]!.every((name) => typeof entry[name] === "string") &&
  (property !== "anniversaries" || isDate(entry["date"]));

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** What another card says of a property that can be there once, as vCardProps has it (RFC 9555 §2.15.1). */
export const keptJsProp = (property: string, value: unknown): unknown[] => [
  "jsprop",
  { jsptr: escapeToken(property) },
  "unknown",
  escaped(JSON.stringify(value)),
];

/** Puts it beside what the card says. @returns whether it has a place there */
export function putJsProp(card: JsonObject, pointer: string, text: string): boolean {
  const [property = "", key, ...deeper] = tokensOf(pointer);
  const value = parsed(text);
  if (value === undefined || deeper.length > 0) return false;
  // A vendor's (RFC 9553 §1.8).
  const isOther = property.includes(":") || (property === "language" && typeof value === "string");
  if (key === undefined && (isOther || (property === "speakToAs" && isObject(value)))) {
    if (Object.hasOwn(card, property)) return false;
    card[property] = value;
    return true;
  }
  if (!Object.hasOwn(needed, property)) return false;
  const entries = key === undefined ? value : { [key]: value };
  if (!isObject(entries) || !Object.values(entries).every((each) => isEntry(property, each))) return false;
  const after = { ...(card[property] as JsonObject | undefined) };
  // Their keys say something: one that is taken cannot become another.
  const isKeyed = property === "relatedTo" || property === "localizations";
  if (isKeyed && Object.keys(entries).some((name) => Object.hasOwn(after, name))) return false;
  for (const [name, entry] of Object.entries(entries)) {
    let free = name;
    for (let number = 1; Object.hasOwn(after, free); number++) free = `${name}-${number}`;
    after[free] = entry;
  }
  card[property] = after;
  return true;
}
