/** The shell: sizes, what becomes of it on narrow screens, scrollbars, font. */
import type { Page } from "@playwright/test";
import { ofToday } from "../packages/server/test/support/of-today.ts";
import { expectAccessible } from "./support/axe.ts";
import { popupOf } from "./support/compose.ts";
import { deliverLongWords, longWordsRow } from "./support/long-words.ts";
import { box, restingBox, sticksOut } from "./support/measure.ts";
import { png } from "./support/images.ts";
import { expect, test } from "./support/story.ts";

const folderNames = ["Inbox", "Important", "Sent", "Drafts", "Archive", "Spam", "Trash", "New folder"];

const nav = (page: Page) => page.getByRole("navigation", { name: "Folders" });

test("at 900 px and wider: navigation 232 px, header above, main section beside", async ({ page, server }) => {
  for (const width of [1440, 900]) {
    await page.setViewportSize({ width, height: 800 });
    await page.goto(server.url);
    await expect(page.getByRole("main").getByText("No letters", { exact: true })).toBeVisible();
    const header = await box(page.getByRole("banner"));
    expect(header).toMatchObject({ x: 0, y: 0, width, height: 56 });
    expect(await box(nav(page))).toMatchObject({ x: 0, y: 56, width: 232, height: 744 });
    expect(await box(page.getByRole("main"))).toMatchObject({ x: 232, y: 56, width: width - 232, height: 744 });
    // What stands in the columns has the same left edges.
    const search = await box(page.getByRole("search"));
    const card = await box(page.getByRole("main").locator("> div > div > div"));
    expect(search.x).toBe(card.x);
  }
});

test("below 900 px: a rail of icons, with every name kept; a drawer holds the whole navigation", async ({
  page,
  server,
}) => {
  await page.setViewportSize({ width: 899, height: 800 });
  await page.goto(server.url);
  await expect(page.getByRole("main").getByText("No letters", { exact: true })).toBeVisible();
  expect(await box(nav(page))).toMatchObject({ x: 0, width: 64 });
  expect(await box(page.getByRole("main"))).toMatchObject({ x: 64, width: 899 - 64 });
  for (const name of folderNames) {
    const link = nav(page).getByRole("link", { name, exact: true });
    await expect(link).toHaveAttribute("href", /\?letters=all$/);
    const [own, icon] = [await box(link), await box(link.locator("svg"))];
    expect(icon.x + 10 - 32, `${name} stands in the middle of the rail`).toBeCloseTo(0, 0);
    expect(own.height).toBe(40);
  }
  await expect(nav(page).getByRole("button", { name: "Compose" })).toBeVisible();
  await expect(nav(page).getByRole("button", { name: "Settings" })).toBeVisible();
  await expectAccessible(page);
  await nav(page).getByRole("link", { name: "Sent", exact: true }).hover();
  await expect(page.locator("[data-tooltip-popup]").filter({ hasText: "Sent" })).toBeVisible();

  await page.getByRole("button", { name: "Open folders" }).click();
  const drawer = page.getByRole("dialog", { name: "Folders" });
  await expect(drawer.getByRole("link", { name: "Archive", exact: true })).toBeVisible();
  await drawer.getByRole("link", { name: "Archive", exact: true }).click();
  await expect(drawer).toBeHidden();
  await expect(page).toHaveURL(`${server.url}/archive?letters=all`);
});

