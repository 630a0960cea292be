/** The 19 themes: their colours on the screen, how they are chosen and kept, and that everything reads in each. */
import { AxeBuilder } from "@axe-core/playwright";
import type { Locator, Page } from "@playwright/test";
import { png } from "./support/pictures.ts";
import { lightestPixel, luminance } from "./support/pixels.ts";
import type { PismoServer } from "./support/server.ts";
import { expect, test } from "./support/story.ts";

const special = ["white", "dark", "anime"];
const colours = [
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
const themes = [...special, ...colours.map(([name]) => name)];

/** Colours would be measured in the middle of a transition. */
test.use({ contextOptions: { reducedMotion: "reduce" } });

const html = (page: Page): Locator => page.locator("html");
const setTheme = (page: Page, name: string): Promise<void> =>
  page.evaluate((theme) => void (document.documentElement.dataset["theme"] = theme), name);
const token = (page: Page, name: string): Promise<string> =>
  page.evaluate((property) => getComputedStyle(document.documentElement).getPropertyValue(property).trim(), name);

async function openPalette(page: Page): Promise<Locator> {
  const gear = page.getByRole("button", { name: /^(Settings|Настройки)$/ });
  // On a phone the gear stands in the drawer.
  if (page.viewportSize()!.width < 600) await page.getByRole("button", { name: /open folders|открыть папки/i }).click();
  await gear.click();
  const palette = page.getByRole("listbox", { name: /How your mail looks|Внешний вид почты/ });
  await expect(palette).toBeVisible();
  return palette;
}

const goTo = async (page: Page, folder: string): Promise<void> => {
  await page.getByRole("link", { name: folder }).first().click();
  await expect(page).toHaveURL(new RegExp(`/${folder.toLowerCase()}\\?`));
};

test.describe("given colours", () => {
  test("white: body #f6f7f8, text #333333, secondary #a5a7ab, logo #005ff9", async ({ page, server }) => {
    await page.goto(server.url);
    await expect(page.locator("body")).toHaveCSS("background-color", "rgb(246, 247, 248)");
    await expect(html(page)).toHaveCSS("color", "rgb(51, 51, 51)");
    await expect(page.getByRole("link", { name: "Sent" })).toHaveCSS("color", "rgb(51, 51, 51)");
    await expect(page.locator("header a[href^='/inbox']")).toHaveCSS("color", "rgb(0, 95, 249)");
    await expect(page.getByText("No letters")).toHaveCSS("color", "rgb(51, 51, 51)");
    const drawn = (await openPalette(page)).getByRole("option", { name: "Light", exact: true }).locator("svg rect");
    await expect(drawn.last()).toHaveCSS("fill", "rgb(165, 167, 171)");
  });

  test.describe("dark", () => {
    test.use({ theme: "dark" });
    test("dark: body #19191a, header #232324, text #ffffff, secondary #8c8e94", async ({ page, server }) => {
      await page.goto(server.url);
      await expect(page.locator("body")).toHaveCSS("background-color", "rgb(25, 25, 26)");
      // Through color(srgb …): the header may be glass in other themes.
      const header = await page.locator("header").evaluate((element) => {
        const canvas = new OffscreenCanvas(1, 1).getContext("2d")!;
        canvas.fillStyle = getComputedStyle(element).backgroundColor;
        canvas.fillRect(0, 0, 1, 1);
        return [...canvas.getImageData(0, 0, 1, 1).data];
      });
      expect(header).toEqual([0x23, 0x23, 0x24, 255]);
      await expect(html(page)).toHaveCSS("color", "rgb(255, 255, 255)");
      await expect(page.getByRole("link", { name: "Sent" })).toHaveCSS("color", "rgb(255, 255, 255)");
      const drawn = (await openPalette(page)).getByRole("option", { name: "Dark", exact: true }).locator("svg rect");
      await expect(drawn.last()).toHaveCSS("fill", "rgb(140, 142, 148)");
    });
  });
});

test.describe("the first load", () => {
  test.use({ theme: "pink" });

  test("shows the stored theme before the first paint, and no other before it", async ({ page, server }) => {
    await page.addInitScript(() => {
      if (window.top !== window) return;
      const seen: { theme: string | undefined; hasBody: boolean }[] = [];
      Object.assign(window, { seen });
      new MutationObserver((records) => {
        if (records.some(({ type }) => type === "attributes"))
          seen.push({ theme: document.documentElement.dataset["theme"], hasBody: document.body !== null });
      }).observe(document, { subtree: true, attributes: true, attributeFilter: ["data-theme"] });
    });
    // Held back, so that what is painted cannot be the program's doing.
    await page.route(/\/assets\/.*\.js$/, (route) => route.abort());
    await page.goto(server.url);
    await expect(html(page)).toHaveAttribute("data-theme", "pink");
    await expect(page.locator("body")).toHaveCSS("background-color", "rgb(203, 24, 97)");
    await expect(page.locator("meta[name='theme-color']")).toHaveAttribute("content", await token(page, "--header"));
    expect(await page.evaluate(() => Reflect.get(window, "seen"))).toEqual([{ theme: "pink", hasBody: false }]);
  });

  test("keeps the theme once the program runs", async ({ page, server }) => {
    await page.goto(server.url);
    await expect(page.getByText("No letters")).toBeVisible();
    await expect(html(page)).toHaveAttribute("data-theme", "pink");
    expect(await page.evaluate(() => localStorage.getItem("theme"))).toBe("pink");
  });
});

test.describe("a stored name that no theme has", () => {
  test.use({ theme: "plaid" });
  test("is white", async ({ page, server }) => {
    await page.goto(server.url);
    await expect(page.getByText("No letters")).toBeVisible();
    await expect(html(page)).toHaveAttribute("data-theme", "white");
    await expect((await openPalette(page)).getByRole("option", { selected: true })).toHaveAccessibleName("Light");
  });
});

test("choosing a theme applies it, stores it under `theme` and closes the panel", async ({ page, server }) => {
  await page.goto(server.url);
  const palette = await openPalette(page);
  await palette.getByRole("option", { name: "Green" }).click();
  await expect(html(page)).toHaveAttribute("data-theme", "green");
  await expect(palette).toBeHidden();
  expect(await page.evaluate(() => localStorage.getItem("theme"))).toBe("green");
  await expect(page.locator("meta[name='theme-color']")).toHaveAttribute("content", await token(page, "--header"));
  await expect(html(page)).toHaveCSS("color-scheme", "light");
  await page.reload();
  await expect(html(page)).toHaveAttribute("data-theme", "green");
  await (await openPalette(page)).getByRole("option", { name: "Violet" }).click();
  await expect(html(page)).toHaveCSS("color-scheme", "dark");
});

test("a change of folder applies what is stored, also by another tab, and white where nothing is", async ({
  page,
  server,
}) => {
  await page.goto(server.url);
  await expect(page.getByText("No letters")).toBeVisible();
  const store = (name: string) => page.evaluate((theme) => localStorage.setItem("theme", theme), name);
  await store("sea");
  await goTo(page, "Sent");
  await expect(html(page)).toHaveAttribute("data-theme", "sea");
  await store("plaid");
  await goTo(page, "Drafts");
  await expect(html(page)).toHaveAttribute("data-theme", "white");
  await store("red");
  await goTo(page, "Trash");
  await expect(html(page)).toHaveAttribute("data-theme", "red");
  await page.evaluate(() => localStorage.removeItem("theme"));
  await goTo(page, "Spam");
  await expect(html(page)).toHaveAttribute("data-theme", "white");
});

test("a switch changes an attribute and draws nothing again", async ({ page, server }) => {
  await page.addInitScript(() => {
    if (window.top !== window) return;
    // React reports to its developer tools each time it has drawn.
    Object.assign(window, {
      commits: 0,
      __REACT_DEVTOOLS_GLOBAL_HOOK__: {
        supportsFiber: true,
        inject: () => 1,
        onCommitFiberRoot: () => void ((window as unknown as { commits: number }).commits += 1),
        onCommitFiberUnmount: () => undefined,
      },
    });
  });
  for (const subject of ["One", "Two", "Three"])
    await server.deliver({ from: "a@mail.example", subject, text: "Hello" });
  await page.goto(server.url);
  await expect(page.getByRole("link", { name: /Three/ })).toBeVisible();

  // Every element that changes, by the way to it, while `act` is done in the settings.
  const changed = async (act: (palette: Locator) => Promise<void>): Promise<string[]> => {
    const palette = await openPalette(page);
    await page.evaluate(() => {
      const touched = new Set<string>();
      const settings = document.querySelector("#settings");
      const observer = new MutationObserver((records) => {
        for (const { target, attributeName, type } of records) {
          if (settings?.contains(target)) continue;
          const element = target instanceof Element ? target : target.parentElement;
          touched.add(`${element?.tagName.toLowerCase()} ${attributeName ?? type}`);
        }
      });
      observer.observe(document, { subtree: true, attributes: true, childList: true, characterData: true });
      Object.assign(window, { stop: () => (observer.disconnect(), [...touched].sort()) });
    });
    await act(palette);
    await expect(palette).toBeHidden();
    await expect(page.locator("main [inert]")).toHaveCount(0);
    return page.evaluate(() => (Reflect.get(window, "stop") as () => string[])());
  };
  // Tried again, since pieces of the program that are fetched meanwhile leave their own traces.
  await expect(async () => {
    const closing = await changed(() => page.getByRole("button", { name: "Close settings" }).first().click());
    const name = (await html(page).getAttribute("data-theme")) === "sea" ? "Red" : "Sea";
    const choosing = await changed((palette) => palette.getByRole("option", { name, exact: true }).click());
    expect(choosing.filter((change) => !closing.includes(change))).toEqual([
      "html data-theme",
      "html data-theme-change",
      "meta content",
    ]);
  }).toPass({ timeout: 40_000 });

  const commits = () => page.evaluate(() => (window as unknown as { commits: number }).commits);
  await expect(async () => {
    const before = await commits();
    expect(before).toBeGreaterThan(0);
    for (const name of themes) {
      await setTheme(page, name);
      await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))));
    }
    expect(await commits()).toBe(before);
  }).toPass({ timeout: 20_000 });
});

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
    const looks = await palette.locator("[data-theme]").evaluateAll((pictures) =>
      pictures.map((picture) => {
        const fills = [...picture.querySelectorAll("svg *")].map((shape) => getComputedStyle(shape).fill);
        return `${getComputedStyle(picture).backgroundColor} ${fills.join(" ")}`;
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

  for (const width of [1440, 899, 390, 320]) {
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
  const pictures: string[] = [];
  page.on("request", (request) => {
    if (/\/anime-(?!small)[\w-]+\.svg/.test(request.url())) pictures.push(request.url());
  });
  await page.goto(server.url);
  const palette = await openPalette(page);
  await expect(palette.getByRole("option", { name: "Anime" })).toBeVisible();
  expect(pictures).toEqual([]);
  const fetched = page.waitForResponse(/\/anime-(?!small)[\w-]+\.svg/);
  await palette.getByRole("option", { name: "Anime" }).click();
  expect((await fetched).ok()).toBe(true);
  // What one sees until it has come.
  await expect(page.locator("body")).toHaveCSS("background-color", "rgb(42, 32, 82)");
});

test.describe("over the picture of anime", () => {
  test.use({ theme: "anime" });
  const sizes = [
    [1440, 900],
    [2560, 1080],
    [899, 800],
    [390, 844],
  ] as const;

  test("navigation and error page read, measured pixel by pixel", async ({ page, server, browser }) => {
    const picture = page.waitForResponse(/\/anime-(?!small)[\w-]+\.svg/);
    await page.goto(`${server.url}/nowhere?letters=all`);
    await picture;
    // An empty page: the product's own content security policy allows no picture to be read.
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
  async letter(page) {
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
    // A letter's frame runs no scripts, axe's neither.
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

for (const [screen, show] of Object.entries(screens)) {
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
  const letter = page.getByRole("listitem").filter({ hasText: "Pictures" });
  await expect(letter).toBeVisible();
  const [dot, page_] = await letter.evaluate((row) => [
    getComputedStyle(row.querySelector("button")!, "::before").backgroundColor,
    getComputedStyle(document.body).backgroundColor,
  ]);
  expect(dot).not.toBe(page_);
  const checkbox = letter.getByRole("checkbox");
  await checkbox.check({ force: true });
  await expect(letter.locator("[data-selected]").or(letter).first()).toHaveCSS("outline-style", "solid");
  const palette = await openPalette(page);
  const pictures = palette.locator("[data-theme]");
  await expect(pictures.nth(3)).toHaveCSS("background-color", "rgb(83, 55, 42)");
});
