/** What letters say, and by when something is to be done: EmailFact and Deadline, read in the background. */
import { createServer } from "node:net";
import type { Deadline, Id } from "@pismo/jmap";
import { afterEach, beforeEach, expect, test } from "vitest";
import { eventually } from "../../jmap/test/eventually.ts";
import { getDeadlines } from "../src/store/facts/deadlines.ts";
import { readFacts } from "./support/fact-reader.ts";
import { lines, type LooseArgs } from "./support/jmap.ts";
import { type ReceivingJmap, receivingJmap } from "./support/receiving-jmap.ts";

let t: ReceivingJmap;
let stop: () => Promise<void>;

const start = (): void => {
  stop = readFacts(t);
};
beforeEach(async () => {
  t = await receivingJmap();
  start();
});
afterEach(async () => {
  await stop();
  await t.close();
});

interface Sent {
  /** "dkim=pass header.d=…" and the like; null: no server has checked. */
  checks?: string | null;
  subject?: string;
  /** Of the author. */
  domain?: string;
}
let number = 0;

const message = (
  html: string,
  { domain = "shop.example", checks = `dmarc=pass header.from=${domain}`, subject = "Hello" }: Sent = {},
): string =>
  lines(
    ...(checks === null ? [] : [`Authentication-Results: mx.example; ${checks}`]),
    `From: Shop <orders@${domain}>`,
    `Subject: ${subject}`,
    `Message-ID: <${++number}@shop.example>`,
    "Content-Type: text/html; charset=utf-8",
    "",
    html,
  );
const markup = (...items: object[]): string =>
  items.map((item) => `<script type="application/ld+json">${JSON.stringify(item)}</script>`).join("\r\n");

const invoice = (day: string, to = "Power Company"): string =>
  markup({
    "@context": "http://schema.org",
    "@type": "Invoice",
    provider: { "@type": "Organization", name: to },
    totalPaymentDue: { "@type": "PriceSpecification", price: "12.50", priceCurrency: "EUR" },
    paymentDueDate: day,
  });
const parcel = (order: string, day: string, status = "OrderInTransit"): string =>
  markup({
    "@context": "http://schema.org",
    "@type": "ParcelDelivery",
    expectedArrivalUntil: `${day}T18:00:00+01:00`,
    deliveryStatus: `http://schema.org/${status}`,
    partOfOrder: { "@type": "Order", orderNumber: order, merchant: { "@type": "Organization", name: "Shop" } },
  });
const flight = (code: string, flightNumber: string, at: string): object => ({
  "@context": "http://schema.org",
  "@type": "FlightReservation",
  reservationNumber: code,
  reservationFor: {
    "@type": "Flight",
    flightNumber,
    airline: { "@type": "Airline", name: "Air", iataCode: "SU" },
    departureAirport: { "@type": "Airport", name: "Moscow" },
    arrivalAirport: { "@type": "Airport", name: "Kazan" },
    departureTime: at,
  },
});

const deadlines = async (filter: LooseArgs = {}): Promise<Deadline[]> => {
  const { ids } = await t.call("Deadline/query", { filter });
  return (await t.call("Deadline/get", { ids })).list as Deadline[];
};
const shown = async (id: Id) => (await t.call("EmailFact/get", { ids: [id] })).list[0]!;
const titles = async (): Promise<string[]> => (await deadlines()).map(({ title }) => title);
/** Until there are exactly these. */
const eventuallyTitles = (...expected: string[]): Promise<void> =>
  eventually(async () => expect(await titles()).toEqual(expected));

test("a letter of a proven sender shows its facts and makes a deadline", async () => {
  const id = await t.receive(message(invoice("2030-03-07")));
  await eventuallyTitles("Power Company");
  const [due] = await deadlines();
  expect(due).toEqual({
    id: expect.stringMatching(/^n\d+$/),
    kind: "payment",
    title: "Power Company",
    at: "2030-03-07",
    timeZone: null,
    emailIds: [id],
    state: "open",
    laterUntil: null,
  });
  const { senderCheck, facts } = await shown(id);
  expect(senderCheck).toBe("verified");
  expect(facts).toHaveLength(1);
  expect(facts![0]!.fields).toContainEqual({
    name: "sum",
    key: "sum",
    value: "12.50 EUR",
    originalValue: "12.50 EUR",
    isCorrected: false,
    source: "json-ld",
    quote: null,
  });
});

