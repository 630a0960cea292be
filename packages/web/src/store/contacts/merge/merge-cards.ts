/** Two cards of one person as one. Pure. */
import { type Card, type CardName, fullNameOf, isObject, type JsonObject } from "@pismo/jmap";
import { keptJsProp } from "@pismo/jmap/vcard";
import { freshKey } from "../fresh-key.ts";
import { type Entries, filled, joinedEntries } from "./merge-entries.ts";
import { withOwnGroups } from "./vcard-groups.ts";

/** What stands in every card, and what is of one alone. */
const ofOne = new Set(["@type", "version", "id", "uid", "created", "updated", "prodId"]);
/** Whose keys say something themselves. */
const keyed = new Set(["members", "keywords", "addressBookIds", "relatedTo", "localizations", "speakToAs"]);

const isSameName = (card: Partial<Card>, other: Partial<Card>): boolean =>
  fullNameOf(card).toLowerCase() === fullNameOf(other).toLowerCase();

const wordsOf = (card: Partial<Card>): string[] => fullNameOf(card).toLowerCase().match(/\S+/gu) ?? [];

/** As "Anna" beside "Anna Petrova": each of its words stands in the other name. */
function isPartOfName(card: Partial<Card>, other: Partial<Card>): boolean {
  const words = new Set(wordsOf(other));
  return wordsOf(card).every((word) => words.has(word));
}

/** A person has one name in a card: another one, as "Katya" beside "Екатерина", is kept as a nickname. */
function withNameAsNickname(card: Partial<Card>, other: Partial<Card>): Partial<Card> {
  const another = fullNameOf(other);
  if (card.kind === "group" || isPartOfName(card, other) || isPartOfName(other, card)) return other;
  const { nicknames = {} } = other;
  return { ...other, nicknames: { ...nicknames, [freshKey(Object.keys(nicknames), "k")]: { name: another } } };
}

/** The same name: the parts of one, and what the other says beyond them. */
function joinedName(one: CardName, { components, isOrdered, defaultSeparator, ...other }: CardName): CardName {
  const parts = { components, isOrdered, defaultSeparator };
  const said = Object.fromEntries(Object.entries(parts).filter(([, value]) => value !== undefined));
  return filled(one, one.components ? other : { ...said, ...other });
}

const nameParts = new Set(["full", "components", "isOrdered"]);

/** The name that says more, in the place of one that is a part of it. */
const longerName = (before: CardName, value: CardName): CardName =>
  filled(value, Object.fromEntries(Object.entries(before).filter(([property]) => !nameParts.has(property))));

type JoinNames = (before: CardName, value: CardName) => CardName;

function joinNames(card: Partial<Card>, other: Partial<Card>): JoinNames {
  if (isSameName(card, other)) return joinedName;
  return isPartOfName(card, other) && card.kind !== "group" ? longerName : (before) => before;
}

function joined(property: string, before: unknown, value: unknown, ofNames: JoinNames): unknown {
  if (before === undefined) return value;
  if (property === "vCardProps") return withoutDoubles([...(before as unknown[]), ...(value as unknown[])]);
  if (!isObject(before) || !isObject(value)) return before;
  if (property === "name") return ofNames(before, value);
  if (keyed.has(property) || !Object.values(before).every(isObject)) return filled(before, value);
  return joinedEntries(property, before as Entries, value as Entries);
}

/** As the language of its texts: the card has one, and keeps the other as vCard would say it. */
function withContradictions(card: Partial<Card>, other: Partial<Card>): Partial<Card> {
  const isContrary = (property: string, value: unknown): boolean =>
    !ofOne.has(property) && !isObject(value) && !Array.isArray(value) && (card[property] ?? value) !== value;
  const kept = Object.entries(other).filter(([property, value]) => isContrary(property, value));
  if (kept.length === 0) return other;
  const said = Array.isArray(other["vCardProps"]) ? (other["vCardProps"] as unknown[]) : [];
  return { ...other, vCardProps: [...said, ...kept.map(([property, value]) => keptJsProp(property, value))] };
}

/**
 * What a card gets from another of the same person: nothing that it says is lost.
 * @returns the properties that change
 */
export function mergeChanges(card: Partial<Card>, given: Partial<Card>): JsonObject {
  const changes: JsonObject = {};
  const other = withOwnGroups(card, given);
  const ofNames = joinNames(card, other);
  for (const [property, value] of Object.entries(withContradictions(card, withNameAsNickname(card, other)))) {
    if (ofOne.has(property) || value === undefined) continue;
    const before = card[property];
    const after = joined(property, before, value, ofNames);
    if (JSON.stringify(after) !== JSON.stringify(before)) changes[property] = after;
  }
  return changes;
}

const withoutDoubles = (items: unknown[]): unknown[] => [
  ...new Map(items.map((item) => [JSON.stringify(item), item])).values(),
];
