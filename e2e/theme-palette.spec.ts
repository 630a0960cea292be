/** The palette of themes, and what anime brings along. */
import { ofToday } from "../packages/server/test/support/of-today.ts";
import { expect, test } from "./support/story.ts";
import { colours, html, openPalette } from "./support/themes.ts";

/** Colours would be measured in the middle of a transition. */
test.use({ contextOptions: { reducedMotion: "reduce" } });

test.describe("the palette", () => {
  test("holds 16 colours and 3 special themes, each in its own colours", async ({ page, server }) => {
    await page.setViewportSize({ width: 1440, height: 900 });
    await page.goto(server.url);
    const palette = await openPalette(page);
    const groups = palette.getByRole("group");
    await expect(groups.nth(0).getByRole("option")).toHaveText(["Light", "Dark", "Anime"]);
    await expect(groups.nth(1).getByRole("option")).toHaveText(colours.map(([, name]) => name));
    await expect(palette.getByRole("option", { selected: true })).toHaveText("Light");
    // Not by colour alone: the chosen one bears a tick and a bold name.
    await expect(palette.getByRole("option", { selected: true }).locator("svg")).toHaveCount(2);
    const looks = await palette.locator("[data-theme]").evaluateAll((images) =>
      images.map((image) => {
        const fills = [...image.querySelectorAll("svg *")].map((shape) => getComputedStyle(shape).fill);
        return `${getComputedStyle(image).backgroundColor} ${fills.join(" ")}`;
      }),
    );
    expect(new Set(looks).size).toBe(19);
    // All at once, nothing to scroll.
    for (const option of await palette.getByRole("option").all()) await expect(option).toBeInViewport({ ratio: 1 });
  });

  test("is walked with arrows and chosen with Enter", async ({ page, server }) => {
    await page.setViewportSize({ width: 1440, height: 900 });
    await page.goto(server.url);
    const palette = await openPalette(page);
    const option = (name: string) => palette.getByRole("option", { name, exact: true });
    await option("Light").focus();
    const steps: [string, string][] = [
      ["ArrowRight", "Dark"],
      ["ArrowRight", "Anime"],
      ["ArrowRight", "Brown"],
      ["ArrowUp", "Light"],
      ["ArrowDown", "Brown"],
      ["ArrowDown", "Teal"],
      ["End", "Red"],
      ["ArrowLeft", "Light gray"],
      ["ArrowUp", "Orange"],
      ["Home", "Light"],
      ["ArrowRight", "Dark"],
    ];
    for (const [key, name] of steps) {
      await page.keyboard.press(key);
      await expect(option(name)).toBeFocused();
    }
    await expect(html(page)).toHaveAttribute("data-theme", "white");
    await page.keyboard.press("Enter");
    await expect(html(page)).toHaveAttribute("data-theme", "dark");
    await expect(palette).toBeHidden();
    await expect(page.getByRole("button", { name: "Settings", exact: true })).toBeFocused();
  });

  for (const width of ofToday([1440, 899, 390, 320])) {
    test(`fits the panel at ${width} px`, async ({ page, server }) => {
      await page.setViewportSize({ width, height: 844 });
      await page.goto(server.url);
      const palette = await openPalette(page);
      for (const name of ["Light", "Orange", "Red"]) {
        const option = palette.getByRole("option", { name, exact: true });
        await option.scrollIntoViewIfNeeded();
        await expect(option).toBeInViewport({ ratio: 1 });
        const [outer, inner] = [(await palette.boundingBox())!, (await option.boundingBox())!];
        expect(inner.x).toBeGreaterThanOrEqual(outer.x);
        expect(inner.x + inner.width).toBeLessThanOrEqual(width);
      }
      const { scrollWidth, clientWidth } = await palette.evaluate((list) => list.parentElement!);
      expect(scrollWidth).toBe(clientWidth);
    });
  }

  test.describe("in Russian", () => {
    test.use({ lang: "ru" });
    test("has Russian names, none of them cut", async ({ page, server }) => {
      for (const width of [1440, 390, 320]) {
        await page.setViewportSize({ width, height: 844 });
        await page.goto(server.url);
        const palette = await openPalette(page);
        await expect(palette.getByRole("option")).toHaveText([
          "Светлая",
          "Тёмная",
          "Аниме",
          ...colours.map(([, , name]) => name),
        ]);
        const cut = await palette.getByRole("option").evaluateAll((options) =>
          options
            .map((option) => option.lastElementChild!)
            .filter((name) => name.scrollWidth > name.clientWidth)
            .map((name) => name.textContent),
        );
        expect(cut).toEqual([]);
      }
    });
  });
});

test("the picture of anime is fetched when the theme is chosen and not before", async ({ page, server }) => {
  const images: string[] = [];
  page.on("request", (request) => {
    if (/\/anime-(?!small)[\w-]+\.svg/.test(request.url())) images.push(request.url());
  });
  await page.goto(server.url);
  const palette = await openPalette(page);
  await expect(palette.getByRole("option", { name: "Anime" })).toBeVisible();
  expect(images).toEqual([]);
  const fetched = page.waitForResponse(/\/anime-(?!small)[\w-]+\.svg/);
  await palette.getByRole("option", { name: "Anime" }).click();
  expect((await fetched).ok()).toBe(true);
  // What one sees until it has come.
  await expect(page.locator("body")).toHaveCSS("background-color", "rgb(42, 32, 82)");
});
