/** Other sites that open our page in a window: what they still have of it (docs/decisions/0032-opener-policy.md). */
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import type { Page } from "@playwright/test";
import { expect, test } from "./support/story.ts";

let site: Server;
/** Of another site: "localhost" is none of 127.0.0.1's. */
let siteUrl = "";

test.beforeAll(async () => {
  site = createServer((_, answer) => void answer.setHeader("content-type", "text/html").end("<title>A site</title>"));
  await new Promise<void>((listening) => void site.listen(0, "127.0.0.1", listening));
  siteUrl = `http://localhost:${(site.address() as AddressInfo).port}/`;
});
test.afterAll(() => void site.close());

/** By a click, or the browser would open no window. @returns the window as its browser shows it */
async function openFrom(page: Page, url: string): Promise<Page> {
  await page.evaluate((address) => {
    const open = (): void => void Object.assign(window, { held: window.open(address) });
    document.body.addEventListener("click", open, { once: true });
  }, url);
  const opened = page.waitForEvent("popup");
  await page.locator("body").click({ position: { x: 5, y: 5 } });
  return opened;
}

const holds = (page: Page): Promise<boolean> =>
  page.evaluate(() => !(window as unknown as { held: Window }).held.closed);

test("a site that opens the page has no hand on its window", async ({ server, page }) => {
  await page.goto(siteUrl);
  const opened = await openFrom(page, `${server.url}/inbox?letters=all`);
  await expect(opened.getByRole("navigation").first()).toBeVisible();
  expect(await holds(page)).toBe(false);
  expect(await opened.evaluate(() => window.opener as unknown)).toBeNull();
});

/** What the page that a step leads to says of it. */
async function policyOf(window: Page, go: () => Promise<unknown>): Promise<string | undefined> {
  const answer = window.waitForResponse((each) => each.request().isNavigationRequest());
  await go();
  await expect(window.getByRole("navigation").first()).toBeVisible();
  return (await answer).headers()["cross-origin-opener-policy"];
}

test("a window that another site opened and that is reloaded has no opener, and keeps what its session has", async ({
  server,
  page,
}) => {
  await page.goto(siteUrl);
  const opened = await openFrom(page, `${server.url}/inbox?letters=all`);
  await expect(opened.getByRole("navigation").first()).toBeVisible();
  await opened.evaluate(() => sessionStorage.setItem("kept", "yes"));
  expect(await policyOf(opened, () => opened.reload())).toBeUndefined();
  expect(await opened.evaluate(() => sessionStorage.getItem("kept"))).toBe("yes");
  expect(await holds(page)).toBe(false);
  expect(await policyOf(opened, () => opened.goto(`${server.url}/sent?letters=all`))).toBeUndefined();
  expect(await holds(page)).toBe(false);
});
