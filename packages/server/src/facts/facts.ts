/**
 * The facts of a letter by local rules: what its markup declares, then its calendar parts, its PDF files and its words.
 * Precision comes before recall: what is not certain is left out. Pure; the work is bounded whatever the letter is.
 */
import type { Category, Fact, FactField, FactFieldName, FactKind, FactSource } from "@pismo/jmap";
import type { FactLetter } from "./letter.ts";
import { calendarFacts } from "./markup/calendar-facts.ts";
import { jsonLdItems } from "./markup/json-ld.ts";
import { schemaFacts } from "./markup/schema-facts.ts";
import { htmlPage } from "./page/html-page.ts";
import { plainPage } from "./page/plain-page.ts";
import type { Page } from "./page/visible.ts";
import type { TextField, Wording } from "./wording/context.ts";
import { financeWords } from "./wording/finance.ts";
import { fineWords } from "./wording/fine.ts";
import { orderWords } from "./wording/order.ts";
import { registrationWords } from "./wording/registration.ts";
import { ticketWords } from "./wording/ticket.ts";
import { travelWords } from "./wording/travel.ts";

const kinds: Readonly<Record<Category, FactKind>> = {
  orders: "order",
  finances: "finance",
  registrations: "registration",
  travelings: "travel",
  tickets: "ticket",
  fines: "fine",
};

const one =
  (read: (letter: Wording) => TextField[]) =>
  (letter: Wording): TextField[][] => [read(letter)];

const words: Readonly<Record<FactKind, (letter: Wording) => TextField[][]>> = {
  order: one(orderWords),
  finance: one(financeWords),
  registration: one(registrationWords),
  travel: travelWords,
  ticket: one(ticketWords),
  fine: one(fineWords),
};

const MAX_PDFS = 3;
const MAX_CALENDARS = 5;
const MAX_VALUE = 500;

/** Where a value that markup declares stands in the visible text too. */
const quoteOf = (value: string, page: Page): string | null =>
  value.length > 2 && page.text.includes(value) ? value : null;

function declared(page: Page): Fact[] {
  const fromJson = schemaFacts(jsonLdItems(page.scripts));
  const source: FactSource = fromJson.length > 0 ? "json-ld" : "microdata";
  const facts = fromJson.length > 0 ? fromJson : schemaFacts(page.items);
  return facts.map(({ kind, fields }) => ({
    kind,
    fields: fields.map(([name, value]) => ({ name, value, source, quote: quoteOf(value, page) })),
  }));
}

function fromCalendars({ calendars, category }: FactLetter, page: Page): Fact[] {
  const kind = category === "tickets" ? "ticket" : category === "travelings" ? "travel" : undefined;
  if (!kind) return [];
  return calendarFacts(kind, calendars.slice(0, MAX_CALENDARS)).map((fields) => ({
    kind,
    fields: fields.map(([name, value]): FactField => ({
      name,
      value,
      source: "calendar",
      quote: quoteOf(value, page),
    })),
  }));
}

function fromWords(kind: FactKind, letter: Wording, source: "pdf" | "text"): Fact[] {
  return words[kind](letter)
    .filter((fields) => fields.length > 0)
    .map((fields) => ({
      kind,
      // A file is not part of the text that is shown.
      fields: fields.map((field) => ({ ...field, source, quote: source === "pdf" ? null : field.quote })),
    }));
}

/** Of each source what those before it left open, as long as they speak of one and the same thing. */
function merge(facts: readonly Fact[], later: readonly Fact[]): Fact[] {
  if (facts.length === 0) return [...later];
  const [known] = facts;
  const [more] = later;
  if (facts.length > 1 || later.length !== 1 || !known || !more || known.kind !== more.kind) return [...facts];
  const contradicts = more.fields.some(
    ({ name, value }) =>
      ["number", "bookingCode"].includes(name) &&
      known.fields.some((field) => field.name === name && field.value !== value),
  );
  if (contradicts) return [...facts];
  const names = new Set(known.fields.map(({ name }) => name));
  return [{ kind: known.kind, fields: [...known.fields, ...more.fields.filter(({ name }) => !names.has(name))] }];
}

/** What a fact needs that is of another kind than the category of its letter: no two kinds have all of it by chance. */
const otherwise: readonly (readonly [FactKind, readonly FactFieldName[]])[] = [
  ["travel", ["from", "to", "departureAt"]],
  ["ticket", ["event", "startAt", "number"]],
  ["fine", ["documentNumber", "sum"]],
];
const penal = /штраф|налог|penalty|(?<!\p{L})fine(?!\p{L})|citation|parking charge|(?<!\p{L})tax(?!\p{L})/iu;

/** Of a letter whose category is another one than its facts are: an order of tickets, a fine that seems to be a bill. */
function ofAnotherKind(kind: FactKind, letter: Wording, others: readonly FactKind[]): Fact[] {
  for (const [other, names] of otherwise) {
    if (other === kind || !others.includes(other) || (other === "fine" && !penal.test(letter.subject))) continue;
    const facts = fromWords(other, letter, "text");
    const isWhole = ({ fields }: Fact): boolean => names.every((name) => fields.some((field) => field.name === name));
    if (facts.length > 0 && facts.every(isWhole)) return facts;
  }
  return [];
}

/** The kinds whose letters may be orders, payments and registrations of a journey or an event. */
const general: ReadonlySet<FactKind> = new Set(["order", "finance", "registration"]);

/** A journey of which only a time is told: an e-ticket may be one of an event. */
const isThin = (facts: readonly Fact[]): boolean =>
  facts.every(
    (fact) =>
      fact.kind === "travel" && !fact.fields.some(({ name }) => ["from", "to", "number", "place"].includes(name)),
  );

function inWords(kind: FactKind, letter: Wording): Fact[] {
  const special = general.has(kind) ? ofAnotherKind(kind, letter, ["travel", "ticket"]) : [];
  if (special.length > 0) return special;
  const facts = fromWords(kind, letter, "text");
  if (facts.length > 0 && !isThin(facts)) return facts;
  const others = ofAnotherKind(kind, letter, ["travel", "ticket", "fine"]);
  return others.length > 0 ? others : facts;
}

/** Its words were written on another day. */
const isPassedOn = (subject: string, { text }: Page): boolean =>
  /^\s*(?:re|fwd?|aw|wg|отв|пересл)\s?:/iu.test(subject) ||
  /(?:forwarded|original|пересыла\p{L}+|пересланн\p{L}+|исходное) (?:message|сообщени|письм)/iu.test(text);

export function factsOf(letter: FactLetter): Fact[] {
  const page = letter.html === null ? plainPage(letter.text) : htmlPage(letter.html);
  let facts = merge(declared(page), fromCalendars(letter, page));
  const kind = facts[0]?.kind ?? (letter.category && kinds[letter.category]);
  if (!kind) return facts;
  const { subject, fromName, sentAt } = letter;
  for (const pdf of letter.pdfs.slice(0, MAX_PDFS)) {
    facts = merge(facts, fromWords(kind, { page: plainPage(pdf), subject, fromName, sentAt, today: null }, "pdf"));
  }
  const today = isPassedOn(subject, page) ? null : letter.today;
  const wording = { page, subject, fromName, sentAt, today };
  facts = merge(facts, facts.length > 0 ? fromWords(kind, wording, "text") : inWords(kind, wording));
  return facts
    .map((fact) => ({ ...fact, fields: fact.fields.filter(({ value }) => value.length <= MAX_VALUE) }))
    .filter(({ fields }) => fields.length > 0);
}