test("below 600 px: a drawer with everything in it; Escape and a click beside close it", async ({ page, server }) => {
  await page.setViewportSize({ width: 599, height: 800 });
  await page.goto(server.url);
  await expect(page.getByRole("main").getByText("No letters", { exact: true })).toBeVisible();
  await expect(nav(page)).toBeHidden();
  expect(await box(page.getByRole("main"))).toMatchObject({ x: 0, width: 599 });
  const open = page.getByRole("button", { name: "Open folders" });
  const drawer = page.getByRole("dialog", { name: "Folders" });
  await open.click();
  expect(await restingBox(drawer)).toMatchObject({ x: 0, width: 280, height: 800 });
  await expect(drawer.getByRole("link")).toHaveText(folderNames);
  await expect(drawer.getByRole("button", { name: "Compose" })).toBeVisible();
  await expect(drawer.getByRole("button", { name: "Settings" })).toBeVisible();
  await expectAccessible(page);
  await page.keyboard.press("Escape");
  await expect(drawer).toBeHidden();
  await expect(open).toBeFocused();
  await open.click();
  await expect(drawer).toBeVisible();
  await page.mouse.click(580, 400);
  await expect(drawer).toBeHidden();
  await open.click();
  await drawer.getByRole("button", { name: "Compose" }).click();
  await expect(page.getByRole("dialog", { name: "Folders" })).toBeHidden();
  await expect(page.getByRole("combobox", { name: "To" })).toBeVisible();
});

test("scrollbars are 6 px wide, their thumbs rounded by 3 px, wherever something scrolls", async ({
  server,
  playwright,
  launchOptions,
}) => {
  // Without windows Chromium hides them.
  const browser = await playwright.chromium.launch({ ...launchOptions, ignoreDefaultArgs: ["--hide-scrollbars"] });
  try {
    const page = await browser.newPage({ viewport: { width: 1000, height: 420 } });
    await page.addInitScript(() => {
      if (window.top === window) localStorage.setItem("lang", "en");
    });
    for (let index = 0; index < 12; index++) {
      await server.deliver({ from: "Anna <a@mail.example>", subject: `Letter ${index}`, text: "line\n".repeat(60) });
    }
    await deliverLongWords(server);

    /** Width of the bars that there are, by what scrolls; and the radius of their thumbs. */
    const bars = () =>
      page.evaluate(() => {
        const found: { width: number; radius: string; styled: string }[] = [];
        for (const element of document.querySelectorAll<HTMLElement>("*")) {
          const { overflowY, borderLeftWidth, borderRightWidth } = getComputedStyle(element);
          if (!["auto", "scroll"].includes(overflowY) || element.scrollHeight <= element.clientHeight) continue;
          if (!element.checkVisibility({ visibilityProperty: true })) continue;
          const borders = Number.parseFloat(borderLeftWidth) + Number.parseFloat(borderRightWidth);
          found.push({
            width: element.offsetWidth - element.clientWidth - borders,
            radius: getComputedStyle(element, "::-webkit-scrollbar-thumb").borderRadius,
            styled: getComputedStyle(element, "::-webkit-scrollbar").width,
          });
        }
        return found;
      });
    const bar = { width: 6, radius: "3px", styled: "6px" };

    await page.goto(server.url);
    await expect(page.getByRole("link", { name: /Letter 3/ })).toBeVisible();
    // The list and the navigation.
    await expect.poll(bars).toEqual([bar, bar]);
    await page.getByRole("button", { name: "Settings", exact: true }).click();
    await expect(page.getByRole("region", { name: "Settings" })).toBeVisible();
    for (const one of await bars()) expect(one).toEqual(bar);
    await page.keyboard.press("Escape");
    await page.keyboard.press("?");
    await expect(page.getByRole("dialog")).toBeVisible();
    expect(await bars()).toContainEqual(bar);
    for (const one of await bars()) expect(one).toEqual(bar);
    await page.keyboard.press("Escape");
    await page.getByRole("link", { name: /Letter 3/ }).click();
    await expect(page.getByRole("heading", { level: 1, name: "Letter 3" })).toBeVisible();
    await expect.poll(bars).toEqual([bar, bar]);
    await page.keyboard.press("r");
    await expect(page.getByRole("combobox", { name: "To" })).toBeVisible();
    for (const one of await bars()) expect(one).toEqual(bar);

    // A wide Email scrolls in its frame.
    await page.goto(server.url);
    await longWordsRow(page).click();
    const frame = page.frameLocator("iframe:visible").first().locator("html");
    const inFrame = await frame.evaluate((element) => ({
      height: getComputedStyle(element, "::-webkit-scrollbar").height,
      radius: getComputedStyle(element, "::-webkit-scrollbar-thumb").borderRadius,
      standard: getComputedStyle(element).scrollbarWidth,
    }));
    expect(inFrame).toEqual({ height: "6px", radius: "3px", standard: "auto" });
  } finally {
    await browser.close();
  }
});

