/** Reads a vCard (2.1 to 4.0: RFC 2426, RFC 6350). Pure. Photos and keys are ignored. */
import { type Component, type Property, propertiesOf, propertyOf, readComponents, textOf } from "@pismo/jmap/ical";

export interface PersonCard {
  name: string;
  organization: string;
  title: string;
  emails: string[];
  phones: string[];
  addresses: string[];
}

const MAX_CARDS = 5;
const MAX_VALUES = 10;

/** vCard 2.1 writes characters beyond ASCII so; a line that ends in "=" goes on. */
function valueOf(property: Property): Property {
  if (property.params.get("ENCODING")?.toUpperCase() !== "QUOTED-PRINTABLE") return property;
  const octets = property.value
    .replace(/=([0-9A-F]{2})/gi, (_, hex: string) => String.fromCharCode(parseInt(hex, 16)))
    .replace(/[^\0-\xff]/g, "?");
  const bytes = Uint8Array.from(octets, (char) => char.charCodeAt(0));
  try {
    return { ...property, value: new TextDecoder(property.params.get("CHARSET") ?? "utf-8").decode(bytes) };
  } catch {
    return property;
  }
}

const wordsOf = (property: Property | undefined): string => (property ? textOf(valueOf(property)) : "");

/** "Surname;Given;…" and the parts of an address: those that are there. */
const piecesOf = (property: Property | undefined): string[] =>
  property
    ? valueOf(property)
        .value.split(/(?<!\\);/)
        .map((value) => textOf({ ...property, value }))
        .filter((piece) => piece !== "")
    : [];

const all = (card: Component, name: string): string[] =>
  propertiesOf(card, name)
    .slice(0, MAX_VALUES)
    .map((property) => wordsOf(property).replace(/^(?:mailto|tel):/i, ""))
    .filter((value) => value !== "");

function nameOf(card: Component): string {
  const [family = "", given = "", ...more] = piecesOf(propertyOf(card, "N"));
  return wordsOf(propertyOf(card, "FN")) || [given, ...more.slice(0, 1), family].filter(Boolean).join(" ");
}

export const readCards = (text: string): PersonCard[] =>
  readComponents(text.replace(/=\r?\n(?![A-Z]+[;:])/gi, ""))
    .filter(({ name }) => name === "VCARD")
    .slice(0, MAX_CARDS)
    .map((card) => ({
      name: nameOf(card),
      organization: piecesOf(propertyOf(card, "ORG")).join(", "),
      title: wordsOf(propertyOf(card, "TITLE")),
      emails: all(card, "EMAIL"),
      phones: all(card, "TEL"),
      addresses: propertiesOf(card, "ADR")
        .slice(0, MAX_VALUES)
        .map((address) => piecesOf(address).join(", "))
        .filter((address) => address !== ""),
    }));
