// @vitest-environment node
/** Who is offered while recipients are typed, by the client's store against the real server. */
import type { Card } from "@pismo/jmap";
import { afterEach, beforeEach, expect, test } from "vitest";
import { eventually } from "../../jmap/test/eventually.ts";
import { type Mail, openMail, type Tab } from "./support/mail.ts";

let mail: Mail;
let tab: Tab;

beforeEach(async () => {
  mail = await openMail();
  tab = await mail.openTab();
});
afterEach(() => mail.close());

type Found = Awaited<ReturnType<typeof suggest>>;

/** The last list: what is known by then is given first. */
async function suggest(text: string) {
  const lists = [];
  for await (const list of tab.suggestPeople(text)) lists.push(list);
  return lists.at(-1)!;
}
const addresses = (found: Found): string[] => found.map(({ email }) => email);

async function putCards(cards: Record<string, Partial<Card>>): Promise<void> {
  const { accountId } = mail;
  const { notCreated } = await mail.other.call("ContactCard/set", { accountId, create: cards });
  expect(notCreated).toBeNull();
}
const person = (uid: string, full: string, ...emails: string[]): Partial<Card> => ({
  uid,
  name: { full },
  emails: Object.fromEntries(emails.map((address, at) => [`e${at}`, { address }])),
});

test("people written to are offered before people heard from; case and ё do not matter", async () => {
  await mail.deliver(3, { from: [{ name: "Алёна Петрова", email: "alena@mail.example" }] });
  await mail.deliver(1, { role: "sent", to: [{ name: "Алексей", email: "alexey@mail.example" }] });
  expect(addresses(await suggest("АЛ"))).toEqual(["alexey@mail.example", "alena@mail.example"]);
  expect(await suggest("алена пет")).toEqual([{ name: "Алёна Петрова", email: "alena@mail.example" }]);
  expect(await suggest("mail")).toHaveLength(2);
  expect(await suggest("none")).toEqual([]);
});

test("those written to most and last come first, and who was just written to is first at once", async () => {
  await mail.deliver(3, { role: "sent", to: [{ name: "Often", email: "often@mail.example" }] });
  await mail.deliver(1, { role: "sent", to: [{ name: "Once", email: "once@mail.example" }] });
  expect(addresses(await suggest("mail"))).toEqual(["often@mail.example", "once@mail.example"]);
  for (let sent = 0; sent < 3; sent++) tab.rememberContacts([{ name: "Once", email: "once@mail.example" }]);
  expect(addresses(await suggest("mail"))).toEqual(["once@mail.example", "often@mail.example"]);
});

test("contacts stand behind the people of letters, by the name that the contact has, and groups unfold", async () => {
  await mail.deliver(1, { role: "sent", to: [{ name: "b.", email: "boris@mail.example" }] });
  await putCards({
    a: person("a", "Анна Петрова", "anna@mail.example", "anna@work.example"),
    b: person("b", "Boris Akunin", "Boris@mail.example"),
    g: { uid: "g", kind: "group", name: { full: "Mail readers" }, members: { a: true, b: true } },
  });
  const anna = { name: "Анна Петрова", email: "anna@mail.example" };
  const boris = { name: "Boris Akunin", email: "Boris@mail.example" };
  expect(await suggest("mail")).toEqual([
    boris,
    { name: "Mail readers", email: "anna@mail.example, Boris@mail.example", members: [anna, boris] },
    anna,
  ]);
  expect(await suggest("gtnhjd")).toEqual([anna, { ...anna, email: "anna@work.example" }]);
});

test("a contact that is made or changed is offered as it is now", async () => {
  await putCards({ a: person("a", "Anna First", "anna@mail.example") });
  expect(await suggest("anna")).toHaveLength(1);
  const { accountId } = mail;
  const stop = tab.startPush();
  const { ids } = await mail.other.call("ContactCard/query", { accountId });
  await mail.other.call("ContactCard/set", { accountId, update: { [ids[0]!]: { "name/full": "Anna Second" } } });
  await eventually(async () => expect(await suggest("anna")).toMatchObject([{ name: "Anna Second" }]));
  await mail.other.call("ContactCard/set", { accountId, destroy: ids });
  await eventually(async () => expect(await suggest("anna")).toEqual([]));
  stop();
});

test("who was removed from the suggestions is not offered again, in no other tab, until it is undone", async () => {
  await mail.deliver(1, { from: [{ name: "Shop", email: "Shop@mail.example" }] });
  await putCards({
    a: person("a", "Anna", "anna@mail.example"),
    g: { uid: "g", kind: "group", name: { full: "Mail group" }, members: { a: true } },
  });
  expect(await suggest("mail")).toHaveLength(3);
  await tab.setOffered(["Shop@MAIL.example", "anna@mail.example"], false);
  expect(await suggest("mail")).toMatchObject([{ members: [{ email: "anna@mail.example" }] }]);
  tab = await mail.openTab();
  expect(await suggest("mail")).toHaveLength(1);
  expect(await tab.suggestCorrespondents("shop")).toHaveLength(1);
  await tab.setOffered(["shop@mail.example"], true);
  expect(addresses(await suggest("shop"))).toEqual(["Shop@mail.example"]);
});

test("where it cannot be kept, the address is offered as before", async () => {
  await mail.deliver(1, { from: [{ name: "Shop", email: "shop@mail.example" }] });
  expect(await suggest("shop")).toHaveLength(1);
  mail.network.isDown = true;
  await expect(tab.setOffered(["shop@mail.example"], false)).rejects.toThrow(TypeError);
  mail.network.isDown = false;
  expect(await suggest("shop")).toHaveLength(1);
});

test("without the server what is known is offered, and nothing fails", async () => {
  await mail.deliver(1, { role: "sent", to: [{ name: "Anna", email: "anna@mail.example" }] });
  await putCards({ b: person("b", "Boris", "boris@mail.example") });
  expect(await suggest("mail")).toHaveLength(2);
  mail.network.isDown = true;
  expect(await suggest("mail")).toHaveLength(2);
});
