/** Opens every menu in sight, with the menus in it, as a person who looks what there is. */
import { expect, type Locator, type Page } from "@playwright/test";

const menus = (page: Page): Locator => page.getByRole("menu");

/** The menus that items of the open one lead to. */
async function openSubmenus(page: Page): Promise<string[]> {
  const seen: string[] = [];
  const items = menus(page).first().locator('[role="menuitem"][aria-haspopup="menu"]');
  for (let at = 0; at < (await items.count()); at++) {
    const item = items.nth(at);
    if ((await item.getAttribute("aria-disabled")) === "true") continue;
    seen.push((await item.textContent()) ?? "");
    await item.hover();
    await item.press("ArrowRight");
    await expect(menus(page)).toHaveCount(2);
    await page.keyboard.press("ArrowLeft");
    await expect(menus(page)).toHaveCount(1);
  }
  return seen;
}

async function walkOpen(page: Page): Promise<string[]> {
  await expect(menus(page)).toHaveCount(1);
  const items = await menus(page).first().locator('[role^="menuitem"]').allTextContents();
  expect(items.length).toBeGreaterThan(0);
  await openSubmenus(page);
  await page.keyboard.press("Escape");
  await expect(menus(page)).toHaveCount(0);
  return items;
}

/** @param place in which the buttons stand @returns the words of all items */
export async function walkMenus(page: Page, place: Locator): Promise<string[]> {
  const buttons = place.locator('button[aria-haspopup="menu"]:visible');
  const seen: string[] = [];
  for (let at = 0; at < (await buttons.count()); at++) {
    const button = buttons.nth(at);
    if (await button.isDisabled()) continue;
    await button.click();
    seen.push(...(await walkOpen(page)));
  }
  return seen;
}
