/** Messages that would block the page are shown as text first, in full on request, and the page stays responsive. */
import { expectAccessible } from "./support/axe.ts";
import { putEmails } from "./support/emails.ts";
import { expect, test } from "./support/story.ts";

const html = `<p>The first words</p>${"<div>".repeat(20_000)}<p>The last words, see https://example.org/</p>`;

test("20,000 elements in one another: their text, and all of it where it is wanted; keys are answered", async ({
  page,
  server,
}) => {
  const [heavy] = await putEmails(server, [
    { subject: "Heavy", html },
    { subject: "Other", text: "Quite short" },
  ]);
  await page.goto(`${server.url}/email/${heavy}`);
  const article = page.getByRole("article");
  await expect(article.getByText("only its text is shown")).toBeVisible();
  await expect(article.getByText("The last words")).toBeVisible();
  await expect(article.getByRole("link", { name: "https://example.org/" })).toBeVisible();
  await expect(article.locator("iframe")).toHaveCount(0);
  await expectAccessible(page);

  await article.getByRole("button", { name: "Show anyway" }).press("Enter");
  const frame = article.frameLocator("iframe[sandbox^=allow-popups]");
  await expect(frame.getByText("The first words")).toBeVisible();
  // Only the frame that is drawn by a process of its own: the page lays nothing of it out.
  await expect(article.locator("iframe")).toHaveCount(1);
  await page.getByRole("heading", { name: "Heavy" }).click();
  await page.keyboard.press("u");
  await expect(page).toHaveURL(/\/inbox/);
});

test.describe("in Russian", () => {
  test.use({ lang: "ru" });
  test("the line speaks it, on a phone too", async ({ server, page }) => {
    await page.setViewportSize({ width: 390, height: 800 });
    const [heavy] = await putEmails(server, [{ subject: "Heavy", html }]);
    await page.goto(`${server.url}/email/${heavy}`);
    await expect(page.getByText("показан только текст")).toBeVisible();
    const button = page.getByRole("button", { name: "Всё равно показать" });
    const place = (await button.boundingBox())!;
    expect(place.x + place.width).toBeLessThanOrEqual(390);
    await button.click();
    await expect(page.frameLocator("article iframe").getByText("The first words")).toBeVisible();
  });
});
