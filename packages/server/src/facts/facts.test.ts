import type { Category, Fact } from "@pismo/jmap";
import { expect, test } from "vitest";
import { factLetter } from "../../test/support/fact-letter.ts";
import { calendarEvents } from "./markup/calendar-facts.ts";
import { factsOf } from "./facts.ts";
import type { FactLetter } from "./letter.ts";

const letter = (category: Category | null, content: Partial<FactLetter>): FactLetter =>
  factLetter({ category, ...content });

const values = (facts: readonly Fact[]): Record<string, string>[] =>
  facts.map(({ fields }) => Object.fromEntries(fields.map(({ name, value }) => [name, value])));

const due = (day: string): string | undefined =>
  values(factsOf(letter("finances", { text: `К оплате: 10 ₽\nСрок оплаты: до ${day}` })))[0]?.["dueDay"];

const link = (path: string): string => `<p><a href="https://a.example/${path}">Verify email</a></p>`;

const flight = (number: string, from: string, to: string, day: number): string =>
  `Flight: ${number}\nFrom: ${from}\nTo: ${to}\nDeparts: ${day} December 2026, 10:20\n`;

test("a table's cells, each value with the words where it was read", () => {
  const html =
    "<table><tr><td>Номер заказа</td><td>A-20417</td></tr><tr><td>Итого</td><td>12&nbsp;345,60 ₽</td></tr>" +
    "<tr><td>Дата доставки</td><td>сб, 5 декабря</td></tr></table>";
  const [order] = factsOf(letter("orders", { html, subject: "Ваш заказ отправлен" }));
  expect(order).toEqual({
    kind: "order",
    fields: [
      { name: "number", value: "A-20417", source: "text", quote: "A-20417" },
      { name: "sum", value: "12345.60 RUB", source: "text", quote: "12 345,60 ₽" },
      { name: "deliveryDay", value: "2026-12-05", source: "text", quote: "5 декабря" },
      { name: "state", value: "shipped", source: "text", quote: null },
    ],
  });
});

test("two values behind one label are no fact", () => {
  const text = "Order number: A-20417\nOrder total: $10.00\nOrder total: $12.00\nArrives: 5 December 2026";
  expect(values(factsOf(letter("orders", { text })))).toEqual([{ number: "A-20417", deliveryDay: "2026-12-05" }]);
});

test("a row of headings has no values", () => {
  const html =
    "<table><tr><th>From</th><th>To</th></tr><tr><td>London</td><td>Rome</td></tr></table>Departs: 5 December 2026, 10:20";
  expect(values(factsOf(letter("travelings", { html })))).toEqual([{ departureAt: "2026-12-05T10:20" }]);
});

test("a day that is another one across the ocean is none", () => {
  expect(values(factsOf(letter("finances", { text: "Amount due: $10.00\nDue date: 05/12/2026" })))).toEqual([
    { sum: "10.00 USD" },
  ]);
  expect(values(factsOf(letter("finances", { text: "Amount due: $10.00\nDue date: 25/12/2026" })))).toEqual([
    { sum: "10.00 USD", dueDay: "2026-12-25" },
  ]);
});

test("days without a year are near the letter", () => {
  expect([due("10 января"), due("30 ноября"), due("31 октября")]).toEqual(["2027-01-10", "2026-11-30", "2026-10-31"]);
});

test("what is not shown is not read", () => {
  const html =
    '<div style="display:none">Your code: 111222</div><p>Your code: <b>333444</b></p><!-- Your code: 555666 -->';
  expect(values(factsOf(letter("registrations", { html })))).toEqual([{ code: "333444" }]);
});

test("a link by its words, only where it is the only one", () => {
  expect(values(factsOf(letter("registrations", { html: link("1") })))).toEqual([
    { confirmUrl: "https://a.example/1" },
  ]);
  expect(factsOf(letter("registrations", { html: link("1") + link("2") }))).toEqual([]);
  expect(factsOf(letter("registrations", { html: '<a href="javascript:x">Verify email</a>' }))).toEqual([]);
});

test("flights, each from its number to the next", () => {
  const text = `Booking reference: ABC12D\n${flight("BA 123", "London (LHR)", "Rome (FCO)", 5)}${flight("BA 456", "Rome (FCO)", "London (LHR)", 9)}`;
  expect(values(factsOf(letter("travelings", { text })))).toEqual([
    {
      number: "BA 123",
      from: "London",
      to: "Rome",
      departureAt: "2026-12-05T10:20",
      departureTimeZone: "Europe/London",
      bookingCode: "ABC12D",
    },
    {
      number: "BA 456",
      from: "Rome",
      to: "London",
      departureAt: "2026-12-09T10:20",
      departureTimeZone: "Europe/Rome",
      bookingCode: "ABC12D",
    },
  ]);
  // The second is not whole: which times are whose is not certain.
  expect(factsOf(letter("travelings", { text: text.replace("From: Rome (FCO)\n", "") }))).toEqual([]);
});

