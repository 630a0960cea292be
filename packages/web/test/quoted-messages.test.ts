// @vitest-environment node
/** What an answer quotes of a message, in the browser that lays it out: what its reader saw, and no more. */
import type { Page } from "@playwright/test";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { ofToday } from "../../server/test/support/of-today.ts";
import { appPolicy, type MessageBrowser, openMessageBrowser } from "./support/message-browser.ts";
import { doPixelsDiffer } from "./support/pixels.ts";
import { generatedMessage, tricks } from "./support/generated-messages.ts";

let browser: MessageBrowser;
/** A page of its own, for messages as other programs show them. */
let paper: Page;
/** An empty page that reads screenshots. */
let reader: Page;
beforeAll(async () => {
  browser = await openMessageBrowser(appPolicy);
  paper = await browser.newPage();
  reader = await browser.newPage();
});
afterAll(() => browser.close());

type Options = Parameters<typeof window.harness.quote>[1];

const quote = (html: string, options: Options = {}): Promise<string> =>
  browser.page.evaluate(([message, how]) => window.harness.quote(message, how) ?? "too much", [html, options] as const);

const wordsIn = (text: string): string[] => text.match(/w\d+x\d+q/gi)?.map((word) => word.toLowerCase()) ?? [];

/** The words whose paint is on the page: those with which pixels go when their ink does. Asks no layout. */
async function painted(html: string, words: readonly string[]): Promise<string[]> {
  await paper.setContent(html);
  const shot = async (): Promise<string> => (await paper.screenshot({ fullPage: true })).toString("base64");
  const whole = await shot();
  const found: string[] = [];
  for (const word of words) {
    await paper.evaluate((wanted) => {
      const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
      const range = document.createRange();
      for (let node = walker.nextNode(); node; node = walker.nextNode()) {
        const at = node.nodeValue!.indexOf(wanted);
        if (at === -1) continue;
        range.setStart(node, at);
        range.setEnd(node, at + wanted.length);
      }
      CSS.highlights.set("looked-at", new Highlight(range));
      const sheet = new CSSStyleSheet();
      sheet.replaceSync("::highlight(looked-at){color:transparent}");
      document.adoptedStyleSheets = [sheet];
    }, word);
    const without = await shot();
    if (without !== whole && (await doPixelsDiffer(reader, without, whole))) found.push(word);
  }
  return found;
}

const ownWords = `<p style="margin:0" id="own">My own words, <b>all</b> of them.</p><p style="margin:0">Yes.</p>`;

/** Where the writer's own words stand and how they look. */
const ownLook = (html: string): Promise<string> =>
  browser.page.evaluate(
    ([own, quoted]) => {
      const frame = document.createElement("iframe");
      frame.style.width = "760px";
      document.body.append(frame);
      const page = frame.contentDocument!;
      // Read where nothing is markup by itself.
      const parsed = window.harness.parse(`<div>${own}</div><div class="pismo-quote">${quoted}</div>`);
      page.body.append(...parsed.body.childNodes);
      const looks = Array.from(page.querySelectorAll("body > :first-child *"), (element) => {
        const style = page.defaultView!.getComputedStyle(element);
        const { x, y, width, height } = element.getBoundingClientRect();
        return [x, y, width, height, ...Array.from(style, (name) => style.getPropertyValue(name))];
      });
      frame.remove();
      return JSON.stringify(looks);
    },
    [ownWords, html] as const,
  );

describe("each trick alone", () => {
  test.each(Object.entries(tricks))("%s: hidden or not, as the pixels say", async (_name, trick) => {
    const { html, css = "" } = trick.wrap("<p>w1x1q</p>", "k");
    const message = `<style>${css}</style><p>w1x0q</p>${html}<p>w1x2q</p>`;
    const frame = await browser.page.evaluate((text) => window.harness.frameOf(text), message);
    const expected = trick.hides ? ["w1x0q", "w1x2q"] : ["w1x0q", "w1x1q", "w1x2q"];
    // Type of one pixel leaves some dust.
    const words = trick.isFaint ? expected : ["w1x0q", "w1x1q", "w1x2q"];
    expect(await painted(frame, words)).toEqual(expected);
    const quoted = await quote(message);
    expect(wordsIn(quoted)).toEqual(expected);
    expect(await painted(`<!doctype html><body>${quoted}`, expected)).toEqual(expected);
  });
});

