/** A browser that is not recognised is told how it is let in, and then it is. */
import type { Page } from "@playwright/test";
import { ofToday } from "../packages/server/test/support/of-today.ts";
import { expectAccessible } from "./support/axe.ts";
import type { PismoServer } from "./support/server.ts";
import { expect, test } from "./support/story.ts";
import { setTheme, themes } from "./support/themes.ts";

// Behind a proxy every connection is from this machine, so that none is recognised.
test.use({ env: { PISMO_PUBLIC_URL: "https://mail.example.org" } });

/** An address that lets a browser in, as one past the proxy reaches it. */
async function newLink({ pismo, url }: PismoServer): Promise<string> {
  const { pathname, search } = new URL((await pismo("open")).trim());
  return url + pathname + search;
}

/** As a click in a terminal does: no page leads there. */
const openLink = async (page: Page, server: PismoServer): Promise<string> => {
  const link = await newLink(server);
  await page.goto(link);
  return link;
};

/** Asks until the page has gone on; it may do so by itself, when it is shown again. */
const goesOnTo = (page: Page, url: string): Promise<void> =>
  expect(async () => {
    const again = page.getByRole("button", { name: "Try again" });
    if (await again.isVisible()) await again.press("Enter", { timeout: 2000 });
    await expect(page).toHaveURL(url, { timeout: 2000 });
  }).toPass();

test("an address that works once opens the mailbox, and the browser is remembered", async ({
  page,
  server,
  browser,
}) => {
  await page.goto(`${server.url}/archive?letters=all`);
  await expect(page.getByRole("heading", { level: 1, name: "Pismo does not know this browser" })).toBeVisible();
  await expect(page.getByText("npm run pismo -- open")).toBeVisible();
  await expectAccessible(page);
  const again = page.getByRole("button", { name: "Try again" });
  await again.press("Enter");
  await expect(page.getByRole("status")).toHaveText("Pismo still does not know this browser");
  await expectAccessible(page);

  const other = await page.context().newPage();
  const link = await openLink(other, server);
  await expect(other).toHaveURL(`${server.url}/inbox?letters=all`);
  await expect(other.getByRole("navigation").first()).toBeVisible();
  // The page that waited goes on to where it was to lead.
  await goesOnTo(page, `${server.url}/archive?letters=all`);
  await page.reload();
  await expect(page.getByText("No letters", { exact: true })).toBeVisible();
  const kept = await page.evaluate(() =>
    [localStorage, sessionStorage].map((storage) => JSON.stringify(storage)).join(),
  );
  expect(kept).not.toContain("pismo_");

  const stranger = await browser.newContext();
  const late = await stranger.newPage();
  await late.goto(link);
  await expect(late.getByRole("heading", { level: 1, name: "Pismo не знает этот браузер" })).toBeVisible();
  expect(late.url()).not.toContain("secret");
  await stranger.close();
});

test("where a session ends while one works, another address goes on in its place", async ({
  page,
  server,
  context,
}) => {
  await openLink(page, server);
  await expect(page.getByText("No letters", { exact: true })).toBeVisible();
  await context.clearCookies();
  await page.getByRole("link", { name: /^Sent/ }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Pismo does not know this browser" })).toBeVisible();
  await openLink(await context.newPage(), server);
  await goesOnTo(page, `${server.url}/sent?letters=all`);
  await expect(page.getByText("No letters", { exact: true })).toBeVisible();
});

test("the page reads in every theme, in both languages and on a phone", async ({ page, server }) => {
  await page.goto(server.url);
  for (const theme of ofToday(themes)) {
    await setTheme(page, theme);
    await expectAccessible(page);
  }
  await page.getByRole("button", { name: "Русский" }).click();
  await page.setViewportSize({ width: 320, height: 640 });
  await expect(page.getByRole("heading", { level: 1, name: "Pismo не знает этот браузер" })).toBeVisible();
  await expectAccessible(page);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320);
});
