/** What is pasted from a page keeps of its looks what means something, on light and on dark themes. */
import type { Page } from "@playwright/test";
import { expectAccessible } from "./support/axe.ts";
import { composeToAnna, mailboxOf } from "./support/compose.ts";
import { readByPython, structureOf } from "./support/other-parser.ts";
import { expect, test } from "./support/story.ts";

/** Chromium copies each element with what it computed for it. */
const webPage = `<body style="font: 16px Arial; color: #24292f; background: #fff">
  <h2 style="color:#0550ae">What is new</h2>
  <p align="center">In the middle, <span style="color:#cf222e">red</span> and <span style="color:#fff;background:#cf222e">white</span></p>
  <p>See <a href="https://mail.example/page">a page</a></p>
</body>`;

/** Copies a whole page by keys, so that the clipboard has what the browser puts there. */
async function copyPage(page: Page, html: string): Promise<void> {
  const other = await page.context().newPage();
  await other.setContent(html);
  await other.keyboard.press("Control+a");
  await other.keyboard.press("Control+c");
  await other.close();
  await page.bringToFront();
}

for (const theme of ["white", "dark"] as const) {
  test.describe(`on ${theme}`, () => {
    test.use({ theme });

    test("what is copied from a page keeps its headings, its colours and where its lines stand, and arrives so", async ({
      page,
      server,
    }) => {
      const { dialog, subject, text, send } = await composeToAnna(page, server);
      await subject.fill("From a page");
      await copyPage(page, webPage);
      await text.focus();
      await page.keyboard.press("Control+v");
      await expect(text.getByRole("heading", { name: "What is new", level: 2 })).toBeVisible();
      await expect(text.locator(".coloured")).toHaveText(["What is new", "red"]);
      await expect(text.locator("p").first()).toHaveCSS("text-align", "center");
      await expectAccessible(page);
      await send.click();
      await expect(dialog).toBeHidden();
      const { source, parsed } = await (await mailboxOf(server, "anna")).onlyMessage();
      expect(parsed.html).toMatch(
        /<h2 style="[^"]*"><span style="color: rgb\(5, 80, 174\);">What is new<\/span><\/h2>/,
      );
      expect(parsed.html).toContain('<span style="color: rgb(207, 34, 46);">red</span> and white</p>');
      expect(parsed.html).not.toMatch(/font-family|background|255, 255, 255|36, 41, 47/);
      expect(parsed.text).toBe("What is new\nIn the middle, red and white\nSee a page <https://mail.example/page>\n");
      const other = await readByPython(source);
      expect(structureOf(other)).toBe("alternative(text/plain text/html)");
      expect(other.parts?.[1]?.text).toContain("text-align: center");
    });
  });
}
