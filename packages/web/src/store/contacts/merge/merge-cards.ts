/** Two cards of one person as one. Pure. */
import { type Card, fullNameOf } from "@pismo/jmap";
import { freshKey } from "./fresh-key.ts";

type Json = Record<string, unknown>;
type Entries = Record<string, Json>;

const isRecord = (value: unknown): value is Json =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** What says of an entry that it is the same as another, by property. */
const identities: Readonly<Record<string, (entry: Json) => string>> = {
  emails: ({ address }) => String(address).toLowerCase(),
  phones: ({ number }) => String(number).replaceAll(/[^\d+]/g, ""),
  nicknames: ({ name }) => String(name),
  organizations: ({ name, units }) => JSON.stringify([name, units]),
  titles: ({ name }) => String(name),
  links: ({ uri }) => String(uri),
  onlineServices: ({ uri, user }) => String(uri ?? user),
  notes: ({ note }) => String(note).trim(),
  addresses: ({ full, components }) => JSON.stringify(full ?? components),
  anniversaries: ({ kind }) => String(kind),
  media: ({ kind }) => String(kind),
};

/** The entries of both; an entry of the other that the first has too is left out. */
function joined(property: string, one: Entries, other: Entries): Entries {
  const identity = identities[property] ?? ((entry: Json) => JSON.stringify(entry));
  const known = new Set(Object.values(one).map(identity));
  const result: Entries = { ...one };
  for (const [key, entry] of Object.entries(other)) {
    if (known.has(identity(entry))) continue;
    known.add(identity(entry));
    result[Object.hasOwn(result, key) ? freshKey(Object.keys(result), "m") : key] = entry;
  }
  return result;
}

/** What stands in every card, and what is of one alone. */
const ofOne = new Set(["@type", "version", "id", "uid", "created", "updated", "prodId", "addressBookIds"]);

/** A person has one name in a card: another one, as "Katya" beside "Екатерина", is kept as a nickname. */
function withNameAsNickname(card: Partial<Card>, other: Partial<Card>): Partial<Card> {
  const [name, another] = [fullNameOf(card), fullNameOf(other)];
  if (card.kind === "group" || name === "" || another === "" || name.toLowerCase() === another.toLowerCase())
    return other;
  const { nicknames = {} } = other;
  return { ...other, nicknames: { ...nicknames, [freshKey(Object.keys(nicknames), "k")]: { name: another } } };
}

/**
 * What a card gets from another of the same person: nothing that it says is lost.
 * @returns the properties that change
 */
export function mergeChanges(card: Partial<Card>, other: Partial<Card>): Json {
  const changes: Json = {};
  for (const [property, value] of Object.entries(withNameAsNickname(card, other))) {
    if (ofOne.has(property) || value === undefined) continue;
    const before = card[property];
    let after: unknown = before;
    if (before === undefined) after = value;
    else if (property === "members" || property === "keywords") after = { ...(value as Json), ...(before as Json) };
    else if (property === "vCardProps") after = withoutDoubles([...(before as unknown[]), ...(value as unknown[])]);
    else if (isRecord(before) && isRecord(value) && Object.values(before).every(isRecord))
      after = joined(property, before as Entries, value as Entries);
    if (JSON.stringify(after) !== JSON.stringify(before)) changes[property] = after;
  }
  return changes;
}

const withoutDoubles = (items: unknown[]): unknown[] => [
  ...new Map(items.map((item) => [JSON.stringify(item), item])).values(),
];
