/** Flag categories on the screen: the icon, why, and the correction that the next Email follows. */
import type { Locator, Page } from "@playwright/test";
import { ofToday } from "../packages/server/test/support/of-today.ts";
import type { PismoServer } from "./support/server.ts";
import { expectAccessible } from "./support/axe.ts";
import { expect, test } from "./support/story.ts";

const emails = {
  orders: { from: "Shop <orders@shop.example>", subject: "Your order 1045 has been shipped", text: "Total: $12.00" },
  finances: { from: "Банк <info@bank.example>", subject: "Выписка по счёту", text: "Остаток: 12 300 ₽" },
  registrations: { from: "Site <noreply@site.example>", subject: "Reset your password", text: "The link expires soon" },
  travelings: { from: "Air <noreply@air.example>", subject: "Ваш рейс SU 204", text: "Вылет 10:00, терминал B" },
  tickets: { from: "Hall <tickets@hall.example>", subject: "Your tickets for the concert", text: "Doors 19:30" },
  fines: { from: "ГИБДД <noreply@gibdd.example>", subject: "Штраф за превышение", text: "Сумма: 500 руб." },
};
const names = {
  ru: ["Заказы", "Финансы", "Регистрации", "Путешествия", "Билеты", "Штрафы и налоги"],
  en: ["Orders", "Finances", "Registrations", "Travelings", "Tickets", "Fines and taxes"],
};

async function openInbox(server: PismoServer, page: Page, ...some: (keyof typeof emails)[]): Promise<void> {
  for (const name of some) await server.deliver(emails[name]);
  await page.goto(server.url);
  await expect(page.getByRole("link", { name: new RegExp(emails[some.at(-1)!].subject) })).toBeVisible();
}

const row = (page: Page, subject: string): Locator =>
  page.getByRole("listitem").filter({ has: page.getByRole("link", { name: new RegExp(subject) }) });
const icon = (page: Page, subject = emails.orders.subject): Locator =>
  row(page, subject).getByRole("button", { name: /^Category: / });

for (const lang of ofToday(["ru", "en"] as const)) {
  test.describe(lang, () => {
    test.use({ lang });

    test("each category has its icon in the row and its name on the Email's page", async ({ server, page }) => {
      const all = Object.keys(emails) as (keyof typeof emails)[];
      await openInbox(server, page, ...all);
      const prefix = lang === "ru" ? "Категория" : "Category";
      for (const [index, name] of names[lang].entries()) {
        const button = row(page, emails[all[index]!].subject).getByRole("button", { name: `${prefix}: ${name}` });
        await expect(button).toBeVisible();
        const drawing = button.locator("svg");
        // The row may be drawn once more while its Email's rest arrives.
        await expect.poll(() => drawing.evaluate((svg) => [svg.clientWidth, svg.clientHeight])).toEqual([20, 20]);
        expect(await drawing.locator("path").first().getAttribute("fill")).toBe("none");
      }
      await page.getByRole("link", { name: new RegExp(emails.fines.subject) }).click();
      const title = page.getByRole("heading", { level: 1, name: emails.fines.subject });
      const named = page.getByRole("button", { name: `${prefix}: ${names[lang][5]}` });
      await expect(named).toContainText(names[lang][5]!);
      const [left, right] = [await title.boundingBox(), await named.boundingBox()];
      expect(right!.x).toBeGreaterThanOrEqual(left!.x + left!.width);
    });

    test("the menu says why, and axe finds nothing in it", async ({ server, page }) => {
      await openInbox(server, page, "orders");
      await row(page, emails.orders.subject)
        .getByRole("button", { name: lang === "ru" ? "Категория: Заказы" : "Category: Orders" })
        .click();
      const menu = page.getByRole("menu");
      await expect(menu).toContainText(
        lang === "ru" ? "По словам в письме: «your order 1045" : "Because of words in the letter: “your order 1045",
      );
      await expect(menu).toContainText("orders@shop.example");
      const entries = menu.getByRole("menuitemradio");
      await expect(entries).toHaveText([...names[lang], lang === "ru" ? "Без категории" : "No category"]);
      await expect(entries.first()).toHaveAttribute("aria-checked", "true");
      await expect(menu.getByRole("group")).toHaveAccessibleDescription(/your order 1045/);
      await expectAccessible(page);
    });
  });
}

test("a correction shows at once, can be undone, and is remembered for that sender", async ({ server, page }) => {
  await openInbox(server, page, "orders");
  await icon(page).click();
  await page.getByRole("menuitemradio", { name: "Finances" }).click();
  await expect(icon(page)).toHaveAccessibleName("Category: Finances");
  await page.getByRole("button", { name: "Undo" }).click();
  await expect(icon(page)).toHaveAccessibleName("Category: Orders");

  await icon(page).click();
  await page.getByRole("menuitemradio", { name: "Finances" }).click();
  await expect(page.getByText("New letters from this sender will get it too")).toBeVisible();
  await page.reload();
  await expect(icon(page)).toHaveAccessibleName("Category: Finances");
  await icon(page).click();
  await expect(page.getByRole("menu")).toContainText("You chose this");
  await page.keyboard.press("Escape");

  await server.deliver({ ...emails.orders, subject: "Your order 1046 has been shipped" });
  await expect(icon(page, "order 1046")).toHaveAccessibleName("Category: Finances");
  await icon(page, "order 1046").click();
  await expect(page.getByRole("menu")).toContainText("You chose this for orders@shop.example");
});

test("by the keyboard alone a category is removed; the next Email of the sender has none", async ({ server, page }) => {
  await openInbox(server, page, "orders");
  await page.getByRole("link", { name: /order 1045/ }).focus();
  await icon(page).focus();
  await page.keyboard.press("Enter");
  // Its choices come with their code.
  await expect(page.getByRole("menuitemradio", { name: "No category" })).toBeVisible();
  await page.keyboard.press("End");
  await expect(page.getByRole("menuitemradio", { name: "No category" })).toBeFocused();
  // It is seen before the server has heard of it.
  const saved = page.waitForResponse((answer) => answer.request().postData()?.includes("Email/set") === true);
  await page.keyboard.press("Enter");
  await expect(icon(page)).toBeHidden();
  await saved;
  await expect(page.getByRole("link", { name: /order 1045/ })).toBeFocused();
  await expect(page.getByText("New letters from this sender will have none")).toBeVisible();
  await server.deliver({ ...emails.orders, subject: "Your order 1046 has been shipped" });
  await expect(page.getByRole("link", { name: /order 1046/ })).toBeVisible();
  await expect(icon(page, "order 1046")).toBeHidden();
});

test("an Email without a category gets one on its page", async ({ server, page }) => {
  await server.deliver({ from: "Anna <anna@mail.example>", subject: "Hello", text: "How are you?" });
  await page.goto(server.url);
  await page.getByRole("link", { name: /Hello/ }).click();
  await page.getByRole("button", { name: "Choose a category" }).click();
  await page.getByRole("menuitemradio", { name: "Tickets" }).click();
  await expect(page.getByRole("button", { name: "Category: Tickets" })).toBeVisible();
  await page.reload();
  await expect(page.getByRole("button", { name: "Category: Tickets" })).toBeVisible();
});
