/** What all accounts together are subscribed to, for our own page: an extension of ours, NEWSLETTERS. */
import { ALL_ACCOUNTS_ID, type Id, type JmapClient, NEWSLETTERS } from "@pismo/jmap";
import { afterAll, beforeAll, expect, test } from "vitest";
import { insertLetters } from "./support/insert-letters.ts";
import { type Jmap, jmap, lines } from "./support/jmap.ts";
import { openPageOfThree } from "./support/own-page.ts";

let t: Jmap;
/** With the cookie of our own page. */
let page: JmapClient;
let members: Id[];

async function put(accountId: Id, list: string, count: number, day: number): Promise<void> {
  const { list: mailboxes } = await t.client.call("Mailbox/get", { accountId, ids: null });
  const mailboxIds = [mailboxes.find(({ role }) => role === "inbox")!.id!];
  const message = lines(`From: ${list} <news@${list}.example>`, `List-Id: <${list}.example>`, "", "News");
  const letters = Array.from({ length: count }, (_, n) => {
    const receivedAt = new Date(Date.UTC(2026, 0, day) - n * 3_600_000);
    return { message, mailboxIds, receivedAt };
  });
  await insertLetters(t.store, accountId, letters);
}

beforeAll(async () => {
  t = await jmap();
  ({ page, members } = await openPageOfThree(t));
  const [first, second, third] = members as [Id, Id, Id];
  await put(first, "shop", 3, 5);
  await put(second, "shop", 5, 7);
  await put(second, "club", 1, 9);
  await put(third, "garden", 2, 6);
});
afterAll(() => t.close());

type Asked = {
  filter?: object;
  sort?: { property: string; isAscending?: boolean }[];
  position?: number;
  limit?: number;
};
async function shown(asked: Asked = {}) {
  const { ids, total } = await page.call("Newsletter/query", {
    accountId: ALL_ACCOUNTS_ID,
    calculateTotal: true,
    ...asked,
  });
  const { list } = await page.call("Newsletter/get", { accountId: ALL_ACCOUNTS_ID, ids });
  return { total, list, names: list.map(({ id = "", name = "" }) => `${id.split("-")[0]} ${name}`) };
}

test("each account's are in one order, under the account that is subscribed", async () => {
  const [first, second, third] = members;
  const { names, total, list } = await shown();
  expect(names).toEqual([`${second} club`, `${second} shop`, `${third} garden`, `${first} shop`]);
  expect(total).toBe(4);
  expect(list.every(({ id, emailId }) => emailId?.split("-")[0] === id?.split("-")[0])).toBe(true);
  expect((await shown({ sort: [{ property: "totalEmails", isAscending: true }] })).names).toEqual([
    `${second} club`,
    `${third} garden`,
    `${first} shop`,
    `${second} shop`,
  ]);
  expect((await shown({ position: 1, limit: 2 })).names).toEqual([`${second} shop`, `${third} garden`]);
  expect((await shown({ filter: { text: "shop" } })).names).toEqual([`${second} shop`, `${first} shop`]);
  expect((await shown({ filter: { emailId: list[3]!.emailId } })).names).toEqual([`${first} shop`]);
  expect((await shown({ filter: { emailId: "nowhere" } })).names).toEqual([]);
});

test("the letters that one counts are those of its own account", async () => {
  const { list } = await shown({ filter: { text: "shop" } });
  for (const { id, totalEmails } of list) {
    const { ids } = await page.call("Email/query", { accountId: ALL_ACCOUNTS_ID, filter: { inNewsletter: id! } });
    expect(ids.map((each) => each.split("-")[0])).toEqual(
      Array.from({ length: totalEmails! }, () => id!.split("-")[0]),
    );
  }
});

test("lists are searched in all accounts, and other clients have nothing of it", async () => {
  const { ids } = await page.call("Email/query", { accountId: ALL_ACCOUNTS_ID, filter: { listId: "shop.example" } });
  expect(ids).toHaveLength(8);
  const { accounts } = await page.session();
  expect(accounts[ALL_ACCOUNTS_ID]?.accountCapabilities).toHaveProperty([NEWSLETTERS]);
  await expect(t.client.call("Newsletter/query", { accountId: ALL_ACCOUNTS_ID })).rejects.toThrow("accountNotFound");
});
