/** Everything reads in each of the 19 themes. */
import { AxeBuilder } from "@axe-core/playwright";
import type { Locator, Page } from "@playwright/test";
import { ofToday } from "../packages/server/test/support/of-today.ts";
import { png } from "./support/images.ts";
import { lightestPixel, luminance } from "./support/pixels.ts";
import type { PismoServer } from "./support/server.ts";
import { expect, test } from "./support/story.ts";
import { themes, setTheme, token, openPalette } from "./support/themes.ts";

/** Colours would be measured in the middle of a transition. */
test.use({ contextOptions: { reducedMotion: "reduce" } });

test.describe("over the picture of anime", () => {
  test.use({ theme: "anime" });
  const sizes = [
    [1440, 900],
    [2560, 1080],
    [899, 800],
    [390, 844],
  ] as const;

  test("navigation and error page read, measured pixel by pixel", async ({ page, server, browser }) => {
    const image = page.waitForResponse(/\/anime-(?!small)[\w-]+\.svg/);
    await page.goto(`${server.url}/nowhere?letters=all`);
    await image;
    // An empty page: the product's own content security policy allows no image to be read.
    const reader = await browser.newPage();
    const contrasts: string[] = [];
    const text = luminance(await token(page, "--text-global"));
    const quiet = luminance(await token(page, "--text-quiet-global"));
    const icons = luminance(await token(page, "--svg-fill"));
    for (const [width, height] of sizes) {
      await page.setViewportSize({ width, height });
      if (width < 600) await page.getByRole("button", { name: "Open folders" }).click();
      const nav = page.getByRole("navigation");
      await expect(nav).toBeVisible();
      // Only the ground is left.
      await page.evaluate(() => {
        const sheet = new CSSStyleSheet();
        sheet.replaceSync("nav *, main * { visibility: hidden !important }");
        document.adoptedStyleSheets = [sheet];
      });
      const measure = async (place: Locator, colour: number, ratio: number) => {
        const clip = (await place.boundingBox())!;
        const lightest = await lightestPixel(reader, await page.screenshot({ clip, animations: "disabled" }));
        const contrast = (colour + 0.05) / (lightest + 0.05);
        if (contrast < ratio) contrasts.push(`${width}: ${contrast.toFixed(2)} < ${ratio}`);
      };
      await measure(nav, text, 4.5);
      await measure(nav, icons, 3);
      if (width >= 600) {
        for (const place of await page.locator("main p").all()) await measure(place, quiet, 4.5);
        await measure(page.locator("main h1").last(), text, 4.5);
      } else {
        await page.keyboard.press("Escape");
        await expect(nav).toBeHidden();
        for (const place of await page.locator("main p").all()) await measure(place, quiet, 4.5);
      }
      await page.evaluate(() => void (document.adoptedStyleSheets = []));
    }
    await reader.close();
    expect(contrasts).toEqual([]);
  });
});

/** Screens that show most of what there is. */
const screens: Record<string, (page: Page) => Promise<void>> = {
  async list(page) {
    await page.getByRole("listitem").getByRole("checkbox").first().check({ force: true });
    await page.getByRole("link", { name: /Pictures/ }).hover();
  },
  async email(page) {
    await page.getByRole("link", { name: /Pictures/ }).click();
    await expect(page.getByRole("article")).toBeVisible();
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  },
  async settings(page) {
    await openPalette(page);
  },
  async compose(page) {
    await page.keyboard.press("c");
    const popup = page.getByRole("dialog");
    await expect(popup).toBeVisible();
    await popup.getByRole("textbox", { name: "Subject" }).fill("Words");
    await popup.getByRole("button", { name: "Send" }).click();
    await expect(popup.getByRole("alert").first()).toBeVisible();
  },
};

async function mail(server: PismoServer): Promise<void> {
  await server.deliver({ from: "Вера <vera@mail.example>", subject: "Заказ", text: "Спасибо: https://pismo.example/" });
  await server.deliver({
    from: "Anna <anna@mail.example>",
    subject: "Pictures",
    html: "<p>See <a href='https://pismo.example/'>this</a></p><blockquote type=cite>Quoted</blockquote>",
    attachments: [{ filename: "a.png", content: png(20, 20, [1, 2, 3]) }],
  });
}

interface Finding {
  id: string;
  nodes: { html: string; failureSummary?: string }[];
}

/** All of axe in one theme; it stays in the page for `contrastIn`. */
async function axe(page: Page): Promise<Finding[]> {
  const { violations } = await new AxeBuilder({ page })
    // A message's frame runs no scripts, axe's neither.
    .setLegacyMode()
    .options({ iframes: false })
    // Base UI's own sentinels, which give the focus on at once.
    .exclude("[data-base-ui-focus-guard]")
    .analyze();
  return violations;
}

/** Only the rule about contrast, in theme after theme without leaving the page. */
function contrastIn(page: Page, names: readonly string[]): Promise<Record<string, Finding[]>> {
  return page.evaluate(async (all) => {
    const { run } = Reflect.get(window, "axe") as { run: (options: object) => Promise<{ violations: Finding[] }> };
    const found: Record<string, Finding[]> = {};
    for (const name of all) {
      document.documentElement.dataset["theme"] = name;
      // Even the shortest transition needs a frame.
      await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
      found[name] = (
        await run({ runOnly: ["color-contrast"], iframes: false, resultTypes: ["violations"] })
      ).violations;
    }
    return found;
  }, names);
}

for (const [screen, show] of ofToday(Object.entries(screens))) {
  test(`${screen}: axe finds no contrast wanting in any theme, and nothing at all in three kinds of them`, async ({
    page,
    server,
  }) => {
    await mail(server);
    await page.goto(server.url);
    await expect(page.getByRole("link", { name: /Pictures/ })).toBeVisible();
    await show(page);
    const found: string[] = [];
    const note = (name: string, findings: readonly Finding[]): void => {
      for (const { id, nodes } of findings)
        for (const node of nodes) found.push(`${name}: ${id}: ${node.html}: ${node.failureSummary ?? ""}`);
    };
    // A dark colour, a strong one under white words, a pale one; white and dark have a test of their own.
    for (const name of ["brown", "orange", "celery"]) {
      await setTheme(page, name);
      note(name, await axe(page));
    }
    for (const [name, findings] of Object.entries(await contrastIn(page, themes))) note(name, findings);
    expect(found).toEqual([]);
  });
}

test("with the system's forced colours, controls and states are still there", async ({ page, server }) => {
  await page.emulateMedia({ forcedColors: "active" });
  await mail(server);
  await page.goto(server.url);
  const email = page.getByRole("listitem").filter({ hasText: "Pictures" });
  await expect(email).toBeVisible();
  const [dot, page_] = await email.evaluate((row) => [
    getComputedStyle(row.querySelector("button")!, "::before").backgroundColor,
    getComputedStyle(document.body).backgroundColor,
  ]);
  expect(dot).not.toBe(page_);
  const checkbox = email.getByRole("checkbox");
  await checkbox.check({ force: true });
  await expect(email.locator("[data-selected]").or(email).first()).toHaveCSS("outline-style", "solid");
  const palette = await openPalette(page);
  const images = palette.locator("[data-theme]");
  await expect(images.nth(3)).toHaveCSS("background-color", "rgb(83, 55, 42)");
});
