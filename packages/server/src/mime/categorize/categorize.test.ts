import { expect, test } from "vitest";
import { parseMessage } from "../parse/parse.ts";

interface TestMessage {
  from?: string;
  subject?: string;
  text?: string;
  html?: string;
  headers?: string[];
}

const encoded = (text: string): string => `=?utf-8?B?${Buffer.from(text).toString("base64")}?=`;

function guess({ from = "Shop <orders@shop.example>", subject = "", text = "", html, headers = [] }: TestMessage) {
  const type = html === undefined ? "text/plain" : "text/html";
  const head = [`From: ${from}`, `Subject: ${encoded(subject)}`, `Content-Type: ${type}; charset=utf-8`, ...headers];
  return parseMessage(Buffer.from(`${head.join("\r\n")}\r\n\r\n${html ?? text}`)).category;
}
const categoryOf = (message: TestMessage): string | undefined => guess(message)?.category;

const order: TestMessage = { subject: "Your order 1045 has been shipped", text: "Track the parcel. Total: $12.00\n" };

test("a fact with support determines the category; its words and the sender are the reason", () => {
  expect(guess(order)).toEqual({
    category: "orders",
    reason: {
      kind: "words",
      words: ["your order 1045 has been", "track the", "$12 00", "total"],
      sender: "orders@shop.example",
    },
  });
});

test.each<[string, TestMessage]>([
  ["orders", { subject: "Заказ № 12 собран", text: "Итого: 900 ₽. Курьер привезёт его завтра." }],
  [
    "orders",
    { from: "Почта <noreply@post.example>", subject: "Посылка ждёт вас", text: "Пункт выдачи открыт до 20:00" },
  ],
  ["finances", { from: "Bank <info@bank.example>", subject: "Выписка по счёту", text: "Остаток: 12 300 ₽" }],
  ["finances", { from: "Billing <billing@host.example>", subject: "Invoice #881 is due", text: "Amount: EUR 20.00" }],
  ["registrations", { from: "Site <noreply@site.example>", subject: "Подтвердите адрес", text: "Перейдите по ссылке" }],
  ["registrations", { from: "Site <noreply@site.example>", subject: "Reset your password", text: "The link expires" }],
  ["travelings", { from: "Air <noreply@air.example>", subject: "Ваш рейс SU 204", text: "Вылет 10:00, терминал B" }],
  ["travelings", { from: "Inn <noreply@inn.example>", subject: "Booking confirmed", text: "Two nights, breakfast" }],
  ["tickets", { from: "Театр <kassa@teatr.example>", subject: "Ваши билеты на спектакль", text: "Ряд 7, место 14" }],
  ["tickets", { from: "Hall <tickets@hall.example>", subject: "Your tickets for the concert", text: "Doors 19:30" }],
  ["fines", { from: "ГИБДД <noreply@gibdd.example>", subject: "Штраф за превышение скорости", text: "Сумма 500 руб." }],
  [
    "fines",
    { from: "Court <noreply@court.example>", subject: "Notice of fine", text: "Total to pay: £120. Pay by 3 May" },
  ],
  [
    "fines",
    { from: "Суд <noreply@sud.example>", subject: "Извещение о штрафе", text: "Сумма 500 руб. Срок уплаты 3 мая" },
  ],
  ["travelings", { from: "Coaches <tickets@coach.example>", subject: "Coach ticket AB12", text: "Departure 12:05" }],
  ["travelings", { from: "Рейс <noreply@bus.example>", subject: "Билет на автобус", text: "Отправление 12:05" }],
  ["fines", { from: "Tax <noreply@tax.example>", subject: "Your income tax bill", text: "Pay by 31 January: £840" }],
])("%s: %j", (category, message) => {
  expect(categoryOf(message)).toBe(category);
});

