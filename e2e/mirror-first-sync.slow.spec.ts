/** The first minutes of an account with many Emails: what stands there, what is said, and that old Emails are no news. */
import type { Page } from "@playwright/test";
import { testMessage } from "../packages/server/test/imap/mirrored.ts";
import { canRunDovecot, type Dovecot, startDovecot } from "../packages/server/test/servers/dovecot.ts";
import { foreignClient } from "../packages/server/test/servers/foreign-client.ts";
import { expectAccessible } from "./support/axe.ts";
import { fixture } from "./support/fixture.ts";
import { fillInbox } from "./support/full-inbox.ts";
import { enter, hostedAt } from "./support/hosted.ts";
import { expect, test as base } from "./support/story.ts";

const user = "ann@example.org";
const total = 20_000;

const test = base.extend<{ dovecot: Dovecot }>({
  dovecot: fixture(
    () => startDovecot({ password: "secret" }),
    (dovecot) => dovecot.stop(),
  ),
  env: ({ dovecot }, provide) => provide(hostedAt(dovecot.port)),
});

test.skip(!canRunDovecot, "Dovecot is not installed");

/** All that the page says politely from now on. */
async function listen(page: Page): Promise<() => Promise<string[]>> {
  await page.addInitScript(() => {
    const said: string[] = [];
    Object.assign(globalThis, { said });
    new MutationObserver(() => {
      for (const status of document.querySelectorAll("[role=status], [aria-live]")) {
        const text = status.textContent?.trim() ?? "";
        if (text && said.at(-1) !== text) said.push(text);
      }
    }).observe(document, { subtree: true, childList: true, characterData: true });
  });
  return () => page.evaluate(() => (globalThis as unknown as { said: string[] }).said);
}

const bar = /^Downloading letters: ([\d,]+) of 20,000\. The letters already here can be read and searched\.$/;
const numberIn = (text: string): number => Number(bar.exec(text)![1]!.replaceAll(",", ""));

test("while 20,000 Emails come, one line says how far that is, and a new Email alone is announced", async ({
  page,
  server,
  dovecot,
}) => {
  test.slow();
  fillInbox(dovecot, user, total);
  const said = await listen(page);
  await enter(page, server.url, "secret");
  const words = page.getByText(bar);
  await expect(words).toBeVisible();
  // The newest first, and not a list of skeletons.
  await expect(page.getByRole("link", { name: /Letter 20000\./ })).toBeVisible();
  await page.screenshot({ path: "test-results/first-sync-en-white-1280.png" });
  await expectAccessible(page);
  const first = numberIn((await words.textContent())!);
  await expect.poll(async () => numberIn((await words.textContent())!)).toBeGreaterThan(first);

  await page.locator("[data-search-box]").fill("Letter");
  await page.keyboard.press("Enter");
  const left = page.getByText(/Not all letters are loaded yet: ([\d,]+) letters are left/);
  await expect(left).toBeVisible();
  const leftCount = Number(/([\d,]+) letters/.exec((await left.textContent())!)![1]!.replaceAll(",", ""));
  expect(leftCount).toBeGreaterThan(10_000);
  await page.goto(`${server.url}/inbox`);

  const client = await foreignClient(dovecot.port, user);
  await client.append("INBOX", testMessage("Just now"));
  client.close();
  await expect(words).toBeHidden({ timeout: 240_000 });
  await expect(page.getByRole("link", { name: /Just now/ })).toBeVisible();
  // The announcement of the new Email may follow at once, and takes the place of this one.
  await expect.poll(said).toContain("All letters are here");
  const all = await said();
  expect(all.filter((text) => /\d new letters/.test(text))).toEqual([]);
  expect(all.filter((text) => text.startsWith("Downloading"))).toHaveLength(1);
});
