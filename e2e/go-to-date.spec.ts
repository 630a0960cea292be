/** The Emails of a day, however far down the list they stand. */
import type { Page } from "@playwright/test";
import { ofToday } from "../packages/server/test/support/of-today.ts";
import { expectAccessible } from "./support/axe.ts";
import { putEmails } from "./support/emails.ts";
import { expect, test } from "./support/story.ts";

const day = 86_400_000;
const count = 400;
/** At noon of a day that is `days` back. */
const noon = (days: number): Date => new Date(new Date().setHours(12, 0, 0, 0) - days * day);
const field = (date: Date): string =>
  [date.getFullYear(), date.getMonth() + 1, date.getDate()].map((part) => String(part).padStart(2, "0")).join("-");
const goTo = (page: Page, date: Date) => page.locator("[data-go-to-date]").fill(field(date));
const link = (page: Page, subject: string) => page.getByRole("link", { name: new RegExp(`${subject}(?!\\d)`) });

test("a chosen day's Email stands at the top and has the focus; a day without one leads to the next older Email", async ({
  page,
  server,
}) => {
  // None on the days 200 to 209.
  const days = Array.from({ length: count }, (_, index) => (index < 200 ? index : index + 10));
  await putEmails(
    server,
    days.map((back) => ({ subject: `Back ${back}`, receivedAt: noon(back), keywords: ["$seen"] })),
  );
  await page.goto(server.url);
  await expect(link(page, "Back 0")).toBeVisible();
  const listTop = (await page.getByRole("list", { name: "Letters" }).locator("..").boundingBox())!.y;
  const expectAtTop = async (subject: string) => {
    await expect(link(page, subject)).toBeFocused();
    await expect
      .poll(async () => Math.round((await link(page, subject).boundingBox())!.y - listTop))
      .toBeLessThanOrEqual(1);
  };
  await goTo(page, noon(150));
  await expectAtTop("Back 150");
  await goTo(page, noon(203));
  await expectAtTop("Back 210");
  await goTo(page, noon(20));
  await expectAtTop("Back 20");
  // Before all Emails: the last one.
  await goTo(page, noon(2000));
  await expect(link(page, "Back 409")).toBeFocused();
  await expect(page.getByText("No more letters")).toBeInViewport();

  // From an Email one comes back to where one was, not to the day once more.
  await page.keyboard.press("Home");
  await expect(link(page, "Back 0")).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(page.getByRole("article", { name: "Back 0" })).toBeVisible();
  await page.goBack();
  await expect(link(page, "Back 0")).toBeInViewport();
});

for (const [lang, theme, name] of ofToday([
  ["en", "white", "Go to a date"],
  ["ru", "dark", "Перейти к дате"],
  ["en", "dark", "Go to a date"],
  ["ru", "white", "Перейти к дате"],
] as const)) {
  test.describe(`${lang}, ${theme}`, () => {
    test.use({ lang, theme });
    test("the calendar stands in the search box while nothing is searched for", async ({ page, server }) => {
      await putEmails(server, [{ subject: "Back 0", receivedAt: noon(0) }]);
      await page.goto(server.url);
      const button = page.getByRole("button", { name });
      for (const width of [1440, 899, 390]) {
        await page.setViewportSize({ width, height: width === 390 ? 844 : 900 });
        if (width === 390) await page.locator("[data-search-button]").click();
        await expect(button).toBeVisible();
        await page.screenshot({ path: `test-results/go-to-date-${lang}-${theme}-${width}.png` });
      }
      await expectAccessible(page);
      await page.setViewportSize({ width: 1440, height: 900 });
      await button.focus();
      await page.keyboard.press("Enter");
      await page.keyboard.press("Escape");
      await page.locator("[data-search-box]").fill("word");
      await expect(button).toHaveCount(0);
    });
  });
}
