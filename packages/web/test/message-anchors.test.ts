// @vitest-environment node
/** Links to a place in the message scroll the page, which is all that can: the message's frame is as high as the message. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { appPolicy, type MessageBrowser, openMessageBrowser } from "./support/message-browser.ts";

let browser: MessageBrowser;
beforeAll(async () => void (browser = await openMessageBrowser(appPolicy)), 60_000);
afterAll(() => browser.close());

const html =
  '<p>Contents: <a href="#second">The second part</a> <a href="#nowhere">Nowhere</a></p><div style="height:3000px"></div>' +
  '<h2><a name="second">Part two</a></h2><div style="height:2000px"></div><a href="#top">Back to the top</a>';
const scrolled = () => browser.page.evaluate(() => window.scrollY);
const topOf = async (words: string) =>
  (await browser.page.frameLocator("#root iframe[sandbox^=allow-popups]").getByText(words).boundingBox())!.y;

test("by mouse and by keys, there and back, and nothing else happens", async () => {
  const { page } = browser;
  const steps = await page.evaluate(() => history.length);
  await page.evaluate((message) => window.harness.show(message), html);
  const link = page.getByRole("button", { name: "The second part" });
  await link.waitFor();
  await expect.poll(() => page.getByRole("button").count()).toBe(2);

  const words = page.frameLocator("#root iframe[sandbox^=allow-popups]").getByText("The second part");
  const place = (await words.boundingBox())!;
  await page.mouse.click(place.x + place.width / 2, place.y + place.height / 2);
  await expect.poll(scrolled).toBeGreaterThan(2500);
  expect(Math.abs(await topOf("Part two"))).toBeLessThan(200);

  await page.getByRole("button", { name: "Back to the top" }).press("Enter");
  await expect.poll(scrolled).toBeLessThan(100);
  expect(await page.evaluate(() => history.length)).toBe(steps);
  expect(browser.events()).toEqual([]);
});

test("the places move with the message when the window becomes narrow", async () => {
  const { page } = browser;
  await page.setViewportSize({ width: 390, height: 700 });
  await page.evaluate((message) => window.harness.show(`<p>${"words ".repeat(100)}</p>${message}`), html);
  const link = page.getByRole("button", { name: "The second part" });
  await link.waitFor();
  const words = page.frameLocator("#root iframe[sandbox^=allow-popups]").getByText("The second part");
  const [shown, button] = [(await words.boundingBox())!, (await link.boundingBox())!];
  expect(Math.abs(shown.y - button.y)).toBeLessThan(3);
  await page.setViewportSize({ width: 900, height: 700 });
  await expect.poll(async () => (await link.boundingBox())!.y).toBeLessThan(button.y - 20);
});
