/** Where a list begins: at its top as it is visited, where it was left by a reload and by Back; and its first key. */
import type { Page } from "@playwright/test";
import { putEmails } from "./support/emails.ts";
import type { PismoServer } from "./support/server.ts";
import { expect, test } from "./support/story.ts";

const row = (page: Page, number: number) => page.getByRole("link", { name: new RegExp(`Number ${number}\\.`) });

async function scrolled(page: Page, server: PismoServer): Promise<void> {
  await putEmails(
    server,
    Array.from({ length: 90 }, (_, index) => ({
      subject: `Number ${index}.`,
      receivedAt: new Date(Date.now() - (index + 1) * 3_600_000),
      keywords: ["$seen"],
    })),
  );
  await page.goto(`${server.url}/inbox?letters=all`);
  await expect(row(page, 0)).toBeVisible();
  await page.getByRole("main").hover();
  await page.mouse.wheel(0, 1920);
  await expect(row(page, 45)).toBeInViewport();
  await expect(row(page, 0)).toHaveCount(0);
}

test("after a reload the first j begins with the first row in sight, and so does Tab", async ({ page, server }) => {
  await scrolled(page, server);
  await page.reload();
  await expect(row(page, 45)).toBeInViewport();
  await expect(row(page, 40)).toHaveAttribute("tabindex", "0");
  await page.keyboard.press("j");
  await expect(row(page, 40)).toBeFocused();
  await expect(row(page, 45)).toBeInViewport();
  await page.keyboard.press("j");
  await expect(row(page, 41)).toBeFocused();
});

test("an address that is opened again begins at the top; Back from elsewhere finds where it was left", async ({
  page,
  server,
}) => {
  await scrolled(page, server);
  await page.goto(`${server.url}/sent?letters=all`);
  await expect(page.getByText("No letters", { exact: true })).toBeVisible();
  await page.goBack();
  await expect(row(page, 45)).toBeInViewport();
  await page.goto(`${server.url}/sent?letters=all`);
  await expect(page.getByText("No letters", { exact: true })).toBeVisible();
  await page.goto(`${server.url}/inbox?letters=all`);
  await expect(row(page, 0)).toBeInViewport();
  await expect(row(page, 45)).toHaveCount(0);
});

test("a click on the folder that is open leads to its top", async ({ page, server }) => {
  await scrolled(page, server);
  await page
    .getByRole("navigation")
    .first()
    .getByRole("link", { name: /^Inbox/ })
    .click();
  await expect(row(page, 0)).toBeInViewport();
});
