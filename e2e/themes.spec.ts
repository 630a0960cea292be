/** The 19 themes: their colours on the screen, how they are chosen and kept. */
import type { Locator, Page } from "@playwright/test";
import { expect, test } from "./support/story.ts";
import { themes, html, setTheme, token, openPalette } from "./support/themes.ts";

/** Colours would be measured in the middle of a transition. */
test.use({ contextOptions: { reducedMotion: "reduce" } });

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
    await expect(page.getByText("No letters", { exact: true })).toHaveCSS("color", "rgb(51, 51, 51)");
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
    await expect(page.getByText("No letters", { exact: true })).toBeVisible();
    await expect(html(page)).toHaveAttribute("data-theme", "pink");
    expect(await page.evaluate(() => localStorage.getItem("theme"))).toBe("pink");
  });
});

test.describe("a stored name that no theme has", () => {
  test.use({ theme: "plaid" });
  test("is white", async ({ page, server }) => {
    await page.goto(server.url);
    await expect(page.getByText("No letters", { exact: true })).toBeVisible();
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
  await expect(page.getByText("No letters", { exact: true })).toBeVisible();
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
  // Tried again, since chunks that are fetched at the same time leave traces of their own.
  await expect(async () => {
    const closing = await changed(() => page.getByRole("button", { name: "Close settings" }).first().click());
    const name = (await html(page).getAttribute("data-theme")) === "sea" ? "Red" : "Sea";
    const choosing = await changed((palette) => palette.getByRole("option", { name, exact: true }).click());
    expect(choosing.filter((change) => !closing.includes(change))).toEqual([
      "html data-theme",
      "html data-theme-change",
      "meta content",
    ]);
  }).toPass();

  const commits = () => page.evaluate(() => (window as unknown as { commits: number }).commits);
  await expect(async () => {
    const before = await commits();
    expect(before).toBeGreaterThan(0);
    for (const name of themes) {
      await setTheme(page, name);
      await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))));
    }
    expect(await commits()).toBe(before);
  }).toPass();
});
