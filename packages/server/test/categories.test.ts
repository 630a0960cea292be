/** Flag categories, from the letter's arrival to what a person's correction does to the next one. */
import { CATEGORIES, type CategoryReason, type EmailCategory, type Id } from "@pismo/jmap";
import { afterEach, beforeEach, expect, test } from "vitest";
import { lines } from "./support/jmap.ts";
import { type ReceivingJmap, receivingJmap } from "./support/receiving-jmap.ts";

let t: ReceivingJmap;
beforeEach(async () => {
  t = await receivingJmap();
});
afterEach(() => t.close());

const order = (number: number, from = "Shop <orders@shop.example>"): string =>
  lines(`From: ${from}`, `Subject: Your order ${number} has been shipped`, "", "Track the parcel. Total: $12.00");

const receive = (message: string): Promise<Id> => t.receive(message);

const keywordsOf = async (id: Id): Promise<string[]> => Object.keys((await t.email(id, ["keywords"])).keywords ?? {});
const reasonOf = async (id: Id): Promise<CategoryReason | null | undefined> => (await explain(id))?.reason;
async function explain(id: Id): Promise<Partial<EmailCategory> | undefined> {
  const { list } = await t.client.call("EmailCategory/get", { accountId: t.accountId, ids: [id] });
  return list[0];
}
const patch = (id: Id, update: Record<string, true | null>) => t.call("Email/set", { update: { [id]: update } });
const change = (id: Id, from: string | null, to: string | null) =>
  patch(id, {
    ...(from && { [`keywords/category-${from}`]: null }),
    ...(to && { [`keywords/category-${to}`]: true }),
  });

test("a letter that arrives has its category, stays in the inbox, and the reason is known", async () => {
  const id = await receive(order(1));
  expect(await t.email(id, ["keywords", "mailboxIds"])).toEqual({
    id,
    keywords: { "category-orders": true },
    mailboxIds: { [t.role["inbox"]!]: true },
  });
  expect(await explain(id)).toEqual({
    id,
    category: "orders",
    reason: {
      kind: "words",
      words: ["your order 1 has been", "track the", "$12 00", "total"],
      sender: "orders@shop.example",
    },
  });
});

test("what the letter says itself goes before its wording", async () => {
  const id = await receive(
    lines(
      "From: Shop <orders@shop.example>",
      "Subject: Your order 1 has been shipped",
      "Content-Type: text/html",
      "",
      '<script type="application/ld+json">{"@context":"http://schema.org","@type":"TrainReservation"}</script>',
    ),
  );
  expect(await explain(id)).toMatchObject({
    category: "travelings",
    reason: { kind: "schema", type: "TrainReservation" },
  });
});

test("a letter without a category has no reason either", async () => {
  const id = await receive(lines("From: Anna <anna@b.example>", "Subject: Hello", "", "How are you?"));
  expect(await keywordsOf(id)).toEqual([]);
  expect(await explain(id)).toEqual({ id, category: null, reason: null });
});

test("a correction is remembered for that sender, whatever the rules say, and for no other", async () => {
  const first = await receive(order(1));
  await change(first, "orders", "finances");
  expect(await reasonOf(first)).toEqual({ kind: "person" });
  const second = await receive(order(2, "The Shop <ORDERS@shop.example>"));
  expect(await keywordsOf(second)).toEqual(["category-finances"]);
  expect(await reasonOf(second)).toEqual({ kind: "sender", address: "orders@shop.example" });
  expect(await keywordsOf(await receive(order(3, "Other <orders@other.example>")))).toEqual(["category-orders"]);
});

test("letters that are there already stay as they are", async () => {
  const [first, second] = [await receive(order(1)), await receive(order(2))];
  await change(first, "orders", "tickets");
  expect(await keywordsOf(second)).toEqual(["category-orders"]);
});

test("removing a category is a correction too: this sender's letters get none", async () => {
  const first = await receive(order(1));
  await change(first, "orders", null);
  const second = await receive(order(2));
  expect(await keywordsOf(second)).toEqual([]);
  expect(await explain(second)).toEqual({
    id: second,
    category: null,
    reason: { kind: "sender", address: "orders@shop.example" },
  });
});

const hello = (): Promise<Id> => receive(lines("From: Club <club@b.example>", "Subject: Hello", "", "See you there"));

test("a category where the rules found none is remembered as well", async () => {
  await change(await hello(), null, "tickets");
  expect(await keywordsOf(await hello())).toEqual(["category-tickets"]);
});

