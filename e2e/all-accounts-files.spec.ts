/** The files of several accounts on one page: a choice that the address keeps, and ways to the letters in their accounts. */
import type { Page } from "@playwright/test";
import { ofToday } from "../packages/server/test/support/of-today.ts";
import { expectAccessible } from "./support/axe.ts";
import { putEmails } from "./support/emails.ts";
import { png } from "./support/images.ts";
import type { PismoServer } from "./support/server.ts";
import { expect, test } from "./support/story.ts";

const hoursAgo = (hours: number): Date => new Date(Date.now() - hours * 3_600_000);
const note = (name: string, content: string) => ({ name, type: "text/plain", content: Buffer.from(content) });
const picture = (name: string) => ({ name, type: "image/png", content: png(40, 30, [10, 90, 200]) });
const zoe = { name: "Zoe", email: "z@mail.example" };

/** Files of two accounts, which came in turns. */
async function putFiles(server: PismoServer): Promise<void> {
  await server.pismo("mailbox", "add", "anna");
  await putEmails(server, [
    { subject: "Numbers", from: zoe, receivedAt: hoursAgo(4), files: [note("first.txt", "x".repeat(900))] },
    { subject: "Plans", receivedAt: hoursAgo(2), files: [note("third.txt", "plan"), picture("sea.png")] },
  ]);
  await putEmails(
    server,
    [
      {
        subject: "Ledger",
        from: zoe,
        receivedAt: hoursAgo(3),
        files: [note("second.txt", "a budget of the garden")],
      },
      { subject: "Harbour", receivedAt: hoursAgo(1), files: [note("fourth.txt", "boats"), picture("boat.png")] },
    ],
    "anna@pismo.localhost",
  );
}

const namesOf = (page: Page): Promise<string[]> =>
  page.locator("section li [data-main]").evaluateAll((buttons) => buttons.map(({ textContent }) => textContent));

const words = {
  en: {
    allFiles: "All files",
    documents: "Documents",
    pictures: "Pictures",
    choice: "Account",
    all: "All accounts",
    account: (name: string) => `Account ${name}@pismo.localhost`,
    letter: "Letter: Ledger",
    search: "Search files",
    title: /Files/,
  },
  ru: {
    allFiles: "Все файлы",
    documents: "Документы",
    pictures: "Картинки",
    choice: "Аккаунт",
    all: "Все аккаунты",
    account: (name: string) => `Аккаунт ${name}@pismo.localhost`,
    letter: "Письмо: Ledger",
    search: "Поиск по файлам",
    title: /Файлы/,
  },
} as const;

