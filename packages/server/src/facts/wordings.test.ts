import type { Category } from "@pismo/jmap";
import { expect, test } from "vitest";
import { factLetter } from "../../test/support/fact-letter.ts";
import { factsOf } from "./facts.ts";

/** What is found of one field; undefined where it is not, or where there are several facts. */
function found(category: Category, name: string, text: string, subject = ""): string | undefined {
  const facts = factsOf(factLetter({ category, text, subject }));
  return facts.length === 1 ? facts[0]!.fields.find((field) => field.name === name)?.value : undefined;
}

test.each([
  ["Your order will arrive on Saturday, 5 December.", "2026-12-05"],
  ["Delivery is expected by Dec 5, 2026", "2026-12-05"],
  ["Estimated delivery: 5-Dec-2026", "2026-12-05"],
  ["Estimated delivery: Dec 3 – Dec 5", "2026-12-05"],
  ["Expected between: 3–5 December", undefined],
  ["Delivery: 3–5 December", "2026-12-05"],
  ["Delivery date: Sat 05/12/2026", "2026-12-05"],
  ["Delivery date: Tue 05/12/2026", "2026-05-12"],
  ["Delivery date: Mon 05/12/2026", undefined],
  ["Delivery date: the 05/12/2026", undefined],
  ["Доставим его в субботу, 5 декабря, с 10 до 14.", "2026-12-05"],
  ["Доставка запланирована на 5 декабря", "2026-12-05"],
  ["Ждите курьера 5 декабря с 10:00 до 14:00", "2026-12-05"],
])("the delivery of %j is %s", (sentence, day) => {
  expect(found("orders", "deliveryDay", `Order number: A-20417\n${sentence}`)).toBe(day);
});

test.each([
  ["Your payment of £45.20 is due on 5 December.", "45.20 GBP", "2026-12-05"],
  ["Выставлен счёт на сумму 1 200 ₽.\nОплатите его до 5 декабря.", "1200.00 RUB", "2026-12-05"],
  ["Bill total: $45.20\nPay your bill on or before Dec 5", "45.20 USD", "2026-12-05"],
  ["К оплате: 120 zł\nВнести платёж не позднее 5 декабря", "120.00 PLN", "2026-12-05"],
  ["Штраф составит 500 ₽, если оплатить после 5 декабря.", undefined, undefined],
])("the bill %j", (text, sum, day) => {
  expect([found("finances", "sum", text), found("finances", "dueDay", text)]).toEqual([sum, day]);
});

test("a sentence says who paid whom, and a masked card its last digits", () => {
  expect(found("finances", "to", "You sent $12.00 to Laura Chen on 2 December.")).toBe("Laura Chen");
  expect(found("finances", "from", "You have received a payment of €12.00 from Robert King.")).toBe("Robert King");
  expect(found("finances", "accountDigits", "Amount: $12.00\nPayment method: Visa •••• 4417")).toBe("4417");
  expect(found("finances", "accountDigits", "Сумма: 12 ₽\nКарта: 2200 22** **** 4417")).toBe("4417");
});

const flight = (ends: string): string =>
  `Booking ref: QX7TRA\nFlight: BA 123\n${ends}\nDeparts: Sat 5 Dec 2026, 7.20 pm`;

test("a journey's ends stand around an arrow, in a sentence, or in lines with their airports", () => {
  for (const ends of ["London (LHR) → Rome (FCO)", "Your flight from London to Rome.", "London (LHR)\nRome (FCO)"]) {
    expect([found("travelings", "from", flight(ends)), found("travelings", "to", flight(ends))]).toEqual([
      "London",
      "Rome",
    ]);
  }
  expect(found("travelings", "from", flight("From London to Rome, and from Rome to London"))).toBeUndefined();
  expect(found("travelings", "departureAt", flight(""))).toBe("2026-12-05T19:20");
  expect(found("travelings", "bookingCode", flight(""))).toBe("QX7TRA");
  expect(found("travelings", "bookingCode", flight("").replace("ref: QX7TRA", "CONFIRMED"))).toBeUndefined();
});

