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
import { openHostile, type OpenOptions } from "./support/open-hostile.ts";
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
const lists = given ? { given: readLetters(given) } : { own: readLetters(own), published: some.map(letterOf) };

let server: PismoServer;
let browser: WatchedBrowser;
const emailIds = new Map<HostileLetter, string | undefined>();
test.beforeAll(async () => {
  const letters = Object.values(lists).flat();
  test.setTimeout(60_000 + letters.length * 100);
  server = await createServerFor({ PISMO_MAX_UPLOAD_SIZE: "100M" });
  const ids = await importLetters(server, letters);
  for (const [index, letter] of letters.entries()) emailIds.set(letter, ids[index]);
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
  const opened = letters.map((letter) => ({ id: letter.id, emailId: emailIds.get(letter) }));
  return openHostile(browser, opened, options);
}

/** What the letter tries, in its own words. */
const titleOf = ({ id, message }: HostileLetter): string =>
  /^X-Attack: (.*)\r$/m.exec(message.toString("utf8"))?.[1] ?? id;

for (const letter of lists.own ?? []) {
  test(titleOf(letter), async () => {
    expect(await achieved([letter], { pixels: true })).toEqual({});
  });
}

for (const letters of [lists.published, lists.given].filter((list) => list !== undefined)) {
  test(`${letters.length} letters of ${given ?? "the test suites of sanitizers"} achieve nothing`, async () => {
    test.setTimeout(60_000 + letters.length * 3000);
    expect(await achieved(letters, { pixels: given !== undefined })).toEqual({});
  });
}
