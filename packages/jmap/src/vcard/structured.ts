/** The parts of N (RFC 6350 §6.2.2, RFC 9554 §2.2) and of ADR (RFC 6350 §6.3.1, RFC 9554 §2.1), both ways. Pure. */
import type { CardNameComponent } from "../contacts/card.ts";
import { escaped } from "./lines-out.ts";
import { partsOf, unescaped } from "./vcard-lines.ts";

const nameKinds = ["surname", "given", "given2", "title", "credential", "surname2", "generation"];
const addressKinds = [
  "postOfficeBox",
  "apartment",
  "name",
  "locality",
  "region",
  "postcode",
  "country",
  "room",
  "apartment",
  "floor",
  "number",
  "name",
  "building",
  "block",
  "subdistrict",
  "district",
  "landmark",
  "direction",
];
/** Places in ADR. */
const [EXTENDED, STREET, FIRST_NEW] = [1, 2, 7];
/** What the two older parts say in one text, and newer ones apart. */
const inExtended = new Set(["room", "apartment", "floor"]);
const inStreet = new Set(["number", "name"]);

/** A list has no space behind its commas; text of programs that do not escape their own has one. */
function valuesOf(part: string): string[] {
  const values: string[] = [];
  for (const each of partsOf(part, ","))
    if (values.length > 0 && /^\s/.test(each)) values[values.length - 1] += `,${each}`;
    else values.push(each);
  return values.map((each) => unescaped(each).trim()).filter(Boolean);
}

/** @param hasLists vCard 2.1 has none: a comma is text there */
const partsIn = (parts: readonly string[], hasLists: boolean): string[][] =>
  parts.map((part) => (hasLists ? valuesOf(part) : [unescaped(part).trim()].filter(Boolean)));

const componentsIn = (parts: readonly string[][], kinds: readonly string[], order: Iterable<number>) =>
  [...order].flatMap((index): CardNameComponent[] => {
    const kind = kinds[index];
    return kind === undefined ? [] : (parts[index] ?? []).map((value) => ({ kind, value }));
  });

/** Those of `parts[older]` that `parts[newer]` does not say again, for readers that know only the older one. */
function withoutCopies(parts: readonly string[][], older: number, newer: number): string[] {
  const copies = new Set(parts[newer]);
  return (parts[older] ?? []).filter((value) => !copies.has(value));
}

export function nameComponents(value: string, hasLists: boolean): CardNameComponent[] {
  const parts = partsIn(partsOf(value, ";"), hasLists);
  const surnames = withoutCopies(parts, 0, 5);
  // A second surname is not the only one.
  if (surnames.length > 0) parts[0] = surnames;
  parts[4] = withoutCopies(parts, 4, 6);
  return componentsIn(parts, nameKinds, nameKinds.keys());
}

export interface ReadAddress {
  components: CardNameComponent[];
  full?: string;
}

export function readAddress(value: string, hasLists: boolean): ReadAddress {
  const all = partsOf(value, ";");
  // Google has the whole address behind its parts.
  const whole = all.length === FIRST_NEW + 1 ? unescaped(all.pop()!).trim() : "";
  return { components: addressComponents(partsIn(all, hasLists)), ...(whole && { full: whole }) };
}

function addressComponents(parts: string[][]): CardNameComponent[] {
  const says = (kinds: ReadonlySet<string>): boolean =>
    addressKinds.some((kind, index) => index >= FIRST_NEW && kinds.has(kind) && (parts[index] ?? []).length > 0);
  if (says(inExtended)) parts[EXTENDED] = [];
  if (says(inStreet)) parts[STREET] = [];
  // As it is read: what is within a place stands before it.
  const places = [...addressKinds.keys()];
  return componentsIn(parts, addressKinds, [...places.slice(0, 3), ...places.slice(FIRST_NEW), ...places.slice(3, 7)]);
}

type Components = readonly CardNameComponent[];

const textsOf = (components: Components, kinds: ReadonlySet<string>): string[] =>
  components.filter(({ kind }) => kinds.has(kind)).map(({ value }) => value);

const joined = (parts: readonly string[][]): string => parts.map((part) => part.map(escaped).join(",")).join(";");
/** Of the parts and not of their text, which may end with a semicolon of its own. */
const withoutEmptyEnd = (parts: readonly string[][]): string[][] =>
  parts.slice(0, parts.findLastIndex((part) => part.some(Boolean)) + 1);

export function nameText(components: Components): string {
  const parts = nameKinds.map((kind) => textsOf(components, new Set([kind])));
  const [surnames = [], , , , credentials = [], second = [], generation = []] = parts;
  parts[0] = [...surnames, ...second];
  parts[4] = [...generation, ...credentials];
  return joined(withoutEmptyEnd(parts));
}

export function addressText(components: Components): string {
  const parts = addressKinds.map((kind) => textsOf(components, new Set([kind])));
  const isNew = addressKinds.some((kind, index) => addressKinds.indexOf(kind) >= FIRST_NEW && parts[index]!.length > 0);
  if (!isNew) return joined(withoutEmptyEnd(parts.slice(0, FIRST_NEW)));
  const inOne = (kinds: ReadonlySet<string>): string[] => [textsOf(components, kinds).join(" ")].filter(Boolean);
  parts[EXTENDED] = inOne(inExtended);
  parts[STREET] = inOne(inStreet);
  return joined(parts);
}