describe("made-up messages", () => {
  const seeds = ofToday(Array.from({ length: 120 }, (_, index) => index + 1));

  test(
    "what is in the quote is what was visible, no more and no less, at any width",
    { timeout: 300_000 },
    async () => {
      const wrong: unknown[] = [];
      for (const seed of seeds) {
        const { html, visible } = generatedMessage(seed);
        const shown = wordsIn(await browser.page.evaluate((message) => window.harness.wordsShown(message), html));
        const quoted = await quote(html);
        const inQuote = wordsIn(quoted);
        const seen = await browser.page.evaluate(
          (message) => [360, 760, 1400].map((width) => window.harness.wordsSeen(message, width)),
          `${ownWords}<div>${quoted}</div>`,
        );
        const all = [visible, shown, inQuote, ...seen.map(wordsIn)].map((words) => words.join(" "));
        if (new Set(all).size > 1) wrong.push({ seed, html, all, quoted });
      }
      expect(wrong.slice(0, 2)).toEqual([]);
      expect(wrong).toHaveLength(0);
    },
  );

  test("nothing outside the quote changes by it", { timeout: 300_000 }, async () => {
    const before = await ownLook("<p>x</p>");
    for (const seed of seeds.slice(0, 60)) {
      const quoted = await quote(generatedMessage(seed).html);
      expect(quoted).not.toMatch(/<style|\sclass=|\sid=/);
      expect(await ownLook(quoted)).toBe(before);
    }
  });

  test("the pixels say the same", { timeout: 300_000 }, async () => {
    for (const seed of seeds.slice(0, 6)) {
      const { html, visible, hidden } = generatedMessage(seed, (trick) => !trick.isFaint);
      const frame = await browser.page.evaluate((message) => window.harness.frameOf(message), html);
      const words = [...visible, ...hidden];
      expect((await painted(frame, words)).toSorted()).toEqual(visible.toSorted());
      expect((await painted(`<!doctype html><body>${await quote(html)}`, words)).toSorted()).toEqual(
        visible.toSorted(),
      );
    }
  });
});

const sources = (html: string): string[] => Array.from(html.matchAll(/src="([^"]*)"/g), ([, url]) => url!);

describe("images", () => {
  const [seen, unseen, counter] = [
    "https://shop.example/seen.png",
    "https://shop.example/unseen.png",
    "https://a.test/c",
  ];
  const message =
    `<style>.t{width:1px}.gone{display:none}</style><p>Look:</p><img src="${seen}" alt="Words for seen" width="40">` +
    `<img src="${unseen}" alt="Words for unseen" width="50"><img src="${counter}" width="1" height="1">` +
    `<img class="t" src="${counter}2"><img class="gone" src="${counter}3"><div style="opacity:0"><img src="${counter}4"></div>` +
    `<img src="cid:own@a.example" alt="Words for own"><div style="height:0;overflow:hidden"><img src="cid:not@a.example"></div>` +
    `<table background="${counter}5"><tr><td style="background:#eee url(${counter}6)">Cell</td></tr></table>`;

  test("an answer takes those that were on the screen, and the words of the others", async () => {
    const quoted = await quote(message, { images: [seen, `${counter}2`, `${counter}3`, `${counter}4`] });
    expect(sources(quoted)).toEqual([seen, "cid:own@a.example"]);
    expect(quoted).toContain("Words for unseen");
    expect(quoted).not.toMatch(/Words for (?:seen|own)|a\.test/);
  });

  test("a message that is sent on takes the others too, but none that was hidden or counts readers", async () => {
    const quoted = await quote(message, { keepsUnseenImages: true });
    expect(sources(quoted)).toEqual([seen, unseen, "cid:own@a.example"]);
    expect(quoted).toMatch(/<img[^>]*alt="Words for unseen"/);
    expect(quoted).not.toContain("a.test");
  });
});

test("an image that turned out to be a pixel does not go along, but one that holds a place open does", async () => {
  const [counter, spacer] = ["https://a.test/open?id=1", "https://shop.example/spacer.gif"];
  const html = `<p>Words</p><img src="${counter}" alt="Counted"><img src="${spacer}" width="600" height="20">`;
  const quoted = await quote(html, {
    keepsUnseenImages: true,
    images: [counter, spacer],
    tiny: [counter, spacer],
  });
  expect(quoted).toContain(spacer);
  expect(quoted).not.toMatch(/a\.test|Counted/);
});

test("words on an image stay legible without it, where they were seen", async () => {
  const hero = "https://shop.example/hero.jpg";
  const message = `<div style="background:url(${hero});color:#fff"><h1>w1x1q</h1></div>`;
  const quoted = await quote(message, { images: [hero] });
  expect(await painted(`<!doctype html><body>${quoted}`, ["w1x1q"])).toEqual(["w1x1q"]);
  expect(wordsIn(await quote(message))).toEqual([]);
});

describe("on a dark page", () => {
  const message = `<style>.d{display:none}@media (prefers-color-scheme:dark){.d{display:block}.l{display:none}}</style>`;

  test("the words of the dark theme are those that were seen", async () => {
    const html = `${message}<p class="d">w1x1q</p><p class="l">w1x2q</p>`;
    expect(wordsIn(await quote(html, { theme: "dark" }))).toEqual(["w1x1q"]);
    expect(wordsIn(await quote(html))).toEqual(["w1x2q"]);
  });

  test("a message goes out in its colours by day", async () => {
    const html = `<div style="background:#ffffff;color:#222222">w1x1q</div>`;
    expect(await quote(html, { theme: "dark" })).toBe(await quote(html));
    expect(await quote(html)).toContain("rgb(34, 34, 34)");
  });
});

test("a sheet that is too much work is left out, and what it hid with it", async () => {
  const rules = Array.from({ length: 3000 }, (_, index) => `.x${index} p, .y${index} td{color:#333}`).join("");
  const cells = "<tr><td>cell</td></tr>".repeat(1000);
  const quoted = await quote(
    `<style>${rules}.gone{display:none}</style><p class="gone">w1x1q</p><p>w1x2q</p><table>${cells}`,
  );
  expect(wordsIn(quoted)).toEqual(["w1x2q"]);
  expect(quoted).not.toContain("style=");
});
