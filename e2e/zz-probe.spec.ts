/** The new-letter popup itself: how it opens and closes, where the focus goes, what it looks like on a phone. */
import { AxeBuilder } from "@axe-core/playwright";
import type { Page } from "@playwright/test";
import { ofToday } from "../packages/server/test/support/of-today.ts";
import { compose, mailboxOf, popupOf } from "./support/compose.ts";
import { putEmails } from "./support/emails.ts";
import { png } from "./support/images.ts";
import { expect, test } from "./support/story.ts";

for (const [lang, away, cancel] of ofToday([
  ["en", "This opens once the server can be reached.", "Cancel"],
  ["ru", "Откроется, как только сервер ответит.", "Отменить"],
] as const)) {
  test.describe(`in ${lang}, with the server lost before its code is there`, () => {
    test.use({ lang });
    test("a notice says at once that it opens later, the keys go on, and it opens", async ({ page, server }) => {
      await putEmails(server, [{ subject: "One" }, { subject: "Two" }]);
      await page.route(/\/ComposePopup-/, (route) => route.abort());
      await page.goto(`${server.url}/inbox?letters=all`);
      await expect(page.getByRole("link", { name: /Two/ })).toBeVisible();
      const pieces = () => page.evaluate(() => performance.getEntriesByType("resource").map(({ name }) => name));
      await expect.poll(pieces).toContainEqual(expect.stringContaining("/Overlays-"));
      const log: string[] = []; const t0 = Date.now();
      const say = (x: string) => log.push(`${Date.now() - t0} ${x}`);
      page.on("request", (r) => say("> " + r.method() + " " + r.url()));
      page.on("requestfailed", (r) => say("x " + r.url() + " " + r.failure()?.errorText));
      page.on("response", (r) => say("< " + r.status() + " " + r.url()));
      page.on("console", (m) => say("console " + m.text()));
      page.on("pageerror", (m) => say("error " + m.message));
      await server.kill();
      const notice = page.getByRole("region").getByText(away);
      await page.keyboard.press("c");
      await expect(notice).toBeVisible();
      await page.getByRole("button", { name: cancel }).click();
      await expect(notice).toBeHidden();
      await page.keyboard.press("c");
      await expect(notice).toBeVisible();
      await page.keyboard.press("j");
      await expect(page.getByRole("link", { name: /Two|One/ }).and(page.locator(":focus"))).toBeVisible();
      say("unroute"); await page.unroute(/\/ComposePopup-/);
      say("starting"); await server.start(); say("started");
      try { await expect(page.getByRole("dialog")).toBeVisible(); } catch (e) { console.log(log.join("\n")); console.log(await page.locator("body").innerText()); console.log(await page.evaluate(() => performance.getEntriesByType("resource").map((e) => e.startTime.toFixed(0) + " " + e.duration.toFixed(0) + " " + e.name).slice(-12).join("\n"))); throw e; }
      await expect(notice).toBeHidden();
    });
  });
}