test.each<[string, TestMessage]>([
  ["one word is not enough", { subject: "Заказ", text: "" }],
  ["an answer", { ...order, subject: "Re: Your order 1045 has been shipped" }],
  ["a Russian answer", { subject: "На: Заказ № 12 собран", text: "Итого: 900 ₽" }],
  ["a forwarded message", { ...order, subject: "Fwd: Your order 1045 has been shipped" }],
  ["a message forwarded in its text", { ...order, text: `---------- Forwarded message ---------\n${order.text}` }],
  [
    "a message by a person",
    { from: "Anna <anna@gmail.com>", subject: "Твой заказ готов", text: "Итого 900 ₽, забирай" },
  ],
  [
    "what a person says of an order",
    { from: "Anna <anna.k@firm.example>", subject: "Обед", text: "Привет! Заказ принят, обед привезут в два." },
  ],
  [
    "an advertisement",
    {
      from: "Shop <news@shop.example>",
      subject: "Скидка 20% на первый заказ!",
      text: "Доставка бесплатно. Спешите.",
      headers: ["List-Unsubscribe: <https://shop.example/u>"],
    },
  ],
  [
    "a support ticket",
    {
      from: "Support <support@host.example>",
      subject: "Your ticket 4411 was updated",
      text: "We answered your request",
    },
  ],
  [
    "a fine day",
    { from: "Weather <info@weather.example>", subject: "A fine day", text: "It is fine in the city today" },
  ],
])("none: %s", (_, message) => {
  expect(categoryOf(message)).toBeUndefined();
});

const jsonLd = (content: string): string => `<html><head><script type="application/ld+json">${content}</script></head>`;
const schema = (html: string, rest: TestMessage = {}): unknown => guess({ subject: "Hello", html, ...rest })?.reason;

test.each([
  ["JSON-LD", jsonLd('{"@context":"http://schema.org","@type":"FlightReservation"}'), "FlightReservation"],
  ["a list of types", jsonLd('[{"@type":["Thing","https://schema.org/Order"]}]'), "Order"],
  ["a graph", jsonLd('{"@graph":[{"@type":"Person"},{"@type":"Invoice"}]}'), "Invoice"],
  ["in CDATA", jsonLd('//<![CDATA[\n{"@type":"EventReservation"}\n//]]>'), "EventReservation"],
  ["in a second script", jsonLd("{broken") + jsonLd('{"@type":"ParcelDelivery"}'), "ParcelDelivery"],
  ["microdata", '<div itemscope itemtype="http://schema.org/LodgingReservation">', "LodgingReservation"],
  [
    "what stands by itself goes before what belongs to something",
    '<p itemscope itemtype="https://schema.org/Thing"><i itemprop="x" itemtype="https://schema.org/Ticket"></i></p><p itemtype="https://schema.org/Order">',
    "Order",
  ],
])("schema.org in %s", (_, html, type) => {
  expect(schema(html)).toEqual({ kind: "schema", type });
});

test.each([
  ["an event that is only talked about", jsonLd('{"@type":"Event"}')],
  ["an order inside of something else", jsonLd('{"@type":"Person","owns":{"@type":"Order"}}')],
  ["another vocabulary", jsonLd('{"@type":"http://example.com/Order"}')],
  ["a name of every object", jsonLd('{"@type":"constructor"}')],
  ["no JSON", jsonLd("Order")],
  ["no end", '<script type="application/ld+json">{"@type":"Order"}'],
])("schema.org: not %s", (_, html) => {
  expect(schema(html)).toBeUndefined();
});

test("a forwarded message with schema.org data gets no category", () => {
  expect(schema(jsonLd('{"@type":"Order"}'), { subject: "Fwd: Hello" })).toBeUndefined();
});

// The runner's timeout ends a pattern that backtracks forever; bench/categories measures how long each takes.
test.each([
  jsonLd("[".repeat(60_000)).repeat(50),
  '<p itemtype="'.repeat(50_000),
  ...["заказ № 1 ", "ваш счет ", "your order ", "a ", "1 ", "row 1 section "].map((words) => words.repeat(50_000)),
])("terminates for a hostile message: %.40s", (html) => {
  expect(() => guess({ subject: html.slice(0, 2000), html })).not.toThrow();
});
