/** The settings panel: a bottom sheet with appearance and language, measured. */
import type { Page } from "@playwright/test";
import { expectAccessible } from "./support/axe.ts";
import { box, restingBox, transitionsOf } from "./support/measure.ts";
import { expect, test } from "./support/story.ts";

const gear = (page: Page) => page.getByRole("button", { name: "Settings", exact: true });
const panel = (page: Page) => page.getByRole("region", { name: "Settings" });
const main = (page: Page) => page.getByRole("main");

test("the gear at the bottom left opens a sheet of 400 px in 0.2 s, while the main section shrinks to 0.9", async ({
  page,
  server,
}) => {
  await page.goto(server.url);
  await expect(page.getByRole("main").getByText("No letters", { exact: true })).toBeVisible();
  const { height } = page.viewportSize()!;
  const place = await box(gear(page));
  expect(place.x).toBeLessThanOrEqual(16);
  expect(height - place.y - place.height).toBeLessThanOrEqual(16);
  expect(await box(page.locator("#settings"))).toMatchObject({ height: 0 });
  await expect(panel(page)).toBeHidden();
  await expect(gear(page)).toHaveAttribute("aria-expanded", "false");
  const before = await box(main(page));

  await gear(page).click();
  await expect(gear(page)).toHaveAttribute("aria-expanded", "true");
  await expect.poll(() => box(panel(page))).toMatchObject({ height: 400, y: height - 400, x: 0 });
  await expect(panel(page)).toHaveCSS("transition-duration", /^0\.2s/);
  await expect(panel(page)).toHaveCSS("transition-property", /^height/);
  await expect(main(page)).toHaveCSS("transition-property", "transform");
  await expect(main(page)).toHaveCSS("transition-duration", "0.2s");
  await expect(main(page)).toHaveCSS("transform", "matrix(0.9, 0, 0, 0.9, 0, 0)");
  const small = await box(main(page));
  expect(small.width).toBeCloseTo(before.width * 0.9, 1);
  expect(small.x).toBeCloseTo(before.x + before.width * 0.05, 1);
  await expectAccessible(page);

  await gear(page).click();
  await expect.poll(() => box(page.locator("#settings"))).toMatchObject({ height: 0 });
  await expect(main(page)).toHaveCSS("transform", "none");
  expect(await box(main(page))).toEqual(before);
  await expect(panel(page)).toBeHidden();
  await expect(gear(page)).toHaveAttribute("aria-expanded", "false");
});

test("in a low window, as at 200 %, the gear still stands above the sheet", async ({ page, server }) => {
  for (const [width, height] of [
    [1280, 500],
    [720, 450],
  ] as const) {
    await page.setViewportSize({ width, height });
    await page.goto(server.url);
    await gear(page).click();
    await expect(panel(page)).toBeVisible();
    const [button, sheet] = [await restingBox(gear(page)), await restingBox(panel(page))];
    expect(button.y + button.height).toBeLessThanOrEqual(sheet.y);
  }
});

test("what runs in between are transitions of 200 ms, there and back", async ({ page, server }) => {
  await page.goto(server.url);
  await expect(page.getByRole("main").getByText("No letters", { exact: true })).toBeVisible();
  for (const _ of ["open", "close"]) {
    // In one step: on a slow machine the transition would be over before a second question.
    const running = await page.evaluate(async () => {
      document.querySelector<HTMLElement>("#settings-gear")?.click();
      await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
      return document
        .getAnimations()
        .filter((animation) => animation instanceof CSSTransition)
        .map(({ transitionProperty, effect }) => [
          (effect as KeyframeEffect).target?.tagName,
          transitionProperty,
          effect?.getComputedTiming().duration,
        ]);
    });
    expect(running).toContainEqual(["SECTION", "height", 200]);
    expect(running).toContainEqual(["MAIN", "transform", 200]);
    await expect.poll(() => transitionsOf(main(page), "transform")).toEqual([]);
  }
});

