/** A card as a form has it, and back: what the form does not show stays as it is. Pure. */
import {
  type Card,
  type CardAnniversary,
  type CardDate,
  type ContactCard,
  fullNameOf,
  nameComponent,
} from "@pismo/jmap";
import { pictureOf } from "./card-names.ts";
import { freshKey } from "./fresh-key.ts";

export type Place = "" | "private" | "work";

export interface CardLine {
  /** Of the card's entry; a new one has none there yet. */
  key: string;
  value: string;
  place: Place;
}

export interface Birthday {
  day: string;
  month: string;
  year: string;
}

export interface CardFields {
  given: string;
  surname: string;
  organization: string;
  title: string;
  emails: CardLine[];
  phones: CardLine[];
  addresses: CardLine[];
  birthday: Birthday;
  note: string;
  /** Separated by commas; those with a comma in them are not among them. */
  categories: string;
  /** A data: URI. */
  picture: string | undefined;
}

interface Entry {
  contexts?: Record<string, boolean>;
  [other: string]: unknown;
}
type Entries = Record<string, Entry>;

const placeOf = ({ contexts }: Entry): Place => (contexts?.["work"] ? "work" : contexts?.["private"] ? "private" : "");

const linesOf = (entries: object | undefined, textOf: (entry: Entry) => unknown): CardLine[] =>
  Object.entries((entries ?? {}) as Entries).map(([key, entry]) => {
    const value = textOf(entry);
    return { key, value: typeof value === "string" ? value : "", place: placeOf(entry) };
  });

const addressText = (entry: Entry): string => {
  if (typeof entry["full"] === "string") return entry["full"];
  const parts = (entry["components"] ?? []) as { kind: string; value: string }[];
  return parts
    .filter(({ kind }) => kind !== "separator")
    .map(({ value }) => value)
    .join(", ");
};

const firstOf = (map: object | undefined): [string, Entry] | undefined => Object.entries((map ?? {}) as Entries)[0];
const textOf = (entry: [string, Entry] | undefined, property: string): string => {
  const value = entry?.[1][property];
  return typeof value === "string" ? value : "";
};

const birthOf = (card: Partial<Card>): [string, CardAnniversary] | undefined =>
  Object.entries(card.anniversaries ?? {}).find(([, { kind }]) => kind === "birth");

const numberText = (number: number | undefined): string => (number === undefined ? "" : String(number));

export const birthdayOf = (card: Partial<Card>): Birthday => dayOf(birthOf(card)?.[1].date ?? {});

export function dayOf(date: CardDate): Birthday {
  if (date.utc) {
    const [year = "", month = "", day = ""] = date.utc.slice(0, 10).split("-");
    return { day: String(Number(day)), month: String(Number(month)), year };
  }
  return { day: numberText(date.day), month: numberText(date.month), year: numberText(date.year) };
}

/** What vCard calls CATEGORIES, and JSContact keywords; without that which Google gives to every contact. */
export const categoriesOf = ({ keywords = {} }: Partial<Card>): string[] =>
  Object.keys(keywords).filter((name) => name !== "myContacts");

/** Whether the form can have it in its line, between commas. */
const isInLine = (name: string): boolean => !/[,\r\n]/.test(name) && name !== "myContacts";

/** @param card empty for a new one */
export function fieldsOf(card: Partial<ContactCard>): CardFields {
  const given = nameComponent(card, "given");
  const surname = nameComponent(card, "surname");
  return {
    // A card may have the whole name alone.
    given: given || surname ? given : fullNameOf(card),
    surname,
    organization: textOf(firstOf(card.organizations), "name"),
    title: textOf(firstOf(card.titles), "name"),
    emails: linesOf(card.emails, ({ address }) => address),
    phones: linesOf(card.phones, ({ number }) => number),
    addresses: linesOf(card.addresses, addressText),
    birthday: birthdayOf(card),
    note: textOf(firstOf(card.notes), "note"),
    categories: categoriesOf(card)
      .filter(isInLine)
      .map((name) => name.trim())
      .join(", "),
    picture: pictureOf(card),
  };
}

const orNull = <T extends object>(map: T): T | null => (Object.keys(map).length > 0 ? map : null);

function withPlace(entry: Entry, place: Place): Entry {
  if (placeOf(entry) === place) return entry;
  const { work: _work, private: _private, ...others } = entry.contexts ?? {};
  const contexts = { ...others, ...(place !== "" && { [place]: true }) };
  const { contexts: _, ...rest } = entry;
  return { ...rest, ...(Object.keys(contexts).length > 0 && { contexts }) };
}

function entriesWith(
  entries: object | undefined,
  lines: readonly CardLine[],
  put: (entry: Entry, value: string) => Entry,
): Entries | null {
  const known = (entries ?? {}) as Entries;
  const filled = lines.filter(({ value }) => value.trim() !== "");
  return orNull(
    Object.fromEntries(
      filled.map(({ key, value, place }) => [key, withPlace(put(known[key] ?? {}, value.trim()), place)]),
    ),
  );
}

