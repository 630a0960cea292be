/** Tables of contacts as Google, Outlook and Thunderbird write them (RFC 4180), in and out. Pure. */
import type { Card } from "@pismo/jmap";
import { dateOf, dateText } from "./dates.ts";
import type { ReadCard } from "./to-card.ts";

/** Rows of fields; commas, semicolons or tabs stand between them, whichever the first line has most of. */
export function readTable(table: string): string[][] {
  const source = table.replace(/^\uFEFF/, "");
  const first = source.slice(0, (source.search(/\r|\n/) + 1 || source.length + 1) - 1);
  const count = (char: string): number => first.split(char).length;
  const separator = [",", ";", "\t"].reduce((best, char) => (count(char) > count(best) ? char : best));
  const rows: string[][] = [];
  let row: string[] = [];
  let field = "";
  let isQuoted = false;
  const endRow = (): void => {
    row.push(field);
    field = "";
    if (row.length > 1 || row[0] !== "") rows.push(row);
    row = [];
  };
  for (let at = 0; at < source.length; at++) {
    const char = source[at]!;
    if (isQuoted && char === '"' && source[at + 1] === '"') field += source[at++]!;
    else if (char === '"' && (isQuoted || field === "")) isQuoted = !isQuoted;
    else if (isQuoted) field += char;
    else if (char === separator) {
      row.push(field);
      field = "";
    } else if (char === "\n" || char === "\r") {
      if (char === "\r" && source[at + 1] === "\n") at++;
      endRow();
    } else field += char;
  }
  endRow();
  return rows;
}

type Put = (card: Draft, value: string) => void;

interface Draft {
  components: Map<string, string>;
  card: ReadCard & Record<string, unknown>;
}

function add(card: ReadCard & Record<string, unknown>, property: string, prefix: string, entry: object): void {
  const map = (card[property] ??= {}) as Record<string, unknown>;
  map[`${prefix}${Object.keys(map).length + 1}`] = entry;
}

const component =
  (kind: string): Put =>
  ({ components }, value) =>
    components.set(kind, value);

/** "* Work", "Home" and the like say where a value belongs; other words are labels. */
function placed(label: string): { contexts?: Record<string, true>; label?: string; features?: Record<string, true> } {
  const word = label.replace(/^\*\s*/, "").trim();
  const features: Record<string, string> = { mobile: "mobile", cell: "mobile", fax: "fax", pager: "pager" };
  const lower = word.toLowerCase();
  const feature = Object.keys(features).find((each) => lower.includes(each));
  const context =
    lower.includes("work") || lower.includes("business") ? "work" : lower.includes("home") ? "private" : undefined;
  return {
    ...(context && { contexts: { [context]: true as const } }),
    ...(feature && { features: { [features[feature]!]: true as const } }),
    ...(!context && !feature && !["", "other", "email", "phone", "main", "primary"].includes(lower) && { label: word }),
  };
}

const email =
  (label: string): Put =>
  ({ card }, value) => {
    // Google writes several into one field.
    for (const address of value.split(" ::: ")) {
      const { features: _, ...where } = placed(label);
      add(card, "emails", "e", { address: address.trim(), ...where });
    }
  };
const phone =
  (label: string): Put =>
  ({ card }, value) => {
    for (const number of value.split(" ::: ")) add(card, "phones", "p", { number: number.trim(), ...placed(label) });
  };

const text =
  (property: string, prefix: string, name: string, more: object = {}): Put =>
  ({ card }, value) =>
    add(card, property, prefix, { [name]: value, ...more });

const anniversary =
  (kind: string): Put =>
  ({ card }, value) => {
    const date = dateOf(value.trim()) ?? slashDate(value.trim());
    if (date) add(card, "anniversaries", "b", { kind, date });
    else add(card, "notes", "n", { note: `${kind}: ${value}` });
  };

/** Outlook writes as its country does: with slashes month first, with dots day first. */
function slashDate(value: string): { year: number; month: number; day: number } | undefined {
  const [, one, sign, other, year] = /^(\d{1,2})([/.])(\d{1,2})\2(\d{4})$/.exec(value) ?? [];
  if (one === undefined) return undefined;
  const [month, day] = sign === "/" ? [Number(one), Number(other)] : [Number(other), Number(one)];
  return month >= 1 && month <= 12 && day >= 1 && day <= 31 ? { year: Number(year), month, day } : undefined;
}