test("the latest correction wins", async () => {
  const [first, second] = [await receive(order(1)), await receive(order(2))];
  await change(first, "orders", "tickets");
  await change(second, "orders", "fines");
  expect(await keywordsOf(await receive(order(3)))).toEqual(["category-fines"]);
});

test("going back to what was found takes the correction back, reason and all", async () => {
  const first = await receive(order(1));
  await change(first, "orders", "fines");
  await change(first, "fines", "orders");
  expect(await reasonOf(first)).toMatchObject({ kind: "words" });
  const next = await receive(order(2));
  expect(await explain(next)).toMatchObject({ category: "orders", reason: { kind: "words" } });
});

test("Undo after a correction of a corrected sender leaves the earlier one in force", async () => {
  await change(await receive(order(1)), "orders", "fines");
  const second = await receive(order(2));
  await change(second, "fines", null);
  await change(second, null, "fines");
  expect(await keywordsOf(await receive(order(3)))).toEqual(["category-fines"]);
});

test("a refused change teaches nothing", async () => {
  const first = await receive(order(1));
  const { notUpdated } = await t.call("Email/set", {
    update: { [first]: { "keywords/category-orders": null, mailboxIds: { m999: true } } },
  });
  expect(notUpdated?.[first]?.type).toBe("invalidProperties");
  expect(await keywordsOf(await receive(order(2)))).toEqual(["category-orders"]);
});

test("other keywords teach nothing", async () => {
  await patch(await receive(order(1)), { "keywords/$seen": true, "keywords/$flagged": true });
  expect(await reasonOf(await receive(order(2)))).toMatchObject({ kind: "words" });
});

test("[8620 §5.3] at most one a letter: another client's second one takes the first one's place, and it is told", async () => {
  const id = await receive(order(1));
  const { updated } = await patch(id, { "keywords/category-fines": true, "keywords/$seen": true });
  expect(await keywordsOf(id)).toEqual(expect.arrayContaining(["$seen", "category-fines"]));
  expect(await keywordsOf(id)).toHaveLength(2);
  expect(updated).toEqual({ [id]: { keywords: { $seen: true, "category-fines": true } } });
});

test("one's own letters and drafts get none, and what one does to them teaches nothing", async () => {
  const own = order(1, "You <you@pismo.localhost>");
  expect(await keywordsOf(await receive(own))).toEqual([]);
  const draft = await t.importMessage(own, { mailboxIds: [t.role["drafts"]!], keywords: ["$draft"] });
  await change(draft, null, "orders");
  expect(await reasonOf(draft)).toEqual({ kind: "person" });
  expect(await keywordsOf(await receive(lines("From: you@pismo.localhost", "Subject: Hi", "", "Me")))).toEqual([]);
});

test("Email/import and Email/set leave a letter as the client made it", async () => {
  expect(await keywordsOf(await t.importMessage(order(1)))).toEqual([]);
  expect(await keywordsOf(await t.importMessage(order(2), { keywords: ["category-fines"] }))).toEqual([
    "category-fines",
  ]);
});

test("each mailbox learns for itself", async () => {
  const other = await t.addMailbox("second");
  await change(await receive(order(1)), "orders", "fines");
  expect(await t.smtp.deliver(["second@pismo.localhost"], order(2))).toMatch(/^250/);
  const { ids } = await other.client.call("Email/query", { accountId: other.accountId });
  const { list } = await other.client.call("Email/get", { accountId: other.accountId, ids });
  expect(list.map(({ keywords }) => keywords)).toEqual([{ "category-orders": true }]);
});

test("the capability is the account's, the method wants it named", async () => {
  const session = await t.client.session();
  expect(session.capabilities[CATEGORIES]).toEqual({});
  expect(session.accounts[t.accountId]?.accountCapabilities[CATEGORIES]).toEqual({});
  const answer = await t.request([["EmailCategory/get", { ids: [] }]]);
  expect(answer.methodResponses[0]).toMatchObject(["error", { type: "unknownMethod" }, "0"]);
  const get = await t.client.call("EmailCategory/get", { accountId: t.accountId, ids: ["e99"], properties: ["id"] });
  expect(get.notFound).toEqual(["e99"]);
});

test("a letter that goes takes what was found with it", async () => {
  const id = await receive(order(1));
  await t.call("Email/set", { destroy: [id] });
  const rows = await t.store.read((reader) => reader.all("select * from email_category"));
  expect(rows).toEqual([]);
});
