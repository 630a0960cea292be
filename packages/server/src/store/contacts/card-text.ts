/** What of a card is searched and sorted by. Pure. */
import { type Card, type CardName, shownName } from "@pismo/jmap";
import { fold } from "../search/fold.ts";

/** The fields of contact_card_text; "text" is all of the others but the members. */
export type CardField =
  | "name"
  | "given"
  | "surname"
  | "surname2"
  | "nickname"
  | "organization"
  | "email"
  | "phone"
  | "onlineService"
  | "address"
  | "note"
  | "text"
  | "member";

export interface CardText {
  fields: ReadonlyMap<CardField, string>;
  keys: { given: string; surname: string; surname2: string };
}

/** A key sorts: the whole of a long name is in the card. */
const MAX_KEY_CHARS = 100;
/** What is longer is not searched, as with a note that holds a book. */
const MAX_TEXT_CHARS = 20_000;

/** Folded, and storable: PostgreSQL's texts have neither U+0000 nor half characters. */
export const foldedText = (text: string): string => fold(text.replaceAll(/\0|\p{Cs}/gu, "\uFFFD"));

const isText = (value: unknown): value is string => typeof value === "string" && value.trim() !== "";

/** The texts of these properties in each entry of a map. */
const ofEntries = (map: Record<string, object> | undefined, ...properties: readonly string[]): string[] =>
  Object.values(map ?? {}).flatMap((entry) =>
    properties.map((property) => (entry as Record<string, unknown>)[property]).filter(isText),
  );

const componentsOf = ({ components = [] }: Pick<CardName, "components">, kind?: string): string[] =>
  components
    .filter((each) => (kind === undefined ? each.kind !== "separator" : each.kind === kind))
    .map(({ value }) => value);

/** Numbers are written in many ways: also without all that is no digit. */
const numbersOf = (card: Card): string[] =>
  ofEntries(card.phones, "number").flatMap((number) => [number, number.replaceAll(/[^\d+]/g, "")]);

function fieldsOf(card: Card): Map<CardField, string[]> {
  const name = card.name ?? {};
  const addresses = Object.values(card.addresses ?? {});
  return new Map<CardField, string[]>([
    ["name", [name.full, componentsOf(name).join(" ")].filter(isText)],
    ["given", componentsOf(name, "given")],
    ["surname", componentsOf(name, "surname")],
    ["surname2", componentsOf(name, "surname2")],
    ["nickname", ofEntries(card.nicknames, "name")],
    [
      "organization",
      [
        ...ofEntries(card.organizations, "name"),
        ...Object.values(card.organizations ?? {}).flatMap(({ units = [] }) => units.map((unit) => unit.name)),
        ...ofEntries(card.titles, "name"),
      ],
    ],
    ["email", ofEntries(card.emails, "address")],
    ["phone", numbersOf(card)],
    ["onlineService", ofEntries(card.onlineServices, "service", "user", "uri")],
    ["address", addresses.flatMap((address) => [address.full, ...componentsOf(address)].filter(isText))],
    ["note", ofEntries(card.notes, "note")],
  ]);
}

/** Between two values, so that no word is found across them. */
const SEPARATOR = "\n";

export function cardText(card: Card): CardText {
  const all = [...fieldsOf(card)].filter(([, values]) => values.length > 0);
  const fields = new Map<CardField, string>(
    all.map(([field, values]) => [field, foldedText(values.join(SEPARATOR)).slice(0, MAX_TEXT_CHARS)]),
  );
  const text = [...new Set(all.flatMap(([field]) => fields.get(field)!.split(SEPARATOR)))].join(SEPARATOR);
  if (text) fields.set("text", text.slice(0, MAX_TEXT_CHARS));
  const members = Object.keys(card.members ?? {});
  if (members.length > 0) fields.set("member", `${SEPARATOR}${members.join(SEPARATOR)}${SEPARATOR}`);
  return { fields, keys: keysOf(card) };
}

/** What it is sorted by. @param card with its name and what else `shownName` looks at */
export function keysOf(card: Partial<Card>): CardText["keys"] {
  const { name = {} } = card;
  const keyOf = (kind: "given" | "surname" | "surname2") =>
    foldedText(name.sortAs?.[kind] ?? componentsOf(name, kind).join(" ")).slice(0, MAX_KEY_CHARS);
  const [given, surname] = [keyOf("given"), keyOf("surname")];
  // A card without such a component stands where what is shown of it stands.
  const shown = foldedText(shownName(card)).slice(0, MAX_KEY_CHARS);
  return { given: given || surname || shown, surname: surname || given || shown, surname2: keyOf("surname2") };
}
