/**
 * Letters that attack, opened in the real product: nothing in them runs, loads, leads away or paints outside its box.
 * With HOSTILE_LETTERS (a folder of .eml files, or a list of markup) it opens those: `npm run test:hostile -- PATH`.
 */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import {
  type HostileLetter,
  type HostileMarkup,
  importLetters,
  letterOf,
  readLetters,
} from "./support/hostile-letters.ts";
import { openHostile, type OpenOptions, paintsOutside } from "./support/open-hostile.ts";
import { ofToday } from "../packages/server/test/support/of-today.ts";
import { createServerFor, type PismoServer } from "./support/server.ts";
import { expect, test } from "./support/story.ts";
import { type WatchedBrowser, watchBrowser } from "./support/watched-browser.ts";

// A trace puts scripts of its own into the letters' frames, where they count as stopped.
test.use({ trace: "off" });

const own = join(import.meta.dirname, "fixtures/hostile");
const published = join(import.meta.dirname, "../packages/web/test/fixtures/hostile-letters/letters.json");
const given = process.env["HOSTILE_LETTERS"];

// The whole list of published ones runs through the cleaner in the tests of the web client.
const some = (JSON.parse(readFileSync(published, "utf8")) as HostileMarkup[]).filter((_, index) => index % 10 === 0);
const lists = given
  ? { given: readLetters(given) }
  : { own: ofToday(readLetters(own)), published: ofToday(some).map(letterOf) };

let server: PismoServer;
let browser: WatchedBrowser;
const emailIds = new Map<HostileLetter, string>();
/** Files that are no letters, and why. */
const refusals = new Map<HostileLetter, string>();
test.beforeAll(async () => {
  const letters = Object.values(lists).flat();
  test.setTimeout(60_000 + letters.length * 100);
  server = await createServerFor({ PISMO_MAX_UPLOAD_SIZE: "100M" });
  for (const [index, imported] of (await importLetters(server, letters)).entries()) {
    const letter = letters[index]!;
    if ("emailId" in imported) emailIds.set(letter, imported.emailId);
    else refusals.set(letter, imported.refusal);
  }
  browser = await watchBrowser(server.url);
  await browser.page.goto(server.url);
  await expect(browser.page.getByRole("navigation").first()).toBeVisible();
});
test.afterAll(async () => {
  await browser.close();
  await server.remove();
});

function achieved(letters: readonly HostileLetter[], options: OpenOptions): Promise<Record<string, string[]>> {
  browser.events();
  const opened = letters.flatMap((letter) => {
    const emailId = emailIds.get(letter);
    return emailId === undefined ? [] : [{ id: letter.id, emailId }];
  });
  return openHostile(browser, opened, options);
}

/** What the letter tries, in its own words. */
const titleOf = ({ id, message }: HostileLetter): string =>
  /^X-Attack: (.*)\r$/m.exec(message.toString("utf8"))?.[1] ?? id;

for (const letter of lists.own ?? []) {
  test(titleOf(letter), async () => {
    expect(refusals.get(letter)).toBeUndefined();
    expect(await achieved([letter], { pixels: true })).toEqual({});
  });
}

if (lists.own) {
  test("what paints outside the letter's box is noticed", async () => {
    const { page } = browser;
    expect(await paintsOutside(browser)).toBe(false);
    const style = await page.addStyleTag({ content: "article iframe { position: fixed; inset: 0; background: red }" });
    expect(await paintsOutside(browser)).toBe(true);
    await style.evaluate((element) => (element as HTMLElement).remove());
    browser.walls();
    browser.events();
  });
}

/** Says how far it has come: a folder may hold thousands. */
function progress(count: number): (id: string) => void {
  let done = 0;
  return () => {
    if (++done % 25 === 0 || done === count) console.log(`${done} of ${count} letters`);
  };
}

for (const letters of [lists.published, lists.given].filter((list) => list !== undefined)) {
  test(`${letters.length} letters of ${given ?? "the test suites of sanitizers"} achieve nothing`, async () => {
    test.setTimeout(60_000 + letters.length * 5000);
    for (const { id } of letters.filter((letter) => refusals.has(letter))) console.log(`Not opened, no letter: ${id}`);
    const onLetter = given === undefined ? undefined : progress(letters.length - refusals.size);
    expect(await achieved(letters, { pixels: given !== undefined, ...(onLetter && { onLetter }) })).toEqual({});
  });
}
