/** What a person waits for, in a real browser against a server with a full mailbox. */
import { join } from "node:path";
import { type Browser, chromium, type Page } from "@playwright/test";
import { shows } from "./conditions.ts";
import { subjectMarks } from "./letters.ts";
import { installProbe, timed, took } from "./probe.ts";
import { serve } from "./process.ts";
import { type Figures, freePort } from "./server.ts";
import { summaryOf } from "./timing.ts";

const open = (): Promise<Browser> =>
  chromium.launch({
    executablePath: process.env["CHROMIUM"] ?? "/usr/bin/chromium",
    chromiumSandbox: false,
    args: ["--disable-background-networking"],
  });

async function newPage(browser: Browser): Promise<Page> {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
  await context.addInitScript(() => {
    if (window.top === window) localStorage.setItem("lang", "en");
  });
  await installProbe(context, shows("list"));
  return context.newPage();
}

const letters = (page: Page) => page.locator("[data-letter]");
const idOf = async (page: Page, place: number): Promise<string> =>
  (await letters(page).nth(place).getAttribute("data-letter")) ?? "";
/** Beside the controls of a row. */
const besideControls = { position: { x: 500, y: 12 } };

/** To a share of the list, as the scroll bar does it: until the rows there are drawn. */
async function jump(page: Page, share: number): Promise<number> {
  const drawn = await letters(page).evaluateAll((rows) => rows.map((row) => (row as HTMLElement).dataset["letter"]));
  await page.evaluate(
    ([wanted, at]) => {
      const scroller = document.querySelector("[data-letter]")?.closest("ul")?.parentElement;
      if (!scroller) throw new Error("there is no list");
      Object.assign(window.benchProbe, { wanted, startedAt: performance.now(), took: undefined });
      scroller.scrollTop = (scroller.scrollHeight - scroller.clientHeight) * at;
      window.benchProbe.watch();
    },
    [shows("others", drawn.join(" ")), share] as const,
  );
  return took(page);
}

async function heapAfterScrolling(page: Page): Promise<number> {
  for (let step = 1; step <= 60; step++) await jump(page, ((step * 37) % 60) / 60);
  const session = await page.context().newCDPSession(page);
  await session.send("HeapProfiler.collectGarbage");
  const { usedSize } = await session.send("Runtime.getHeapUsage");
  return Math.round((usedSize / 2 ** 20) * 10) / 10;
}

export async function measureBrowser(folder: string, count: number, isShort: boolean): Promise<Figures> {
  const repetitions = isShort ? 3 : 10;
  const server = await serve(join(folder, `data-${count}`), await freePort());
  const browser = await open();
  const figures: Figures = {};
  const median = async (name: string, work: (index: number) => Promise<number>): Promise<void> => {
    const times: number[] = [];
    for (let index = 0; index < repetitions; index++) times.push(await work(index));
    figures[`${name}, ms`] = Math.round(summaryOf(times).median);
  };
  const inbox = `${server.url}/inbox?letters=all`;
  try {
    await median("cold load", async () => {
      const page = await newPage(browser);
      await page.goto(inbox);
      const result = await took(page);
      await page.context().close();
      return result;
    });
    const page = await newPage(browser);
    const folderLink = (name: string) =>
      page.getByRole("navigation").getByRole("link", { name: new RegExp(`^${name}`) });
    const toInbox = () => timed(page, shows("list"), () => folderLink("Inbox").click());
    await page.goto(inbox);
    await took(page);
    await median("warm reload", async () => {
      await page.reload();
      return took(page);
    });
    // All code is there by now: the client fetches it while idle.
    await page.waitForTimeout(4000);

    await median("folder switch", async () => {
      await timed(page, shows("emptyFolder"), () => folderLink("Archive").click());
      return toInbox();
    });
    await median("open a plain letter", async (index) => {
      const result = await timed(page, shows("letter"), () =>
        letters(page)
          .nth(index + 1)
          .click(besideControls),
      );
      await timed(page, shows("list"), () => folderLink("Inbox").click());
      return result;
    });
    await median("back to the list", async (index) => {
      await timed(page, shows("letter"), () =>
        letters(page)
          .nth(index + 1)
          .click(besideControls),
      );
      const back = page.getByRole("link", { name: "Back" }).or(page.getByRole("button", { name: "Back" }));
      return timed(page, shows("list"), () => back.first().click());
    });
    await median("far end of the list", async (index) => {
      const result = await jump(page, (index + 1) / (repetitions + 1));
      await page.waitForTimeout(300);
      return result;
    });
    await jump(page, 0);
    await median("flag painted", async (index) => {
      const id = await idOf(page, index + 1);
      const flag = page.locator(`li:has([data-letter="${id}"]) button[aria-pressed]`);
      const pressed = (await flag.getAttribute("aria-pressed")) === "true" ? "false" : "true";
      return timed(page, shows("pressed", id, pressed), () => flag.click({ force: true }));
    });
    await median("trash painted", async () => {
      const id = await idOf(page, 2);
      await page.locator(`[data-letter="${id}"]`).focus();
      return timed(page, shows("without", id), () => page.keyboard.press("Delete"));
    });
    await median("open compose", async () => {
      const compose = page.getByRole("navigation").getByRole("button", { name: "Compose" });
      const result = await timed(page, shows("compose"), () => compose.click());
      await page.keyboard.press("Escape");
      await page.waitForSelector("[role=dialog]", { state: "detached" });
      return result;
    });
    await median("search by subject word painted", async (index) => {
      const first = await idOf(page, 0);
      await page.keyboard.press("/");
      await page.keyboard.insertText(subjectMarks[index % subjectMarks.length] ?? "");
      const result = await timed(page, shows("without", first), () => page.keyboard.press("Enter"));
      await timed(page, shows("wholeFolder"), () => folderLink("Inbox").click());
      return result;
    });
    figures["browser's heap after scrolling, MB"] = await heapAfterScrolling(page);
  } finally {
    await browser.close();
    await server.stop();
  }
  return figures;
}
