/** Contacts of all accounts in one list, for our own page: [9610 §3] beside ALL_ACCOUNTS, an extension of ours. */
import { ALL_ACCOUNTS_ID, type Card, CONTACTS, type Id, type JmapClient } from "@pismo/jmap";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Jmap, jmap, type LooseArgs } from "./support/jmap.ts";
import { openPageOfThree } from "./support/own-page.ts";

let t: Jmap;
/** With the cookie of our own page. */
let page: JmapClient;
let members: Id[];

const named = (given: string, surname: string, more: Partial<Card> = {}) => ({
  name: {
    components: [
      { kind: "given", value: given },
      { kind: "surname", value: surname },
    ],
  },
  ...more,
});

async function put(accountId: Id, ...cards: object[]): Promise<void> {
  const create = Object.fromEntries(cards.map((card, index) => [`c${index}`, card]));
  const { notCreated } = await page.call("ContactCard/set", { accountId, create });
  expect(notCreated).toBeNull();
}

beforeAll(async () => {
  t = await jmap();
  ({ page, members } = await openPageOfThree(t));
  const [first, second, third] = members as [Id, Id, Id];
  await put(first, named("Anna", "Z"), named("Ёлка", "А"), named("Anna", "A", { updated: "2020-01-03T00:00:00Z" }));
  await put(
    second,
    named("Anna", "M", { emails: { e: { address: "anna@x.example" } }, updated: "2020-01-02T00:00:00Z" }),
    // Behind all others by its octets, and before some by its half characters.
    named("😀", "", {}),
    named("\uE000", ""),
    { kind: "group", name: { full: "Anna's" }, members: { "urn:1": true } },
  );
  await put(third, named("Anna", "A", { updated: "2020-01-01T00:00:00Z" }));
});
afterAll(() => t.close());

const byName = [{ property: "name/given" }, { property: "name/surname" }];
const people = { operator: "NOT", conditions: [{ kind: "group" }] };

async function shown(asked: LooseArgs = {}) {
  const args = { accountId: ALL_ACCOUNTS_ID, calculateTotal: true, filter: people, sort: byName, ...asked };
  const { ids, total, position } = await page.call("ContactCard/query", args as never);
  const { list } = await page.call("ContactCard/get", { accountId: ALL_ACCOUNTS_ID, ids, properties: ["name"] });
  expect(list.map(({ id }) => id)).toEqual(ids);
  const nameOf = ({ id = "", name }: (typeof list)[number]): string => {
    const words = name?.components?.map(({ value }) => value).join(" ") ?? name?.full ?? "";
    return `${members.indexOf(id.split("-")[0]!) + 1} ${words.trim()}`;
  };
  return { total, position, names: list.map(nameOf) };
}

test("are in one order, each under its account", async () => {
  const all = ["1 Anna A", "3 Anna A", "2 Anna M", "1 Anna Z", "1 Ёлка А", "2 \uE000", "2 😀"];
  expect(await shown()).toEqual({ total: 7, position: 0, names: all });
  for (let position = 0; position < 8; position++)
    expect(await shown({ position, limit: 2 })).toEqual({
      total: 7,
      position,
      names: all.slice(position, position + 2),
    });
  expect(await shown({ position: -2 })).toMatchObject({ position: 5, names: all.slice(5) });
  expect((await shown({ sort: byName.map((each) => ({ ...each, isAscending: false })) })).names).toEqual([
    ...all.slice(2).toReversed(),
    // Equal ones are in the order of their accounts.
    "1 Anna A",
    "3 Anna A",
  ]);
  const updated = { updatedBefore: "2021-01-01T00:00:00Z" };
  expect((await shown({ filter: updated, sort: [{ property: "updated" }] })).names).toEqual([
    "3 Anna A",
    "2 Anna M",
    "1 Anna A",
  ]);
});

test("are found together", async () => {
  expect((await shown({ filter: { text: "anna" } })).names).toEqual([
    "1 Anna A",
    "3 Anna A",
    "2 Anna M",
    "1 Anna Z",
    "2 Anna's",
  ]);
  expect((await shown({ filter: { email: '"anna@x.example"' } })).names).toEqual(["2 Anna M"]);
  expect((await shown({ filter: { kind: "group" } })).names).toEqual(["2 Anna's"]);
});

test("an anchor is found in the whole list", async () => {
  const { ids } = await page.call("ContactCard/query", {
    accountId: ALL_ACCOUNTS_ID,
    filter: people,
    sort: byName,
  } as never);
  expect((await shown({ anchor: ids[3], anchorOffset: -1, limit: 2 })).names).toEqual(["2 Anna M", "1 Anna Z"]);
  await expect(shown({ anchor: "a1-c999" })).rejects.toMatchObject({ type: "anchorNotFound" });
});

test("what no account has is not found, and what each has of its own is not asked for", async () => {
  const accountId = ALL_ACCOUNTS_ID;
  const { notFound, list } = await page.call("ContactCard/get", {
    accountId,
    ids: ["c1", "a77-c1", `${members[0]}-c999`],
  });
  expect([list, notFound.toSorted()]).toEqual([[], ["a77-c1", "c1", `${members[0]}-c999`].toSorted()]);
  await expect(page.call("ContactCard/get", { accountId, ids: null })).rejects.toMatchObject({
    type: "requestTooLarge",
  });
  await expect(shown({ filter: { inAddressBook: "d1" } })).rejects.toMatchObject({ type: "unsupportedFilter" });
  await expect(shown({ sort: [{ property: "size" }] })).rejects.toMatchObject({ type: "unsupportedSort" });
  const notThere = { type: "accountNotSupportedByMethod" };
  await expect(page.call("ContactCard/set", { accountId, destroy: [] })).rejects.toMatchObject(notThere);
  await expect(page.call("ContactCard/changes", { accountId, sinceState: "" })).rejects.toMatchObject(notThere);
  await expect(page.call("AddressBook/get", { accountId, ids: null })).rejects.toMatchObject(notThere);
});

const stateNow = async (): Promise<string> =>
  (await page.call("ContactCard/get", { accountId: ALL_ACCOUNTS_ID, ids: [] })).state;

test("the state is another when one of the accounts has changed", async () => {
  const before = await stateNow();
  expect(await stateNow()).toBe(before);
  await put(members[2]!, named("Zoe", "Z"));
  expect(await stateNow()).not.toBe(before);
});

test("another client has each account's alone", async () => {
  const session = await t.client.session();
  expect(session.accounts[ALL_ACCOUNTS_ID]).toBeUndefined();
  expect((await page.session()).accounts[ALL_ACCOUNTS_ID]!.accountCapabilities[CONTACTS]).toMatchObject({
    mayCreateAddressBook: false,
  });
  await expect(t.client.call("ContactCard/query", { accountId: ALL_ACCOUNTS_ID })).rejects.toMatchObject({
    type: "accountNotFound",
  });
});
