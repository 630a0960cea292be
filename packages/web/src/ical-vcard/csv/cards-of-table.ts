/** Tables of contacts as Google, Outlook and Thunderbird write them, as cards. Pure. */
import { addEntry, type ReadCard } from "@pismo/jmap/vcard";
import { anniversary, columns, type Draft, email, phone, readLabel } from "./columns.ts";
import { englishHeadings } from "./russian-headings.ts";
import { readTable } from "./table.ts";

/** Names of columns that a table of contacts begins with. */
const isHeading = (name: string): boolean =>
  Object.hasOwn(columns, name) || /^(?:e-mail|phone|address|website|event|relation|custom field) \d+ - /.test(name);

/** Whatever its column is called, it is one. */
const isAddress = (value: string): boolean => /^[^\s@<>,;]+@[^\s@<>,;]+\.[^\s@<>,;]+$/.test(value.trim());

/** Google's columns of a pair, "E-mail 1 - Label" and "E-mail 1 - Value"; older files say Type. */
function readPairs(draft: Draft, values: ReadonlyMap<string, string>, used: Set<string>): void {
  for (const [name, value] of values) {
    const [, kind, number] = /^(e-mail|phone|website|event) (\d+) - value$/.exec(name) ?? [];
    if (!kind) continue;
    const labelName = [`${kind} ${number} - label`, `${kind} ${number} - type`].find((each) => values.has(each));
    const label = labelName ? values.get(labelName)! : "";
    used.add(name);
    if (labelName) used.add(labelName);
    if (kind === "e-mail") email(label)(draft, value);
    else if (kind === "phone") phone(label)(draft, value);
    else if (kind === "website") addEntry(draft.card, "links", "l", { uri: value, ...(label && { label }) });
    else anniversary(/anniversary/i.test(label) ? "wedding" : label || "event")(draft, value);
  }
}

/** Of an address in several columns: which part each is. */
const addressParts: Readonly<Record<string, string>> = {
  street: "name",
  address: "name",
  "street 2": "apartment",
  "street 3": "apartment",
  "address 2": "apartment",
  "extended address": "apartment",
  "po box": "postOfficeBox",
  "address po box": "postOfficeBox",
  city: "locality",
  state: "region",
  region: "region",
  "postal code": "postcode",
  zipcode: "postcode",
  country: "country",
  "country/region": "country",
};

function readAddresses(draft: Draft, values: ReadonlyMap<string, string>, used: Set<string>): void {
  const groups = new Map<string, { components: { kind: string; value: string }[]; full?: string }>();
  for (const [name, value] of values) {
    const [, google, part] =
      /^(address \d+) - (.+)$/.exec(name) ?? /^(home|business|work|other) (.+)$/.exec(name) ?? [];
    const isFull = part === "formatted";
    const kind = part === undefined ? undefined : addressParts[part];
    if (!google || (!kind && !isFull)) continue;
    used.add(name);
    const group = groups.get(google) ?? { components: [] };
    if (isFull) group.full = value;
    else group.components.push({ kind: kind!, value });
    groups.set(google, group);
  }
  for (const [name, group] of groups) {
    const label = values.get(`${name} - label`) ?? values.get(`${name} - type`) ?? name;
    used.add(`${name} - label`).add(`${name} - type`);
    const { contexts } = readLabel(label.startsWith("address") ? "" : label);
    addEntry(draft.card, "addresses", "a", { ...group, ...(contexts && { contexts }) });
  }
}

/** Thunderbird has the birthday in three columns, of which the year may be empty. */
function readBirthday(draft: Draft, values: ReadonlyMap<string, string>, used: Set<string>): void {
  const names = ["birth year", "birth month", "birth day"];
  const [year, month, day] = names.map((name) => Number(values.get(name)));
  if (!(month! >= 1 && month! <= 12 && day! >= 1 && day! <= 31)) return;
  addEntry(draft.card, "anniversaries", "b", { kind: "birth", date: { ...(year! > 0 && { year }), month, day } });
  for (const name of names) used.add(name);
}

/** What says the same again, whatever it is. */
const passedOver = new Set([
  "name",
  "display name",
  "full name",
  "file as",
  "e-mail type",
  "e-mail 2 type",
  "e-mail 3 type",
  "e-mail display name",
  "e-mail 2 display name",
  "e-mail 3 display name",
]);
/** What Outlook writes of each contact of which there is nothing to say. */
const usual: Readonly<Record<string, RegExp>> = {
  priority: /^(?:normal|обычная|средняя)$/i,
  private: /^(?:false|ложь|нет)$/i,
  sensitivity: /^(?:normal|обычн\S+)$/i,
};

function cardOf(names: readonly string[], row: readonly string[]): ReadCard | undefined {
  const values = new Map<string, string>();
  for (const [index, name] of names.entries()) {
    const value = row[index]?.trim() ?? "";
    if (value !== "") values.set(name, value);
  }
  if (values.size === 0) return undefined;
  const draft: Draft = { components: new Map(), card: { "@type": "Card", version: "1.0" } };
  const used = new Set<string>();
  readPairs(draft, values, used);
  readAddresses(draft, values, used);
  readBirthday(draft, values, used);
  for (const [name, value] of values) {
    if (used.has(name)) continue;
    const put = Object.hasOwn(columns, name) ? columns[name] : undefined;
    if (put) put(draft, value);
    else if (isAddress(value) && !passedOver.has(name)) email(name)(draft, value);
    // What has no place in a card is still said in it.
    else if (!passedOver.has(name) && !usual[name]?.test(value))
      addEntry(draft.card, "notes", "n", { note: `${name}: ${value}` });
  }
  const shown = values.get("display name") ?? values.get("full name") ?? values.get("name");
  const order = ["title", "given", "given2", "surname", "generation"];
  const components = order.flatMap((kind) =>
    draft.components.has(kind) ? [{ kind, value: draft.components.get(kind)! }] : [],
  );
  const full = shown ?? (components.length > 0 ? undefined : values.get("file as"));
  if (components.length > 0 || full !== undefined)
    draft.card.name = { ...(components.length > 0 && { components }), ...(full !== undefined && { full }) };
  return draft.card;
}

const hasAddress = (row: readonly string[]): boolean => row.some(isAddress);

/** Rows that are looked through for an address. */
const LOOKED_AT = 100;

/** Cards of a table; undefined where its first line has no names of such columns, and its first rows no address. */
export function cardsOfTable(table: string): ReadCard[] | undefined {
  const [heading = [], ...rows] = readTable(table);
  const names = englishHeadings(heading);
  if (!names.some(isHeading) && (hasAddress(heading) || !rows.slice(0, LOOKED_AT).some(hasAddress))) return undefined;
  return rows.flatMap((row) => cardOf(names, row) ?? []);
}
