/** Labels and saved searches of an account at a JMAP server that knows none: they are kept here, and keywords lie there. */
import type { Page } from "@playwright/test";
import { canRunCyrus } from "../packages/server/test/servers/cyrus.ts";
import { expectAccessible } from "./support/axe.ts";
import { cyrusEngine } from "./support/engines.ts";
import { enterEngine, row } from "./support/engine-steps.ts";
import { fixture } from "./support/fixture.ts";
import { addNow, dialog, fillJmapAccount } from "./support/own-account.ts";
import { createServerFor } from "./support/server.ts";
import { expect, test as base } from "./support/story.ts";

type CyrusEngine = Awaited<ReturnType<typeof cyrusEngine>>;

const test = base.extend<{ engine: CyrusEngine }>({
  engine: fixture(cyrusEngine, (engine) => engine.stop()),
});
test.skip(!canRunCyrus, "Cyrus is not installed");

const nav = (page: Page) => page.getByRole("navigation").first();
const line = (page: Page, name: string) => nav(page).getByRole("link", { name: new RegExp(`^${name}`) });

/** Made and put on by keyboard alone. */
async function label(page: Page, subject: string, name: string): Promise<void> {
  await row(page, subject).focus();
  await page.keyboard.press("l");
  const choice = page.getByRole("dialog", { name: "Labels" });
  await expect(choice.getByRole("textbox", { name: "Find or make a label" })).toBeFocused();
  await page.keyboard.type(name);
  await page.keyboard.press("Enter");
  await expect(choice.getByRole("checkbox", { name })).toBeChecked();
  await page.keyboard.press("Escape");
  await expect(choice).toBeHidden();
}

test("a label is made, counted, listed, renamed in two tabs, removed and brought back", async ({
  page,
  server,
  engine,
}) => {
  test.setTimeout(180_000);
  for (const subject of ["Tulips", "Roses"]) await engine.deliver(subject, `About ${subject}`);
  await page.goto(server.url);
  await fillJmapAccount(page, engine);
  await addNow(page).click();
  await expect(dialog(page)).toBeHidden({ timeout: 30_000 });
  await expect(row(page, "Tulips")).toBeVisible();
  const inbox = page.url();

  await test.step("its letter has the keyword there", async () => {
    await label(page, "Tulips", "Garden work");
    await expect(row(page, "Tulips")).toHaveAccessibleName(/Garden work/);
    await expect.poll(() => engine.keywordsOf("Tulips")).toContain("garden-work");
    await expect(line(page, "Garden work")).toHaveAccessibleName(/Garden work ?1/);
    await page.reload();
    await expect(row(page, "Tulips")).toHaveAccessibleName(/Garden work/);
    await expect(line(page, "Garden work")).toHaveAccessibleName(/Garden work ?1/);
  });

  await test.step("its line leads to its letters, and the number follows what is read", async () => {
    await line(page, "Garden work").click();
    await expect(row(page, "Tulips")).toBeVisible();
    await expect(row(page, "Roses")).toBeHidden();
    await expectAccessible(page);
    await page.screenshot({ path: "test-results/labels-at-cyrus.png" });
    await row(page, "Tulips").click();
    await expect(page.getByRole("article").getByText("About Tulips")).toBeVisible();
    await expect(line(page, "Garden work")).toHaveAccessibleName("Garden work");
    await page.locator("[data-search-box]").fill('label:"Garden work"');
    await page.keyboard.press("Enter");
    await expect(row(page, "Tulips")).toBeVisible();
    await expect(row(page, "Roses")).toBeHidden();
  });

  await test.step("the search is saved, stands in the navigation with its number, and is not offered in a folder", async () => {
    await page.getByRole("button", { name: "Save this search" }).click();
    await dialog(page).getByRole("textbox", { name: "Name" }).fill("My garden");
    await page.keyboard.press("Enter");
    await expect(line(page, "My garden")).toHaveAccessibleName(/My garden ?1/);
    await page.goto(inbox);
    await line(page, "My garden").click();
    await expect(row(page, "Tulips")).toBeVisible();
    await expect(row(page, "Roses")).toBeHidden();
    await page.getByRole("main").getByRole("link", { name: "Inbox", exact: true }).click();
    await expect(row(page, "Tulips")).toBeVisible();
    await expect(page.getByRole("button", { name: "Save this search" })).toHaveCount(0);
  });

  await test.step("another tab hears of a new name", async () => {
    const other = await page.context().newPage();
    await other.goto(inbox);
    await expect(line(other, "Garden work")).toBeVisible();
    await page.goto(`${server.url}/settings/labels`);
    await page.getByRole("button", { name: "Edit “Garden work”" }).click();
    await dialog(page).getByRole("textbox", { name: "Name" }).fill("Flowers");
    await dialog(page).getByRole("button", { name: "Save" }).click();
    await expect(line(other, "Flowers")).toBeVisible();
    await expect(row(other, "Tulips")).toHaveAccessibleName(/Flowers/);
    await other.close();
  });

  await test.step("removed it is off its letters, with Undo it is on them again", async () => {
    await expect(
      page.getByRole("list", { name: "Labels" }).last().getByText("1 letter", { exact: true }),
    ).toBeVisible();
    await expectAccessible(page);
    await page.getByRole("button", { name: "Remove “Flowers”" }).click();
    await expect(line(page, "Flowers")).toHaveCount(0);
    await expect.poll(() => engine.keywordsOf("Tulips")).not.toContain("garden-work");
    await page.getByRole("button", { name: "Undo", exact: true }).click();
    await expect(line(page, "Flowers")).toBeVisible();
    await expect.poll(() => engine.keywordsOf("Tulips")).toContain("garden-work");
  });
});

test("in front of a server of several people each has labels of their own", async ({ page, engine }) => {
  const server = await createServerFor({ PISMO_MODE: "hosted", PISMO_JMAP_URL: engine.url });
  try {
    await engine.deliver("Tulips", "About tulips");
    await page.goto(server.url);
    await enterEngine(page, engine);
    await expect(row(page, "Tulips")).toBeVisible();
    await label(page, "Tulips", "Garden");
    await expect(line(page, "Garden")).toHaveAccessibleName(/Garden ?1/);
    await page.reload();
    await expect(row(page, "Tulips")).toHaveAccessibleName(/Garden/);
    await line(page, "Garden").click();
    await expect(row(page, "Tulips")).toBeVisible();
  } finally {
    await server.remove();
  }
});
