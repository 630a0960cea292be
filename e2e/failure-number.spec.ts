/** What fails inside the server has a number, which the person reads and tells the administrator. */
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import type { Page } from "@playwright/test";
import { ofToday } from "../packages/server/test/support/of-today.ts";
import { expectAccessible } from "./support/axe.ts";
import { putEmails } from "./support/emails.ts";
import { saveData } from "./support/save-data.ts";
import type { PismoServer } from "./support/server.ts";
import { expect, test } from "./support/story.ts";

const words = {
  en: {
    list: "The letters could not be loaded. Error number for the administrator: ",
    letter: "The letter could not be loaded. Error number for the administrator: ",
    action: /^The server failed: error number [\da-z]{10}\. Nothing was changed$/,
    bar: /^The server fails: error number ([\da-z]{10})\. Your changes will be sent later\.$/,
    flag: "Flag",
  },
  ru: {
    list: "Не удалось загрузить письма. Номер ошибки для администратора: ",
    letter: "Не удалось загрузить письмо. Номер ошибки для администратора: ",
    action: /^Сбой на сервере: ошибка номер [\da-z]{10}\. Ничего не изменилось$/,
    bar: /^Сбой на сервере: ошибка номер ([\da-z]{10})\. Изменения отправятся позже\.$/,
    flag: "Поставить флажок",
  },
} as const;

/** A table that is gone makes every statement fail that needs it, as a damaged database does. */
const breakTable = (server: PismoServer, table: string): void => renameTable(server, table, `${table}_gone`);
const mendTable = (server: PismoServer, table: string): void => renameTable(server, `${table}_gone`, table);

function renameTable({ dataDir }: PismoServer, from: string, to: string): void {
  const database = new DatabaseSync(join(dataDir, "pismo.sqlite"));
  database.exec("pragma legacy_alter_table = on");
  database.exec(`alter table ${from} rename to ${to}`);
  database.close();
}

/** The numbers of the server's responses, as their headers have them. */
function numbersIn(page: Page): string[] {
  const numbers: string[] = [];
  page.on("response", (response) => {
    const number = response.headers()["x-request-id"];
    if (number !== undefined) numbers.push(number);
  });
  return numbers;
}

for (const lang of ofToday(["en", "ru"] as const)) {
  test.describe(lang, () => {
    test.use({ lang });

    test("a list that cannot be loaded", async ({ page, server }) => {
      await putEmails(server, [{ subject: "Kept" }]);
      breakTable(server, "email_mailbox");
      const numbers = numbersIn(page);
      await page.goto(server.url);
      const alert = page.getByRole("main").getByRole("alert");
      await expect(alert).toContainText(words[lang].list);
      const [number = ""] = /[\da-z]{10}/.exec((await alert.textContent())?.split(words[lang].list)[1] ?? "") ?? [];
      // The page may have drawn it before this test hears of the response.
      await expect.poll(() => numbers).toContain(number);
      await expectAccessible(page);
      for (const width of [1440, 899, 390]) {
        await page.setViewportSize({ width, height: 800 });
        await page.screenshot({ path: `test-results/failed-list-${lang}-${width}.png` });
      }
    });

    test("a server that fails whatever it is asked, until it does not", async ({ page, server }) => {
      await putEmails(server, [{ subject: "Kept" }]);
      await page.goto(server.url);
      const row = page.getByRole("listitem").filter({ hasText: "Kept" });
      await expect(row).toBeVisible();
      const numbers = numbersIn(page);
      breakTable(server, "browser_session");
      await row.getByRole("button", { name: words[lang].flag }).click();
      const bar = page.getByText(words[lang].bar);
      await expect(bar).toBeVisible();
      const [, number] = words[lang].bar.exec((await bar.textContent()) ?? "") ?? [];
      // The page may have drawn it before this test hears of the response.
      await expect.poll(() => numbers).toContain(number);
      await expectAccessible(page);
      for (const width of [1440, 899, 390]) {
        await page.setViewportSize({ width, height: 800 });
        await page.screenshot({ path: `test-results/failing-server-${lang}-${width}.png` });
      }
      mendTable(server, "browser_session");
      await expect(bar).toBeHidden({ timeout: 60_000 });
      const client = await server.client();
      const accountId = Object.keys((await client.session()).accounts)[0]!;
      const flagged = () => client.call("Email/query", { accountId, filter: { hasKeyword: "$flagged" } });
      await expect.poll(async () => (await flagged()).ids.length).toBe(1);
    });

    test("a letter that cannot be loaded, and a change that is not made", async ({ page, server }) => {
      // A letter in sight would be fetched ahead, before its table is gone.
      await saveData(page);
      await putEmails(server, [{ subject: "Kept" }]);
      await page.goto(server.url);
      await expect(page.getByRole("link", { name: /Kept/ })).toBeVisible();
      breakTable(server, "email_keyword");
      await page.getByRole("listitem").getByRole("button", { name: words[lang].flag }).first().click();
      await expect(page.getByText(words[lang].action)).toBeVisible();
      await page.screenshot({ path: `test-results/failed-change-${lang}.png` });
      await page.getByRole("link", { name: /Kept/ }).click();
      await expect(page.getByText(words[lang].letter)).toBeVisible();
      await page.screenshot({ path: `test-results/failed-letter-${lang}.png` });
    });
  });
}
