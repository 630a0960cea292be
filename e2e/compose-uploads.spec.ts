/** Files of an Email on their way to the server: what is shown of them, and what becomes of those that break off. */
import { ofToday } from "../packages/server/test/support/of-today.ts";
import { compose, composeToAnna, mailboxOf } from "./support/compose.ts";
import { heavyPng, png } from "./support/images.ts";
import { expect, test } from "./support/story.ts";

const image = (name: string) => ({ name, mimeType: "image/png", buffer: png(10, 10, [0, 128, 0]) });

test("a file is uploaded with progress, and once more where that failed", async ({ page, server }) => {
  await page.goto(server.url);
  const popup = await compose(page);
  const upload = Promise.withResolvers<void>();
  await page.route("**/jmap/upload/**", async (route) => {
    await upload.promise;
    await route.fulfill({ status: 413, json: { type: "about:blank", status: 413 } });
  });
  await popup.files.setInputFiles(image("slow.png"));
  await expect(popup.dialog.getByRole("progressbar", { name: "Uploading slow.png" })).toBeVisible();
  upload.resolve();
  const again = popup.dialog.getByRole("button", { name: /^Try again/ });
  await expect(again).toBeVisible();
  await popup.to.fill("you@pismo.localhost");
  await popup.send.click();
  await expect(popup.dialog.getByRole("alert")).toHaveText(/not uploaded/);
  await page.unrouteAll();
  await again.click();
  await expect(again).toBeHidden();
  await expect(popup.dialog.getByRole("progressbar")).toHaveCount(0);
});

test("a file that the server fails at each time is not sent for ever, but once more when asked for", async ({
  page,
  server,
}) => {
  await page.clock.install();
  await page.goto(server.url);
  const popup = await compose(page);
  let sent = 0;
  await page.route("**/jmap/upload/**", async (route) => {
    sent += 1;
    await route.fulfill({ status: 500, json: { type: "about:blank", status: 500 } });
  });
  await popup.files.setInputFiles(image("failing.png"));
  const again = popup.dialog.getByRole("button", { name: /^Try again.*failing\.png could not be uploaded$/ });
  const waits = popup.dialog.getByRole("status").filter({ hasText: "The connection broke" });
  await expect(waits).toBeVisible();
  await expect(async () => {
    await page.clock.runFor(5000);
    expect(sent).toBe(6);
  }).toPass();
  await expect(waits).toBeHidden();
  await expect(again).toBeVisible();
  await page.clock.runFor(60_000);
  expect(sent).toBe(6);
  await page.unrouteAll();
  await again.click();
  await expect(again).toBeHidden();
  await expect(popup.dialog.getByRole("progressbar")).toHaveCount(0);
});

test("a letter that waits for such a file is not tried for ever: it stands before the person again, whole", async ({
  page,
  server,
}) => {
  await page.clock.install();
  const popup = await composeToAnna(page, server);
  await popup.subject.fill("With a file");
  let sent = 0;
  await page.route("**/jmap/upload/**", async (route) => {
    sent += 1;
    await route.fulfill({ status: 500, json: { type: "about:blank", status: 500 } });
  });
  await popup.files.setInputFiles(image("failing.png"));
  await expect(popup.dialog.getByRole("status").filter({ hasText: "The connection broke" })).toBeVisible();
  await popup.send.click();
  await expect(popup.dialog).toBeHidden();
  await expect(async () => {
    await page.clock.runFor(5000);
    await expect(popup.dialog.getByRole("alert")).toBeVisible({ timeout: 500 });
  }).toPass();
  await expect(popup.subject).toHaveValue("With a file");
  const again = popup.dialog.getByRole("button", { name: /^Try again.*failing\.png could not be uploaded$/ });
  await expect(async () => {
    await page.clock.runFor(5000);
    await expect(again).toBeVisible({ timeout: 500 });
  }).toPass();
  const before = sent;
  await page.clock.runFor(120_000);
  expect(sent).toBe(before);
  await page.unrouteAll();
  await again.click();
  await expect(again).toBeHidden();
  await expect(popup.dialog.getByRole("progressbar")).toHaveCount(0);
  await popup.send.click();
  await expect(popup.dialog).toBeHidden();
  const { parsed } = await (await mailboxOf(server, "anna")).onlyMessage();
  expect(parsed.attachments.map(({ filename }) => filename)).toEqual(["failing.png"]);
});

for (const [lang, words] of ofToday([
  ["en", { waits: /^The connection broke\. When it is back.* big\.png$/, again: /is being sent again: big\.png$/ }],
  ["ru", { waits: /^Связь прервалась\. Когда.* big\.png$/, again: /отправляется целиком ещё раз: big\.png$/ }],
] as const)) {
  test.describe(lang, () => {
    test.use({ lang, undoSendSeconds: 0 });
    test(`a break of the connection: the file waits, is sent again from its beginning, and the letter waits for it (${lang})`, async ({
      page,
      context,
      server,
    }) => {
      const popup = await composeToAnna(page, server, lang);
      await popup.subject.fill("With a large picture");
      const network = await context.newCDPSession(page);
      /** @param uploadThroughput octets a second; -1: as many as there can be */
      const slowTo = (uploadThroughput: number) =>
        network.send("Network.emulateNetworkConditions", {
          offline: false,
          latency: 0,
          downloadThroughput: -1,
          uploadThroughput,
        });
      await slowTo(20_000);
      const big = { ...image("big.png"), buffer: heavyPng(3_000_000) };
      await popup.files.setInputFiles(big);
      const progress = popup.dialog.getByRole("progressbar");
      await expect.poll(() => progress.getAttribute("value").then(Number)).toBeGreaterThan(0);
      await server.kill();
      const said = popup.dialog.getByRole("status");
      await expect(said.filter({ hasText: words.waits })).toBeVisible();
      await expect(progress).toBeHidden();
      await page.screenshot({ path: `test-results/upload-waits-${lang}.png` });
      await server.start();
      await expect(said.filter({ hasText: words.again })).toBeVisible();
      await expect(progress).toBeVisible();
      await popup.send.click();
      await expect(popup.dialog.locator("[type=submit]")).toHaveAttribute("aria-disabled", "true");
      await slowTo(-1);
      await expect(popup.dialog).toBeHidden();
      const { parsed } = await (await mailboxOf(server, "anna")).onlyMessage();
      expect(Buffer.from(parsed.attachments[0]!.content as ArrayBuffer)).toEqual(big.buffer);
    });
  });
}
