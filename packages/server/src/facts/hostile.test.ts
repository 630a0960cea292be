import { categories, type Category } from "@pismo/jmap";
import { expect, test } from "vitest";
import { cpuTime } from "../../../jmap/test/cpu-time.ts";
import { factLetter } from "../../test/support/fact-letter.ts";
import { factsOf } from "./facts.ts";
import { revisionsIn } from "./markup/event-revisions.ts";
import { plannedEvents } from "./markup/planned-events.ts";
import type { FactLetter } from "./letter.ts";

const letter = (content: Partial<FactLetter>, category: Category | null = "orders"): FactLetter =>
  factLetter({ category, ...content });

/** Of processor time, for each letter: it is parsed beside others. */
const MAX_MILLISECONDS = 1500;

const TEN_MEGABYTES = 10_000_000;
const repeated = (piece: string): string => piece.repeat(TEN_MEGABYTES / piece.length);

test.each([
  "<",
  "<a ",
  '<a x="',
  "<table><tr><td>",
  "<div itemscope itemprop=a itemtype=http://schema.org/Order>",
  "<p itemprop=a>",
  "<span hidden>",
  "<a href=https://a.example/>",
  "<script type=application/ld+json>[",
  "<b></i>",
  "&amp;",
  "<td>Total</td>",
  "a1 ",
])("HTML of ten megabytes: %j again and again", (piece) => {
  const html = `<html><body ${piece === "a1 " ? "" : ">"}${repeated(piece)}`;
  expect(cpuTime(() => factsOf(letter({ html })))).toBeLessThan(MAX_MILLISECONDS);
});

test("attributes without end", () => {
  const html = `<div ${Array.from({ length: 1_000_000 }, (_, index) => `a${index}`).join(" ")}>`;
  expect(cpuTime(() => factsOf(letter({ html })))).toBeLessThan(MAX_MILLISECONDS);
});

const pieces = [
  "1 ",
  "1,",
  "1 234 567 ",
  "A-",
  "A1-B2/",
  "x ",
  "- ",
  ": ",
  "\n",
  "(",
  "до пн, ",
  "12 ",
  "12 декабря ",
  "12.12.",
  "итого: ",
  "итого\n",
  "total (",
  "order ",
  "код ",
  "from\nto\n",
  "flight AB 123\n",
  "рейс ",
  "https://a.example/ ",
  "сумма со скидкой 5% до ",
  "your code ",
  "tickets for ",
  "******** ",
  "Ш",
];

test.each(categories)("words of %s: time grows with the size alone, up to a limit", (category) => {
  for (const piece of pieces) {
    const text = piece.repeat(1_000_000 / piece.length);
    const time = cpuTime(() =>
      factsOf(letter({ text, subject: text.slice(0, 10_000), fromName: text.slice(0, 10_000) }, category)),
    );
    expect({ piece, isQuick: time < MAX_MILLISECONDS }).toEqual({ piece, isQuick: true });
  }
});

test("JSON-LD that nests deeper than it is read", () => {
  const deep = '{"@type":"Order","a":'.repeat(3_000) + "1" + "}".repeat(3_000);
  const wide = `[${'{"@type":"Order"},'.repeat(3_000)}{}]`;
  for (const json of [deep, wide, "[".repeat(60_000)]) {
    const html = `<script type="application/ld+json">${json}</script>`.repeat(20);
    expect(cpuTime(() => factsOf(letter({ html })))).toBeLessThan(MAX_MILLISECONDS);
  }
});

test("a calendar of ten megabytes", () => {
  for (const piece of ["BEGIN:VEVENT\n", "X;A=", " \n ", 'DTSTART;TZID="']) {
    expect(cpuTime(() => factsOf(letter({ calendars: [repeated(piece)] }, "tickets")))).toBeLessThan(MAX_MILLISECONDS);
    expect(cpuTime(() => revisionsIn(plannedEvents([repeated(piece)]), 0))).toBeLessThan(MAX_MILLISECONDS);
  }
});

test("whatever a letter declares, no value is long and no address is a script", () => {
  const order = {
    "@type": "Order",
    orderNumber: "7".repeat(1_000),
    merchant: { name: "Shop" },
    orderDelivery: { trackingUrl: "javascript:alert(1)" },
  };
  const facts = factsOf(letter({ html: `<script type="application/ld+json">${JSON.stringify(order)}</script>` }));
  expect(facts).toEqual([{ kind: "order", fields: [{ name: "shop", value: "Shop", source: "json-ld", quote: null }] }]);
});

test("a letter without a date has facts without those that need it", () => {
  const text = "Event: Hamlet\nVenue: Royal Theatre\nDate: 5 December\n5 December 2026, 19:00\nTicket number: 20417";
  const facts = factsOf({ ...letter({ text }, "tickets"), sentAt: new Date(Number.NaN) });
  expect(facts).toEqual([]);
});
