import type { Page } from "@playwright/test";

/** Asks pages for as little traffic as possible (Save-Data): they fetch nothing ahead, however slow the test is. */
export async function saveData(page: Page): Promise<void> {
  await page.addInitScript(() => Object.defineProperty(navigator, "connection", { value: { saveData: true } }));
}