test("markup comes first, words fill what it leaves open, and those of another order do not", () => {
  const json = { "@type": "Order", orderNumber: "A-20417", price: "10.00", priceCurrency: "EUR" };
  const html = (number: string): string =>
    `<script type="application/ld+json">${JSON.stringify(json)}</script><p>Order number: ${number}</p><p>Arrives: 5 December 2026</p>`;
  expect(factsOf(letter(null, { html: html("A-20417") }))).toEqual([
    {
      kind: "order",
      fields: [
        { name: "number", value: "A-20417", source: "json-ld", quote: "A-20417" },
        { name: "sum", value: "10.00 EUR", source: "json-ld", quote: null },
        { name: "deliveryDay", value: "2026-12-05", source: "text", quote: "5 December 2026" },
      ],
    },
  ]);
  expect(values(factsOf(letter(null, { html: html("B-99999") })))).toEqual([{ number: "A-20417", sum: "10.00 EUR" }]);
});

test("a flight's number has its airline's code, and a cancelled one says so", () => {
  const reservation = {
    "@type": "FlightReservation",
    reservationStatus: "http://schema.org/ReservationConfirmed",
    reservationFor: {
      flightNumber: "110",
      airline: { iataCode: "UA" },
      departureTime: "2026-12-05T10:20:00-08:00",
      departureAirport: { iataCode: "SFO" },
    },
  };
  const html = (status: string): string =>
    `<script type="application/ld+json">${JSON.stringify({ ...reservation, reservationStatus: status })}</script>`;
  expect(values(factsOf(letter(null, { html: html("http://schema.org/ReservationConfirmed") })))).toEqual([
    { from: "SFO", departureAt: "2026-12-05T10:20", departureTimeZone: "-08:00", number: "UA 110" },
  ]);
  expect(values(factsOf(letter(null, { html: html("http://schema.org/ReservationCancelled") })))).toEqual([
    expect.objectContaining({ number: "UA 110", state: "cancelled" }),
  ]);
});

const event = (method: string, more = ""): string =>
  `BEGIN:VCALENDAR\r\nMETHOD:${method}\r\nBEGIN:VEVENT\r\nDTSTART;TZID=Europe/Moscow:20261205T190000\r\n` +
  `SUMMARY:Вишнёвый\r\n  сад\\, премьера\r\n${more}END:VEVENT\r\nEND:VCALENDAR\r\n`;

test("a published calendar part is a ticket's, an invitation is not", () => {
  expect(factsOf(letter("tickets", { calendars: [event("PUBLISH")], text: "Вишнёвый сад, премьера" }))).toEqual([
    {
      kind: "ticket",
      fields: [
        { name: "event", value: "Вишнёвый сад, премьера", source: "calendar", quote: "Вишнёвый сад, премьера" },
        { name: "startAt", value: "2026-12-05T19:00", source: "calendar", quote: null },
        { name: "startTimeZone", value: "Europe/Moscow", source: "calendar", quote: null },
      ],
    },
  ]);
  expect(factsOf(letter("tickets", { calendars: [event("REQUEST")] }))).toEqual([]);
  expect(factsOf(letter("tickets", { calendars: [event("PUBLISH", "ATTENDEE:mailto:a@b.example\r\n")] }))).toEqual([]);
});

const calendarOf = (method: string, summary: string, more = ""): string =>
  `BEGIN:VCALENDAR\r\nMETHOD:${method}\r\nBEGIN:VEVENT\r\nDTSTART;TZID=Europe/London:20261205T102000\r\n` +
  `DTEND;TZID=Europe/Rome:20261205T135500\r\nSUMMARY:${summary}\r\n${more}END:VEVENT\r\nEND:VCALENDAR\r\n`;
const ofCalendar = (category: Category, ...calendars: string[]): Record<string, string>[] =>
  values(factsOf(letter(category, { calendars })));

test("of an event with a long name the beginning is read", () => {
  const capitals = "A".repeat(60_000);
  const summary = `Flight BA 123 London to Rome ${capitals}`;
  expect(calendarEvents(calendarOf("PUBLISH", summary)).map((each) => each.summary)).toEqual([summary.slice(0, 500)]);
  expect(ofCalendar("travelings", calendarOf("PUBLISH", summary))).toEqual([
    expect.objectContaining({ from: "London", number: "BA 123" }),
  ]);
  // What would be another end of the journey is too far away.
  expect(ofCalendar("travelings", calendarOf("PUBLISH", `${capitals} to Rome`))).toEqual([]);
  expect(ofCalendar("travelings", calendarOf("PUBLISH", `${"A".repeat(60)} to ${"B".repeat(60)}`))).toEqual([
    expect.objectContaining({ from: "A".repeat(41), to: "B".repeat(41) }),
  ]);
});