test("the font is Arial, Helvetica, sans-serif, in buttons, fields and Emails too", async ({ page, server }) => {
  await deliverLongWords(server);
  await server.deliver({ from: "Anna <a@mail.example>", subject: "Plain", text: "Plain words" });
  await page.goto(server.url);
  await expect(longWordsRow(page)).toBeVisible();
  const others = () =>
    page.evaluate(() => {
      const fonts = [...document.querySelectorAll("body *")]
        .filter((element) => element.checkVisibility())
        .map((element) => `${element.tagName}: ${getComputedStyle(element).fontFamily}`);
      return [...new Set(fonts)].filter((font) => !font.endsWith(": Arial, Helvetica, sans-serif"));
    });
  expect(await others()).toEqual([]);
  await page.getByRole("button", { name: "Settings", exact: true }).click();
  await page.getByRole("button", { name: /^Language/ }).click();
  expect(await others()).toEqual([]);
  await page.keyboard.press("Escape");
  await page.keyboard.press("?");
  await expect(page.getByRole("dialog")).toBeVisible();
  expect(await others()).toEqual([]);
  await page.keyboard.press("Escape");
  await expect(page.getByRole("dialog")).toBeHidden();
  await page.keyboard.press("c");
  await expect(page.getByRole("combobox", { name: "To" })).toBeVisible();
  expect(await others()).toEqual([]);
  await page.keyboard.press("Escape");
  await expect(page.getByRole("dialog")).toBeHidden();
  await page.getByRole("link", { name: /Plain/ }).click();
  await expect(page.getByRole("article").getByText("Plain words")).toBeVisible();
  expect(await others()).toEqual([]);
  await page.goBack();
  await longWordsRow(page).click();
  await expect(page.frameLocator("iframe:visible").first().locator("p")).toHaveCSS(
    "font-family",
    "Arial, Helvetica, sans-serif",
  );
});

test("the tab has its icon, which comes after the page", async ({ page, server }) => {
  await page.goto(server.url);
  const icon = page.locator("link[rel=icon]");
  await expect(icon).toHaveAttribute("href", /tab-icon/);
  const answer = await page.request.get(new URL((await icon.getAttribute("href")) ?? "", server.url).href);
  expect(answer.headers()["content-type"]).toBe("image/png");
});

test("while the server is away one question at a time asks for it, and a quiet bar says so", async ({
  page,
  context,
  server,
}) => {
  await page.goto(server.url);
  await expect(page.getByRole("main").getByText("No letters", { exact: true })).toBeVisible();
  const asked: string[] = [];
  await server.kill();
  const bar = page.getByRole("status").filter({ hasText: "Offline, reconnecting." });
  await expect(bar).toBeVisible();
  await expectAccessible(page);
  // Code that is fetched ahead may be on its way just then; it asks nothing.
  page.on("requestfailed", (request) => {
    const { pathname } = new URL(request.url());
    if (!pathname.startsWith("/assets/")) asked.push(pathname);
  });
  await page.getByRole("button", { name: "Try now" }).click();
  await expect.poll(() => asked.length).toBeGreaterThan(1);
  expect(new Set(asked)).toEqual(new Set(["/.well-known/jmap"]));
  await page.setViewportSize({ width: 320, height: 640 });
  expect(await sticksOut(page)).toEqual([]);
  await server.start();
  await page.getByRole("button", { name: "Try now" }).click();
  await expect(bar).toBeHidden();
  await context.close();
});

