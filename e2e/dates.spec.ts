/** Dates in lists and on Emails: the 24-hour rule, the year rule, Today, both languages, and midnight. */
import { ofToday } from "../packages/server/test/support/of-today.ts";
import { putEmails } from "./support/emails.ts";
import { expect, test } from "./support/story.ts";

const hour = 3_600_000;
const locales = { en: "en-US", ru: "ru-RU" } as const;
const zone = { timeZone: "Europe/Moscow" } as const;

for (const lang of ofToday(["en", "ru"] as const)) {
  test.describe(lang, () => {
    test.use({ lang });
    test("within 24 hours the time, this year day and month, an earlier year in numbers", async ({ page, server }) => {
      const format = (date: Date, options: Intl.DateTimeFormatOptions): string =>
        new Intl.DateTimeFormat(locales[lang], { ...zone, ...options }).format(date);
      // The middle of a year: neither Email falls into another one.
      const now = new Date("2026-06-15T12:00:00Z");
      const recent = new Date(now.getTime() - 23 * hour);
      const older = new Date(now.getTime() - 25 * hour);
      const lastYear = new Date("2025-12-31T10:00:00Z");
      await putEmails(server, [
        { subject: "Recent", receivedAt: recent },
        { subject: "Older", receivedAt: older },
        { subject: "Last year", receivedAt: lastYear },
      ]);
      await page.clock.install({ time: now });
      await page.goto(server.url);
      const dateOf = (subject: string) =>
        page
          .getByRole("listitem")
          .filter({ has: page.getByRole("link", { name: new RegExp(subject) }) })
          .locator("time");
      await expect(dateOf("Recent")).toHaveText(lang === "en" ? "4:00 PM" : "16:00");
      await expect(dateOf("Older")).toHaveText(format(older, { day: "numeric", month: "short" }));
      await expect(dateOf("Last year")).toHaveText(
        format(lastYear, { day: "numeric", month: "numeric", year: "numeric" }),
      );
      expect(format(lastYear, { day: "numeric", month: "numeric", year: "numeric" })).toBe(
        lang === "en" ? "12/31/2025" : "31.12.2025",
      );
    });
  });
}

test("times roll over after 24 hours and at midnight, without a reload", async ({ page, server }) => {
  // 23:58 in Moscow.
  const now = new Date("2026-06-15T20:58:00Z");
  await putEmails(server, [
    { subject: "Yesterday", receivedAt: new Date(now.getTime() - 24 * hour + 90_000), keywords: ["$seen"] },
    { subject: "This evening", receivedAt: new Date(now.getTime() - 8 * 60_000), keywords: ["$seen"] },
  ]);
  await page.clock.install({ time: now });
  await page.goto(server.url);
  const dates = page.getByRole("main").locator("time");
  await expect(dates.first()).toHaveText("11:50 PM");
  await expect(dates.nth(1)).toHaveText("11:59 PM");
  await page.clock.runFor(3 * 60_000);
  await expect(dates.first()).toHaveText("11:50 PM");
  await expect(dates.nth(1)).toHaveText("Jun 14");
});

test("an Email of the current day says Today, and no more after midnight", async ({ page, server }) => {
  const now = new Date("2026-06-15T20:58:00Z");
  const [id] = await putEmails(server, [
    { subject: "This evening", receivedAt: new Date(now.getTime() - 8 * 60_000), keywords: ["$seen"] },
  ]);
  await page.clock.install({ time: now });
  await page.goto(`${server.url}/email/${id}?title=This%20evening`);
  const date = page.getByRole("article").locator("time").first();
  await expect(date).toHaveText("Today, 11:50 PM");
  await page.clock.runFor(3 * 60_000);
  await expect(date).toHaveText("Jun 15, 11:50 PM");
});

test("in Russian the current day is «Сегодня»", async ({ page, server }) => {
  const now = new Date("2026-06-15T12:00:00Z");
  const [id] = await putEmails(server, [{ subject: "Днём", receivedAt: new Date(now.getTime() - hour) }]);
  await page.addInitScript(() => localStorage.setItem("lang", "ru"));
  await page.clock.install({ time: now });
  await page.goto(`${server.url}/email/${id}`);
  await expect(page.getByRole("article").locator("time").first()).toHaveText("Сегодня, 14:00");
});
