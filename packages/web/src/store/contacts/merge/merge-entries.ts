/** Entries of two cards of one person as those of one (RFC 9553 §1.4.1): nothing that either says is lost. Pure. */
import { type CardDate, isObject, type JsonObject } from "@pismo/jmap";
import { freshKeys } from "../fresh-key.ts";

export type Entries = Record<string, JsonObject>;

/** Both, where the first says nothing else. */
export function filled(one: JsonObject, other: JsonObject): JsonObject {
  const all = { ...one };
  for (const [name, value] of Object.entries(other)) {
    const before = one[name];
    if (before === undefined) all[name] = value;
    else if (isObject(before) && isObject(value)) all[name] = filled(before, value);
  }
  return all;
}

const letters = (text: unknown): string => String(text).toLowerCase();
/** Of numbers it is no matter how they are grouped. */
const number = (text: unknown): string => letters(text).replaceAll(/^tel:|[\s().\u2010-\u2015-]/g, "");

/** What says of an entry that it is the same as another, by property. */
const identities: Readonly<Record<string, readonly [names: readonly string[], of: (entry: JsonObject) => string]>> = {
  emails: [["address"], ({ address }) => letters(address)],
  phones: [["number"], (entry) => number(entry["number"])],
  nicknames: [["name"], ({ name }) => String(name)],
  organizations: [["name", "units"], ({ name, units }) => JSON.stringify([name, units])],
  titles: [["name"], ({ name }) => String(name)],
  links: [["uri"], ({ uri }) => String(uri)],
  onlineServices: [["uri", "user"], ({ uri, user }) => String(uri ?? user)],
  notes: [["note"], ({ note }) => String(note).trim()],
  addresses: [["full", "components"], ({ full, components }) => JSON.stringify(full ?? components)],
  media: [["kind", "uri"], ({ kind, uri }) => JSON.stringify([kind, uri])],
  anniversaries: [["kind", "date"], ({ kind }) => String(kind)],
};

/** In these one entry may be told of twice; of all else a second word is a second entry. */
const ofForm = new Set(["@type", "label", "pref", "contexts", "features", "vCardParams"]);

const isSame = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other);

/** undefined: they are two days. */
function joinedDate(one: CardDate, other: CardDate): CardDate | undefined {
  if (isSame(one, other)) return one;
  if (one.utc ?? other.utc) return undefined;
  const names = new Set([...Object.keys(one), ...Object.keys(other)]);
  const differs = (name: string): boolean =>
    one[name] !== undefined && other[name] !== undefined && one[name] !== other[name];
  if ([...names].some((name) => name !== "@type" && differs(name))) return undefined;
  const date = filled(one, other) as CardDate;
  const { year = 2000, month = 1, day = 1 } = date;
  return new Date(Date.UTC(year, month - 1, day)).getUTCMonth() === month - 1 ? date : undefined;
}

function joinedLabel(one: string | undefined, other: string): string {
  if (one === undefined || one === "") return other;
  return one.split(", ").includes(other) ? one : `${one}, ${other}`;
}

const listOf = (value: unknown): unknown[] => (Array.isArray(value) ? value : [value]);

const identityOf = (property: string) =>
  identities[property] ?? ([[], (entry: JsonObject) => JSON.stringify(entry)] satisfies (typeof identities)[string]);

/** Of two that are the same by their identity. undefined: they are two all the same. */
function joinedEntry(property: string, one: JsonObject, other: JsonObject): JsonObject | undefined {
  const [names] = identityOf(property);
  const isContradicted = Object.keys(other).some((name) => {
    const isFree = names.includes(name) || ofForm.has(name) || one[name] === undefined || isObject(one[name]);
    return !isFree && !isSame(one[name], other[name]);
  });
  if (isContradicted) return undefined;
  const entry = filled(one, other);
  if (property === "anniversaries") {
    const date = joinedDate(one["date"] as CardDate, other["date"] as CardDate);
    if (!date) return undefined;
    entry["date"] = date;
  }
  if (typeof other["label"] === "string")
    entry["label"] = joinedLabel(one["label"] as string | undefined, other["label"]);
  const types = [one, other].flatMap((each) => listOf((each["vCardParams"] as JsonObject | undefined)?.["type"] ?? []));
  const all = [...new Set(types.flat())];
  if (all.length > 0)
    entry["vCardParams"] = { ...(entry["vCardParams"] as JsonObject), type: all.length > 1 ? all : all[0] };
  return entry;
}

/** The entries of both; each is looked at once, as a card may have thousands. */
export function joinedEntries(property: string, one: Entries, other: Entries): Entries {
  const [, of] = identityOf(property);
  const result: Entries = { ...one };
  const freeKey = freshKeys([...Object.keys(one), ...Object.keys(other)], "m");
  const places = new Map<string, string[]>();
  const note = (key: string, entry: JsonObject): void => {
    const name = of(entry);
    const known = places.get(name);
    if (known) known.push(key);
    else places.set(name, [key]);
  };
  for (const [key, entry] of Object.entries(one)) note(key, entry);
  for (const [key, entry] of Object.entries(other)) {
    const found = (places.get(of(entry)) ?? [])
      .map((known) => [known, joinedEntry(property, result[known]!, entry)] as const)
      .find(([, joined]) => joined);
    if (found) result[found[0]] = found[1]!;
    else {
      const place = Object.hasOwn(result, key) ? freeKey() : key;
      result[place] = entry;
      note(place, entry);
    }
  }
  return result;
}