test.each([
  ["by an aligned signature", "dkim=pass header.d=shop.example", "verified", 1],
  ["by no server", null, "unchecked", 1],
  ["with a signature of another domain", "dkim=pass header.d=other.example", "unchecked", 0],
  ["by the address of the envelope alone", "spf=pass smtp.mailfrom=orders@shop.example", "unchecked", 0],
  ["with a failure", "dmarc=fail header.from=shop.example", "unchecked", 0],
])("a sender that is checked %s", async (_, checks, senderCheck, count) => {
  const id = await t.receive(message(invoice("2030-03-07"), { checks }));
  // Letters are read in their order: when the second one has been, the first one has been, too.
  await t.receive(message(invoice("2030-05-01", "The second")));
  await eventually(async () => expect(await titles()).toContain("The second"));
  const { facts, ...rest } = await shown(id);
  expect(rest).toEqual({ id, senderCheck, supersededEvents: [] });
  expect(facts).toHaveLength(count);
  expect(await titles()).toEqual(senderCheck === "verified" ? ["Power Company", "The second"] : ["The second"]);
});

test("letters of one order are one entry, with what the newest says, until the parcel has come", async () => {
  const first = await t.receive(message(parcel("A-1", "2030-03-07")));
  await eventuallyTitles("Shop");
  const [before] = await deadlines();
  const second = await t.receive(message(parcel("A-1", "2030-03-09")));
  await eventually(async () => expect((await deadlines())[0]!.at).toBe("2030-03-09"));
  const [after] = await deadlines();
  expect(after).toMatchObject({ id: before!.id, kind: "delivery", emailIds: [second, first] });
  await t.receive(message(parcel("A-2", "2030-03-08")));
  await eventuallyTitles("Shop", "Shop");
  await t.receive(message(parcel("A-1", "2030-03-09", "OrderDelivered")));
  await eventuallyTitles("Shop");
});

test("another sender neither moves nor ends an order, and a server of the same one does", async () => {
  await t.receive(message(parcel("A-1", "2030-03-07")));
  await eventuallyTitles("Shop");
  const [before] = await deadlines();
  for (const domain of ["stranger.test", "sho.pexample", "shop.example.stranger.test"]) {
    await t.receive(message(parcel("A-1", "2030-05-01", "OrderDelivered"), { domain }));
  }
  await t.receive(message(parcel("A-1", "2030-05-02"), { domain: "stranger.test" }));
  await eventuallyTitles("Shop", "Shop");
  expect((await deadlines())[0]).toEqual(before);
  await t.receive(message(parcel("A-1", "2030-03-08"), { domain: "mail.shop.example" }));
  await eventually(async () => expect((await deadlines()).map(({ at }) => at)).toEqual(["2030-03-08", "2030-05-02"]));
});

test("who is not named by the letter is called as it calls itself, with its host", async () => {
  const bill = {
    "@context": "http://schema.org",
    "@type": "Invoice",
    totalPaymentDue: { "@type": "PriceSpecification", price: "12.50", priceCurrency: "EUR" },
    paymentDueDate: "2030-03-07",
  };
  const id = await t.receive(message(markup(bill)));
  await eventuallyTitles("Shop, shop.example");
  await t.call("EmailFact/set", { update: { [id]: { "corrections/0/dueDay": "2030-03-09" } } });
  expect(await deadlines()).toMatchObject([{ at: "2030-03-09", title: "Shop, shop.example" }]);
});