const keywords: Put = ({ card }, value) => {
  for (const word of value.split(/ ::: |;/)) {
    const name = word.replace(/^\*\s*/, "").trim();
    if (name !== "" && name !== "myContacts") (card.keywords ??= {})[name] = true;
  }
};

const organization: Put = ({ card }, name) => {
  const [key, entry] = Object.entries(card.organizations ?? {})[0] ?? ["o1", {}];
  card.organizations = { [key]: { ...entry, name } };
};
const department: Put = ({ card }, name) => {
  const [key, entry] = Object.entries(card.organizations ?? {})[0] ?? ["o1", {}];
  card.organizations = { [key]: { ...entry, units: [{ name }] } };
};

const columns: Readonly<Record<string, Put>> = {
  "first name": component("given"),
  "given name": component("given"),
  "middle name": component("given2"),
  "additional name": component("given2"),
  "last name": component("surname"),
  "family name": component("surname"),
  "name prefix": component("title"),
  title: component("title"),
  "name suffix": component("generation"),
  suffix: component("generation"),
  nickname: text("nicknames", "k", "name"),
  company: organization,
  organization,
  "organization name": organization,
  "organization 1 - name": organization,
  department,
  "organization department": department,
  "organization 1 - department": department,
  "job title": text("titles", "t", "name", { kind: "title" }),
  "organization title": text("titles", "t", "name", { kind: "title" }),
  "organization 1 - title": text("titles", "t", "name", { kind: "title" }),
  "e-mail address": email(""),
  "e-mail 2 address": email(""),
  "e-mail 3 address": email(""),
  email: email(""),
  "primary email": email(""),
  "secondary email": email(""),
  "mobile phone": phone("mobile"),
  "mobile number": phone("mobile"),
  "home phone": phone("home"),
  "home phone 2": phone("home"),
  "business phone": phone("work"),
  "business phone 2": phone("work"),
  "work phone": phone("work"),
  "business fax": phone("work fax"),
  "home fax": phone("home fax"),
  "fax number": phone("fax"),
  "pager number": phone("pager"),
  "other phone": phone(""),
  phone: phone(""),
  birthday: anniversary("birth"),
  anniversary: anniversary("wedding"),
  notes: text("notes", "n", "note"),
  note: text("notes", "n", "note"),
  "web page": text("links", "l", "uri"),
  "web page 1": text("links", "l", "uri"),
  "web page 2": text("links", "l", "uri"),
  website: text("links", "l", "uri"),
  labels: keywords,
  "group membership": keywords,
  categories: keywords,
};

/** Names of columns that a table of contacts begins with. */
const isHeading = (name: string): boolean =>
  Object.hasOwn(columns, name) || /^(?:e-mail|phone|address|website|event|relation|custom field) \d+ - /.test(name);

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
    else if (kind === "website") add(draft.card, "links", "l", { uri: value, ...(label && { label }) });
    else anniversary(/anniversary/i.test(label) ? "wedding" : label || "event")(draft, value);
  }
}

/** Of an address in several columns: which part each is. */
const addressParts: Readonly<Record<string, string>> = {
  street: "name",
  address: "name",
  "address 2": "apartment",
  "extended address": "apartment",
  "po box": "postOfficeBox",
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
    const { contexts } = placed(label.startsWith("address") ? "" : label);
    add(draft.card, "addresses", "a", { ...group, ...(contexts && { contexts }) });
  }
}

/** What says nothing of the person, or the same again. */
const passedOver = new Set([
  "name",
  "display name",
  "file as",
  "photo",
  "e-mail type",
  "e-mail 2 type",
  "e-mail 3 type",
  "e-mail display name",
  "e-mail 2 display name",
  "e-mail 3 display name",
  "priority",
  "private",
  "sensitivity",
  "gender",
  "initials",
]);

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
  for (const [name, value] of values) {
    if (used.has(name)) continue;
    const put = Object.hasOwn(columns, name) ? columns[name] : undefined;
    if (put) put(draft, value);
    // What has no place in a card is still said in it.
    else if (!passedOver.has(name)) add(draft.card, "notes", "n", { note: `${name}: ${value}` });
  }
  const full = values.get("display name") ?? values.get("name") ?? values.get("file as");
  const order = ["title", "given", "given2", "surname", "generation"];
  const components = order.flatMap((kind) =>
    draft.components.has(kind) ? [{ kind, value: draft.components.get(kind)! }] : [],
  );
  if (components.length > 0) draft.card.name = { components };
  else if (full) draft.card.name = { full };
  return draft.card;
}

