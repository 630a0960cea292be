/** Opens one message after another in the product's own page, and checks the page afterwards. */
import type { Page } from "@playwright/test";
import { differingPixels } from "./pixels.ts";
import type { WatchedBrowser } from "./watched-browser.ts";

const timeoutMs = 15_000;

/** Waits until the open message has its height, and what it starts has started. */
async function settled(page: Page): Promise<void> {
  await page.waitForFunction(
    () => {
      const article = document.querySelector("article:not([data-seen])");
      if (article?.getAttribute("aria-busy") !== "false") return false;
      return [...article.querySelectorAll("iframe")].every((frame) => frame.parentElement?.dataset["loaded"] === "");
    },
    undefined,
    { timeout: timeoutMs },
  );
  await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
  await rested(page);
}

/** Waits until the message neither grows nor moves: its own images load a moment after its text. */
async function rested(page: Page): Promise<void> {
  const deadline = Date.now() + timeoutMs;
  for (let last = ""; Date.now() < deadline;) {
    const places = await page.evaluate(() => {
      const moving = document.querySelectorAll("article:not([data-seen]), article div:has(> iframe)");
      return JSON.stringify([...moving].map((element) => element.getBoundingClientRect()));
    });
    if (places === last) return;
    last = places;
    await page.waitForTimeout(60);
  }
  throw new Error("it never came to rest");
}

/** Goes to the message as a click does, without a page load, and waits until its text is shown. */
async function open(page: Page, emailId: string): Promise<void> {
  await page.evaluate((id) => {
    for (const article of document.querySelectorAll("article")) article.dataset["seen"] = "";
    history.pushState(null, "", `/email/${id}?title=letter`);
    dispatchEvent(new PopStateEvent("popstate"));
  }, emailId);
  await settled(page);
}

/** What of our page is no longer as it was. */
function damage(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const wrong: string[] = [];
    const root = document.documentElement;
    if (localStorage.getItem("canary") !== "alive") wrong.push("storage was changed");
    if (!document.querySelector("nav")?.checkVisibility()) wrong.push("the navigation is gone");
    if (root.scrollWidth > root.clientWidth) wrong.push("the page has become wider than its window");
    for (const frame of document.querySelectorAll<HTMLIFrameElement>("article iframe")) {
      const inner = frame.contentDocument;
      for (const link of inner?.querySelectorAll("[href]") ?? []) {
        const href = link.getAttribute("href") ?? "";
        if (!/^(?:https?:\/\/|mailto:|tel:)/i.test(href)) wrong.push(`link to ${href}`);
        if (link.getAttribute("rel") !== "noopener noreferrer") wrong.push("a link that tells where from");
      }
      if (
        inner?.querySelector(
          "body script, body iframe, form, input, svg, math, object, embed, link, base, meta ~ body meta",
        )
      )
        wrong.push("markup that no letter may keep");
    }
    return wrong;
  });
}

/** Whether anything outside the message's box changes when the message is removed. */
export async function paintsOutside({ page, reader }: WatchedBrowser): Promise<boolean> {
  const boxes = page.locator("article div:has(> iframe)");
  if ((await boxes.count()) === 0) return false;
  const options: Parameters<Page["screenshot"]>[0] = {
    mask: [boxes],
    maskColor: "#808080",
    animations: "disabled",
    // Previews of files are beside the message, and an animated one moves on between two screenshots.
    style: "article img { visibility: hidden !important }",
  };
  const setOpacity = (opacity: string) =>
    page.evaluate((value) => {
      for (const frame of document.querySelectorAll<HTMLElement>("article iframe")) frame.style.opacity = value;
    }, opacity);
  const shown = await page.screenshot(options);
  await setOpacity("0");
  const hidden = await page.screenshot(options);
  await setOpacity("");
  return !shown.equals(hidden) && (await differingPixels(reader, shown, hidden)) > 0;
}

/** Shows the message's images, where it has any, and waits for them. */
async function allowImages(page: Page): Promise<boolean> {
  const line = page.locator("article").getByRole("region", { name: "Pictures from the internet" });
  const show = line.getByRole("button", { name: "Show", exact: true });
  if ((await show.count()) === 0) return false;
  await show.click();
  await line.getByText("The pictures are shown").waitFor({ timeout: timeoutMs });
  await settled(page);
  return true;
}

export interface OpenOptions {
  /** Compares screenshots too; slower. */
  pixels: boolean;
  /** Called for each message when it has been checked. */
  onMessage?: (id: string) => void;
}

/** What the messages achieved, by their names; empty where all is well. */
export async function openHostile(
  browser: WatchedBrowser,
  messages: readonly { id: string; emailId: string }[],
  { pixels, onMessage }: OpenOptions,
): Promise<Record<string, string[]>> {
  const { page } = browser;
  const wrong: Record<string, string[]> = {};
  for (const { id, emailId } of messages) {
    const found: string[] = [];
    try {
      await open(page, emailId);
      found.push(...(await damage(page)), ...browser.walls().map((text) => `left to a wall: ${text}`));
      if (pixels && (await paintsOutside(browser))) found.push("painted outside its box");
      browser.walls();
      if (await allowImages(page)) {
        const after = [...(await damage(page)), ...browser.walls()];
        if (pixels && (await paintsOutside(browser))) after.push("painted outside its box");
        found.push(...after.map((what) => `with its pictures: ${what}`));
      }
    } catch (error) {
      found.push(`did not open: ${(error as Error).message.split("\n", 1)[0]}`);
    }
    // A screenshot puts scripts of the test's own into the frames, which the sandbox stops.
    browser.walls();
    found.push(...browser.events());
    if (found.length > 0) wrong[id] = found;
    onMessage?.(id);
  }
  // Timers and slow look-ups.
  await page.waitForTimeout(300);
  const later = browser.events();
  return later.length > 0 ? { ...wrong, later } : wrong;
}