test("letters of accounts that come while others are read are read, too", async () => {
  await t.receive(message(invoice("2030-03-07")));
  await eventuallyTitles("Power Company");
  const { accountId } = await t.addMailbox("anna");
  for (const day of ["2030-04-01", "2030-04-02"]) {
    await t.smtp.say("RSET");
    expect(await t.smtp.deliver(["anna@pismo.localhost"], message(invoice(day, day)))).toMatch(/^250/);
    await eventually(async () =>
      expect((await t.store.read((reader) => getDeadlines(reader, accountId, null))).map(({ at }) => at)).toContain(
        day,
      ),
    );
  }
  expect(await titles()).toEqual(["Power Company"]);
});

test("an order of many letters names the newest fifty", async () => {
  await stop();
  const first = await t.receive(message(parcel("A-1", "2030-03-01")));
  for (let count = 0; count < 49; count++) {
    await t.smtp.deliver(["you@pismo.localhost"], message(parcel("A-1", "2030-03-02")));
  }
  const last = await t.receive(message(parcel("A-1", "2030-03-07")));
  start();
  await eventually(async () => expect(await deadlines()).toMatchObject([{ at: "2030-03-07" }]));
  const [{ emailIds }] = (await deadlines()) as [Deadline];
  expect(emailIds[0]).toBe(last);
  expect(emailIds).toHaveLength(50);
  expect(emailIds).not.toContain(first);
});

test("a journey has an entry for each of its departures, at the time of the place", async () => {
  const legs = [
    flight("QWERTY", "204", "2030-03-07T10:20:00+03:00"),
    flight("QWERTY", "205", "2030-03-14T21:05:00+03:00"),
  ];
  await t.receive(message(markup(...legs)));
  await eventuallyTitles("SU 204, Moscow → Kazan", "SU 205, Moscow → Kazan");
  expect(await deadlines()).toMatchObject([
    { kind: "departure", at: "2030-03-07T10:20", timeZone: "+03:00" },
    { kind: "departure", at: "2030-03-14T21:05", timeZone: "+03:00" },
  ]);
  await t.receive(message(markup(flight("QWERTY", "204", "2030-03-08T10:20:00+03:00"))));
  await eventually(async () => expect((await deadlines()).map(({ at }) => at)).toEqual(["2030-03-08T10:20"]));
});

const open = (filter: LooseArgs = {}) => deadlines({ state: "open", ...filter });
const setState = (id: Id, state: string) => t.call("Deadline/set", { update: { [id]: { state } } });
const at = (entries: readonly Deadline[]): string[] => entries.map((entry) => entry.at);

test("of a journey the next departure is open: when it is done, or over, the one after it, and none when it is sent away", async () => {
  const days = ["2030-03-07T10:20", "2030-03-07T14:40", "2030-03-14T21:05"];
  await t.receive(message(markup(...days.map((day, index) => flight("QWERTY", `${204 + index}`, `${day}:00+03:00`)))));
  await eventually(async () => expect(at(await deadlines())).toEqual(days));
  const [first] = (await open()) as [Deadline];
  expect(at(await open())).toEqual(days.slice(0, 1));
  // By the clock of the reader's day; what has passed on it stays where nothing follows.
  expect(at(await open({ from: "2030-03-07" }))).toEqual(days.slice(0, 1));
  expect(at(await open({ from: "2030-03-07T12:00" }))).toEqual(days.slice(1, 2));
  expect(at(await open({ from: "2030-03-07T18:00", until: "2030-03-13" }))).toEqual(days.slice(1, 2));
  // What is to be told of later holds back what follows.
  await t.call("Deadline/set", { update: { [first.id]: { laterUntil: "2030-03-06T08:00:00Z" } } });
  expect(await open({ laterBefore: "2030-03-05T00:00:00Z" })).toEqual([]);
  await setState(first.id, "done");
  expect(at(await open())).toEqual(days.slice(1, 2));
  await setState((await open())[0]!.id, "dismissed");
  expect(await open()).toEqual([]);
  expect(await t.errorOf("Deadline/query", { filter: { from: "2030-03-07T" } })).toBe("invalidArguments");
});

