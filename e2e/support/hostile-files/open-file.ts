/** Opens files in the product's own preview, in a browser under watch, and tells what any of them achieved. */
import type { JmapClient } from "@pismo/jmap";
import type { CDPSession, Locator, Page } from "@playwright/test";
import type { PismoServer } from "../server.ts";
import { type WatchedBrowser, watchBrowser } from "../watched-browser.ts";

/** Seconds that the page's own thread may work for one file: its processor's time, however busy the machine is. */
const MAX_WORK_SECONDS = 5;

const undrawn = "This page could not be drawn";

export interface PreviewBrowser {
  browser: WatchedBrowser;
  /** @returns how many files the letter has */
  openLetter(emailId: string): Promise<number>;
  /**
   * Opens one of its files, and closes it again.
   * @returns what the file achieved; empty where all is well
   */
  openFile(position: number, expectShown?: (dialog: Locator) => Promise<void>): Promise<string[]>;
  close(): Promise<void>;
}

export async function openPreviewBrowser(server: PismoServer): Promise<PreviewBrowser> {
  let blobs: readonly string[] = [];
  const downloaded = /^\/jmap\/download\/[^/]+\/([^/?]+)/;
  // Of the blobs those of the open letter alone; the rest is what the app itself asks for.
  const isExpectedPath = (path: string): boolean => {
    const blob = downloaded.exec(path)?.[1];
    if (blob !== undefined) return blobs.includes(decodeURIComponent(blob));
    return /^\/(?:assets\/[\w.-]+|jmap\/api|jmap\/eventsource\?.*|\.well-known\/jmap|manifest\.\w+|(?:inbox)?\?letters=all|)$/.test(
      path,
    );
  };
  const browser = await watchBrowser(server.url, isExpectedPath);
  const { page } = browser;
  const devtools = await page.context().newCDPSession(page);
  await devtools.send("Performance.enable", { timeDomain: "threadTicks" });
  const client = await server.client();
  await page.goto(server.url);
  await page.getByRole("navigation").first().waitFor();
  return {
    browser,
    async openLetter(emailId) {
      blobs = await blobsOfConversation(client, emailId);
      return blobs.length === 0 ? 0 : openLetter(page, emailId);
    },
    async openFile(position, expectShown = async () => undefined) {
      browser.walls();
      browser.events();
      const before = await workSeconds(devtools);
      const wrong = await openAndClose(page, position, expectShown).catch((error: unknown) => [
        `was not shown: ${(error as Error).message}`,
      ]);
      const seconds = (await workSeconds(devtools)) - before;
      if (seconds > MAX_WORK_SECONDS) wrong.push(`kept the page busy for ${Math.round(seconds)} s`);
      return [...wrong, ...browser.walls(), ...browser.events()];
    },
    close: () => browser.close(),
  };
}

/** The page shows the whole conversation. */
async function blobsOfConversation(client: JmapClient, emailId: string): Promise<string[]> {
  const accountId = Object.keys((await client.session()).accounts)[0]!;
  const { list: opened } = await client.call("Email/get", { accountId, ids: [emailId], properties: ["threadId"] });
  const { list: threads } = await client.call("Thread/get", { accountId, ids: [opened[0]?.threadId ?? ""] });
  const { list } = await client.call("Email/get", {
    accountId,
    ids: threads[0]?.emailIds ?? [],
    properties: ["attachments"],
  });
  return list.flatMap(({ attachments = [] }) => attachments.map(({ blobId }) => blobId ?? ""));
}

async function workSeconds(devtools: CDPSession): Promise<number> {
  const { metrics } = await devtools.send("Performance.getMetrics");
  return metrics.find(({ name }) => name === "TaskDuration")?.value ?? 0;
}

const article = (page: Page): Locator => page.locator("article:not([data-seen])");
const openers = (page: Page): Locator =>
  article(page)
    .getByRole("region", { name: "Attachments" })
    .getByRole("button", { name: /^Preview: / });

async function openLetter(page: Page, emailId: string): Promise<number> {
  await page.evaluate((id) => {
    for (const each of document.querySelectorAll("article")) each.dataset["seen"] = "";
    history.pushState(null, "", `/email/${id}?title=letter`);
    dispatchEvent(new PopStateEvent("popstate"));
  }, emailId);
  await article(page).and(page.locator("[aria-busy=false]")).waitFor();
  const unfold = article(page).getByRole("button", { name: /more files?$/ });
  if ((await unfold.count()) > 0) await unfold.click();
  return openers(page).count();
}

async function openAndClose(
  page: Page,
  position: number,
  expectShown: (dialog: Locator) => Promise<void>,
): Promise<string[]> {
  const address = page.url();
  await openers(page).nth(position).click();
  const dialog = page.getByRole("dialog");
  await dialog.waitFor();
  await dialog.getByRole("status").waitFor({ state: "detached" });
  await expectShown(dialog);
  const sheet = dialog.getByRole("group", { name: /^Page 1 of/ });
  if ((await sheet.count()) > 0) await sheet.and(page.locator("[data-drawn]")).or(sheet.getByText(undrawn)).waitFor();
  // What it starts has two frames to start.
  await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
  const wrong = await damage(dialog);
  await page.keyboard.press("Escape");
  await dialog.waitFor({ state: "detached" });
  if (page.url() !== address) wrong.push(`the page went to ${page.url()}`);
  return wrong;
}

/** What of the preview and the page is not as it should be. */
const damage = (dialog: Locator): Promise<string[]> =>
  dialog.evaluate((preview) => {
    const found: string[] = [];
    const root = document.documentElement;
    if (localStorage.getItem("canary") !== "alive") found.push("storage was changed");
    if (root.scrollWidth > root.clientWidth) found.push("the page has become wider than its window");
    if (preview.querySelector("script, object, embed, form, link, base, meta, foreignObject"))
      found.push("markup that no preview has");
    for (const frame of preview.querySelectorAll("iframe")) {
      if (!frame.hasAttribute("sandbox") || frame.sandbox.contains("allow-scripts"))
        found.push("a frame without walls");
      if (frame.hasAttribute("src")) found.push(`a frame with an address: ${frame.src}`);
    }
    for (const link of preview.querySelectorAll<HTMLAnchorElement>("a[href]"))
      if (!link.hasAttribute("download") && !/^(?:https?:|mailto:|tel:)/.test(link.href))
        found.push(`a link to ${link.href}`);
    return found;
  });