test("less motion where it is asked for", async ({ page, server }) => {
  await page.emulateMedia({ reducedMotion: "reduce" });
  await page.goto(server.url);
  await gear(page).click();
  expect((await box(panel(page))).height).toBe(400);
  const seconds = await panel(page).evaluate((element) =>
    Number.parseFloat(getComputedStyle(element).transitionDuration),
  );
  expect(seconds).toBeLessThan(0.001);
});

test("a transparent overlay keeps clicks from the Emails; a click on the main section closes the panel", async ({
  page,
  server,
}) => {
  await server.deliver({ from: "Anna <anna@mail.example>", subject: "Dacha", text: "Pears" });
  await page.goto(server.url);
  const row = page.getByRole("link", { name: /Dacha/ });
  await expect(row).toBeVisible();
  await gear(page).click();
  await expect.poll(() => box(panel(page))).toMatchObject({ height: 400 });
  const { x, y, width, height } = await box(row);
  const middle = [x + width / 2, y + height / 2] as const;
  const top = await page.evaluate(([left, up]) => {
    const element = document.elementFromPoint(left, up)!;
    const { backgroundColor, opacity } = getComputedStyle(element);
    return { tag: element.tagName, name: element.getAttribute("aria-label"), backgroundColor, opacity };
  }, middle);
  expect(top).toEqual({ tag: "BUTTON", name: "Close settings", backgroundColor: "rgba(0, 0, 0, 0)", opacity: "1" });
  await page.mouse.click(...middle);
  await expect(panel(page)).toBeHidden();
  await expect(page).toHaveURL(/\/inbox/);
  await expect(main(page)).toHaveCSS("transform", "none");
  await row.click();
  await expect(page).toHaveURL(/\/email\//);
});

test("the left column is 260 px wide and has two buttons, whose views exclude each other", async ({ page, server }) => {
  await page.goto(server.url);
  await gear(page).click();
  const appearance = panel(page).getByRole("button", { name: "Appearance", exact: true });
  const language = panel(page).getByRole("button", { name: "Language: English", exact: true });
  const column = appearance.locator("..");
  expect((await box(column)).width).toBe(260);
  await expect(column.getByRole("button")).toHaveCount(2);

  await appearance.click();
  await expect(appearance).toHaveAttribute("aria-pressed", "true");
  await expect(language).toHaveAttribute("aria-pressed", "false");
  await expect(panel(page).getByRole("option", { name: "Dark", exact: true })).toBeVisible();
  await expect(panel(page).getByRole("radio")).toHaveCount(0);

  await language.click();
  await expect(appearance).toHaveAttribute("aria-pressed", "false");
  await expect(language).toHaveAttribute("aria-pressed", "true");
  await expect(panel(page).getByRole("option", { name: "Dark", exact: true })).toBeHidden();
  await expect(panel(page).getByRole("group", { name: "Change language" })).toBeVisible();
  await expect(panel(page).getByRole("radio")).toHaveCount(2);
  await expect(panel(page).getByRole("radio", { name: "English" })).toBeChecked();
  await expectAccessible(page);
});

test("choosing a theme closes the panel; it is stored, and applied again on another folder", async ({
  page,
  server,
}) => {
  await page.goto(server.url);
  await gear(page).click();
  await panel(page).getByRole("button", { name: "Appearance" }).click();
  await panel(page).getByRole("option", { name: "Dark", exact: true }).click();
  await expect(panel(page)).toBeHidden();
  await expect(page.locator("html")).toHaveAttribute("data-theme", "dark");
  await expect(page.locator("body")).toHaveCSS("background-color", "rgb(25, 25, 26)");
  expect(await page.evaluate(() => localStorage.getItem("theme"))).toBe("dark");
  // Another tab chooses another one.
  await page.evaluate(() => localStorage.setItem("theme", "white"));
  await page.getByRole("link", { name: "Sent", exact: true }).click();
  await expect(page.locator("html")).toHaveAttribute("data-theme", "white");
  await expect(page.locator("body")).toHaveCSS("background-color", "rgb(246, 247, 248)");
});

test("a language counts once it is confirmed: that closes the panel, and every text, the title and <html lang> follow", async ({
  page,
  server,
}) => {
  await page.goto(server.url);
  await expect(page).toHaveTitle("Inbox – Pismo");
  await gear(page).click();
  await panel(page).getByRole("button", { name: "Language: English" }).click();
  await panel(page).getByRole("radio", { name: "Русский" }).check();
  await expect(page.locator("html")).toHaveAttribute("lang", "en");
  await panel(page).getByRole("button", { name: "Choose language" }).click();
  await expect(page.locator("html")).toHaveAttribute("lang", "ru");
  await expect(page).toHaveTitle("Входящие – Pismo");
  await expect(page.getByRole("main").getByText("Писем нет", { exact: true })).toBeVisible();
  await expect(page.locator("#settings")).toBeHidden();
  expect(await page.evaluate(() => localStorage.getItem("lang"))).toBe("ru");

  await page.getByRole("button", { name: "Настройки", exact: true }).click();
  const sheet = page.getByRole("region", { name: "Настройки" });
  await expect(sheet.getByRole("button", { name: "Внешний вид", exact: true })).toBeVisible();
  await sheet.getByRole("button", { name: "Язык: Русский", exact: true }).click();
  await expect(sheet.getByRole("group", { name: "Изменить язык" })).toBeVisible();
  await expect(sheet.getByRole("button", { name: "Выбрать язык", exact: true })).toBeVisible();
  await expectAccessible(page);
  await page.reload();
  await expect(page.getByRole("main").getByText("Писем нет", { exact: true })).toBeVisible();
});

test("by the keyboard alone: the focus goes in and comes back, Escape closes", async ({ page, server }) => {
  await page.goto(server.url);
  await gear(page).focus();
  await page.keyboard.press("Enter");
  await expect(panel(page).getByRole("button", { name: "Appearance" })).toBeFocused();
  await page.keyboard.press("Tab");
  await expect(panel(page).getByRole("button", { name: /Language/ })).toBeFocused();
  await page.keyboard.press("Enter");
  await page.keyboard.press("Escape");
  await expect(panel(page)).toBeHidden();
  await expect(gear(page)).toBeFocused();

  await page.keyboard.press("Enter");
  await panel(page).getByRole("button", { name: "Language: English" }).press("Enter");
  // The choice is fetched after the list.
  await expect(panel(page).getByRole("radio", { name: "English" })).toBeVisible();
  await page.keyboard.press("Tab");
  await expect(panel(page).getByRole("radio", { name: "English" })).toBeFocused();
  await page.keyboard.press("ArrowUp");
  await expect(panel(page).getByRole("radio", { name: "Русский" })).toBeChecked();
  await page.keyboard.press("Tab");
  await page.keyboard.press("Enter");
  await expect(page.locator("html")).toHaveAttribute("lang", "ru");
  await expect(page.getByRole("button", { name: "Настройки", exact: true })).toBeFocused();
  await page.keyboard.press("Enter");
  await page.getByRole("button", { name: "Настройки", exact: true }).focus();
  await page.keyboard.press("Escape");
  await expect(page.locator("#settings")).toBeHidden();
});

test("on a phone the sheet has the same height, and the focus comes back to the button of the folders", async ({
  page,
  server,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto(server.url);
  await page.getByRole("button", { name: "Open folders" }).click();
  await gear(page).click();
  await expect.poll(() => box(panel(page))).toMatchObject({ height: 400, width: 390 });
  await expect(page.getByRole("dialog")).toBeHidden();
  await panel(page).getByRole("button", { name: "Close settings" }).click();
  await expect(panel(page)).toBeHidden();
  await expect(page.getByRole("button", { name: "Open folders" })).toBeFocused();
});