test("a fine is one entry, and paid with its discount it is paid", async () => {
  const text =
    "<p>Notice number: PW1234567</p><p>Charge amount: £60.00</p><p>Reduced to £30.00 if paid on or before 5 December 2030.</p>" +
    "<p>It must be paid by 20 December 2030.</p>";
  const id = await t.receive(message(text, { subject: "Penalty charge notice" }));
  await t.call("Email/set", { update: { [id]: { "keywords/category-fines": true } } });
  await eventually(async () => expect((await deadlines()).map(({ kind }) => kind)).toEqual(["discount", "payment"]));
  expect(await open()).toMatchObject([{ kind: "discount", at: "2030-12-05" }]);
  expect(await open({ from: "2030-12-06" })).toMatchObject([{ kind: "payment", at: "2030-12-20" }]);
  const [{ id: discount }] = (await open()) as [Deadline];
  await setState(discount, "done");
  expect(await open()).toEqual([]);
  await setState(discount, "open");
  expect(await open()).toMatchObject([{ kind: "discount" }]);
});

test("a journey or an event that its sender calls off is no deadline any more, and another sender calls off nothing", async () => {
  const off = { reservationStatus: "http://schema.org/ReservationCancelled" };
  const evening = {
    "@context": "http://schema.org",
    "@type": "EventReservation",
    reservationNumber: "E-1",
    reservationFor: { "@type": "Event", name: "Hamlet", startDate: "2030-03-09T19:00:00+03:00" },
  };
  const leg = flight("QWERTY", "204", "2030-03-07T10:20:00+03:00");
  await t.receive(message(markup(leg)));
  await t.receive(message(markup(evening)));
  await eventuallyTitles("SU 204, Moscow → Kazan", "Hamlet");
  const stranger = { domain: "stranger.example" };
  await t.receive(message(markup({ ...leg, ...off }), stranger));
  await t.receive(message(markup({ ...evening, ...off }), stranger));
  await t.receive(message(markup({ ...leg, ...off })));
  await eventuallyTitles("Hamlet");
  await t.receive(message(markup({ ...evening, ...off })));
  await eventually(async () => expect(await deadlines()).toEqual([]));
});

const move = (id: Id, role: string) =>
  t.call("Email/set", { update: { [id]: { mailboxIds: { [t.role[role]!]: true } } } });

test.each(["junk", "trash"])("a letter in %s makes no deadline, and makes it again when it is back", async (role) => {
  const id = await t.receive(message(invoice("2030-03-07")));
  await eventuallyTitles("Power Company");
  await move(id, role);
  await eventuallyTitles();
  expect((await shown(id)).facts).toHaveLength(role === "junk" ? 0 : 1);
  await move(id, "inbox");
  await eventuallyTitles("Power Company");
  await t.call("Email/set", { destroy: [id] });
  await eventuallyTitles();
});

test("a letter that waits for its sender to be let in makes no deadline until then", async () => {
  await t.call("Preferences/set", { update: { singleton: { screensInto: "First-time senders" } } });
  await t.receive(message(invoice("2030-03-01")));
  await t.receive(message(invoice("2030-03-02", "Gas Company"), { domain: "gas.example" }));
  const { list } = await t.call("ScreenedSender/get", { ids: null });
  const gas = list.find(({ address }) => address === "orders@gas.example")!.id!;
  await t.call("ScreenedSender/set", { update: { [gas]: { state: "letIn" } } });
  await eventuallyTitles("Gas Company");
  expect(await deadlines()).toHaveLength(1);
});

test("a letter that was spam before it was read is read when it is taken out", async () => {
  await stop();
  const id = await t.receive(message(invoice("2030-03-07")));
  await move(id, "junk");
  start();
  await t.receive(message(invoice("2030-05-01", "The second")));
  await eventuallyTitles("The second");
  await move(id, "inbox");
  await eventuallyTitles("Power Company", "The second");
  expect((await shown(id)).facts).toHaveLength(1);
});

