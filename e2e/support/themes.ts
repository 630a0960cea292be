/** The 19 themes as the stories see them. */
import type { Locator, Page } from "@playwright/test";
import { expect } from "./story.ts";

export const special = ["white", "dark", "anime"];
export const colours = [
  ["brown", "Brown", "Коричневая"],
  ["gray", "Gray", "Серая"],
  ["violet", "Violet", "Фиолетовая"],
  ["darkBlue", "Dark blue", "Тёмно-синяя"],
  ["blue", "Blue", "Синяя"],
  ["pink", "Pink", "Розовая"],
  ["orange", "Orange", "Оранжевая"],
  ["green", "Green", "Зелёная"],
  ["teal", "Teal", "Бирюзовая"],
  ["beige", "Beige", "Бежевая"],
  ["cream", "Cream", "Кремовая"],
  ["celery", "Celery", "Сельдерей"],
  ["sea", "Sea", "Морская"],
  ["purple", "Purple", "Сиреневая"],
  ["lightGray", "Light gray", "Светло-серая"],
  ["red", "Red", "Красная"],
] as const;
export const themes = [...special, ...colours.map(([name]) => name)];

export const html = (page: Page): Locator => page.locator("html");
export const setTheme = (page: Page, name: string): Promise<void> =>
  page.evaluate((theme) => void (document.documentElement.dataset["theme"] = theme), name);
export const token = (page: Page, name: string): Promise<string> =>
  page.evaluate((property) => getComputedStyle(document.documentElement).getPropertyValue(property).trim(), name);

export async function openPalette(page: Page): Promise<Locator> {
  const gear = page.getByRole("button", { name: /^(Settings|Настройки)$/ });
  // On a phone the gear is in the drawer.
  if (page.viewportSize()!.width < 600) await page.getByRole("button", { name: /open folders|открыть папки/i }).click();
  await gear.click();
  const palette = page.getByRole("listbox", { name: /How your mail looks|Внешний вид почты/ });
  await expect(palette).toBeVisible();
  return palette;
}