test("a stay's time may stand in the next line", () => {
  const text = "Hotel: The Old Mill Inn\nCheck-in: Sat, 5 Dec 2026\nfrom 3 PM\nCheck-out: Mon, 7 Dec 2026\nby 11 AM";
  expect(found("travelings", "startAt", text)).toBe("2026-12-05T15:00");
  expect(found("travelings", "endAt", text)).toBe("2026-12-07T11:00");
});

test("an event's time is the only one of its letter, unless tickets may be returned until then", () => {
  const text =
    "Your booking reference is TK48213.\nHamlet is on Saturday, 5 December 2026 at 7pm.\nStalls, Row C, Seat 8";
  expect(found("tickets", "startAt", text)).toBe("2026-12-05T19:00");
  expect(found("tickets", "seat", text)).toBe("Stalls, Row C, Seat 8");
  const russian = "Билет № 48213\nСпектакль «Чайка».\nНачало: 5 декабря 2026 г., 19:00. Ряд 7, места 14 и 15.";
  expect(found("tickets", "seat", russian)).toBe("Ряд 7, места 14 и 15");
  expect(found("tickets", "startAt", `${text}\nDoors open on 5 December 2026 at 18:00.`)).toBeUndefined();
  expect(found("tickets", "startAt", "Заказ: 20417\nВозврат до 5 декабря 2026, 19:00")).toBeUndefined();
});

test("an e-ticket that tells of no journey is an event's", () => {
  const text =
    "Event: Design Matters\nWhen: 5 December 2026, 19:00\nTicket no.: 20417\nDeparture: 5 December 2026, 19:00";
  expect(factsOf(factLetter({ category: "travelings", text })).map(({ kind }) => kind)).toEqual(["ticket"]);
});

test("a fine's discount is neither its sum nor its last day", () => {
  const text =
    "Notice number: PW1234567\nCharge amount: £60.00\nReduced to £30.00 if paid on or before 5 December 2026.\nIt must be paid by 20 December 2026.";
  expect(["sum", "discountSum", "discountUntil", "dueDay"].map((name) => found("fines", name, text))).toEqual([
    "60.00 GBP",
    "30.00 GBP",
    "2026-12-05",
    "2026-12-20",
  ]);
});

test.each([
  ["Сумма: 500 ₽. При оплате до 1 декабря 2026: 250 ₽.", "500.00 RUB", "250.00 RUB", "2026-12-01"],
  ["Сумма: 500 ₽. При оплате не позднее 01.12.2026 г. — 250 ₽.", "500.00 RUB", "250.00 RUB", undefined],
  ["Fine amount: £60.00\nIf you pay by 1 December 2026: £30.00", "60.00 GBP", "30.00 GBP", "2026-12-01"],
  ["Сумма: 500 ₽. При оплате до 1 декабря 2026 скидка.", "500.00 RUB", undefined, "2026-12-01"],
  ["Сумма: 500 ₽. При оплате после 1 декабря 2026: 750 ₽.", "500.00 RUB", undefined, undefined],
])("the discount of %j", (text, ...expected) => {
  const names = ["sum", "discountSum", "discountUntil"];
  expect(names.map((name) => found("fines", name, `Постановление № 77-0042\n${text}`))).toEqual(expected);
});

test("a fine says where it is paid", () => {
  const text = "Постановление № 77-0042\nСумма: 500 ₽\nОплатить: https://pay.roads.example/77-0042";
  expect(found("fines", "payUrl", text)).toBe("https://pay.roads.example/77-0042");
});

function declaredSum(price: string, priceCurrency: string): string | undefined {
  const order = JSON.stringify({ "@type": "Order", orderNumber: "A-1", price, priceCurrency });
  const html = `<script type="application/ld+json">${order}</script>`;
  return factsOf(factLetter({ category: null, html }))[0]?.fields.find(({ name }) => name === "sum")?.value;
}