test("days, states and letters narrow the query", async () => {
  const march = await t.receive(message(invoice("2030-03-07", "March")));
  await t.receive(message(invoice("2030-04-01", "April")));
  await t.receive(message(markup(flight("QWERTY", "204", "2030-04-01T23:50:00+03:00"))));
  await eventually(async () => expect(await titles()).toHaveLength(3));
  const [{ id }] = (await deadlines({ emailId: march })) as [Deadline];
  const kinds = async (filter: LooseArgs) => (await deadlines(filter)).map(({ kind }) => kind);
  expect(await kinds({ from: "2030-03-08" })).toEqual(["payment", "departure"]);
  expect(await kinds({ until: "2030-03-31" })).toEqual(["payment"]);
  expect(await kinds({ from: "2030-04-01", until: "2030-04-01" })).toEqual(["payment", "departure"]);
  const laterUntil = "2030-03-01T08:00:00Z";
  const { updated } = await t.call("Deadline/set", { update: { [id]: { state: "done", laterUntil } } });
  expect(updated).toEqual({ [id]: null });
  expect(await deadlines({ state: "done" })).toMatchObject([{ id, state: "done", laterUntil }]);
  expect(await kinds({ state: "open" })).toEqual(["payment", "departure"]);
  expect(await kinds({ laterBefore: "2030-02-01T00:00:00Z" })).toEqual(["payment", "departure"]);
  expect(await t.errorOf("Deadline/query", { filter: { from: "tomorrow" } })).toBe("invalidArguments");
  expect(await t.errorOf("Deadline/query", { sort: [{ property: "title" }] })).toBe("unsupportedSort");
});

test("what a person made of it stays when another letter comes, and is told as a change", async () => {
  await t.receive(message(parcel("A-1", "2030-03-07")));
  await eventuallyTitles("Shop");
  const [{ id }] = (await deadlines()) as [Deadline];
  const { state } = await t.call("Deadline/get", { ids: [] });
  await t.call("Deadline/set", { update: { [id]: { state: "dismissed" } } });
  await t.receive(message(parcel("A-1", "2030-03-09")));
  await eventually(async () => expect(await deadlines()).toMatchObject([{ at: "2030-03-09", state: "dismissed" }]));
  expect(await t.call("Deadline/changes", { sinceState: state })).toMatchObject({ created: [], updated: [id] });
});

test("only the state of a deadline can be set", async () => {
  await t.receive(message(invoice("2030-03-07")));
  await eventuallyTitles("Power Company");
  const [{ id }] = (await deadlines()) as [Deadline];
  const set = async (args: LooseArgs) => {
    const { notCreated, notUpdated, notDestroyed } = await t.call("Deadline/set", args);
    return Object.values({ ...notCreated, ...notUpdated, ...notDestroyed }).map(({ type }) => type);
  };
  expect(await set({ update: { [id]: { title: "Mine" } } })).toEqual(["invalidProperties"]);
  expect(await set({ update: { [id]: { state: "later" } } })).toEqual(["invalidProperties"]);
  expect(await set({ update: { n999: { state: "done" } } })).toEqual(["notFound"]);
  expect(await set({ create: { d: { title: "Mine" } } })).toEqual(["forbidden"]);
  expect(await set({ destroy: [id] })).toEqual(["forbidden"]);
});

