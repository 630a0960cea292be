/** What comes out on paper: the Email, or the list, alone, whole, dark on white. */
import { ofToday } from "../packages/server/test/support/of-today.ts";
import { putEmails } from "./support/emails.ts";
import { expect, test } from "./support/story.ts";

/** How many sheets a PDF has. */
const sheets = (pdf: Buffer): number => pdf.toString("latin1").match(/\/Type\s*\/Page\b/g)?.length ?? 0;

const paragraph = "A letter that is read on paper has no end of the window to be cut off at. ".repeat(8);

for (const theme of ofToday(["white", "dark", "anime"])) {
  test.describe(theme, () => {
    test.use({ theme });
    test("an Email prints alone: subject, people, date, files and the whole body", async ({ page, server }) => {
      const [id] = await putEmails(server, [
        {
          subject: "On paper",
          html: `<table width="100%"><tr><td>${`<p>${paragraph}</p>`.repeat(40)}</td></tr></table>`,
          files: [{ name: "plan.pdf", type: "application/pdf", content: Buffer.from("%PDF-1.4") }],
        },
      ]);
      await page.goto(`${server.url}/email/${id}`);
      const article = page.getByRole("article");
      const frame = article.locator("iframe[title]:not([aria-hidden])");
      await expect(frame).toBeVisible();
      await expect(article.getByText("plan.pdf")).toBeVisible();
      // 40 paragraphs of 8 lines fill more sheets than the window's height would.
      const height = await frame.evaluate((element) => element.clientHeight);
      const pdf = await page.pdf({ path: test.info().outputPath("letter.pdf") });
      expect(sheets(pdf)).toBeGreaterThanOrEqual(Math.floor(height / 1123));
      expect(sheets(pdf)).toBeGreaterThan(3);
      await page.emulateMedia({ media: "print" });
      for (const part of ["On paper", "Anna", "plan.pdf"]) {
        await expect(article.getByText(part, { exact: true })).toBeVisible();
        await expect(article.getByText(part, { exact: true })).toHaveCSS("color", "rgb(0, 0, 0)");
      }
      const head = article.locator("[data-printed]");
      await expect(head).toHaveAttribute(
        "data-printed",
        /^From: Anna <anna@mail\.example>\nTo: you@pismo\.localhost\nDate: /,
      );
      await expect(page.getByRole("banner")).toBeHidden();
      await expect(page.getByRole("navigation")).toHaveCount(0);
      await expect(page.getByRole("button")).toHaveCount(0);
      await expect(page.locator("html")).toHaveCSS("background-color", "rgb(255, 255, 255)");
      await expect(page.locator("html")).toHaveCSS("background-image", "none");
      await page.screenshot({ path: test.info().outputPath("letter.png"), fullPage: true });
    });
  });
}

test("an Email that scrolls in a window of its own says on paper that this is a part of it", async ({
  page,
  server,
}) => {
  const [id] = await putEmails(server, [{ subject: "Heavy", html: "<i>x</i> ".repeat(25_000) }]);
  await page.goto(`${server.url}/email/${id}`);
  await page.getByRole("button", { name: "Show anyway" }).click();
  const note = page.getByText("The letter is too long to be printed whole");
  await expect(page.locator("[data-scrolls]")).toBeVisible();
  await expect(note).toBeHidden();
  await page.emulateMedia({ media: "print" });
  await expect(note).toBeVisible();
});

test("a list prints as lines under one another, nothing beside them", async ({ page, server }) => {
  await putEmails(
    server,
    Array.from({ length: 12 }, (_, index) => ({ subject: `Number ${index}.` })),
  );
  await page.goto(`${server.url}/inbox?letters=all`);
  // The list, not its initial render.
  await expect(page.getByRole("link", { name: /Number 0\./ })).toBeVisible();
  await page.emulateMedia({ media: "print" });
  await expect(page.getByRole("button")).toHaveCount(0);
  const tops = await page
    .locator("main li")
    .evaluateAll((rows) => rows.map((row) => Math.round(row.getBoundingClientRect().top)));
  expect(tops).toEqual([...new Set(tops)].sort((a, b) => a - b));
  expect(tops.length).toBeGreaterThanOrEqual(12);
  await page.screenshot({ path: test.info().outputPath("list.png"), fullPage: true });
});
