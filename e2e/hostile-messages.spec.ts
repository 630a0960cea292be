/**
 * Messages that attack, opened in the real product: nothing in them runs, loads, leads away or paints outside its box.
 * With HOSTILE_LETTERS (a folder of .eml files, or a list of markup) it opens those: `npm run test:hostile -- PATH`.
 */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import {
  type HostileMessage,
  type HostileMarkup,
  importMessages,
  messageOf,
  readMessages,
} from "./support/hostile-messages.ts";
import { openHostile, type OpenOptions, paintsOutside } from "./support/open-hostile.ts";
import { ofToday } from "../packages/server/test/support/of-today.ts";
import { createServerFor, type PismoServer } from "./support/server.ts";
import { expect, test } from "./support/story.ts";
import { type WatchedBrowser, watchBrowser } from "./support/watched-browser.ts";

// A trace puts scripts of its own into the messages' frames, where they count as stopped.
test.use({ trace: "off" });

const own = join(import.meta.dirname, "fixtures/hostile");
const published = join(import.meta.dirname, "../packages/web/test/fixtures/hostile-messages/letters.json");
const given = process.env["HOSTILE_LETTERS"];

// The whole list of published ones runs through the cleaner in the tests of the web client.
const some = (JSON.parse(readFileSync(published, "utf8")) as HostileMarkup[]).filter((_, index) => index % 10 === 0);
const lists = given
  ? { given: readMessages(given) }
  : { own: ofToday(readMessages(own)), published: ofToday(some).map(messageOf) };

let server: PismoServer;
let browser: WatchedBrowser;
const emailIds = new Map<HostileMessage, string>();
/** Files that are no messages, and why. */
const refusals = new Map<HostileMessage, string>();
test.beforeAll(async () => {
  const messages = Object.values(lists).flat();
  test.setTimeout(60_000 + messages.length * 100);
  server = await createServerFor({ PISMO_MAX_UPLOAD_SIZE: "100M" });
  for (const [index, imported] of (await importMessages(server, messages)).entries()) {
    const message = messages[index]!;
    if ("emailId" in imported) emailIds.set(message, imported.emailId);
    else refusals.set(message, imported.refusal);
  }
  browser = await watchBrowser(server.url);
  await browser.page.goto(server.url);
  await expect(browser.page.getByRole("navigation").first()).toBeVisible();
});
test.afterAll(async () => {
  await browser.close();
  await server.remove();
});

function achieved(messages: readonly HostileMessage[], options: OpenOptions): Promise<Record<string, string[]>> {
  browser.events();
  const opened = messages.flatMap((message) => {
    const emailId = emailIds.get(message);
    return emailId === undefined ? [] : [{ id: message.id, emailId }];
  });
  return openHostile(browser, opened, options);
}

/** What the message tries, in its own words. */
const titleOf = ({ id, message }: HostileMessage): string =>
  /^X-Attack: (.*)\r$/m.exec(message.toString("utf8"))?.[1] ?? id;

for (const message of lists.own ?? []) {
  test(titleOf(message), async () => {
    expect(refusals.get(message)).toBeUndefined();
    expect(await achieved([message], { pixels: true })).toEqual({});
  });
}

if (lists.own) {
  test("what paints outside the message's box is noticed", async () => {
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

for (const messages of [lists.published, lists.given].filter((list) => list !== undefined)) {
  test(`${messages.length} messages of ${given ?? "the test suites of sanitizers"} achieve nothing`, async () => {
    test.setTimeout(60_000 + messages.length * 5000);
    for (const { id } of messages.filter((message) => refusals.has(message)))
      console.log(`Not opened, no letter: ${id}`);
    const onMessage = given === undefined ? undefined : progress(messages.length - refusals.size);
    expect(await achieved(messages, { pixels: given !== undefined, ...(onMessage && { onMessage }) })).toEqual({});
  });
}
