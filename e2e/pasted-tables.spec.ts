/** Tables that are pasted stand as tables, are edited by keys, are sent as such, and come back from a draft. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Page } from "@playwright/test";
import { ofToday } from "../packages/server/test/support/of-today.ts";
import { expectAccessible } from "./support/axe.ts";
import { composeToAnna, mailboxOf, popupOf } from "./support/compose.ts";
import { readByPython, structureOf } from "./support/other-parser.ts";
import { expect, test } from "./support/story.ts";

const fixtures = "../packages/web/src/features/compose/editor/paste/fixtures";
const clipboard = (name: string): string =>
  readFileSync(join(import.meta.dirname, fixtures, `${name}.clipboard`), "utf8");

/** As a program that is not the browser puts it there: the browser changes none of it. */
async function paste(page: Page, html: string): Promise<void> {
  await page.evaluate((text) => {
    const data = new DataTransfer();
    data.setData("text/html", text);
    data.setData("text/plain", "words");
    document.activeElement!.dispatchEvent(
      new ClipboardEvent("paste", { clipboardData: data, bubbles: true, cancelable: true }),
    );
  }, html);
}

const words = {
  en: {
    group: "Table",
    addRow: "Add row",
    addColumn: "Add column",
    removeRow: "Delete row",
    removeColumn: "Delete column",
    remove: "Delete table",
  },
  ru: {
    group: "Таблица",
    addRow: "Добавить строку",
    addColumn: "Добавить столбец",
    removeRow: "Удалить строку",
    removeColumn: "Удалить столбец",
    remove: "Удалить таблицу",
  },
} as const;

for (const lang of ofToday(["en", "ru"] as const)) {
  const w = words[lang];
  test.describe(lang, () => {
    test.use({ lang });

    test("a table from Excel is edited by keys alone, kept as a draft, and arrives as a table", async ({
      page,
      server,
    }) => {
      const popup = await composeToAnna(page, server, lang);
      const { dialog, subject, text, send } = popup;
      await subject.fill("Prices");
      await text.focus();
      await paste(page, clipboard("excel"));
      const cells = text.getByRole("cell");
      await expect(cells).toHaveText(["Товар", "Цена", "Итого", "Яблоки", "12,50", ""]);

      // The caret stands behind what was pasted: in the last cell.
      await page.keyboard.type("25");
      await expect(cells.nth(5)).toHaveText("25");
      await page.keyboard.press("Shift+Tab");
      await page.keyboard.type("13");
      await page.keyboard.press("Enter");
      await page.keyboard.type("a kilo");
      await expect(cells.nth(4).locator("p")).toHaveText(["13", "a kilo"]);
      // Nothing goes over the edges of a cell.
      await page.keyboard.press("Tab");
      await page.keyboard.press("Home");
      await page.keyboard.press("Backspace");
      await page.keyboard.press("Shift+Tab");
      await page.keyboard.press("End");
      await page.keyboard.press("Delete");
      await expect(cells).toHaveText(["Товар", "Цена", "Итого", "Яблоки", "13a kilo", "25"]);

      const tools = dialog.getByRole("group", { name: w.group });
      await expectAccessible(page);
      await page.screenshot({ path: `test-results/pasted-table-${lang}.png` });
      const press = async (name: string): Promise<void> => {
        await page.keyboard.press("Alt+F10");
        await expect(tools.getByRole("button").first()).toBeFocused();
        await tools.getByRole("button", { name }).press("Enter");
        await expect(text).toBeFocused();
      };
      await press(w.addRow);
      await page.keyboard.type("new");
      await press(w.addColumn);
      await expect(cells).toHaveCount(12);
      await press(w.removeColumn);
      await expect(cells).toHaveCount(9);
      await expect(cells.nth(7)).toHaveText("new");
      await press(w.removeRow);
      await expect(cells).toHaveCount(6);
      // Escape leads back to the text, and closes nothing.
      await page.keyboard.press("Alt+F10");
      await page.keyboard.press("Escape");
      await expect(text).toBeFocused();

      // Undone and done again.
      await press(w.remove);
      await expect(cells).toHaveCount(0);
      await page.keyboard.press("Control+z");
      await expect(cells).toHaveCount(6);
      await page.keyboard.press("Control+Shift+z");
      await expect(cells).toHaveCount(0);
      await page.keyboard.press("Control+z");

      await expect(popup.saved).toBeVisible();
      await page.keyboard.press("Escape");
      await expect(dialog).toBeHidden();
      await page.goto(`${server.url}/drafts?letters=all`);
      await page.getByRole("link", { name: /Prices/ }).click();
      await expect(cells).toHaveText(["Товар", "Цена", "Итого", "Яблоки", "13a kilo", "25"]);
      await send.click();
      await expect(dialog).toBeHidden();
      const { source, parsed } = await (await mailboxOf(server, "anna")).onlyMessage();
      expect(parsed.text).toMatch(/^Товар \| Цена \| Итого\r?\nЯблоки \| 13 a kilo \| 25\s*$/);
      expect(parsed.html).toMatch(/^<table style="border-collapse: collapse;"><tbody><tr><td style="border: 1px solid/);
      const other = await readByPython(source);
      expect(structureOf(other)).toBe("alternative(text/plain text/html)");
    });
  });
}

test.describe("on a phone, in the dark", () => {
  test.use({ theme: "dark" });
  for (const [name, expected] of [
    ["word", ["Apples", "3"]],
    ["google-docs", ["Apples", "3"]],
    ["google-sheets", ["Plan", "", "Apples", "3", "Pears", "4"]],
  ] as const) {
    test(`a table from ${name} stands in the text`, async ({ page, server }) => {
      await page.setViewportSize({ width: 390, height: 760 });
      await page.goto(server.url);
      await expect(page.getByRole("main").getByText("No letters", { exact: true })).toBeVisible();
      await page.keyboard.press("c");
      const { text, dialog } = popupOf(page);
      await text.click();
      await paste(page, clipboard(name));
      await expect(text.getByRole("cell")).toHaveText([...expected]);
      await text.getByRole("cell").last().click();
      await expect(dialog.getByRole("group", { name: "Table" })).toBeVisible();
      await expectAccessible(page);
      await page.screenshot({ path: `test-results/pasted-table-${name}.png` });
    });
  }
});

test("several cells are emptied by a key and written over, and a table is cut whole", async ({ page, server }) => {
  const { text } = await composeToAnna(page, server);
  await text.focus();
  await paste(page, clipboard("excel"));
  const cells = text.getByRole("cell");
  await expect(cells).toHaveCount(6);
  const select = async (): Promise<void> => {
    await cells.first().click();
    await cells.nth(3).click({ modifiers: ["Shift"] });
  };
  await select();
  await page.keyboard.press("Delete");
  await expect(cells).toHaveText(["", "", "", "", "12,50", ""]);
  await page.keyboard.press("Control+z");
  await select();
  await page.keyboard.type("x");
  await expect(cells).toHaveText(["x", "", "", "", "12,50", ""]);
  // A line above a table that is the first.
  await cells.first().click();
  await page.keyboard.press("Home");
  await page.keyboard.press("Enter");
  await page.keyboard.type("Above");
  await expect(text.locator(":scope > p").first()).toHaveText("Above");
  await page.keyboard.press("Control+a");
  await page.keyboard.press("Control+x");
  await expect(text).toHaveText("");
  await page.keyboard.press("Control+v");
  await expect(cells).toHaveText(["x", "", "", "", "12,50", ""]);
});