test("sums of markup have the parts of their currency", () => {
  expect([declaredSum("1.250", "KWD"), declaredSum("1.250", "RUB"), declaredSum("1.25", "EUR")]).toEqual([
    "1.250 KWD",
    "1250.00 RUB",
    "1.25 EUR",
  ]);
  expect([declaredSum("9".repeat(12), "EUR"), declaredSum("9".repeat(13), "EUR")]).toEqual([
    `${"9".repeat(12)}.00 EUR`,
    undefined,
  ]);
});

test("a label that another word makes one of something else tells nothing", () => {
  expect(found("tickets", "place", "Event: Hamlet\nWhen: 5 December 2026, 19:00\nSeat location: Sec 12, Row 4")).toBe(
    undefined,
  );
  expect(found("tickets", "startAt", "Event: Hamlet\nBooking date: 2 December 2026, 10:30")).toBe(undefined);
  expect(found("tickets", "startAt", "Event: Hamlet\nDate: 5 December 2026\nDoors time: 18:00\nTime: 19:00")).toBe(
    "2026-12-05T19:00",
  );
  expect(found("finances", "sum", "Minimum payment amount: £25.00")).toBe(undefined);
  expect(found("finances", "from", "From: 1 May 2026\nTo: 31 May 2026\nAmount due: £25.00")).toBe(undefined);
  expect(found("fines", "dueDay", "Notice number: PW1234567\nFine: £60.00\nAppeal deadline: 5 December 2026")).toBe(
    undefined,
  );
  expect(found("orders", "sum", "Order number: A-20417\nTax total: £3.00")).toBe(undefined);
});

test.each(["Order 24/7", "Доставка заказа 10-15 дней", "Your order 100 items", "Заказ 500 USD", "Order 100% cotton"])(
  "%j is no number of an order",
  (text) => {
    expect(found("orders", "number", `${text}\nTrack your parcel: https://shop.example/t`)).toBe(undefined);
  },
);

test("a place may stand behind the word that says a seat elsewhere", () => {
  const text = "Событие: Ревизор\nДата: 5 декабря 2026, 19:00\nМесто: ";
  expect(found("tickets", "place", `${text}Клуб «16 тонн»`)).toBe("Клуб «16 тонн»");
  expect(found("tickets", "seat", `${text}Клуб «16 тонн»`)).toBe(undefined);
  expect(found("tickets", "seat", `${text}ряд 5, место 12`)).toBe("ряд 5, место 12");
  expect(found("tickets", "seat", `${text}F12, F13`)).toBe("F12, F13");
});

test("an event is named, and no time or news stands in its name", () => {
  const when = "When: 5 December 2026, 19:00\nOrder number: A-20417";
  expect(found("tickets", "event", `Performance: Saturday 5 December 2026 at 19:00\n${when}`)).toBe(undefined);
  expect(found("tickets", "event", `Your ticket for Hamlet is here!\n${when}`, "Your ticket for Hamlet is here!")).toBe(
    "Hamlet",
  );
  const nested = "Спасибо за покупку билета на «Квартет «Осень»: Шостакович».";
  expect(found("tickets", "event", `${nested}\n${when}`)).toBe("Квартет «Осень»: Шостакович");
});

test("money on its way is no parcel, and a price no part of a thing's name", () => {
  const text = "Order number: A-20417\nWe have received your return and your refund is on its way.";
  expect(found("orders", "state", text)).toBe("returned");
  expect(found("orders", "item", "Order number: A-20417\n1 x Wool Scarf $42,645.80")).toBe("Wool Scarf");
});

test("a subject names the order where its text does not", () => {
  expect(found("orders", "number", "Оплата получена.\nИтого: 500 ₽", "Лавка: заказ 20417 оплачен")).toBe("20417");
  expect(found("orders", "number", "Заказ № 30520\nИтого: 500 ₽", "Лавка: заказ 20417 оплачен")).toBe("30520");
});
