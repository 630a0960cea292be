// @vitest-environment node
/** Messages that attack, in the browser that they attack. */
import { readFileSync } from "node:fs";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { ofToday } from "../../server/test/support/of-today.ts";
import { appPolicy, openMessageBrowser, type MessageBrowser } from "./support/message-browser.ts";

interface Hostile {
  id: string;
  html: string;
  raw: string[];
}

const fixtures = new URL("./fixtures/hostile-messages/letters.json", import.meta.url);
const messages = ofToday(JSON.parse(readFileSync(process.env["HOSTILE_LETTERS"] ?? fixtures, "utf8")) as Hostile[]);

describe("with nothing in the way but the cleaning", () => {
  let browser: MessageBrowser;
  beforeAll(async () => void (browser = await openMessageBrowser()), 60_000);
  afterAll(() => browser.close());

  test(
    `${messages.length} hostile messages run nothing, load nothing, lead nowhere and leave nothing`,
    { timeout: 300_000 },
    async () => {
      const wrong: Record<string, string[]> = {};
      for (const { id, html } of messages) {
        await browser.page.evaluate((message) => window.harness.showBare(message), html);
        const remains = await browser.page.evaluate(() => window.harness.remains());
        const found = [...browser.events(), ...remains];
        if (found.length > 0) wrong[id] = found;
      }
      await browser.page.waitForTimeout(1500);
      expect({ ...wrong, later: browser.events() }).toEqual({ later: [] });
      expect(await browser.page.title()).toBe("Letters");
    },
  );

  test("the record works: what is not cleaned is noticed", async () => {
    await browser.page.evaluate(() => {
      const frame = document.createElement("iframe");
      frame.srcdoc = `<img src="https://evil.example/x.png" onerror="alert(1)">`;
      document.body.append(frame);
    });
    await expect
      .poll(() => browser.events().sort())
      .toEqual(expect.arrayContaining(["request to https://evil.example/x.png"]));
  });
});

