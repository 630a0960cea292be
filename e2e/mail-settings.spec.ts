/** Mail settings: pages behind the account menu, each with an address of its own. */
import { ofToday } from "../packages/server/test/support/of-today.ts";
import { expectAccessible } from "./support/axe.ts";
import { expect, test } from "./support/story.ts";

for (const [lang, menu, settings, accounts, labels, rules, notifications, sessions] of ofToday([
  ["en", /^Account /, "Mail settings", "Accounts", "Labels", "Rules", "Letter notifications", "Sessions and tokens"],
  ["ru", /^Аккаунт /, "Настройки почты", "Аккаунты", "Метки", "Правила", "Уведомления о письмах", "Сеансы и токены"],
] as const)) {
  test.describe(`in ${lang}`, () => {
    test.use({ lang });
    test("are opened from the account menu by keyboard alone, and a page is left by its link", async ({
      page,
      server,
    }) => {
      await page.goto(server.url);
      const trigger = page.getByRole("button", { name: menu });
      await trigger.focus();
      await page.keyboard.press("Enter");
      await page.getByRole("menuitem", { name: settings }).focus();
      await page.keyboard.press("Enter");
      await expect(page).toHaveURL(/\/settings\/\w+$/);
      const pages = page.getByRole("navigation", { name: settings });
      await pages.getByRole("link", { name: accounts }).focus();
      await page.keyboard.press("Enter");
      await expect(page.getByRole("heading", { name: accounts })).toBeVisible();
      await expectAccessible(page);
      for (const name of [labels, rules, notifications, sessions]) {
        await page.keyboard.press("Tab");
        await expect(pages.getByRole("link", { name })).toBeFocused();
      }
      await page.keyboard.press("Enter");
      await expect(page).toHaveURL(/\/settings\/sessions$/);
      await expect(page.getByText("pismo token create")).toBeVisible();
      await page.reload();
      await expect(page.getByRole("heading", { name: sessions })).toBeVisible();
      await page.goBack();
      await expect(page.getByRole("heading", { name: accounts })).toBeVisible();
    });
  });
}

test("of a page that does not exist say so", async ({ page, server }) => {
  await page.goto(`${server.url}/settings/nothing`);
  await expect(page.getByRole("heading", { name: "Page not found" })).toBeVisible();
});

test("fit a phone", async ({ page, server }) => {
  await page.setViewportSize({ width: 390, height: 760 });
  await page.goto(`${server.url}/settings/accounts`);
  await expect(page.getByRole("button", { name: "Signature" })).toBeVisible();
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
  await expectAccessible(page);
});

for (const [lang, trash, spam, days, never, undo] of ofToday([
  ["en", "Empty the trash by itself", "Empty spam by itself", "After 30 days", "Never", "Undo"],
  ["ru", "Очищать корзину автоматически", "Очищать спам автоматически", "Через 30 дней", "Никогда", "Отменить"],
] as const)) {
  test.describe(`the trash and spam, in ${lang}`, () => {
    test.use({ lang });
    test("are emptied by themselves after the days that one chooses, until that is undone", async ({
      page,
      server,
    }) => {
      await page.goto(`${server.url}/settings/reading`);
      const choice = page.getByRole("combobox", { name: trash });
      await expect(choice).toHaveValue("");
      await expect(choice.getByRole("option", { name: never })).toBeAttached();
      await choice.selectOption({ label: days });
      await expect(page.getByRole("button", { name: undo, exact: true })).toBeVisible();
      await expectAccessible(page);
      await page.reload();
      await expect(choice).toHaveValue("30");
      await expect(page.getByRole("combobox", { name: spam })).toHaveValue("");
      await choice.selectOption({ label: never });
      await expect(page.getByRole("button", { name: undo, exact: true })).toBeVisible();
      await page.locator("body").press("z");
      await expect(choice).toHaveValue("30");
      // What was taken back is not offered to be taken back again.
      await expect(page.getByRole("button", { name: undo, exact: true })).toBeHidden();
    });
  });
}
