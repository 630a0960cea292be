/** Letters go between the own mailbox and an account at a JMAP server, which may be away, and come back. */
import type { Page } from "@playwright/test";
import { canRunCyrus } from "../packages/server/test/servers/cyrus.ts";
import { expectAccessible } from "./support/axe.ts";
import { row } from "./support/engine-steps.ts";
import { cyrusEngine, pismoEngine } from "./support/engines.ts";
import { addNow, dialog, fillJmapAccount, jmapAccount as email, menuButton } from "./support/own-account.ts";
import { expect, test } from "./support/story.ts";

const engines = [
  { behind: "a second Pismo", start: pismoEngine, canRun: true },
  { behind: "Cyrus", start: cyrusEngine, canRun: canRunCyrus },
];
const own = "you@pismo.localhost";

/** Out of the letter's page into an inbox. */
async function moveToInbox(page: Page, subject: string, account: string): Promise<void> {
  await row(page, subject).click();
  await page.getByRole("button", { name: "Move to folder" }).click();
  await page.getByRole("menuitem", { name: account }).hover();
  await page.getByRole("menu", { name: account }).getByRole("menuitem", { name: "Inbox" }).click();
  await expect(page.getByText(`1 letter moved to “Inbox” of ${account}`)).toBeVisible();
  await expect(row(page, subject)).toBeHidden();
}

for (const { behind, start, canRun } of engines) {
  test(`letters go into and out of an account at ${behind}`, async ({ page, server }) => {
    test.skip(!canRun, `${behind} is not installed`);
    test.setTimeout(180_000);
    const engine = await start();
    try {
      await engine.deliver("Far away", "About tulips");
      for (const subject of ["At home", "Left here"]) {
        await server.deliver({ from: "Boris <boris@mail.example>", subject, text: "Here" });
      }
      await page.goto(server.url);
      await fillJmapAccount(page, engine);
      await addNow(page).click();
      await expect(dialog(page)).toBeHidden({ timeout: 30_000 });
      await expect(row(page, "Far away")).toBeVisible();

      await test.step("out of it, into the own mailbox", async () => {
        await moveToInbox(page, "Far away", own);
        await menuButton(page).click();
        await page.getByRole("menuitemradio", { name: new RegExp(own) }).click();
        await expect(row(page, "At home")).toBeVisible();
        await expect(row(page, "Far away")).toBeVisible();
      });

      await test.step("into it, and back by Undo", async () => {
        await moveToInbox(page, "At home", email);
        // The notice of the move before may still stand.
        await page.getByRole("button", { name: "Undo" }).last().click();
        await expect(row(page, "At home")).toBeVisible();
        await page.reload();
        await expect(row(page, "At home")).toBeVisible();
      });

      await test.step("into it while it is away: it goes when that is back", async () => {
        const there = page.getByRole("menu", { name: email }).getByRole("menuitem", { name: "Inbox" });
        await row(page, "At home").click();
        await page.getByRole("button", { name: "Move to folder" }).click();
        await page.getByRole("menuitem", { name: email }).hover();
        await expect(there).toBeVisible();
        await engine.goAway();
        await expectAccessible(page);
        await there.click();
        await expect(row(page, "At home")).toBeHidden();
        await engine.comeBack();
        await page.goto(`${server.url}/accounts/inbox?letters=all`);
        const arrived = page.getByRole("link", { name: new RegExp(`Account ${email}`) });
        await expect(row(page, "At home").and(arrived)).toBeVisible({ timeout: 60_000 });
        // It leaves once the other server has it: until then a page that was loaded just now shows both.
        await expect(row(page, "At home")).toHaveCount(1, { timeout: 60_000 });
        await expect(row(page, "At home")).toHaveAccessibleName(new RegExp(`Account ${email}`));
        await expect(row(page, "Left here")).toHaveAccessibleName(new RegExp(`Account ${own}`));
      });
    } finally {
      await engine.stop();
    }
  });
}

test("a letter that Cyrus has already comes into the folder as it is there, and Undo leaves it", async ({
  page,
  server,
}) => {
  test.skip(!canRunCyrus, "Cyrus is not installed");
  test.setTimeout(180_000);
  const engine = await cyrusEngine();
  try {
    await engine.deliver("Here and there", "About tulips");
    await page.goto(server.url);
    await fillJmapAccount(page, engine);
    await addNow(page).click();
    await expect(dialog(page)).toBeHidden({ timeout: 30_000 });

    await test.step("it is copied out", async () => {
      await row(page, "Here and there").click();
      await page.getByRole("button", { name: "Move to folder" }).click();
      await page.getByRole("menuitem", { name: "Copy to another account" }).hover();
      const copies = page.getByRole("menu", { name: "Copy to another account" });
      await copies.getByRole("menuitem", { name: own }).hover();
      await page.getByRole("menu", { name: own }).getByRole("menuitem", { name: "Inbox" }).click();
      await expect(page.getByText(`1 letter copied to “Inbox” of ${own}`)).toBeVisible();
    });

    await test.step("and moved in again, into another folder", async () => {
      await menuButton(page).click();
      await page.getByRole("menuitemradio", { name: new RegExp(own) }).click();
      await row(page, "Here and there").click();
      await page.getByRole("button", { name: "Move to folder" }).click();
      await page.getByRole("menuitem", { name: email }).hover();
      await page.getByRole("menu", { name: email }).getByRole("menuitem", { name: "Archive" }).click();
      await expect(row(page, "Here and there")).toBeHidden();
      // Its focus holds the notice, however long the server takes.
      await page.getByRole("button", { name: "Undo" }).last().focus();
      await expect.poll(() => engine.foldersOf("Here and there")).toEqual([["archive", "inbox"]]);
    });

    await test.step("Undo brings it back, and the one there stays", async () => {
      await page.getByRole("button", { name: "Undo" }).last().click();
      await expect(row(page, "Here and there")).toBeVisible();
      await page.reload();
      await expect(row(page, "Here and there")).toBeVisible();
      expect(await engine.foldersOf("Here and there")).toEqual([["archive", "inbox"]]);
    });
  } finally {
    await engine.stop();
  }
});
