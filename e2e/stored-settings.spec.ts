/** Theme and language in local storage: what is there at first, what is kept, and how other tabs follow. */
import type { Page } from "@playwright/test";
import { ofToday } from "../packages/server/test/support/of-today.ts";
import { expect, test } from "./support/story.ts";

const gear = (page: Page) => page.getByRole("button", { name: "Settings", exact: true });
const panel = (page: Page) => page.getByRole("region", { name: "Settings" });

for (const [stored, lang, title] of ofToday([
  [undefined, "ru", "Входящие – Pismo"],
  ["ru", "ru", "Входящие – Pismo"],
  ["en", "en", "Inbox – Pismo"],
  ["xx", "ru", "Входящие – Pismo"],
] as const)) {
  test(`the language is ${lang} where ${stored ?? "nothing"} is stored, and the theme white`, async ({
    browser,
    server,
  }) => {
    const context = await browser.newContext({ locale: "en-US" });
    const page = await context.newPage();
    await page.addInitScript((value) => {
      if (value) localStorage.setItem("lang", value);
    }, stored);
    await page.goto(server.url);
    await expect(page).toHaveTitle(title);
    await expect(page.locator("html")).toHaveAttribute("lang", lang);
    await expect(page.locator("html")).toHaveAttribute("data-theme", "white");
    await expect(page.locator("body")).toHaveCSS("background-color", "rgb(246, 247, 248)");
    // Reading alone stores nothing.
    expect(await page.evaluate(() => Object.fromEntries(Object.entries(localStorage)))).toEqual(
      stored ? { lang: stored } : {},
    );
    await context.close();
  });
}

test("after a whole session local storage holds theme and lang, and nothing else", async ({ page, server }) => {
  await server.pismo("mailbox", "add", "anna");
  await server.deliver({ from: "Anna <anna@pismo.localhost>", subject: "Dacha", text: "The key is under the mat" });
  await page.goto(server.url);
  await page.getByRole("link", { name: /Dacha/ }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Dacha" })).toBeVisible();
  await page.getByRole("button", { name: "Reply", exact: true }).click();
  const popup = page.getByRole("dialog");
  await popup.getByRole("textbox", { name: /Compose/ }).click();
  await page.keyboard.type("See you");
  await popup.getByRole("button", { name: "Send" }).click();
  await expect(popup).toBeHidden();
  await page.locator("[data-search-box]").fill("mat");
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/q=mat/);
  await page.getByRole("button", { name: "Compose" }).click();
  await popup.getByRole("combobox", { name: "To" }).fill("anna@pismo.localhost");
  await popup.getByRole("textbox", { name: "Subject" }).fill("A draft");
  await page.keyboard.press("Escape");
  await expect(popup).toBeHidden();
  await gear(page).click();
  await panel(page).getByRole("button", { name: "Appearance" }).click();
  await panel(page).getByRole("option", { name: "Dark", exact: true }).click();
  await page.reload();
  await expect(page.locator("[data-search-box]")).toHaveValue("mat");
  expect(await page.evaluate(() => Object.fromEntries(Object.entries(localStorage)))).toEqual({
    theme: "dark",
    lang: "en",
  });
  // Where a list was left, by the ids of Emails; no words of theirs.
  const kept = await page.evaluate(() => JSON.stringify(Object.entries(sessionStorage)));
  expect(kept).not.toMatch(/anna|localhost|mat|Dacha|pismo_/i);
});

test("a language that is chosen in one tab is shown in the other", async ({ page, context, server }) => {
  await page.goto(server.url);
  const other = await context.newPage();
  await other.goto(server.url);
  await expect(page.getByRole("button", { name: "Compose" })).toBeVisible();
  await other.getByRole("button", { name: "Settings" }).click();
  await other.getByRole("button", { name: "Language" }).click();
  await other.getByRole("radio", { name: "Русский" }).check();
  await other.getByRole("button", { name: "Choose language" }).click();
  await expect(page.getByRole("button", { name: "Написать письмо" })).toBeVisible();
  await expect(page.locator("html")).toHaveAttribute("lang", "ru");
});