test("calendar parts of a journey's letter are journeys and stays", () => {
  expect(ofCalendar("travelings", calendarOf("PUBLISH", "Flight BA 123 London to Rome"))).toEqual([
    {
      from: "London",
      to: "Rome",
      number: "BA 123",
      departureAt: "2026-12-05T10:20",
      departureTimeZone: "Europe/London",
      arrivalAt: "2026-12-05T13:55",
      arrivalTimeZone: "Europe/Rome",
    },
  ]);
  expect(ofCalendar("travelings", calendarOf("PUBLISH", "Hotel", "LOCATION:The Old Mill Inn\r\n"))).toEqual([
    { place: "The Old Mill Inn", startAt: "2026-12-05T10:20", endAt: "2026-12-05T13:55" },
  ]);
  const legs = ["BA 123 London – Rome", "BA 124 Rome – London"].map((summary) => calendarOf("PUBLISH", summary));
  expect(ofCalendar("travelings", ...legs).map(({ number }) => number)).toEqual(["BA 123", "BA 124"]);
  expect(ofCalendar("travelings", calendarOf("PUBLISH", "Lunch with Rita"))).toEqual([]);
  expect(ofCalendar("finances", calendarOf("PUBLISH", "Flight BA 123 London to Rome"))).toEqual([]);
});

test("what a calendar part or a subject calls off says so", () => {
  expect(ofCalendar("tickets", calendarOf("CANCEL", "Hamlet"))).toMatchObject([
    { event: "Hamlet", startAt: "2026-12-05T10:20", state: "cancelled" },
  ]);
  expect(ofCalendar("tickets", calendarOf("PUBLISH", "Hamlet", "STATUS:CANCELLED\r\n"))).toMatchObject([
    { state: "cancelled" },
  ]);
  const text = `Booking reference: ABC12D\n${flight("BA 123", "London (LHR)", "Rome (FCO)", 5)}`;
  const state = (subject: string): string | undefined =>
    values(factsOf(letter("travelings", { text, subject })))[0]!["state"];
  expect(state("Your flight has been cancelled")).toBe("cancelled");
  expect(state("Ваше бронирование отменено")).toBe("cancelled");
  expect(state("Your flight is not cancelled")).toBeUndefined();
  expect(state("Free cancellation until Friday")).toBeUndefined();
  const short = letter("travelings", { text: "Booking reference: ABC12D", subject: "Booking cancelled" });
  expect(values(factsOf(short))).toEqual([{ bookingCode: "ABC12D", state: "cancelled" }]);
});

test("a PDF's words have no place in the letter's text", () => {
  const facts = factsOf(
    letter("fines", {
      text: "Во вложении постановление.",
      pdfs: ["УИН: 18810177261126000001\nСумма штрафа: 500 руб."],
    }),
  );
  expect(facts).toEqual([
    {
      kind: "fine",
      fields: [
        { name: "documentNumber", value: "18810177261126000001", source: "pdf", quote: null },
        { name: "sum", value: "500.00 RUB", source: "pdf", quote: null },
      ],
    },
  ]);
});

test("without a category and without markup there are no facts", () => {
  expect(factsOf(letter(null, { text: "Order number: A-20417\nOrder total: $10.00" }))).toEqual([]);
});

test("an order of tickets is a ticket", () => {
  const text =
    "Order number: 20417\nOrder total: $40.00\nEvent: Hamlet\nStarts: 5 December 2026 at 19:00\nVenue: Royal Theatre";
  const subject = "Your order is confirmed";
  expect(factsOf(letter("orders", { text, subject })).map(({ kind }) => kind)).toEqual(["ticket"]);
  expect(
    factsOf(letter("orders", { text: text.replace("Event: Hamlet\n", ""), subject })).map(({ kind }) => kind),
  ).toEqual(["order"]);
});

const items = (html: string): string[] =>
  factsOf(letter("orders", { html: `<p>Order number: 20417</p>${html}` })).flatMap(({ fields }) =>
    fields.filter(({ name }) => name === "item").map(({ value }) => value),
  );
const row = (...cells: string[]): string => `<tr>${cells.map((cell) => `<td>${cell}</td>`).join("")}</tr>`;

test("the things of an order stand below headings, or beside their number", () => {
  const table = `<table>${row("Product", "Quantity", "Price")}${row("Kettle", "1", "$20.00")}${row("Red lamp", "2", "$9.00")}${row("Total", "", "$38.00")}</table>`;
  expect(items(table)).toEqual(["Kettle", "Red lamp"]);
  expect(items("<p>2 × Red lamp</p><p>Чайник — 1 шт.</p>")).toEqual(["Red lamp", "Чайник"]);
});
