/** What Chromium says about sizes, positions and durations. */
import { expect, type Locator, type Page } from "@playwright/test";

export interface Box {
  x: number;
  y: number;
  width: number;
  height: number;
}

export const box = (locator: Locator): Promise<Box> =>
  locator.evaluate((element) => {
    const { x, y, width, height } = element.getBoundingClientRect();
    return { x, y, width, height };
  });

/** Waits until it neither moves nor grows any more. */
export async function restingBox(locator: Locator): Promise<Box> {
  let last = await box(locator);
  await expect
    .poll(async () => {
      const before = JSON.stringify(last);
      // Asked twice within one frame, what moves would seem to stand.
      await locator.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
      last = await box(locator);
      return JSON.stringify(last) === before;
    })
    .toBe(true);
  return last;
}

/** Durations in ms of the transitions of one property that run on an element now. */
export function transitionsOf(target: Locator, property: string): Promise<number[]> {
  return target.evaluate(
    (element, name) =>
      element
        .getAnimations()
        .filter((animation) => animation instanceof CSSTransition && animation.transitionProperty === name)
        .map((animation) => Number(animation.effect?.getComputedTiming().duration)),
    property,
  );
}

/** Controls that cannot be reached because they stick out of the screen, and how far the page scrolls sideways. */
export function sticksOut(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const width = document.documentElement.clientWidth;
    const problems: string[] = [];
    const scrollsSideways = (element: Element | null): boolean =>
      element !== null &&
      ((["auto", "scroll"].includes(getComputedStyle(element).overflowX) &&
        element.scrollWidth > element.clientWidth) ||
        scrollsSideways(element.parentElement));
    if (document.documentElement.scrollWidth > width)
      problems.push(`the page is ${document.documentElement.scrollWidth} px wide`);
    for (const element of document.querySelectorAll("button, a, input, [role^=menuitem], h1, h2")) {
      const { left, right, width: own } = element.getBoundingClientRect();
      const isSeen = element.checkVisibility({ opacityProperty: true, visibilityProperty: true }) && own > 1;
      // The edge of a target around a small sign may, and what is scrolled to.
      const sticks = Math.max(-left, right - width) > own / 5;
      if (isSeen && sticks && !scrollsSideways(element)) {
        problems.push(`${element.outerHTML.slice(0, 120)}: ${left} to ${right}`);
      }
    }
    return problems;
  });
}
