/** First-time senders wait above the inbox until they are let in, where a person wants that. */
import type { Id } from "@pismo/jmap";
import type { Page } from "@playwright/test";
import { expectAccessible } from "./support/axe.ts";
import { mailboxOf } from "./support/compose.ts";
import { row, stored } from "./support/rules.ts";
import type { PismoServer } from "./support/server.ts";
import { expect, test } from "./support/story.ts";

async function screen(server: PismoServer, user?: string): Promise<Id> {
  const { client, accountId } = await mailboxOf(server, user);
  const update = { singleton: { screensInto: "First-time senders" } };
  expect((await client.call("Preferences/set", { accountId, update })).notUpdated).toBeNull();
  return accountId;
}

const deliver = (server: PismoServer, who: string, subject: string) =>
  server.deliver({ from: `${who} <${who.toLowerCase()}@new.example>`, subject, text: "Hello" });

test("one is let in and one is not, each with undo, and the inbox has what it is to have", async ({ page, server }) => {
  await screen(server);
  await deliver(server, "Eve", "From Eve");
  await deliver(server, "Mallory", "From Mallory");
  await page.goto(`${server.url}/inbox`);
  const shelf = page.getByRole("region", { name: "First-time senders" });
  const line = shelf.getByRole("button", { name: "2 first-time senders" });
  await expect(line).toBeVisible();
  await expect(row(page, "From Eve")).toHaveCount(0);

  await line.press("Enter");
  const list = shelf.getByRole("list", { name: "Who writes to you for the first time" });
  await expect(list.getByRole("listitem")).toHaveCount(2);
  await expectAccessible(page);

  await shelf.getByRole("button", { name: "Let in: Eve" }).press("Enter");
  await expect(row(page, "From Eve")).toBeVisible();
  // The focus stays on the shelf, at the one who is left.
  await expect(list.getByRole("link", { name: /Mallory/ })).toBeFocused();
  await page.getByRole("button", { name: "Undo", exact: true }).click();
  await expect(list.getByRole("listitem")).toHaveCount(2);
  await expect(row(page, "From Eve")).toHaveCount(0);

  await stored(page, () => shelf.getByRole("button", { name: "Not: Mallory" }).press("Enter"));
  await expect(page.getByText("Letters from Mallory go to spam now").first()).toBeVisible();
  await deliver(server, "Mallory", "From Mallory again");
  await page.getByRole("link", { name: /^Spam/ }).click();
  await expect(row(page, "From Mallory(?! again)")).toBeVisible();
  await expect(row(page, "From Mallory again")).toBeVisible();
});

/** From now on nothing is told of who waits in that account, and nothing is done there. */
const failFor = (page: Page, accountId: Id): Promise<unknown> =>
  page.route("**/jmap/api", async (route) => {
    const { methodCalls } = route.request().postDataJSON() as { methodCalls: [string, { accountId?: Id }, string][] };
    const isMeant = methodCalls.some(
      ([name, args]) => name.startsWith("ScreenedSender/") && args.accountId === accountId,
    );
    if (!isMeant) return route.fallback();
    const methodResponses = methodCalls.map(([, , id]) => ["error", { type: "serverFail" }, id]);
    return route.fulfill({ json: { methodResponses, sessionState: "x" } });
  });

test("of several accounts together, those of one that does not answer stay", async ({ page, server }) => {
  await server.pismo("mailbox", "add", "anna");
  await screen(server, "you");
  const anna = await screen(server, "anna");
  for (const [who, user] of [
    ["Eve", "you"],
    ["Mallory", "anna"],
  ])
    await server.deliver({ from: `${who} <x@${who}.example>`, to: `${user}@pismo.localhost`, subject: `From ${who}` });
  await page.goto(`${server.url}/inbox?account=all`);
  const shelf = page.getByRole("region", { name: "First-time senders" });
  await shelf.getByRole("button", { name: "2 first-time senders" }).press("Enter");
  const list = shelf.getByRole("listitem");
  await expect(list).toHaveCount(2);

  await failFor(page, anna);
  await server.deliver({ from: "Trent <x@trent.example>", to: "you@pismo.localhost", subject: "From Trent" });
  await expect(shelf.getByRole("button", { name: "3 first-time senders" })).toBeVisible();
  await expect(list).toHaveCount(3);
  // One who is not let in after all waits as before.
  await shelf.getByRole("button", { name: "Let in: Mallory" }).press("Enter");
  await expect(page.getByText(/^It was not done/).first()).toBeVisible();
  await expect(shelf.getByRole("button", { name: "Let in: Mallory" })).toBeVisible();
  await shelf.getByRole("button", { name: "Let in: Eve" }).press("Enter");
  await expect(row(page, "From Eve")).toBeVisible();
  await expect(shelf.getByRole("button", { name: "2 first-time senders" })).toBeVisible();
  await expect(list).toHaveCount(2);
});

test.describe("on a phone, in Russian", () => {
  test.use({ lang: "ru", viewport: { width: 390, height: 800 } });

  test("it is turned on in the settings, and turning it off brings all back", async ({ page, server }) => {
    await deliver(server, "Anna", "Before");
    await page.goto(`${server.url}/settings/reading`);
    const setting = page.getByRole("switch", { name: "Спрашивать про новых отправителей" });
    await setting.click();
    await expect(page.getByText("Настройка сохранена").first()).toBeVisible();
    await deliver(server, "Eve", "From Eve");
    await page.goto(`${server.url}/inbox`);
    await page.getByRole("button", { name: "1 новый отправитель" }).click();
    const entry = page.getByRole("list", { name: "Кто пишет вам впервые" }).getByRole("listitem");
    await expect(entry).toContainText("From Eve");
    await expect(row(page, "Before")).toBeVisible();
    await expectAccessible(page);
    await entry.getByRole("link").click();
    await expect(page.getByRole("heading", { level: 1, name: "From Eve" })).toBeVisible();

    await page.goto(`${server.url}/settings/reading`);
    await expect(setting).toBeChecked();
    await setting.click();
    await expect(page.getByText("Настройка сохранена").first()).toBeVisible();
    await page.goto(`${server.url}/inbox`);
    await expect(row(page, "From Eve")).toBeVisible();
    await expect(page.getByRole("region", { name: "Новые отправители" })).toHaveCount(0);
  });
});
