/** An account at another JMAP server: what is sent there can be undone, waits for a time, and goes though the page is closed. */
import { canRunCyrus } from "../packages/server/test/servers/cyrus.ts";
import { ofToday } from "../packages/server/test/support/of-today.ts";
import { expectAccessible } from "./support/axe.ts";
import { popupOf } from "./support/compose.ts";
import { cyrusEngine } from "./support/engines.ts";
import { addNow, dialog, fillJmapAccount } from "./support/own-account.ts";
import { expect, test } from "./support/story.ts";

for (const viewport of ofToday([
  { width: 1440, height: 900 },
  { width: 390, height: 844 },
])) {
  test.describe(`${viewport.width} px`, () => {
    test.use({ viewport, undoSendSeconds: 10 });
    test("a letter of an account at Cyrus is undone, goes though the page is closed, and waits for its time", async ({
      page,
      server,
    }) => {
      test.skip(!canRunCyrus, "Cyrus is not installed");
      test.setTimeout(240_000);
      const engine = await cyrusEngine();
      const popup = popupOf(page);
      const later = page.getByRole("link", { name: /^Scheduled/ });
      const isNarrow = viewport.width < 900;
      const write = async (subject: string): Promise<void> => {
        if (isNarrow) await page.keyboard.press("c");
        else await popup.openButton.click();
        await expect(popup.to).toBeFocused();
        await popup.to.fill(engine.bob);
        await popup.subject.fill(subject);
        await popup.text.pressSequentially("About tulips");
      };
      try {
        await engine.deliver("First of all", "About tulips");
        await page.setViewportSize({ width: 1440, height: 900 });
        await page.goto(server.url);
        await fillJmapAccount(page, engine);
        await addNow(page).click();
        await expect(dialog(page)).toBeHidden({ timeout: 30_000 });
        await page.setViewportSize(viewport);
        await expect(page.getByRole("link", { name: /First of all/ })).toBeVisible();

        await test.step("undone, it is written on as it was, and has not gone", async () => {
          await write("Taken back");
          await popup.send.click();
          await expect(popup.dialog).toBeHidden();
          await page
            .getByText("Letter sent", { exact: true })
            .locator("..")
            .getByRole("button", { name: "Undo" })
            .click();
          await expect(popup.subject).toHaveValue("Taken back");
          await expect(popup.text).toContainText("About tulips");
          await expect(popup.chip(new RegExp(engine.bob))).toBeVisible();
          await expect.poll(() => engine.foldersOf("Taken back")).toEqual([["drafts"]]);
          expect(await engine.sentToBob()).toEqual([]);
        });

        await test.step("sent again, it goes though the page is closed, once, and lies in Sent", async () => {
          await popup.send.click();
          await expect(popup.dialog).toBeHidden();
          await expect(page.getByText("Letter sent", { exact: true })).toBeVisible();
          const address = page.url();
          await page.goto(`${server.url}/healthz`);
          await expect.poll(() => engine.sentToBob(), { timeout: 60_000 }).toEqual(["Taken back"]);
          await expect.poll(() => engine.foldersOf("Taken back")).toEqual([["sent"]]);
          await page.goto(address);
          await expect(page.getByRole("link", { name: /First of all/ })).toBeVisible();
        });

        await test.step("sent later, it stands under Scheduled, and not under Drafts", async () => {
          await write("On Monday");
          await popup.dialog.getByRole("button", { name: "Schedule", exact: true }).click();
          await page.getByRole("menuitem", { name: /^Tomorrow morning/ }).click();
          await expect(popup.dialog).toBeHidden();
          await expect(page.getByText(/^Will be sent: /)).toBeVisible();
          await page.setViewportSize({ width: 1440, height: 900 });
          await page.getByRole("link", { name: /^Drafts/ }).click();
          await expect(page.getByText("No letters", { exact: true })).toBeVisible();
          await later.click();
          await page.setViewportSize(viewport);
          const card = page.getByRole("main").getByRole("listitem").filter({ hasText: "On Monday" });
          await expect(card).toContainText(engine.bob);
          await expectAccessible(page);
          await page.screenshot({ path: `test-results/held-elsewhere-${viewport.width}.png` });
        });

        await test.step("sent now, it goes", async () => {
          await page.getByRole("button", { name: "Send now: On Monday" }).click();
          await expect.poll(() => engine.sentToBob(), { timeout: 60_000 }).toEqual(["Taken back", "On Monday"]);
          await expect.poll(() => engine.foldersOf("On Monday")).toEqual([["sent"]]);
          await expect(page.getByRole("main").getByRole("listitem").filter({ hasText: "On Monday" })).toBeHidden();
        });
      } finally {
        await engine.stop();
      }
    });
  });
}