/** Cards of a table; undefined where its first line has no names of such columns. */
export function cardsOfTable(table: string): ReadCard[] | undefined {
  const [heading = [], ...rows] = readTable(table);
  const names = heading.map((name) => name.trim().toLowerCase());
  if (!names.some(isHeading)) return undefined;
  return rows.flatMap((row) => cardOf(names, row) ?? []);
}

const quoted = (field: string): string => (/[",;\r\n]/.test(field) ? `"${field.replaceAll('"', '""')}"` : field);
/** A program for tables would compute what begins so. */
const harmless = (field: string): string => (/^[=@\t\r]|^[+-](?![\d\s().-]*$)/.test(field) ? `'${field}` : field);

const most = (counts: number[]): number => counts.reduce((max, count) => Math.max(max, count), 1);

const pairNames = (kind: string, count: number): string[] =>
  Array.from({ length: count }, (_, index) => [`${kind} ${index + 1} - Label`, `${kind} ${index + 1} - Value`]).flat();

/** A table in Google's columns, which every other program reads too. What it has no column for is only in vCards. */
export function tableOf(cards: readonly Card[]): string {
  const emails = most(cards.map((card) => Object.keys(card.emails ?? {}).length));
  const phones = most(cards.map((card) => Object.keys(card.phones ?? {}).length));
  const names = ["First Name", "Middle Name", "Last Name", "Nickname", "Organization Name", "Organization Title"];
  const pairs = [...pairNames("E-mail", emails), ...pairNames("Phone", phones)];
  const heading = [...names, "Birthday", "Notes", "Labels", ...pairs];
  const rows = cards.map((card) => rowOf(card, emails, phones));
  const lines = [heading, ...rows].map((row) => row.map((field) => quoted(harmless(field))).join(","));
  return `${lines.join("\r\n")}\r\n`;
}

const partOf = ({ name }: Card, kind: string): string =>
  (name?.components ?? [])
    .filter((each) => each.kind === kind)
    .map(({ value }) => value)
    .join(" ");

const textIn = (entry: unknown, name: string): string => {
  const value = (entry as Record<string, unknown> | undefined)?.[name];
  return typeof value === "string" ? value : "";
};

const firstOf = (map: object | undefined, name: string): string => textIn(Object.values(map ?? {})[0], name);

function pairsOf(map: object | undefined, name: string, count: number): string[] {
  const entries = Object.values(map ?? {}) as { contexts?: Record<string, boolean>; label?: string }[];
  return Array.from({ length: count }, (_, index) => {
    const entry = entries[index];
    const { contexts = {}, label = "" } = entry ?? {};
    return [contexts["work"] ? "Work" : contexts["private"] ? "Home" : label, textIn(entry, name)];
  }).flat();
}

function rowOf(card: Card, emails: number, phones: number): string[] {
  const birth = Object.values(card.anniversaries ?? {}).find(({ kind }) => kind === "birth");
  return [
    partOf(card, "given") || (card.name?.components ? "" : (card.name?.full ?? "")),
    partOf(card, "given2"),
    partOf(card, "surname"),
    firstOf(card.nicknames, "name"),
    firstOf(card.organizations, "name"),
    firstOf(card.titles, "name"),
    birth ? dateText(birth.date).replace(/^(\d{4})(\d{2})(\d{2})$/, "$1-$2-$3") : "",
    Object.values(card.notes ?? {})
      .map(({ note }) => note)
      .join("\n"),
    Object.keys(card.keywords ?? {}).join(" ::: "),
    ...pairsOf(card.emails, "address", emails),
    ...pairsOf(card.phones, "number", phones),
  ];
}