/** The first entry with another text; without a text it goes. */
function firstWith(map: object | undefined, prefix: string, property: string, text: string): Entries | null {
  const [key = `${prefix}1`, entry = {}] = firstOf(map) ?? [];
  const { [key]: _, ...others } = (map ?? {}) as Entries;
  return orNull(text.trim() === "" ? others : { [key]: { ...entry, [property]: text.trim() }, ...others });
}

function nameWith({ name }: Partial<Card>, given: string, surname: string): Card["name"] | null {
  const others = (name?.components ?? []).filter(({ kind }) => !["given", "surname", "separator"].includes(kind));
  const components = [
    ...(given.trim() ? [{ kind: "given", value: given.trim() }] : []),
    ...others,
    ...(surname.trim() ? [{ kind: "surname", value: surname.trim() }] : []),
  ];
  return components.length > 0 ? { components } : null;
}

/** A birthday has a day and a month, or a year with or without a month (RFC 9553 §2.8.1). */
export const isBirthday = ({ day, month, year }: Birthday): boolean => {
  if (day === "") return (year === "" && month === "") || /^\d{1,4}$/.test(year);
  // A leap year where none is said.
  const date = new Date(Date.UTC(year === "" ? 2000 : Number(year), Number(month) - 1, Number(day)));
  return /^\d{1,4}$|^$/.test(year) && Number(day) > 0 && date.getUTCMonth() === Number(month) - 1;
};

function anniversariesWith(card: Partial<Card>, { day, month, year }: Birthday): Card["anniversaries"] | null {
  const birth = birthOf(card);
  const key = birth?.[0] ?? freshKey(Object.keys(card.anniversaries ?? {}), "b");
  const { [key]: _, ...others } = card.anniversaries ?? {};
  const date = {
    ...(year !== "" && { year: Number(year) }),
    ...(month !== "" && { month: Number(month) }),
    ...(day !== "" && { day: Number(day) }),
  };
  if (Object.keys(date).length === 0) return orNull(others);
  return { ...others, [key]: { ...birth?.[1], kind: "birth", date } };
}

function mediaWith({ media = {} }: Partial<Card>, picture: string | undefined): Card["media"] | null {
  // A card may have several: the one that is shown is another now.
  const shown = pictureOf({ media });
  const others = Object.fromEntries(
    Object.entries(media).filter(([, { kind, uri }]) => kind !== "photo" || (shown !== undefined && uri !== shown)),
  );
  if (picture === undefined) return orNull(others);
  const mediaType = /^data:([^;]+)/.exec(picture)?.[1] ?? "image/jpeg";
  return { [freshKey(Object.keys(others), "p")]: { kind: "photo", uri: picture, mediaType }, ...others };
}

function keywordsWith(card: Partial<Card>, text: string): Card["keywords"] | null {
  const names = text.split(",").map((name) => name.trim());
  // As they are spelled in the card, and with those that the form cannot show.
  const kept = Object.keys(card.keywords ?? {}).filter((name) => !isInLine(name) || names.includes(name.trim()));
  const known = new Set(kept.map((name) => name.trim()));
  const added = names.filter((name) => name !== "" && !known.has(name));
  return orNull(Object.fromEntries([...kept, ...added].map((name) => [name, true as const])));
}

/** What changes in the card: properties, or null where they go. */
export function changesOf(card: Partial<ContactCard>, after: CardFields): Record<string, unknown> {
  const before = fieldsOf(card);
  const differs = (...names: (keyof CardFields)[]): boolean =>
    names.some((name) => JSON.stringify(before[name]) !== JSON.stringify(after[name]));
  return {
    ...(differs("given", "surname") && { name: nameWith(card, after.given, after.surname) }),
    ...(differs("organization") && {
      organizations: firstWith(card.organizations, "o", "name", after.organization),
    }),
    ...(differs("title") && { titles: firstWith(card.titles, "t", "name", after.title) }),
    ...(differs("emails") && {
      emails: entriesWith(card.emails, after.emails, (entry, address) => ({ ...entry, address })),
    }),
    ...(differs("phones") && {
      phones: entriesWith(card.phones, after.phones, (entry, number) => ({ ...entry, number })),
    }),
    ...(differs("addresses") && {
      addresses: entriesWith(card.addresses, after.addresses, (entry, full) =>
        addressText(entry) === full ? entry : { ...(entry.contexts && { contexts: entry.contexts }), full },
      ),
    }),
    ...(differs("birthday") && { anniversaries: anniversariesWith(card, after.birthday) }),
    ...(differs("note") && { notes: firstWith(card.notes, "n", "note", after.note) }),
    ...(differs("categories") && { keywords: keywordsWith(card, after.categories) }),
    ...(differs("picture") && { media: mediaWith(card, after.picture) }),
  };
}
