/**
 * Newsletters look in the product as their writers made them: the pixels of both are compared, in the same run and with the
 * same fonts. In dark everything stands where it stood, images are the same, and the page is dark.
 * With NEWSLETTERS, a folder, the HTML files in it instead.
 */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { ofToday } from "../packages/server/test/support/of-today.ts";
import { importMessages, messageOf } from "./support/hostile-messages.ts";
import { absolute, asMade, openNewsletter, seenIn, serveImages } from "./support/newsletter.ts";
import { brightness, differingPixels, sizeOf } from "./support/pixels.ts";
import { createServerFor, type PismoServer } from "./support/server.ts";
import { expect, test } from "./support/story.ts";

// A trace puts scripts of its own into the messages' frames.
test.use({ trace: "off" });

const given = process.env["NEWSLETTERS"];
const folder = given ?? join(import.meta.dirname, "../packages/web/test/fixtures/newsletters");
const files = readdirSync(folder, { recursive: true, encoding: "utf8" }).filter((name) => name.endsWith(".html"));
const emails = new Map(files.map((name) => [name, absolute(readFileSync(join(folder, name), "utf8"))]));

/** What may differ, of all pixels; a button or a line of text is more. */
const usualShare = 0.002;
const shares: Record<string, number> = {
  // Columns are drawn a pixel outwards by margins below zero, which no message may have.
  "cerberus/cerberus.html": 0.025,
};
/** Of 255. Less is how Chromium smooths the edges of glyphs, which differs from frame to frame. */
const seen = 6;

let server: PismoServer;
const urls = new Map<string, string>();
test.beforeAll(async () => {
  server = await createServerFor();
  const imported = await importMessages(
    server,
    [...emails].map(([id, html]) => messageOf({ id, html })),
  );
  files.forEach((file, index) => {
    const email = imported[index]!;
    if ("emailId" in email) urls.set(file, `${server.url}/email/${email.emailId}`);
  });
});
test.afterAll(() => server.remove());

for (const [file, html] of ofToday([...emails])) {
  test(`${file} looks as it was made, on a wide screen, on a phone and in dark`, async ({ page, browser }) => {
    test.setTimeout(120_000);
    const reader = await browser.newPage();
    await serveImages(page);
    for (const width of [390, 1300]) {
      await page.setViewportSize({ width, height: 900 });
      await openNewsletter(page, urls.get(file)!);
      const { screenshot } = await seenIn(page);
      const made = await asMade(browser, html, page);
      expect(sizeOf(screenshot)).toEqual(sizeOf(made));
      const share = (await differingPixels(reader, screenshot, made, { least: seen })) / sizeOf(made).pixels;
      if (given) console.log(`${file} ${width}: ${(share * 100).toFixed(2)} %`);
      expect(share).toBeLessThan(shares[file] ?? usualShare);
    }

    const white = await seenIn(page);
    await page.evaluate(() => localStorage.setItem("theme", "dark"));
    await openNewsletter(page, urls.get(file)!);
    const dark = await seenIn(page);
    expect(dark.texts).toEqual(white.texts);
    expect(dark.images).toEqual(white.images);
    expect(await differingPixels(reader, dark.screenshot, white.screenshot, { within: dark.images })).toBe(0);
    const light = await brightness(reader, dark.screenshot, dark.images);
    if (given) console.log(`${file} dark: ${(light * 100).toFixed(0)} % bright`);
    expect(light).toBeLessThan(0.2);
  });
}

for (const { html, font } of [
  {
    html: "<table><tr><td>A layout of its own</td></tr></table>",
    font: { "font-size": "16px", "line-height": "normal" },
  },
  { html: "<p>Typed</p>", font: { "font-size": "15px", "line-height": "22.5px" } },
]) {
  test(`text begins with the font of ${font["font-size"]}: ${html}`, async ({ page }) => {
    const [imported] = await importMessages(server, [messageOf({ id: html, html })]);
    await page.goto(`${server.url}/email/${(imported as { emailId: string }).emailId}`);
    // The still comes first, then the frame that is read.
    const body = page.locator("article iframe").last().contentFrame().locator("body");
    for (const [property, value] of Object.entries(font)) {
      await expect(body).toHaveCSS(property, value);
    }
  });
}
