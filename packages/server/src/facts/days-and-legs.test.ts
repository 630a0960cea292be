/** "Today" and "tomorrow" in letters, and trains whose letters have no labels. */
import type { Category } from "@pismo/jmap";
import { expect, test } from "vitest";
import { factLetter } from "../../test/support/fact-letter.ts";
import { factsOf } from "./facts.ts";
import type { FactLetter } from "./letter.ts";
import { letterDay } from "./values/letter-day.ts";

const all = (category: Category, text: string, more: Partial<FactLetter> = {}): Record<string, string>[] =>
  factsOf(factLetter({ category, text, ...more })).map(({ fields }) =>
    Object.fromEntries(fields.map(({ name, value }) => [name, value])),
  );
const delivery = (text: string, more: Partial<FactLetter> = {}): string | undefined =>
  all("orders", `Order number: A-20417\n${text}`, more)[0]?.["deliveryDay"];

test.each([
  ["2026-11-26T10:00:00+03:00", "2026-11-26"],
  ["2026-11-26T23:30:00-05:00", null],
  ["2026-11-26T01:59:00+03:00", null],
  ["2026-11-26T21:59:00+03:00", "2026-11-26"],
  // A program that writes UTC may be anywhere.
  ["2026-11-26T10:00:00Z", "2026-11-26"],
  ["2026-11-26T18:00:00Z", null],
  ["2026-11-26T05:00:00+00:00", null],
  ["nonsense", null],
  [undefined, null],
])("the day of a letter of %s is %s", (sentAt, day) => {
  expect(letterDay(sentAt)).toBe(day);
});

test.each([
  ["Delivery: today", "2026-11-26"],
  ["Arriving tomorrow", "2026-11-27"],
  ["Arriving today 12:30 pm - 3:30 pm", "2026-11-26"],
  ["Your parcel will be delivered tomorrow by 6 pm.", "2026-11-27"],
  ["Доставим завтра с 10:00 до 14:00", "2026-11-27"],
  ["Доставим ваш заказ послезавтра.", "2026-11-28"],
  ["Курьер приедет сегодня до 18:00", "2026-11-26"],
  ["Delivery: tomorrow, Friday 27 November", "2026-11-27"],
])("%j is a day counted from the letter's", (text, day) => {
  expect(delivery(text)).toBe(day);
});

test.each([
  "Delivery: next Monday",
  "Delivery: in 3 days",
  "Delivery: today or tomorrow",
  "Delivery: tomorrow–Saturday",
  "Delivery: tomorrow, Saturday 28 November",
  "Free delivery today",
  "If you order today, it arrives tomorrow",
  "Order by 6 pm, arrives tomorrow",
  "Order now and it is delivered today",
  "Not arriving today",
  "It won't be delivered tomorrow",
  "Если оплатите сегодня, доставим завтра",
  "Не доставим завтра",
  "Доставим завтра или послезавтра",
  "Доставим бесплатно завтра",
  "Arriving today. Arriving tomorrow",
])("%j is no certain day", (text) => {
  expect(delivery(text)).toBe(undefined);
});

test("a letter that was passed on, or whose day is not certain, was written on another day", () => {
  const text = "Arriving tomorrow";
  expect(delivery(text)).toBe("2026-11-27");
  expect(delivery(text, { today: null })).toBe(undefined);
  expect(delivery(text, { subject: "Fwd: Your order" })).toBe(undefined);
  expect(delivery(`${text}\n---------- Forwarded message ---------`)).toBe(undefined);
  expect(delivery("Доставим завтра\nПересылаемое сообщение")).toBe(undefined);
});

