/** First-time senders wait above the inbox until they are let in, where a person wants that. */
import { expectAccessible } from "./support/axe.ts";
import { mailboxOf } from "./support/compose.ts";
import { row, stored } from "./support/rules.ts";
import type { PismoServer } from "./support/server.ts";
import { expect, test } from "./support/story.ts";

async function screen(server: PismoServer): Promise<void> {
  const { client, accountId } = await mailboxOf(server);
  const update = { singleton: { screensInto: "First-time senders" } };
  expect((await client.call("Preferences/set", { accountId, update })).notUpdated).toBeNull();
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
