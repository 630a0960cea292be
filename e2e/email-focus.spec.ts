/** The focus and an Email's frame: a click in it leaves the shortcuts alive, and copying and keys as they are. */
import type { Page } from "@playwright/test";
import { expect, test } from "./support/story.ts";

const shown = "article iframe[sandbox^=allow-popups]";
const html = `<p id="words">Words to be selected</p><p><a href="https://shop.example/">A link</a></p>`;

/** What a browser tells the page when the mouse comes over the frame; a test's mouse speaks with the frame alone. */
const mouseOver = (page: Page, pointerType = "mouse"): Promise<void> =>
  page.locator(shown).dispatchEvent("pointerover", { pointerType, bubbles: true });

const focused = (page: Page): Promise<string | undefined> => page.evaluate(() => document.activeElement?.localName);

test.beforeEach(async ({ server, page, context }) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  await server.deliver({ from: "Shop <news@shop.example>", subject: "First one", html });
  await server.deliver({ from: "Shop <news@shop.example>", subject: "Second one", html });
  await page.goto(server.url);
  await page.getByRole("link", { name: /First one/ }).click();
  await expect(page.frameLocator(shown).getByText("Words")).toBeVisible();
  await expect(page.locator(shown)).toBeVisible();
});

test("after a click in the Email its shortcuts work, however often", async ({ page }) => {
  await mouseOver(page);
  for (let click = 0; click < 3; click++) {
    await page.frameLocator(shown).getByText("Words").click();
    await expect.poll(() => focused(page)).not.toBe("iframe");
    await page.keyboard.press("Shift");
  }
  await expect.poll(() => focused(page)).not.toBe("iframe");
  await page.keyboard.press("u");
  await expect(page).toHaveURL(/\/inbox/);
});

test("what is selected with the mouse is copied", async ({ page }) => {
  await mouseOver(page);
  const words = page.frameLocator(shown).getByText("Words");
  const { x, y, height } = (await words.boundingBox())!;
  await page.mouse.move(x + 1, y + height / 2);
  await page.mouse.down();
  // While a button is down in the frame Playwright is not told that the mouse has moved.
  await Promise.race([page.mouse.move(x + 400, y + height / 2).catch(() => undefined), page.waitForTimeout(1000)]);
  await page.mouse.up();
  await page.keyboard.press("ControlOrMeta+c");
  await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toContain("Words to be selected");
  await words.dblclick({ position: { x: 10, y: height / 2 } });
  await page.keyboard.press("ControlOrMeta+c");
  await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toMatch(/^Words\s*$/);
  // And then the page has its keys again.
  await expect.poll(() => focused(page)).not.toBe("iframe");
  await page.keyboard.press("u");
  await expect(page).toHaveURL(/\/inbox/);
});

test("who comes by Tab stays in the Email, also with the pointer over it", async ({ page, context }) => {
  await context.route("https://shop.example/**", (route) => route.fulfill({ body: "shop" }));
  await mouseOver(page);
  const link = page.frameLocator(shown).getByRole("link", { name: "A link" });
  for (let step = 0; step < 60; step++) {
    await page.keyboard.press("Tab");
    if ((await focused(page)) === "iframe") break;
  }
  await expect(link).toBeFocused();
  const opening = context.waitForEvent("page");
  await page.keyboard.press("Enter");
  await expect(opening).resolves.toBeTruthy();
  await expect.poll(() => focused(page)).toBe("iframe");
});

test("a finger that selects keeps what it selects", async ({ page }) => {
  await mouseOver(page, "touch");
  await page.frameLocator(shown).getByText("Words").click();
  await page.keyboard.press("u");
  expect(await focused(page)).toBe("iframe");
});
