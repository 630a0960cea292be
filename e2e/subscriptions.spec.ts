/** The page of newsletters: what one is subscribed to, and what can be done about it. */
import type { Page } from "@playwright/test";
import { expectAccessible } from "./support/axe.ts";
import { putEmails } from "./support/emails.ts";
import { sticksOut } from "./support/measure.ts";
import { expect, test } from "./support/story.ts";

const daysAgo = (days: number): Date => new Date(Date.now() - days * 86_400_000);
const shop = { name: "Shop", email: "news@shop.example" };
const weekly = { "List-Id": "Weekly <weekly.shop.example>", "List-Unsubscribe": "<https://shop.example/out>" };

const letters = [
  ...[1, 40, 100, 400].map((days) => ({
    subject: `News of day ${days}`,
    from: shop,
    fields: weekly,
    receivedAt: daysAgo(days),
    keywords: days > 50 ? ["$seen"] : [],
  })),
  { subject: "Digest", from: { name: "Digest", email: "d@mail.example" }, fields: { Precedence: "bulk" } },
  { subject: "Hello", receivedAt: daysAgo(2) },
];

const line = (page: Page, name: string) => page.getByRole("main").getByRole("listitem").filter({ hasText: name });

for (const { lang, title, letter, opened, only, menu, keep, undo, search } of [
  {
    lang: "en",
    title: "Newsletters",
    letter: "Newsletter",
    opened: ["3 of 4 opened", "1 of 1 opened"],
    only: "Show all",
    menu: "Actions for the newsletter: Shop",
    keep: "Keep only the newest",
    undo: "Undo",
    search: "Search newsletters",
  },
  {
    lang: "ru",
    title: "Рассылки",
    letter: "Рассылка",
    opened: ["Прочитано 3 из 4", "Прочитано 1 из 1"],
    only: "Показать все",
    menu: "Действия с рассылкой: Shop",
    keep: "Оставить только последнее",
    undo: "Отменить",
    search: "Найти рассылку",
  },
] as const) {
  test.describe(`in ${lang}`, () => {
    test.use({ lang });
    test("a letter leads to its newsletter, of which only the newest letter is kept, and the others come back", async ({
      page,
      server,
    }) => {
      await putEmails(server, letters);
      await page.goto(server.url);
      await page.getByRole("link", { name: /News of day 1(?!\d)/ }).click();
      await page.getByRole("article").getByRole("link", { name: letter, exact: true }).click();
      await expect(page).toHaveURL(/\/newsletters\?email=/);
      await expect(page.getByRole("main").getByRole("listitem")).toHaveCount(1);
      await expect(line(page, "Shop")).toContainText(opened[0]);
      await page.getByRole("button", { name: only }).click();
      const way = page.getByRole("navigation").getByRole("link", { name: title, exact: true });
      await expect(way).toHaveAttribute("aria-current", "page");
      await expect(line(page, "Digest")).toContainText("1");
      await expect(page.getByRole("main").getByRole("listitem")).toHaveCount(2);
      await expectAccessible(page);

      await page.getByRole("button", { name: menu }).press("Enter");
      await page.getByRole("menuitem", { name: keep }).press("Enter");
      const takeBack = page.getByRole("button", { name: undo });
      // Its focus holds the notice, however long the server takes.
      await takeBack.focus();
      await expect(line(page, "Shop")).toContainText(opened[1]);
      await takeBack.click();
      await expect(line(page, "Shop")).toContainText(opened[0]);

      await page.getByRole("searchbox", { name: search }).fill("weekly");
      await expect(page.getByRole("main").getByRole("listitem")).toHaveCount(1);
      await page.getByRole("searchbox", { name: search }).fill("");
      await page.getByRole("combobox").last().selectOption("totalEmails");
      const first = page.getByRole("main").locator("[data-main]").first();
      await expect(first).toContainText("Shop");
      await first.press("ArrowDown");
      await expect(page.getByRole("main").locator("[data-main]").nth(1)).toBeFocused();
      await page.setViewportSize({ width: 390, height: 780 });
      await expect(line(page, "Shop")).toContainText(opened[0]);
      expect(await sticksOut(page)).toEqual([]);
    });
  });
}

for (const { lang, all, menu, keep, undo } of [
  {
    lang: "en",
    all: "All accounts",
    menu: "Actions for the newsletter: Shop",
    keep: "Keep only the newest",
    undo: "Undo",
  },
  {
    lang: "ru",
    all: "Все аккаунты",
    menu: "Действия с рассылкой: Shop",
    keep: "Оставить только последнее",
    undo: "Отменить",
  },
] as const) {
  test.describe(`of all accounts in ${lang}`, () => {
    test.use({ lang });
    test("each account's are on one page, with its mark, and one is cut down where it is", async ({ page, server }) => {
      await server.pismo("mailbox", "add", "anna");
      await putEmails(server, letters);
      await putEmails(server, letters.slice(0, 2), "anna@pismo.localhost");
      await page.goto(`${server.url}/newsletters`);
      await page.getByRole("main").getByRole("combobox").first().selectOption({ label: all });
      await expect(page).toHaveURL(/account=all/);
      const shops = line(page, "Shop");
      await expect(shops).toHaveCount(2);
      await expect(page.getByRole("main").getByRole("listitem")).toHaveCount(3);
      const hers = shops.filter({ has: page.getByRole("img", { name: /anna@pismo\.localhost/ }) });
      const mine = shops.filter({ has: page.getByRole("img", { name: /you@pismo\.localhost/ }) });
      await expect(mine).toContainText("4");
      await expectAccessible(page);
      await mine.getByRole("button", { name: menu }).press("Enter");
      await page.getByRole("menuitem", { name: keep }).press("Enter");
      const takeBack = page.getByRole("button", { name: undo });
      await takeBack.focus();
      await expect(mine).not.toContainText("4");
      await expect(hers).toContainText("2");
      await takeBack.click();
      await expect(mine).toContainText("4");
      await page.setViewportSize({ width: 390, height: 780 });
      await expect(mine).toContainText("4");
      expect(await sticksOut(page)).toEqual([]);
    });
  });
}

test("a newsletter is left after the question, filed by a rule, and what is old goes to the trash", async ({
  page,
  server,
}) => {
  await putEmails(server, letters);
  await page.goto(server.url);
  await page.getByRole("navigation").getByRole("link", { name: "Newsletters", exact: true }).click();
  await expect(page).toHaveTitle(/Newsletters/);
  await page.getByRole("button", { name: "Unsubscribe: Shop" }).click();
  const question = page.getByRole("dialog", { name: "Unsubscribe from the mailing list" });
  await expect(question.getByRole("link", { name: "Open the page" })).toHaveAttribute(
    "href",
    "https://shop.example/out",
  );
  await question.getByRole("button", { name: "Cancel" }).click();

  const menu = page.getByRole("button", { name: "Actions for the newsletter: Shop" });
  await menu.click();
  await page.getByRole("menuitem", { name: "File from now on…" }).click();
  await expect(page.getByRole("dialog")).toContainText("weekly.shop.example");
  await page.keyboard.press("Escape");
  await expect(page.getByRole("dialog")).toHaveCount(0);

  await menu.click();
  await page.getByRole("menuitem", { name: "Delete what is older than" }).click();
  await page.getByRole("menuitem", { name: "three months" }).click();
  await expect(line(page, "Shop")).toContainText("0 of 2 opened");
  await page.getByRole("link", { name: /^All letters of the newsletter: Shop/ }).click();
  await expect(page.getByRole("link", { name: /News of day/ })).toHaveCount(2);
});
