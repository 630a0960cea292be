/** In front of a JMAP server that lacks much of ours: whatever a person opens, nothing fails underneath. */
import { canRunCyrus } from "../packages/server/test/servers/cyrus.ts";
import { compose } from "./support/compose.ts";
import { cyrusEngine, pismoEngine } from "./support/engines.ts";
import { enterEngine, row } from "./support/engine-steps.ts";
import { faultsOf } from "./support/faults.ts";
import { walkMenus } from "./support/menu-walk.ts";
import { createServerFor } from "./support/server.ts";
import { expect, test } from "./support/story.ts";

const engines = [
  { behind: "a second Pismo", start: pismoEngine, canRun: true, reminds: true },
  { behind: "Cyrus", start: cyrusEngine, canRun: canRunCyrus, reminds: false },
];

for (const { behind, start, canRun, reminds } of engines) {
  test(`in front of ${behind} every menu opens, and nothing fails underneath`, async ({ page }) => {
    test.skip(!canRun, `${behind} is not installed`);
    test.setTimeout(240_000);
    const engine = await start();
    const server = await createServerFor({ PISMO_MODE: "hosted", PISMO_JMAP_URL: engine.url });
    try {
      await engine.deliver("First of all", "About tulips");
      await engine.deliver("Second of all", "About orchids");
      await page.goto(server.url);
      await enterEngine(page, engine);
      await expect(row(page, "First of all")).toBeVisible();
      const faults = faultsOf(page);

      await test.step("of the list, of the account, and of folders", async () => {
        const items = await walkMenus(page, page.locator("body"));
        expect(items).toContain("Sign out");
      });

      await test.step("of a selection", async () => {
        await row(page, "First of all").focus();
        await page.keyboard.press("Control+a");
        const toolbar = page.getByRole("toolbar", { name: /selected letters/ });
        await expect(toolbar).toBeVisible();
        await walkMenus(page, toolbar);
        await page.keyboard.press("l");
        const labels = page.getByRole("dialog", { name: "Labels" });
        await expect(labels).toBeVisible();
        await page.keyboard.press("Escape");
        await expect(labels).toBeHidden();
        await page.keyboard.press("Escape");
        await expect(toolbar).toBeHidden();
      });

      await test.step("of an open letter", async () => {
        await row(page, "First of all").click();
        await expect(page.getByRole("article").getByText("About tulips")).toBeVisible();
        expect(await walkMenus(page, page.getByRole("main"))).not.toEqual([]);
        await page.goBack();
        await expect(row(page, "First of all")).toBeVisible();
      });

      await test.step("of every folder", async () => {
        for (const name of ["Archive", "Sent", "Drafts", "Trash", "Inbox"]) {
          await page.getByRole("link", { name: new RegExp(`^${name}`) }).click();
          await expect(page.getByRole("main")).toBeVisible();
          await expect(page.getByRole("link", { name: new RegExp(`^${name}`) })).toHaveAttribute(
            "aria-current",
            "page",
          );
        }
        await expect(row(page, "First of all")).toBeVisible();
      });

      await test.step("of a letter that is written", async () => {
        const popup = await compose(page);
        await popup.dialog.getByRole("button", { name: /^(?:Schedule|More ways to send)$/ }).click();
        const remind = page.getByRole("menuitem", { name: /^Remind me if no answer comes/ });
        if (reminds) await expect(remind).toBeEnabled();
        else {
          await expect(remind).toHaveText("Remind me if no answer comes: not offered by this server");
          await expect(remind).toBeDisabled();
        }
        await page.keyboard.press("Escape");
        await popup.cancel.click();
        await expect(popup.dialog).toBeHidden();
      });

      await test.step("of the settings", async () => {
        for (const part of ["reading", "writing"]) {
          await page.goto(`${server.url}/settings/${part}`);
          await expect(page.getByRole("heading", { level: 1 }).first()).toBeVisible();
          await walkMenus(page, page.getByRole("main"));
        }
        await page.getByRole("link", { name: /^Inbox/ }).click();
        await page.getByRole("button", { name: "Settings", exact: true }).click();
        const panel = page.getByRole("region", { name: "Settings" });
        await expect(panel).toBeVisible();
        for (const name of ["Language", "Appearance"]) {
          await panel.getByRole("button", { name: new RegExp(`^${name}`) }).click();
          await expect(panel.getByRole("radio").or(panel.getByRole("button")).first()).toBeVisible();
        }
        await page.keyboard.press("Escape");
      });

      expect(await faults()).toEqual([]);
    } finally {
      await server.remove();
      await engine.stop();
    }
  });
}
