/** A letter that was opened from a search shows the words that were found. */
import { expectAccessible } from "./support/axe.ts";
import { putEmails } from "./support/emails.ts";
import { expect, test } from "./support/story.ts";

for (const theme of ["white", "dark"] as const) {
  test.describe(theme, () => {
    test.use({ theme });
    test("words that match are marked in subject, sender and text, in every form, and nowhere else", async ({
      page,
      server,
    }) => {
      const [typed, designed] = await putEmails(server, [
        {
          subject: "Кабачки",
          from: { name: "Иван Кабачков", email: "ivan@mail.example" },
          text: "Вырос кабачок.\n\nСад.",
        },
        {
          subject: "Сад",
          text: "Кабачки",
          html: "<style>mark{display:none}</style><table><tr><td>Один <b>кабачок</b> и сад, <mark>чужое</mark> <a href='https://a.example'>кабачки</a></td></tr></table>",
        },
      ]);
      await page.goto(`${server.url}/all?q=${encodeURIComponent("кабачок")}`);
      const article = page.getByRole("article");
      await page.locator(`[data-letter="${typed}"]`).click();
      await expect(article.getByRole("heading", { level: 1 }).locator("mark")).toHaveText("Кабачки");
      await expect(article.getByText("Вырос").locator("mark")).toHaveText("кабачок");
      await expectAccessible(page);
      await page.screenshot({ path: `test-results/matched-words-${theme}.png` });
      await page.goBack();

      await page.locator(`[data-letter="${designed}"]`).click();
      const marks = page.frameLocator("article iframe[sandbox^=allow-popups]").locator("mark[data-match]");
      await expect(marks).toHaveText(["кабачок", "кабачки"]);
      await expect(marks.first()).toBeVisible();
      // A tint alone is faint in a dark theme.
      await expect(marks.first()).toHaveCSS("text-decoration-line", "underline");
      await page.screenshot({ path: `test-results/matched-words-html-${theme}.png` });
      // The same letter has no marks when it is opened from its folder.
      await page.goto(`${server.url}/inbox?letters=all`);
      await page.locator(`[data-letter="${designed}"]`).click();
      await expect(page.frameLocator("article iframe[sandbox^=allow-popups]").getByText("Один")).toBeVisible();
      await expect(marks).toHaveCount(0);
    });
  });
}

const file = (name: string, text: string) => ({ name, type: "text/plain", content: Buffer.from(text) });

test("a file says that the words are in it", async ({ page, server }) => {
  const [id] = await putEmails(server, [
    {
      subject: "Two files",
      text: "See below",
      files: [file("plan.txt", "About bridges"), file("list.txt", "Nothing")],
    },
  ]);
  await expect(async () => {
    await page.goto(`${server.url}/all?q=bridge`);
    await expect(page.locator(`[data-letter="${id}"]`)).toBeVisible({ timeout: 2000 });
  }).toPass();
  await page.locator(`[data-letter="${id}"]`).click();
  const attachments = page.getByRole("region", { name: "Attachments" });
  const [plan, list] = ["plan.txt", "list.txt"].map((name) =>
    attachments.getByRole("listitem").filter({ hasText: name }),
  );
  await expect(plan!.locator("mark")).toHaveText("the words are in it");
  await expect(list!.locator("mark")).toHaveCount(0);
  await expectAccessible(page);
  await page.screenshot({ path: "test-results/found-in-file.png" });
});
