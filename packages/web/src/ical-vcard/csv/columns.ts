/** What the columns of Google, Outlook and Thunderbird put into a card. Pure. */
import type { CardOrganization } from "@pismo/jmap";
import { addEntry, dateOf, escaped, type ReadCard } from "@pismo/jmap/vcard";

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

const contextOf: Readonly<Record<string, string>> = { work: "work", business: "work", home: "private" };
const featureOf: Readonly<Record<string, string>> = { mobile: "mobile", cell: "mobile", fax: "fax", pager: "pager" };
const saysNothing = new Set(["other", "email", "phone"]);

const known = (words: readonly string[], meanings: Readonly<Record<string, string>>): Record<string, true> =>
  Object.fromEntries(
    words.filter((word) => Object.hasOwn(meanings, word)).map((word) => [meanings[word]!, true as const]),
  );

/** "* Work", "Home Fax" and the like say where a value belongs and what it is; with other words they are labels too. */
export function readLabel(label: string): {
  contexts?: Record<string, true>;
  label?: string;
  features?: Record<string, true>;
} {
  const text = label.replace(/^\*\s*/, "").trim();
  const words = text.toLowerCase().split(/\s+/).filter(Boolean);
  const [contexts, features] = [known(words, contextOf), known(words, featureOf)];
  const isLabel = words.some(
    (word) => !Object.hasOwn(contextOf, word) && !Object.hasOwn(featureOf, word) && !saysNothing.has(word),
  );
  return {
    ...(Object.keys(contexts).length > 0 && { contexts }),
    ...(Object.keys(features).length > 0 && { features }),
    ...(isLabel && { label: text }),
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

/** What JSContact has no place for, as vCards say it (RFC 9555 §2.15.1). @param value with its escapes */
function keep({ card }: Draft, name: string, value: string): void {
  ((card["vCardProps"] ??= []) as unknown[]).push([name, {}, "text", value]);
}
const kept =
  (name: string): Put =>
  (draft, value) =>
    keep(draft, name, escaped(value));

/** RFC 6350 §6.2.7. */
const gender: Put = (draft, value) => {
  const word = value.toLowerCase();
  if (/^(?:unspecified|unknown|не (?:определ[её]н|указан)о?)$/.test(word)) return;
  const sex = /^(?:m|male|м|муж\.?|мужской)$/.test(word)
    ? "M"
    : /^(?:f|female|ж|жен\.?|женский)$/.test(word)
      ? "F"
      : "";
  keep(draft, "gender", sex || `;${escaped(value)}`);
};

/** Never loaded, as one of a vCard. */
const photo: Put = ({ card }, value) => {
  if (/^(?:https?|data):/i.test(value)) addEntry(card, "media", "m", { kind: "photo", uri: value });
  else addEntry(card, "notes", "n", { note: `photo: ${value}` });
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
  "e-mail": email(""),
  "email address": email(""),
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
  "phone number": phone(""),
  mobile: phone("mobile"),
  birthday: anniversary("birth"),
  anniversary: anniversary("wedding"),
  notes: text("notes", "n", "note"),
  note: text("notes", "n", "note"),
  "web page": text("links", "l", "uri"),
  "web page 1": text("links", "l", "uri"),
  "web page 2": text("links", "l", "uri"),
  website: text("links", "l", "uri"),
  gender,
  photo,
  initials: kept("x-initials"),
  "phonetic first name": kept("x-phonetic-first-name"),
  "phonetic middle name": kept("x-phonetic-middle-name"),
  "phonetic last name": kept("x-phonetic-last-name"),
  labels: keywords,
  "group membership": keywords,
  categories: keywords,
};
