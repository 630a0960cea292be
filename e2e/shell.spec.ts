/** The shell: routes, sizes, theme, language; axe finds nothing on any screen. */
import { AxeBuilder } from "@axe-core/playwright";
import type { Page } from "@playwright/test";
import { png } from "./support/pictures.ts";
import { expect, test } from "./support/story.ts";

async function axe(page: Page): Promise<void> {
  const { violations } = await new AxeBuilder({ page })
    // A letter's frame runs no scripts, axe's neither.
    .setLegacyMode()
    .options({ iframes: false })
    // Base UI's own sentinels, which give the focus on at once.
    .exclude("[data-base-ui-focus-guard]")
    .analyze();
  expect(violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join("\n")}`)).toEqual([]);
}

const box = async (page: Page, selector: string) => (await page.locator(selector).first().boundingBox())!;

test("the root leads to the inbox; an unknown folder and an unknown letter lead to the error page", async ({
  page,
  server,
}) => {
  await page.goto(`${server.url}/?x=1`);
  await expect(page).toHaveURL(`${server.url}/inbox?letters=all`);
  for (const path of ["/nowhere?letters=all", "/email/e999?title=x", "/a/b/c"]) {
    await page.goto(server.url + path);
    await expect(page.getByText("404", { exact: true })).toBeVisible();
    await page
      .getByRole("link", { name: /[Ii]nbox/ })
      .last()
      .click();
    await expect(page).toHaveURL(/\/inbox/);
  }
});

test("the navigation is 232 px wide, the settings panel 400 px tall, its left column 260 px", async ({
  page,
  server,
}) => {
  await page.goto(server.url);
  await expect(page.getByText("No letters")).toBeVisible();
  expect((await box(page, "nav")).width).toBe(232);
  await page.getByRole("button", { name: "Settings", exact: true }).click();
  const panel = page.getByRole("region", { name: "Settings" }).or(page.getByRole("dialog", { name: "Settings" }));
  await expect.poll(async () => (await panel.first().boundingBox())?.height).toBe(400);
});

test("nothing scrolls sideways, down to 320 px", async ({ page, server }) => {
  await server.deliver({
    from: `"${"Очень длинное имя ".repeat(8)}" <a@mail.example>`,
    subject: "Donaudampfschifffahrtsgesellschaftskapitän".repeat(5),
    text: "x".repeat(500),
  });
  await page.goto(server.url);
  for (const width of [1440, 899, 599, 320]) {
    await page.setViewportSize({ width, height: 700 });
    await expect(page.getByRole("link", { name: /Donau/ })).toBeVisible();
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
  }
  await page.getByRole("link", { name: /Donau/ }).click();
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320);
});

test("theme and language are chosen in the settings and are there again after a reload", async ({ page, server }) => {
  await page.goto(server.url);
  await page.getByRole("button", { name: "Settings", exact: true }).click();
  await page.getByText("Dark", { exact: true }).click();
  await expect(page.locator("html")).toHaveAttribute("data-theme", "dark");
  await expect(page.locator("body")).toHaveCSS("background-color", "rgb(25, 25, 26)");
  await page.getByRole("button", { name: "Settings", exact: true }).click();
  await page.getByRole("button", { name: /^Language|Change language/ }).click();
  await page.getByRole("radio", { name: /Русский|Russian/ }).check();
  await page.getByRole("button", { name: "Choose language" }).click();
  await expect(page.getByText("Писем нет")).toBeVisible();
  await expect(page.locator("html")).toHaveAttribute("lang", "ru");
  await page.reload();
  await expect(page.getByText("Писем нет")).toBeVisible();
  await expect(page.locator("html")).toHaveAttribute("data-theme", "dark");
  expect(await page.evaluate(() => Object.keys(localStorage).sort())).toEqual(["lang", "theme"]);
});

for (const lang of ["ru", "en"] as const) {
  for (const theme of ["white", "dark"]) {
    test.describe(`${lang}, ${theme}`, () => {
      test.use({ lang, theme });
      test("axe finds nothing on any screen", async ({ page, server }) => {
        await server.deliver({
          from: "Anna <anna@mail.example>",
          subject: "Pictures",
          text: "See https://pismo.example/",
          html: "<p>See <a href='https://pismo.example/'>this</a></p>",
          attachments: [{ filename: "a.png", content: png(20, 20, [1, 2, 3]) }],
        });
        await page.goto(server.url);
        const letter = page.getByRole("link", { name: /Pictures/ });
        await expect(letter).toBeVisible();
        await axe(page);
        await letter.click();
        await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
        await axe(page);
        await page.keyboard.press("r");
        await expect(page.getByRole("dialog")).toBeVisible();
        await page.waitForTimeout(200);
        await axe(page);
        await page.keyboard.press("Escape");
        await expect(page.getByRole("dialog")).toBeHidden();
        await page.goto(`${server.url}/spam?letters=all`);
        await axe(page);
        await page.goto(`${server.url}/nowhere`);
        await axe(page);
      });
    });
  }
}
