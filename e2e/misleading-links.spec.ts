/** Links that lead elsewhere than they seem to: said above the message, where it can style nothing, and asked on a click. */
import type { BrowserContext, Page } from "@playwright/test";
import { ofToday } from "../packages/server/test/support/of-today.ts";
import { expectAccessible } from "./support/axe.ts";
import { expect, test } from "./support/story.ts";

const shown = "article iframe[sandbox^=allow-popups]";
const hiding =
  `<style>a{visibility:hidden;outline:0!important;display:inline-block;width:120px;height:20px;overflow:hidden;white-space:nowrap}` +
  `a span{visibility:visible}</style>`;
const email = {
  from: "Bank <news@attack.test>",
  subject: "Your account",
  html:
    `${hiding}<p><a href="https://attack.test/in?utm_source=x&amp;a=1"><span>Log in at www.bank.example now</span></a></p>` +
    `<p><a style="visibility:visible" href="https://attack.test/in?a=1">www.bank.example</a></p>` +
    `<p><a href="https://attack.test/2"><span>ｍｙｂａｎｋ．ｅｘａｍｐｌｅ</span></a> <a href="https://shop.example/">shop.example</a></p>`,
};

async function open(page: Page, url: string): Promise<void> {
  await page.goto(url);
  await page.getByRole("link", { name: /Your account/ }).click();
  await expect(page.locator(shown)).toBeVisible();
}

async function question(context: BrowserContext, click: () => Promise<void>, name: string) {
  const opening = context.waitForEvent("page");
  await click();
  const tab = await opening;
  const dialog = tab.getByRole("dialog", { name });
  await expect(dialog).toBeVisible();
  return { tab, dialog };
}

test("a message that hides the mark hides neither the line above it nor the question", async ({
  server,
  page,
  context,
}) => {
  const visited: string[] = [];
  await context.route("https://attack.test/**", (route) => {
    visited.push(route.request().url());
    return route.fulfill({ body: "attack" });
  });
  await server.deliver(email);
  await open(page, server.url);
  const warnings = page.getByRole("list", { name: "Misleading links" });
  await expect(warnings.getByRole("listitem")).toHaveText([
    "A link that looks like www.bank.example leads to attack.test.",
    "A link that looks like mybank.example leads to attack.test.",
  ]);
  await expectAccessible(page);
  await page.screenshot({ path: test.info().outputPath("letter.png") });
  const link = page.frameLocator(shown).getByText("Log in at");
  const place = { position: { x: 20, y: 8 } };
  for (const [way, click] of [
    ["a click", () => link.click(place)],
    ["Ctrl and a click", () => link.click({ ...place, modifiers: ["ControlOrMeta"] })],
    ["Enter", () => page.frameLocator(shown).getByRole("link", { name: "www.bank.example" }).press("Enter")],
  ] as const) {
    const { tab, dialog } = await question(context, click, "Follow this link?");
    await expect(dialog, way).toContainText("https://attack.test/in?a=1");
    expect(new URL(tab.url()).hash).toBe("");
    expect(visited).toEqual([]);
    // What is pressed without reading follows nothing.
    await expect(dialog.getByRole("button", { name: "Do not follow" }).last()).toBeFocused();
    await tab.screenshot({ path: test.info().outputPath("question.png") });
    if (way === "a click") await expectAccessible(tab);
    await tab.keyboard.press("Enter");
    await expect(dialog).toBeHidden();
    await tab.close();
  }
  const { tab, dialog } = await question(context, () => link.click(place), "Follow this link?");
  await dialog.getByRole("link", { name: "Follow the link" }).click();
  await tab.waitForURL("https://attack.test/in?a=1");
  expect(visited).toEqual(["https://attack.test/in?a=1"]);
});

test("an address of ours follows nothing but http and https, and nothing by itself", async ({ server, page }) => {
  const hashes = ["javascript:alert(1)", "data:text/html,x", "//attack.test/", "/inbox"].map(encodeURIComponent);
  for (const hash of [...hashes, "%", "%E0%A4%A", ""]) {
    await page.goto(`${server.url}/sent`);
    await page.goto(`${server.url}/inbox?letters=all#link:${hash}`);
    await expect.poll(() => new URL(page.url()).hash).toBe("");
    await expect(page.getByRole("main")).toBeVisible();
    await expect(page.getByRole("dialog")).toHaveCount(0);
  }
});

test("in a plain text message the question comes in its place", async ({ server, page }) => {
  await server.deliver({ ...email, html: undefined, text: "See https://bаnk.example/in today." });
  await page.goto(server.url);
  await page.getByRole("link", { name: /Your account/ }).click();
  await page
    .getByRole("article")
    .getByRole("link", { name: /https:/ })
    .click();
  const dialog = page.getByRole("dialog", { name: "Follow this link?" });
  await expect(dialog).toContainText("xn--bnk-6cd.example");
  await page.keyboard.press("Escape");
  await expect(dialog).toBeHidden();
});

for (const theme of ofToday(["white", "dark"] as const)) {
  test.describe(`in Russian, ${theme}, on a phone`, () => {
    test.use({ lang: "ru", theme });
    test("the line and the question read, and nothing sticks out", async ({ server, page, context }) => {
      await page.setViewportSize({ width: 390, height: 800 });
      const more = Array.from({ length: 5 }, (_, at) => `<a href="https://attack.test/">www.bank${at}.example</a> `);
      await server.deliver({ ...email, html: email.html + more.join("") });
      await open(page, server.url);
      const warnings = page.getByRole("list", { name: "Подозрительные ссылки" });
      await expect(warnings.getByRole("listitem").last()).toHaveText(
        "Всего 8 ссылок в письме ведут не туда, куда кажется.",
      );
      await expectAccessible(page);
      await page.screenshot({ path: test.info().outputPath("letter.png") });
      const { tab } = await question(
        context,
        () =>
          page
            .frameLocator(shown)
            .getByText("Log in at")
            .click({ position: { x: 20, y: 8 } }),
        "Перейти по ссылке?",
      );
      await tab.setViewportSize({ width: 390, height: 800 });
      await expectAccessible(tab);
      await tab.screenshot({ path: test.info().outputPath("question.png") });
      expect(await tab.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
    });
  });
}
