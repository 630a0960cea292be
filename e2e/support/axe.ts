import { AxeBuilder } from "@axe-core/playwright";
import { expect, type Page } from "@playwright/test";

/** What fades in has not its colours yet. */
const whenStill = (): Promise<unknown> =>
  Promise.allSettled(
    document
      .getAnimations()
      .filter(({ playState, effect }) => playState === "running" && effect?.getComputedTiming().endTime !== Infinity)
      .map(({ finished }) => finished),
  );

/** Expects axe to find nothing on the current screen. */
export async function expectAccessible(page: Page): Promise<void> {
  await page.evaluate(whenStill);
  const menus = await page.getByRole("menu").count();
  const { violations } = await new AxeBuilder({ page })
    // A message's frame runs no scripts, axe's neither.
    .setLegacyMode()
    .options({ iframes: false })
    // Base UI's own sentinels, which give the focus on at once.
    .exclude("[data-base-ui-focus-guard]")
    // An open menu is outside the landmarks, as a dialog does; axe knows that only of dialogs.
    .disableRules(menus > 0 ? ["region"] : [])
    .analyze();
  expect(violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join("\n")}`)).toEqual([]);
}
