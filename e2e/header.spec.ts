/** The header: logo, Back, search and the filter menu. */
import type { Page } from "@playwright/test";
import { ofToday } from "../packages/server/test/support/of-today.ts";
import { expectAccessible } from "./support/axe.ts";
import { box } from "./support/measure.ts";
import { expect, test } from "./support/story.ts";

const words = {
  en: {
    all: "All emails",
    unread: "Unread",
    flagged: "Flagged",
    important: "Important",
    files: "With attachments",
    reset: "Reset all",
    filter: "Filter",
    filters: "Filters",
    back: "Back",
    none: "No letters",
  },
  ru: {
    all: "Все письма",
    unread: "Непрочитанные",
    flagged: "С флажком",
    important: "Важные",
    files: "С вложениями",
    reset: "Сбросить всё",
    filter: "Фильтр",
    filters: "Фильтры",
    back: "Вернуться",
    none: "Писем нет",
  },
};

const header = (page: Page) => page.getByRole("banner");
const filterButton = (page: Page, name: string) => header(page).getByRole("button", { name, exact: true });
const query = (page: Page): string => new URL(page.url()).search;

test("the logo leads to /inbox, in the accent of light themes", async ({ page, server }) => {
  await page.goto(`${server.url}/sent?letters=all`);
  const logo = header(page).getByRole("link");
  await expect(logo).toHaveCount(1);
  await expect(logo).toHaveAttribute("href", "/inbox");
  await expect(logo).toHaveCSS("color", "rgb(0, 95, 249)");
  await logo.click();
  await expect(page).toHaveURL(`${server.url}/inbox`);
  await expect(filterButton(page, "Filter")).toBeVisible();
});