test("bills, journeys and events may be due tomorrow too", () => {
  expect(all("finances", "Amount due: £25.00\nYour payment is due tomorrow.")[0]?.["dueDay"]).toBe("2026-11-27");
  expect(all("finances", "К оплате: 250 ₽\nОплатите до завтра")[0]?.["dueDay"]).toBe("2026-11-27");
  expect(all("tickets", "Event: Hamlet\nOrder number: 20417\nWhen: tomorrow, 19:00")[0]?.["startAt"]).toBe(
    "2026-11-27T19:00",
  );
  expect(all("tickets", "Event: Hamlet\nOrder number: 20417\nThe box office sells more tomorrow at 10:00")[0]).toBe(
    undefined,
  );
  expect(
    all("travelings", "Рейс: SU 204\nОткуда: Москва\nКуда: Казань\nВылет завтра в 10:20")[0]?.["departureAt"],
  ).toBe("2026-11-27T10:20");
});

const trip = (...lines: string[]) => all("travelings", ["Booking reference: QX7TRA", ...lines].join("\n"));

test("a train's stops stand below their day", () => {
  const leg = {
    from: "London Paddington",
    to: "Reading",
    departureAt: "2026-12-05T07:12",
    arrivalAt: "2026-12-05T08:05",
    bookingCode: "QX7TRA",
  };
  const train = "Train 1234";
  expect(trip("Saturday 5 December 2026", "07:12 London Paddington", "08:05 Reading", train)).toEqual([
    { ...leg, number: "1234" },
  ]);
  expect(trip("Outbound: Sat 5 Dec 2026", "07:12 – London Paddington", train, "08:05 – Reading")).toEqual([
    { ...leg, number: "1234" },
  ]);
  expect(trip("Your train", "5 December 2026", "London Paddington 7:12 AM", "Reading 8:05 AM")).toEqual([leg]);
  expect(trip("By rail", "London Paddington → Reading", "Sat 5 Dec 2026, 07:12 – 08:05")).toEqual([leg]);
  expect(trip("By rail", "5 December 2026", "07:12–08:05", "London Paddington to Reading")).toEqual([leg]);
  // Cells of a table.
  expect(trip("Rail", "5 December 2026", "07:12", "London Paddington", "08:05", "Reading")).toEqual([leg]);
});

test("each leg of a way with changes, and the way back", () => {
  const legs = trip(
    "5 December 2026",
    "07:12 London Euston",
    "08:40 Crewe",
    "Train AB 12",
    "09:05 Crewe",
    "10:20 Bangor (Gwynedd)",
    "Return: 6 December 2026",
    "18:00 Bangor (Gwynedd)",
    "21:30 London Euston",
  );
  expect(legs.map(({ from, to, departureAt, number }) => [from, to, departureAt, number])).toEqual([
    ["London Euston", "Crewe", "2026-12-05T07:12", "AB 12"],
    ["Crewe", "Bangor", "2026-12-05T09:05", undefined],
    ["Bangor", "London Euston", "2026-12-06T18:00", undefined],
  ]);
});

test("a Russian train overnight, by the clock of Moscow", () => {
  expect(trip("Поезд 016А", "5 декабря 2026", "22:40 Москва Казанская", "10:05 Казань", "Время московское")).toEqual([
    {
      from: "Москва Казанская",
      to: "Казань",
      departureAt: "2026-12-05T22:40",
      departureTimeZone: "Europe/Moscow",
      bookingCode: "QX7TRA",
    },
  ]);
});

test.each([
  ["without a day", ["By train", "07:12 London", "08:05 Reading"]],
  [
    "with all of its calls",
    ["Train", "5 December 2026", "07:12 London", "07:30 Slough", "07:41 Maidenhead", "08:05 Reading"],
  ],
  [
    "with two trains to choose from",
    ["Train", "5 December 2026", "07:12 London", "08:05 Reading", "08:12 London", "09:05 Reading"],
  ],
  ["with three stops", ["Train", "5 December 2026", "07:12 London", "08:05 Reading", "09:05 Didcot"]],
  ["of a tour", ["5 December 2026", "09:00 Louvre", "12:00 Orsay"]],
  ["of a day with meals", ["By coach", "5 December 2026", "09:00 Breakfast", "12:00 Lunch"]],
  [
    "whose cells could be read in two ways",
    ["Train", "5 December 2026", "London", "07:12", "Reading", "08:05", "Didcot"],
  ],
])("a plan %s is no journey", (_, lines) => {
  expect(trip(...lines)).toEqual([]);
});