test("a correction is kept, moves the deadline, and can be taken back", async () => {
  const id = await t.receive(message(invoice("2030-03-07")));
  await eventuallyTitles("Power Company");
  const correct = (patch: LooseArgs) => t.call("EmailFact/set", { update: { [id]: patch } });
  const { oldState, newState, updated } = await correct({ "corrections/0/dueDay": "2030-03-17" });
  expect(updated).toEqual({ [id]: null });
  expect(newState).not.toBe(oldState);
  const field = async () => (await shown(id)).facts![0]!.fields.find(({ key }) => key === "dueDay");
  expect(await field()).toMatchObject({ value: "2030-03-17", originalValue: "2030-03-07", isCorrected: true });
  expect((await deadlines())[0]!.at).toBe("2030-03-17");
  // It is read once more: it has got a category.
  await t.call("Email/set", { update: { [id]: { keywords: { "category-finances": true } } } });
  await t.receive(message(invoice("2030-05-01", "The second")));
  await eventuallyTitles("Power Company", "The second");
  expect((await deadlines())[0]!.at).toBe("2030-03-17");
  await correct({ "corrections/0/dueDay": null });
  expect(await field()).toMatchObject({ value: "2030-03-07", isCorrected: false });
  expect((await deadlines())[0]!.at).toBe("2030-03-07");
});

test("of a time the day alone can be right", async () => {
  const id = await t.receive(message(markup(flight("QWERTY", "204", "2030-03-08T10:20:00+03:00"))));
  await eventually(async () => expect(await deadlines()).toHaveLength(1));
  await t.call("EmailFact/set", { update: { [id]: { "corrections/0/departureAt": "2030-03-09" } } });
  expect((await deadlines())[0]!.at).toBe("2030-03-09");
});

test.each([
  ["a day that is none", { "corrections/0/dueDay": "soon" }, "invalidProperties"],
  ["a field that is not there", { "corrections/0/seat": "4A" }, "invalidPatch"],
  ["a fact that is not there", { "corrections/7/sum": "1.00 EUR" }, "invalidPatch"],
  ["another property", { senderCheck: "verified" }, "invalidPatch"],
])("a correction is refused: %s", async (_, patch, type) => {
  const id = await t.receive(message(invoice("2030-03-07")));
  await eventuallyTitles("Power Company");
  const { notUpdated } = await t.call("EmailFact/set", { update: { [id]: patch } });
  expect(notUpdated![id]!.type).toBe(type);
});

test("letters that were there before are read, as after an update", async () => {
  await stop();
  const ids: Id[] = [];
  for (const month of ["01", "02", "03"]) ids.push(await t.receive(message(invoice(`2030-${month}-07`, month))));
  await t.store.write((tx) =>
    tx.run(
      "insert into fact_progress (account_id, modseq, backlog) select id, modseq, (select max(id) from email where account_id = ?1) from account where id = ?1",
      Number(t.accountId.slice(1)),
    ),
  );
  start();
  await eventuallyTitles("01", "02", "03");
  expect((await t.call("EmailFact/get", { ids })).list.map(({ facts }) => facts!.length)).toEqual([1, 1, 1]);
});

test("a letter that tells nothing is not read again at the next start", async () => {
  await stop();
  let letters = 0;
  const startCounting = (): void => {
    stop = readFacts(t, () => (letters += 1));
  };
  startCounting();
  await t.receive(message("<p>Until tomorrow</p>"));
  await eventually(() => expect(letters).toBe(1));
  await stop();
  startCounting();
  await t.receive(message(invoice("2030-03-07")));
  await eventuallyTitles("Power Company");
  expect(letters).toBe(2);
});

test("nothing is asked of a server that a letter names", async () => {
  let connections = 0;
  const server = createServer((socket) => {
    connections += 1;
    socket.destroy();
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as { port: number };
  const url = `http://127.0.0.1:${port}`;
  const item = { "@context": `${url}/context`, "@id": `${url}/id`, "@type": "Invoice", url: `${url}/pay` };
  const due = { paymentDueDate: "2030-03-07", provider: { "@id": `${url}/who`, name: "Power Company" } };
  const page = `<link rel="stylesheet" href="${url}/css"><img src="${url}/img"><a href="${url}/pay">Pay</a>`;
  await t.receive(
    message(`${page}${markup({ ...item, ...due, "@context": "http://schema.org" }, { ...item, ...due })}`),
  );
  await eventuallyTitles("Power Company");
  expect(connections).toBe(0);
  await new Promise((resolve) => server.close(resolve));
});
