// @vitest-environment node
/**
 * Newsletters as the big senders make them still look right. Measured, not compared pixel by pixel: fonts differ from
 * machine to machine, what stands where and what can be read does not.
 */
import { readdirSync, readFileSync } from "node:fs";
import { basename } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { appPolicy, type MessageBrowser, openMessageBrowser } from "./support/message-browser.ts";
import type { Rendering } from "./support/rendering.ts";

const folder = new URL("./fixtures/newsletters/", import.meta.url);
const files = readdirSync(folder, { recursive: true, encoding: "utf8" }).filter((name) => name.endsWith(".html"));
const messages = new Map(files.map((name) => [basename(name, ".html"), readFileSync(new URL(name, folder), "utf8")]));
const image = "data:image/gif;base64,R0lGODlhAQABAIAAAP8AAP8AACH5BAEAAAAALAAAAAABAAEAAAICRAEAOw==";
/** Of the message's place on a screen of 1440 and of 390 pixels. */
const widths = { wide: 1100, narrow: 362 };

let browser: MessageBrowser;
beforeAll(async () => void (browser = await openMessageBrowser(appPolicy)), 60_000);
afterAll(() => browser.close());

async function see(name: string, theme: "white" | "dark", width: keyof typeof widths): Promise<Rendering> {
  const { page } = browser;
  await page.setViewportSize({ width: widths[width] + 16, height: 900 });
  await page.evaluate(([html, rendering, data]) => window.harness.showNewsletter(html, rendering, data), [
    messages.get(name)!,
    theme,
    image,
  ] as const);
  return page.evaluate(() => window.harness.rendering(["first", "second", "hero", "panel"]));
}

const words = ({ texts }: Rendering): string => texts.map(({ text }) => text).join(" ");
const faint = ({ texts }: Rendering): string[] =>
  texts.flatMap(({ text, contrast }) =>
    contrast !== null && contrast < 4.5 ? [`${contrast.toFixed(1)}: ${text}`] : [],
  );

describe.each([...messages.keys()])("%s", (name) => {
  test("fits its place, says the same in every theme and width, and loads nothing", async () => {
    const renderings = [
      await see(name, "white", "wide"),
      await see(name, "dark", "wide"),
      await see(name, "white", "narrow"),
      await see(name, "dark", "narrow"),
    ] as const;
    const [white, dark, narrow, narrowDark] = renderings;
    expect(renderings.map(({ overflow }) => overflow)).toEqual([0, 0, 0, 0]);
    expect(words(white).length).toBeGreaterThan(50);
    expect(words(dark)).toBe(words(white));
    expect(words(narrowDark)).toBe(words(narrow));
    // A dark page makes no text fainter than it has to be, whatever its writer chose.
    const chosen = new Set(faint(white).map((each) => each.replace(/^[\d.]+/, "")));
    expect(faint(dark).filter((each) => !chosen.has(each.replace(/^[\d.]+/, "")))).toEqual([]);
    expect(browser.events()).toEqual([]);
  });
});

test.each(["shop", "digest", "service", "receipt"])("%s reads in white", async (name) => {
  expect(faint(await see(name, "white", "wide"))).toEqual([]);
});

test.each(["shop", "digest"])(
  "%s has its columns side by side where there is room, and one under the other elsewhere",
  async (name) => {
    const { first, second } = (await see(name, "white", "wide")).boxes;
    expect(first!.right).toBeLessThanOrEqual(second!.left + 1);
    expect(second!.top).toBeLessThan(first!.bottom);
    const { first: upper, second: lower } = (await see(name, "white", "narrow")).boxes;
    expect(upper!.bottom).toBeLessThanOrEqual(lower!.top + 1);
    expect(lower!.left).toBeLessThan(upper!.right);
  },
);

test("a table stays a table on a phone", async () => {
  const { first, second } = (await see("receipt", "white", "narrow")).boxes;
  expect(first!.right).toBeLessThanOrEqual(second!.left + 1);
  expect(Math.abs(first!.top - second!.top)).toBeLessThan(first!.bottom - first!.top);
});

test("what is for Outlook alone, or for the list alone, is not seen; what is for wide screens goes on a phone", async () => {
  const wide = words(await see("shop", "white", "wide"));
  expect(wide).not.toMatch(/Outlook alone|Only until Sunday/);
  expect(wide).toContain("View in browser");
  expect(words(await see("shop", "white", "narrow"))).not.toContain("View in browser");
  expect(words(await see("digest", "white", "wide"))).not.toContain("Главное за неделю");
});

test("an image behind the text is the image itself, over the colour that its writer chose for it", async () => {
  const { hero } = (await see("shop", "white", "wide")).boxes;
  expect(hero!.image).toBe(`url("${image}")`);
});

test("a message that knows dark pages looks there as its writer wants, and a page that is white stays white", async () => {
  expect((await see("service", "dark", "wide")).background).toBe("rgb(13, 17, 23)");
  expect((await see("service", "white", "wide")).background).toBe("rgb(246, 248, 250)");
});