for (const lang of ofToday(["en", "ru"] as const)) {
  const say = words[lang];
  test.describe(lang, () => {
    test.use({ lang });

    test("with `title` there is Back and no filter; Back goes one step back", async ({ page, server }) => {
      await server.deliver({ from: "Anna <anna@mail.example>", subject: "Dacha", text: "Pears" });
      await page.goto(`${server.url}/inbox?read=false`);
      await page.getByRole("link", { name: /Dacha/ }).click();
      await expect(page).toHaveURL(/\/email\/e\d+\?title=Dacha$/);
      const back = header(page).getByRole("button", { name: say.back, exact: true });
      await expect(back).toBeVisible();
      await expect(filterButton(page, say.unread)).toBeHidden();
      await expectAccessible(page);
      const steps = await page.evaluate(() => window.history.length);
      await back.click();
      await expect(page).toHaveURL(`${server.url}/inbox?read=false`);
      expect(await page.evaluate(() => window.history.length)).toBe(steps);
      await expect(back).toBeHidden();
      await expect(filterButton(page, say.unread)).toBeVisible();
      await page.goForward();
      await expect(page).toHaveURL(/\/email\//);
      // A list may carry a title too.
      await page.goto(`${server.url}/inbox?title=x`);
      await expect(back).toBeVisible();
      await expect(filterButton(page, say.filter)).toBeHidden();
    });

    test("the filter menu: 240 px, its entries, and what a click on each does to the address", async ({
      page,
      server,
    }) => {
      await page.goto(`${server.url}/inbox?letters=all`);
      const trigger = filterButton(page, say.filter);
      await trigger.click();
      const menu = page.getByRole("menu");
      await expect(menu).toBeVisible();
      expect((await box(menu)).width).toBe(240);
      const entries = menu.getByRole("menuitemcheckbox");
      await expect(entries).toHaveText([say.all, say.unread, say.flagged, say.important, say.files]);
      for (const entry of await entries.all()) await expect(entry.locator("svg").first()).toBeVisible();
      const entry = (name: string) => menu.getByRole("menuitemcheckbox", { name, exact: true });
      const reset = menu.getByRole("menuitem", { name: say.reset, exact: true });
      await expect(entry(say.all)).toBeChecked();
      await expect(reset).toBeHidden();
      await expectAccessible(page);

      const steps: readonly (readonly [string, string])[] = [
        [say.unread, "?read=false"],
        [say.unread, ""],
        [say.flagged, "?bookmark=true"],
        [say.flagged, ""],
        [say.important, "?important=true"],
        [say.files, "?important=true&files=true"],
        [say.unread, "?important=true&files=true&read=false"],
        [say.important, "?files=true&read=false"],
        [say.all, "?letters=all"],
        [say.all, ""],
        [say.all, "?letters=all"],
        [say.files, "?files=true"],
        [say.flagged, "?files=true&bookmark=true"],
      ];
      for (const [name, search] of steps) {
        await entry(name).click();
        await expect.poll(() => query(page), `after ${name}`).toBe(search);
        await expect(menu).toBeVisible();
        // Shown only where `letters` is absent and the query is not empty.
        await expect(reset).toBeVisible({ visible: search !== "" && search !== "?letters=all" });
      }
      await expect(entry(say.all)).not.toBeChecked();
      await expect(entry(say.files)).toBeChecked();
      await reset.click();
      await expect.poll(() => query(page)).toBe("");
    });

    test("the button says what is chosen, with its icon", async ({ page, server }) => {
      const icons: Record<string, string | null> = {};
      for (const [search, name] of [
        ["", say.filter],
        ["?letters=all", say.filter],
        ["?read=false", say.unread],
        ["?bookmark=true", say.flagged],
        ["?important=true", say.important],
        ["?files=true", say.files],
        ["?read=false&files=true", say.filters],
        ["?read=false&bookmark=true&important=true&files=true", say.filters],
      ] as const) {
        await page.goto(`${server.url}/inbox${search}`);
        const button = filterButton(page, name);
        await expect(button).toBeVisible();
        icons[search] = await button.locator("svg").first().innerHTML();
      }
      expect(icons[""]).toBe(icons["?letters=all"]);
      const own = ["?read=false", "?bookmark=true", "?important=true", "?files=true"].map((search) => icons[search]);
      expect(new Set([icons[""], ...own]).size).toBe(5);
    });
  });
}

test("the menu opens and closes by its button; Escape and a click outside close it too", async ({ page, server }) => {
  await page.goto(server.url);
  const trigger = filterButton(page, "Filter");
  const menu = page.getByRole("menu");
  await trigger.click();
  await expect(menu).toBeVisible();
  await expect(trigger).toHaveAttribute("aria-expanded", "true");
  await trigger.click();
  await expect(menu).toBeHidden();
  await trigger.click();
  await expect(menu).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(menu).toBeHidden();
  await expect(trigger).toBeFocused();
  await trigger.click();
  await expect(menu).toBeVisible();
  await page.getByRole("main").getByText("No letters", { exact: true }).click();
  await expect(menu).toBeHidden();
});

test("the filter menu by the keyboard alone", async ({ page, server }) => {
  await page.goto(server.url);
  await filterButton(page, "Filter").press("Enter");
  const entry = (name: string) => page.getByRole("menuitemcheckbox", { name, exact: true });
  await expect(page.getByRole("menu")).toBeVisible();
  await page.keyboard.press("Home");
  await expect(entry("All emails")).toBeFocused();
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Space");
  await expect(entry("Unread")).toBeChecked();
  await page.keyboard.press("End");
  await expect(page.getByRole("menuitem", { name: "Reset all" })).toBeFocused();
  await page.keyboard.press("Enter");
  await expect.poll(() => query(page)).toBe("");
});

test("an open menu does not unfold again on the way back from an Email", async ({ page, server }) => {
  await server.deliver({ from: "Anna <anna@mail.example>", subject: "Dacha", text: "Pears" });
  await page.goto(server.url);
  await page.getByRole("link", { name: /Dacha/ }).click();
  await page.getByRole("button", { name: "Back", exact: true }).click();
  await filterButton(page, "Filter").click();
  await expect(page.getByRole("menu")).toBeVisible();
  await page.goForward();
  await expect(page.getByRole("heading", { level: 1, name: "Dacha" })).toBeVisible();
  await page.goBack();
  await expect(filterButton(page, "Filter")).toHaveAttribute("aria-expanded", "false");
  await expect(page.getByRole("menu")).toBeHidden();
});

test("a search goes into q, keeps the filters, and Reset all clears it with the rest", async ({ page, server }) => {
  await server.deliver({ from: "Anna <anna@mail.example>", subject: "Dacha", text: "Pears" });
  await server.deliver({ from: "Anna <anna@mail.example>", subject: "Town", text: "Plums" });
  await page.goto(`${server.url}/inbox?read=false`);
  await expect(page.getByRole("link", { name: /Town/ })).toBeVisible();
  const search = page.locator("[data-search-box]");
  await search.fill("pears");
  await expect.poll(() => query(page)).toBe("?read=false&q=pears");
  await expect(page.getByRole("link", { name: /Dacha/ })).toBeVisible();
  await expect(page.getByRole("link", { name: /Town/ })).toBeHidden();
  await filterButton(page, "Unread").click();
  await page.getByRole("menuitem", { name: "Reset all" }).click();
  await expect.poll(() => query(page)).toBe("");
  await expect(search).toHaveValue("");
  await expect(page.getByRole("link", { name: /Town/ })).toBeVisible();
  await search.fill("plums");
  await expect.poll(() => query(page)).toBe("?q=plums");
  await search.press("Escape");
  await expect(search).toHaveValue("");
  await expect.poll(() => query(page)).toBe("?letters=all");
});

test("an Email that was opened by its address goes back to its folder", async ({ page, context, server }) => {
  await server.deliver({ from: "Anna <anna@mail.example>", subject: "Dacha", text: "Pears" });
  await page.goto(server.url);
  const address = await page.getByRole("link", { name: /Dacha/ }).getAttribute("href");
  const other = await context.newPage();
  await other.goto(server.url + address);
  await other.getByRole("button", { name: "Back", exact: true }).click();
  await expect(other).toHaveURL(`${server.url}/inbox?letters=all`);
});

test("what is typed fast into the search stays as it was typed, and is what is searched for", async ({
  page,
  server,
}) => {
  for (const subject of ["orchard ticket", "map of maples"]) await server.deliver({ subject });
  await page.goto(`${server.url}/inbox?letters=all`);
  const search = page.locator("[data-search-box]");
  // The Emails of a search come late, and the address with them: by then there are more signs in the box.
  await page.route("**/jmap/api", async (route) => {
    await new Promise((resolve) => setTimeout(resolve, 40));
    await route.continue();
  });
  for (const [typed, delay] of [
    ["orchard ticket", 15],
    ["map of maples", 30],
    ["orchard", 70],
  ] as const) {
    await search.pressSequentially(typed, { delay });
    await expect.poll(() => new URL(page.url()).searchParams.get("q")).toBe(typed);
    await expect(search).toHaveValue(typed);
    for (const _ of typed) await page.keyboard.press("Backspace", { delay });
    await expect.poll(() => query(page)).toBe("?letters=all");
    await expect(search).toHaveValue("");
  }
});

test("on a phone the filter keeps its name, and search unfolds over the header", async ({ page, server }) => {
  await page.setViewportSize({ width: 320, height: 640 });
  for (const [search, name] of [
    ["?letters=all", "Filter"],
    ["?files=true", "With attachments"],
    ["?read=false&bookmark=true&important=true&files=true", "Filters"],
  ] as const) {
    await page.goto(`${server.url}/inbox${search}`);
    const button = filterButton(page, name);
    await expect(button.getByText(name)).toBeVisible();
    const { x, width } = await box(button);
    expect(x + width).toBeLessThanOrEqual(320);
    expect(width).toBeGreaterThan(60);
  }
  await page.getByRole("button", { name: "Search", exact: true }).click();
  await expect(page.locator("[data-search-box]")).toBeFocused();
  expect((await box(page.locator("[data-search-box]"))).width).toBeGreaterThan(180);
  await expectAccessible(page);
  await page.getByRole("button", { name: "Close search" }).click();
  await expect(page.locator("[data-search-box]")).toBeHidden();
});