describe("as the message page shows them", () => {
  let browser: MessageBrowser;
  beforeAll(async () => void (browser = await openMessageBrowser(appPolicy)), 60_000);
  afterAll(() => browser.close());

  const heights = (): Promise<[shown: number, inner: number]> =>
    browser.page.evaluate(() => {
      const [image, shown] = [...document.querySelectorAll("iframe")];
      // A document is never lower than its frame: its body tells.
      return [shown!.getBoundingClientRect().height, image!.contentDocument!.body.scrollHeight];
    });

  test("no wall has anything to stop", { timeout: 300_000 }, async () => {
    const wrong: Record<string, string[]> = {};
    for (const { id, html } of messages.filter(({ raw }) => !raw || raw.length > 1 || raw[0] !== "script-runs")) {
      await browser.page.evaluate((message) => window.harness.show(message), html);
      await browser.page.locator("iframe[sandbox^=allow-popups]").waitFor({ state: "visible" });
      const found = browser.events();
      if (found.length > 0) wrong[id] = found;
    }
    await browser.page.waitForTimeout(1500);
    expect({ ...wrong, later: browser.events() }).toEqual({ later: [] });
  });

  test("the walls stand, and the record notices what they stop", async () => {
    await browser.page.evaluate(() =>
      window.harness.showUncleaned(
        `<img src="https://evil.example/x.png" onerror="alert(1)"><script>alert(1)</script>`,
      ),
    );
    const found: string[] = [];
    await expect
      .poll(() => found.push(...browser.events()) && found.join())
      .toMatch(/(?=.*evil\.example\/x\.png)(?=.*Blocked script execution)/s);
    expect(found.join()).not.toContain("script called");
    await browser.page.evaluate(() => document.querySelector("body > iframe")?.remove());
  });

  test("no text becomes markup of the page by itself", async () => {
    const refused = await browser.page.evaluate(() => {
      const sinks: (() => void)[] = [
        () => (document.createElement("iframe").srcdoc = "<p>"),
        () => (document.createElement("div").innerHTML = "<p>"),
        () => void new DOMParser().parseFromString("<p>", "text/html"),
        () => (document.createElement("script").src = "/x.js"),
      ];
      return sinks.map((sink) => {
        try {
          sink();
          return false;
        } catch (error) {
          return error instanceof TypeError;
        }
      });
    });
    expect(refused).toEqual([true, true, true, true]);
    browser.events();
  });

  test("nothing that an image of a message could hold runs, loads or leads anywhere", async () => {
    const before = await browser.page.evaluate(() => history.length);
    const [policy] = /<meta http-equiv="Content-Security-Policy"[^>]*>/.exec(
      await browser.page.evaluate(() => {
        window.harness.showAtOnce("<p>Hi</p>");
        return document.querySelector("iframe")!.contentDocument!.head.innerHTML;
      }),
    )!;
    const target = "https://evil.example";
    const markup = `
      <base href="${target}/"><meta http-equiv="refresh" content="0;url=${target}/refresh">
      <link rel="stylesheet" href="${target}/x.css"><link rel="prefetch" href="/prefetch"><link rel="icon" href="/icon">
      <style>@import "/import.css"; body { background: url(/background.png) }</style>
      <script>alert(1)</script><script src="/script.js"></script>
      <body onload="alert(2)" background="/body.png">
      <p><a id="link" href="/link" ping="/ping" onclick="alert(7)">relative</a>
      <a id="top" href="/top" target="_top">top</a> <a id="new" href="${target}/new" target="_blank">new</a></p>
      <img src="picture.png" onerror="alert(3)"><img src="/own.png">
      <iframe src="/frame"></iframe><iframe srcdoc="<script>alert(4)</script>"></iframe><object data="/object"></object>
      <embed src="/embed"><video src="/video" poster="/poster" autoplay></video><audio src="/audio" autoplay></audio>
      <svg><image href="/svg.png"></image><script>alert(5)</script></svg>
      <form action="/form"><input autofocus onfocus="alert(6)" name="a"><button>Send</button></form>`;
    const write = (html: string) => browser.page.evaluate((page) => window.harness.writeUncleaned(page), html);
    await write(`<!doctype html>${policy}${markup}`);
    await browser.page.locator("#written").scrollIntoViewIfNeeded();
    const links = await browser.page.evaluate(() => {
      const frame = document.querySelector<HTMLIFrameElement>("#written")!;
      const { left, top } = frame.getBoundingClientRect();
      frame.contentDocument!.querySelector("form")?.requestSubmit();
      return Array.from(frame.contentDocument!.querySelectorAll("#link, #top, #new"), (link) => {
        const { x, y, width, height } = link.getBoundingClientRect();
        return { x: left + x + width / 2, y: top + y + height / 2 };
      });
    });
    expect(links).toHaveLength(3);
    for (const { x, y } of links) await browser.page.mouse.click(x, y);
    for (let step = 0; step < 6; step++) await browser.page.keyboard.press("Tab");
    await browser.page.keyboard.press("Enter");
    await browser.page.waitForTimeout(1200);
    // Frames within it are there, each with the page that says that it was stopped.
    const done = (): string[] =>
      browser.events().filter((what) => /^(?:script|request|navigation(?! to chrome-error:)|popup)/.test(what));
    expect(done()).toEqual([]);
    const { text, title, steps } = await browser.page.evaluate(() => ({
      text: document.querySelector<HTMLIFrameElement>("#written")?.contentDocument?.querySelector("#link")?.textContent,
      title: document.title,
      steps: history.length,
    }));
    expect({ text, title, steps }).toEqual({ text: "relative", title: "Letters", steps: before });

    // The record works: without its own policy the page's is left, which lets come what is the page's own.
    await write(`<!doctype html><img src="/own.png">`);
    await expect.poll(done).toEqual([expect.stringMatching(/^request to .*own\.png$/)]);
    await browser.page.evaluate(() => document.querySelector("#written")?.remove());
    browser.events();
  });

  test("a message stands whole in its first frame, and again where its frame has lost it", async () => {
    const html = `<div style="height:420px">words</div><blockquote>and a quote</blockquote>`;
    const first = await browser.page.evaluate((message) => window.harness.showAtOnce(message), html);
    expect(first).toMatchObject({ text: expect.stringMatching(/^words\s+and a quote$/) as string, isSeen: true });
    await browser.page.locator("iframe[sandbox^=allow-popups]").waitFor({ state: "visible" });
    await expect.poll(() => browser.page.locator("#root iframe").first().isVisible()).toBe(false);
    expect((await heights())[0]).toBe(first.height);
    // A frame that is moved starts over with an empty document.
    await browser.page.evaluate(() => {
      const frame = document.querySelector("#root iframe")!;
      frame.parentElement!.prepend(frame);
    });
    const words = () =>
      browser.page.evaluate(() => document.querySelector("iframe")!.contentDocument!.body.textContent?.slice(0, 5));
    await expect.poll(words).toBe("words");
    expect((await heights())[0]).toBe(first.height);
    expect(browser.events()).toEqual([]);
  });

  test("the frame has no scripts and not our origin, the image no scripts and nothing to click", async () => {
    await browser.page.evaluate(() => window.harness.show("<p>Hi</p>"));
    await browser.page.locator("iframe[sandbox^=allow-popups]").waitFor({ state: "visible" });
    expect(await browser.page.locator("iframe[sandbox=allow-same-origin]").getAttribute("inert")).toBe("");
    const sandboxes = await browser.page.$$eval("iframe", (frames) =>
      frames.map((frame) => frame.getAttribute("sandbox")),
    );
    expect(sandboxes).toEqual(["allow-same-origin", "allow-popups allow-popups-to-escape-sandbox"]);
  });

  test("the frame is as high as the message, also when the window becomes narrow", async () => {
    await browser.page.evaluate(() => window.harness.show(`<div style="float:left">${"word ".repeat(400)}</div>`));
    await browser.page.locator("iframe[sandbox^=allow-popups]").waitFor({ state: "visible" });
    const [wide, innerWide] = await heights();
    expect(wide).toBe(innerWide);
    await browser.page.setViewportSize({ width: 390, height: 700 });
    await expect.poll(async () => (await heights())[0]).toBeGreaterThan(wide * 1.5);
    const [narrow, innerNarrow] = await heights();
    expect(narrow).toBe(innerNarrow);
    await browser.page.setViewportSize({ width: 900, height: 700 });
    await expect.poll(async () => (await heights())[0]).toBe(wide);
  });

  test("a message that wants to be as high as its window still ends", async () => {
    await browser.page.evaluate(() =>
      window.harness.show(
        `<style>html,body{height:100%!important}</style><body style="height:100%"><table height="100%"><tr><td>x</td></tr></table></body>`,
      ),
    );
    await browser.page.waitForTimeout(300);
    expect((await heights())[0]).toBeLessThan(100);
  });

  test("an image of the message's own, as data:, is drawn in the frame", async () => {
    const gif = "data:image/gif;base64,R0lGODlhAQABAIAAAP8AAP8AACH5BAEAAAAALAAAAAABAAEAAAICRAEAOw==";
    await browser.page.evaluate((src) => window.harness.show(`<img src="${src}" width="40" height="300">`), gif);
    await expect.poll(async () => (await heights())[0]).toBeGreaterThan(290);
    const frame = browser.page.frameLocator("iframe[sandbox^=allow-popups]");
    // The frame runs no scripts: its still is looked at from outside.
    expect((await frame.locator("img").boundingBox())?.height).toBe(300);
    expect(browser.events()).toEqual([]);
  });

  test("showing one message after another adds no step to the history", async () => {
    const before = await browser.page.evaluate(() => history.length);
    for (const text of ["one", "two", "three"]) await browser.page.evaluate((html) => window.harness.show(html), text);
    await browser.page.waitForTimeout(200);
    expect(await browser.page.evaluate(() => history.length)).toBe(before);
  });
});
