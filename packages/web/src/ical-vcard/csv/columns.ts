/** What the columns of Google, Outlook and Thunderbird put into a card. Pure. */
import type { CardOrganization } from "@pismo/jmap";
import { addEntry, dateOf, type ReadCard } from "@pismo/jmap/vcard";

/** Puts the value of a column into a card. */
export type Put = (card: Draft, value: string) => void;

/** A card that is being read from a row. */
export interface Draft {
  components: Map<string, string>;
  card: ReadCard & Record<string, unknown>;
}

const component =
  (kind: string): Put =>
  ({ components }, value) =>
    components.set(kind, value);

/** "* Work", "Home" and the like say where a value belongs; other words are labels. */
export function readLabel(label: string): {
  contexts?: Record<string, true>;
  label?: string;
  features?: Record<string, true>;
} {
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

export const email =
  (label: string): Put =>
  ({ card }, value) => {
    // Google writes several into one field.
    for (const address of value.split(" ::: ")) {
      const { features: _, ...where } = readLabel(label);
      addEntry(card, "emails", "e", { address: address.trim(), ...where });
    }
  };
export const phone =
  (label: string): Put =>
  ({ card }, value) => {
    for (const number of value.split(" ::: "))
      addEntry(card, "phones", "p", { number: number.trim(), ...readLabel(label) });
  };

const text =
  (property: string, prefix: string, name: string, more: object = {}): Put =>
  ({ card }, value) =>
    addEntry(card, property, prefix, { [name]: value, ...more });

export const anniversary =
  (kind: string): Put =>
  ({ card }, value) => {
    // Outlook's way to say that there is none.
    if (/^0[./]0[./]00$/.test(value.trim())) return;
    const date = dateOf(value.trim()) ?? slashDate(value.trim());
    if (date) addEntry(card, "anniversaries", "b", { kind, date });
    else addEntry(card, "notes", "n", { note: `${kind}: ${value}` });
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

/** A row has one organization, in several columns. */
function putOrganization(card: ReadCard, part: CardOrganization): void {
  card.organizations = { o1: { ...card.organizations?.["o1"], ...part } };
}
const organization: Put = ({ card }, name) => putOrganization(card, { name });
const department: Put = ({ card }, name) => putOrganization(card, { units: [{ name }] });

/** By the name of the column, in lower case. */
export const columns: Readonly<Record<string, Put>> = {
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
