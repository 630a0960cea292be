/** Letters without formatting: one that is written so, and all, where the person wants it. What is pasted comes out clean. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { ofToday } from "../packages/server/test/support/of-today.ts";
import { expectAccessible } from "./support/axe.ts";
import { compose, composeToAnna, mailboxOf, popupOf } from "./support/compose.ts";
import { readByPython, structureOf } from "./support/other-parser.ts";
import { expect, test } from "./support/story.ts";

const words = {
  en: {
    plain: "Plain text",
    lost: /^Formatting and pictures in the text are left out/,
    bold: "Bold",
    setting: "Write plain text",
    saved: "The setting is saved",
    reply: "Reply",
  },
  ru: {
    plain: "Простой текст",
    lost: /^Оформление и картинки в тексте убраны/,
    bold: "Полужирный",
    setting: "Писать простым текстом",
    saved: "Настройка сохранена",
    reply: "Ответить",
  },
} as const;

for (const lang of ofToday(["en", "ru"] as const)) {
  const { plain, lost, bold, setting, saved, reply } = words[lang];
  test.describe(`in ${lang}`, () => {
    test.use({ lang });

    test("one letter is plain: it loses its formatting, and its draft stays plain", async ({ page, server }) => {
      const popup = await composeToAnna(page, server, lang);
      await popup.subject.fill("Plain");
      await popup.text.focus();
      await page.keyboard.press("Control+b");
      await page.keyboard.type("Good day");
      await expect(popup.text.locator("b")).toHaveCount(1);
      const tool = popup.dialog.getByRole("button", { name: plain, exact: true });
      await tool.focus();
      await page.keyboard.press("Enter");
      await expect(tool).toHaveAttribute("aria-pressed", "true");
      await expect(popup.text.locator("b")).toHaveCount(0);
      await expect(popup.tool(bold)).toHaveCount(0);
      // It says what is lost, and gives it back.
      await expect(popup.dialog.getByText(lost)).toBeVisible();
      await page.keyboard.press("Enter");
      await expect(popup.text.locator("b")).toHaveText("Good day");
      await expect(popup.dialog.getByText(lost)).toHaveCount(0);
      await page.keyboard.press("Enter");
      await expect(popup.text.locator("b")).toHaveCount(0);
      // The tooltip goes.
      await popup.text.focus();
      await expectAccessible(page);
      await page.screenshot({ path: `test-results/plain-text-${lang}.png` });
      await expect(popup.saved).toBeVisible();
      await popup.close.click();
      await expect(popup.dialog).toBeHidden();
      await page.goto(`${server.url}/drafts?letters=all`);
      await page.getByRole("link", { name: /Plain/ }).click();
      await expect(popup.text).toHaveText("Good day");
      await expect(tool).toHaveAttribute("aria-pressed", "true");
      await popup.send.click();
      await expect(popup.dialog).toBeHidden();
      const { parsed, source } = await (await mailboxOf(server, "anna")).onlyMessage();
      expect(parsed.text?.trim()).toBe("Good day");
      expect(parsed.html).toBeFalsy();
      expect(source).toMatch(/^Content-Type: text\/plain/im);
      expect(source).not.toMatch(/multipart|text\/html/i);
      expect(structureOf(await readByPython(source))).toBe("text/plain");
    });

    test("all letters begin so where it is set, answers with their quote as text", async ({ page, server }) => {
      await server.pismo("mailbox", "add", "anna");
      await server.deliver({
        from: "anna@pismo.localhost",
        subject: "A question",
        html: "<p>What do <b>you</b> say?</p>",
      });
      await page.goto(`${server.url}/settings/writing`);
      await page.getByRole("switch", { name: setting }).click();
      await expect(page.getByText(saved)).toBeVisible();
      await page.goto(server.url);
      await page.getByRole("link", { name: /A question/ }).click();
      await page.getByRole("button", { name: reply, exact: true }).click();
      const popup = popupOf(page, lang);
      await expect(popup.dialog.getByRole("button", { name: plain, exact: true })).toHaveAttribute(
        "aria-pressed",
        "true",
      );
      await expect(popup.text).toBeFocused();
      await page.keyboard.type("Yes");
      await popup.send.click();
      await expect(popup.dialog).toBeHidden();
      const { parsed } = await (await mailboxOf(server, "anna")).onlyMessage();
      expect(parsed.html).toBeFalsy();
      expect(parsed.text).toMatch(/^Yes\r?\n\r?\n.*\r?\n> What do you say\?/);
    });
  });
}

test("what is pasted from Word has its headings, lists and colours, and nothing else of how it looked", async ({
  page,
  server,
}) => {
  const file = "../packages/web/src/features/compose/editor/paste/fixtures/word.clipboard";
  const html = readFileSync(join(import.meta.dirname, file), "utf8");
  await page.goto(server.url);
  const popup = await compose(page);
  await popup.text.focus();
  await popup.text.evaluate((text, content) => {
    const clipboardData = new DataTransfer();
    clipboardData.setData("text/html", content);
    text.dispatchEvent(new ClipboardEvent("paste", { clipboardData, bubbles: true, cancelable: true }));
  }, html);
  await expect(popup.text.locator("ul > li").first()).toContainText("First");
  await expect(popup.text.locator("ul ul > li")).toHaveText("Under it");
  await expect(popup.text.locator("ol > li")).toHaveText("One");
  await expect(popup.text.getByRole("cell")).toHaveText(["Apples", "3"]);
  await expect(popup.text.getByRole("heading", { level: 1 })).toHaveText("Отчёт");
  await expect(popup.text.locator(".coloured")).toHaveText(["Bold", "Итоги", "green "]);
  expect(await popup.text.evaluate((text) => text.innerHTML)).not.toMatch(/mso|font-family|background|windowtext/i);
});
