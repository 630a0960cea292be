/** The mail of a JMAP server that is not ours: Pismo stands in front of it and stores none. */
import { canRunCyrus } from "../packages/server/test/servers/cyrus.ts";
import { cyrusEngine, type Engine, pismoEngine } from "./support/engines.ts";
import { row, useEngine } from "./support/engine-steps.ts";
import { createServerFor } from "./support/server.ts";
import { expect, test } from "./support/story.ts";
import type { Page } from "@playwright/test";

const engines = [
  { behind: "a second Pismo", start: pismoEngine, canRun: true },
  { behind: "Cyrus", start: cyrusEngine, canRun: canRunCyrus },
];

async function enter(page: Page, { name, password }: Engine): Promise<void> {
  const [nameField, passwordField] = [
    page.getByRole("textbox", { name: "Name or address" }),
    page.getByLabel("Password"),
  ];
  await nameField.fill(name);
  await passwordField.fill("wrong");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("alert")).toHaveText("The name or the password is wrong");
  await passwordField.fill(password);
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/\/inbox/);
}

for (const { behind, start, canRun } of engines) {
  test(`in front of ${behind}: a person signs in, reads, sorts, searches, writes and sends`, async ({ page }) => {
    test.skip(!canRun, `${behind} is not installed`);
    test.setTimeout(120_000);
    const engine = await start();
    const server = await createServerFor({ PISMO_MODE: "hosted", PISMO_JMAP_URL: engine.url });
    try {
      await engine.deliver("First of all", "About tulips");
      await engine.deliver("Second of all", "About orchids");

      await test.step("a wrong password is refused, the right one lets in", async () => {
        await page.goto(server.url);
        await expect(page).toHaveURL(/\/sign-in/);
        await enter(page, engine);
        await expect(row(page, "First of all")).toBeVisible();
      });

      await useEngine(page, engine, server.url);

      await test.step("who signs out leaves nothing", async () => {
        await page.getByRole("button", { name: /^Account/ }).click();
        await page.getByRole("menuitem", { name: "Sign out" }).click();
        await expect(page.getByRole("heading", { level: 1, name: "Sign in to your mail" })).toBeVisible();
      });
    } finally {
      await server.remove();
      await engine.stop();
    }
  });
}