for (const [lang, theme] of ofToday([
  ["ru", "white"],
  ["en", "dark"],
  ["ru", "dark"],
  ["en", "white"],
] as const)) {
  test.describe(`${lang}, ${theme}`, () => {
    test.use({ lang, theme });
    test("axe finds nothing on any screen", async ({ page, server }) => {
      await server.deliver({
        from: "Anna <anna@mail.example>",
        subject: "Pictures",
        text: "See https://pismo.example/",
        html: "<p>See <a href='https://pismo.example/'>this</a></p>",
        attachments: [{ filename: "a.png", content: png(20, 20, [1, 2, 3]) }],
      });
      await page.goto(server.url);
      const email = page.getByRole("link", { name: /Pictures/ });
      await expect(email).toBeVisible();
      await expectAccessible(page);
      await page.getByRole("button", { name: /^(Account|Аккаунт)/ }).click();
      await expect(page.getByRole("menu")).toBeVisible();
      await expect(page.getByRole("menu")).toHaveCSS("opacity", "1");
      await expectAccessible(page);
      await page.keyboard.press("Escape");
      await expect(page.getByRole("menu")).toBeHidden();
      await page.keyboard.press("?");
      await expect(page.getByRole("dialog")).toHaveCSS("opacity", "1");
      await expectAccessible(page);
      await page.keyboard.press("Escape");
      await expect(page.getByRole("dialog")).toBeHidden();
      await email.click();
      await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
      await expectAccessible(page);
      await page.keyboard.press("r");
      await expect(page.getByRole("dialog")).toHaveCSS("opacity", "1");
      await expectAccessible(page);
      await page.keyboard.press("Escape");
      await expect(page.getByRole("dialog")).toBeHidden();
      await page.goto(`${server.url}/spam?letters=all`);
      await expect(page.getByRole("main")).toContainText(/No letters|Писем нет/);
      await expectAccessible(page);
      await page.setViewportSize({ width: 390, height: 600 });
      await page.keyboard.press("?");
      await expect(page.getByRole("dialog")).toHaveCSS("opacity", "1");
      await expectAccessible(page);
      await page.keyboard.press("Escape");
      await expect(page.getByRole("dialog")).toBeHidden();
      await page.getByRole("button", { name: /^(Open folders|Открыть папки)/ }).click();
      await expect(page.getByRole("dialog")).toBeVisible();
      await restingBox(page.getByRole("dialog"));
      await expectAccessible(page);
    });
  });
}

for (const [lang, theme, name] of ofToday([
  ["en", "white", "Compose"],
  ["ru", "dark", "Написать письмо"],
] as const)) {
  test.describe(`on a phone in ${lang}, ${theme}`, () => {
    test.use({ lang, theme, viewport: { width: 390, height: 844 } });
    test("a letter is begun from the header, without the menu", async ({ page, server }) => {
      await server.deliver({ from: "anna@mail.example", subject: "A plan", text: "Where is it?" });
      await page.goto(server.url);
      const write = page.getByRole("banner").getByRole("button", { name, exact: true });
      await expect(page.getByRole("link", { name: /A plan/ })).toBeVisible();
      await expectAccessible(page);
      await page.screenshot({ path: `test-results/phone-compose-${lang}.png` });
      await write.click();
      const popup = popupOf(page, lang);
      await expect(popup.to).toBeFocused();
      await page.keyboard.press("Escape");
      await expect(popup.dialog).toBeHidden();
      await expect(write).toBeFocused();
      // Down to the narrowest, all of the header is within reach.
      await page.setViewportSize({ width: 320, height: 640 });
      for (const button of await page.getByRole("banner").getByRole("button").all())
        if (await button.isVisible()) await expect(button).toBeInViewport({ ratio: 1 });
      await page.screenshot({ path: `test-results/phone-compose-320-${lang}.png` });
      await page.setViewportSize({ width: 390, height: 844 });
      await page.getByRole("link", { name: /A plan/ }).click();
      await expect(page.getByRole("article")).toBeVisible();
      await page.screenshot({ path: `test-results/phone-compose-letter-${lang}.png` });
      await write.click();
      await expect(popup.to).toBeFocused();
    });
  });
}