for (const lang of ofToday(["en", "ru"] as const)) {
  const { allFiles, documents, pictures, choice, all, account, letter, search, title } = words[lang];
  test.describe(`in ${lang}`, () => {
    test.use({ lang });

    test("files of all accounts are one list with their accounts' marks, sorted, searched, and lead to their letters", async ({
      page,
      server,
    }) => {
      await putFiles(server);
      await page.goto(server.url);
      const nav = page.getByRole("navigation").first();
      await nav.getByRole("link", { name: allFiles }).focus();
      await page.keyboard.press("Enter");
      await expect(page).toHaveURL(/\/files\?account=all$/);
      await expect(page).toHaveTitle(title);
      await expect(nav.locator("[aria-current=page]")).toHaveText(allFiles);
      const list = page.getByRole("list", { name: documents });
      await expect(list.getByRole("listitem")).toHaveCount(4);
      expect(await namesOf(page)).toEqual(["fourth.txt", "third.txt", "second.txt", "first.txt"]);
      const line = (name: string) => list.getByRole("listitem").filter({ hasText: name });
      await expect(line("fourth.txt").getByRole("img", { name: account("anna") })).toBeVisible();
      await expect(line("third.txt").getByRole("img", { name: account("you") })).toBeVisible();
      await expectAccessible(page);
      await page.screenshot({ path: `test-results/all-accounts-files-${lang}.png` });

      await page.getByRole("combobox").last().selectOption("size");
      await expect(list.getByRole("listitem").first()).toContainText("first.txt");
      await page.getByRole("combobox").last().selectOption("from");
      await expect.poll(() => namesOf(page)).toEqual(["third.txt", "fourth.txt", "first.txt", "second.txt"]);
      await page.getByRole("searchbox", { name: search }).fill("zoe");
      await expect.poll(() => namesOf(page)).toEqual(["first.txt", "second.txt"]);
      // The text inside files is read in the background.
      await expect(async () => {
        await page.goto(`${server.url}/files?account=all&q=budget`);
        await expect(line("second.txt")).toBeVisible({ timeout: 2000 });
      }).toPass();
      await expect(list.getByRole("listitem")).toHaveCount(1);

      await page.getByRole("button", { name: "second.txt" }).click();
      await expect(page.getByRole("dialog").getByText("a budget of the garden")).toBeVisible();
      await page.keyboard.press("Escape");
      await list.getByRole("link", { name: letter }).click();
      await expect(page).toHaveURL(/\/email\/a\d+-e\d+\?title=Ledger&account=all$/);
      await expect(page.getByRole("heading", { name: "Ledger" })).toBeVisible();
      await page.goBack();
      await expect(line("second.txt")).toBeVisible();
    });

    test("one account or all is a choice that the address keeps", async ({ page, server, context }) => {
      await putFiles(server);
      await page.goto(`${server.url}/files`);
      const list = page.getByRole("list", { name: documents });
      const chosen = page.getByRole("combobox", { name: choice });
      await expect.poll(() => namesOf(page)).toEqual(["third.txt", "first.txt"]);
      await expect(page).toHaveURL(/\/files$/);
      const ofYou = page.url();
      await chosen.selectOption({ label: "anna@pismo.localhost" });
      await expect.poll(() => namesOf(page)).toEqual(["fourth.txt", "second.txt"]);
      await expect(list.getByRole("img")).toHaveCount(0);
      await expect(page).toHaveURL(/\/files\?account=a\d+$/);
      await chosen.selectOption({ label: all });
      await expect(list.getByRole("listitem")).toHaveCount(4);
      await page.getByRole("link", { name: pictures, exact: true }).click();
      const grid = page.getByRole("list", { name: pictures });
      await expect(grid.getByRole("listitem")).toHaveCount(2);
      await expect(grid.getByRole("img", { name: account("anna") })).toBeVisible();
      await expect
        .poll(() =>
          grid
            .locator("img")
            .first()
            .evaluate((img: HTMLImageElement) => img.naturalWidth),
        )
        .toBe(40);
      await expectAccessible(page);
      await page.screenshot({ path: `test-results/all-accounts-pictures-${lang}.png` });
      await page.reload();
      await expect(grid.getByRole("listitem")).toHaveCount(2);

      const tab = await context.newPage();
      await tab.goto(page.url());
      await expect(tab.getByRole("list", { name: pictures }).getByRole("listitem")).toHaveCount(2);
      await tab.goto(ofYou);
      await expect.poll(() => namesOf(tab)).toEqual(["third.txt", "first.txt"]);
    });
  });
}

test("on a phone, with the dark theme, the list of all accounts has room and is followed", async ({ page, server }) => {
  await page.addInitScript(() => localStorage.setItem("theme", "dark"));
  await page.setViewportSize({ width: 390, height: 760 });
  await putFiles(server);
  await page.goto(`${server.url}/files?account=all`);
  const list = page.getByRole("list", { name: "Documents" });
  await expect(list.getByRole("listitem")).toHaveCount(4);
  await putEmails(server, [{ subject: "Later", files: [note("later.txt", "late")] }], "anna@pismo.localhost");
  await expect(list.getByRole("listitem").first()).toContainText("later.txt");
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
  await expectAccessible(page);
  await page.screenshot({ path: "test-results/all-accounts-files-phone.png" });
});
