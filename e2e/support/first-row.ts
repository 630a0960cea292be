/** Whether what stands above a list moves it. */
import type { Page } from "@playwright/test";

/** Where the first row is, in each frame in which it takes a click. */
export const watchFirstRow = (page: Page): Promise<unknown> =>
  page.addInitScript(() => {
    if (window.top !== window) return;
    const tops = new Map<string, number[]>();
    Object.assign(window, { tops });
    const look = (): void => {
      requestAnimationFrame(look);
      const row = document.querySelector("[data-letter]");
      const { x = 0, y = 0, width = 0, height = 0 } = row?.getBoundingClientRect() ?? {};
      if (!row?.contains(document.elementFromPoint(x + width / 2, y + height / 2))) return;
      const before = tops.get(location.href) ?? [];
      if (before.at(-1) !== y) tops.set(location.href, [...before, y]);
    };
    look();
  });

/** Where it was, one after the other, at the page's present address. */
export const tops = (page: Page): Promise<number[]> =>
  page.evaluate(() => (window as unknown as { tops: Map<string, number[]> }).tops.get(location.href) ?? []);
