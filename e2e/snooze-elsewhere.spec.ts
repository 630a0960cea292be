/** Snooze at a foreign JMAP server: letters lie in its folder, and stand in a group above the inbox when their time has come. */
import type { Page } from "@playwright/test";
import { canRunCyrus } from "../packages/server/test/servers/cyrus.ts";
import { expectAccessible } from "./support/axe.ts";
import { bringNear } from "./support/bring-near.ts";
import { cyrusEngine } from "./support/engines.ts";
import { enterEngine, row } from "./support/engine-steps.ts";
import { fixture } from "./support/fixture.ts";
import { addNow, dialog, fillJmapAccount, jmapAccount } from "./support/own-account.ts";
import { tops, watchFirstRow } from "./support/first-row.ts";
import { createServerFor } from "./support/server.ts";
import { expect, test as base } from "./support/story.ts";

type CyrusEngine = Awaited<ReturnType<typeof cyrusEngine>>;

const test = base.extend<{ engine: CyrusEngine }>({
  engine: fixture(cyrusEngine, (engine) => engine.stop()),
});
test.skip(!canRunCyrus, "Cyrus is not installed");

const group = (page: Page) => page.getByRole("region", { name: "Came back" });
const entries = (page: Page) => group(page).getByRole("listitem");

async function addAccount(page: Page, url: string, engine: CyrusEngine): Promise<void> {
  await page.goto(url);
  await fillJmapAccount(page, engine);
  await addNow(page).click();
  await expect(dialog(page)).toBeHidden({ timeout: 30_000 });
}

/** @param choose in the dialog */
async function snooze(page: Page, subject: string): Promise<void> {
  await row(page, subject).focus();
  await expect(async () => {
    await page.keyboard.press("h");
    await expect(dialog(page)).toBeVisible({ timeout: 1000 });
  }).toPass();
  await dialog(page)
    .getByRole("button", { name: /^Tomorrow morning/ })
    .click();
  await expect(row(page, subject)).toBeHidden();
}

const focused = (page: Page): Promise<string | null> =>
  page.evaluate(
    () => document.activeElement?.getAttribute("aria-label") ?? document.activeElement?.textContent ?? null,
  );

test("a letter lies in Snoozed, comes back above the inbox by the clock, and is put back", async ({
  page,
  server,
  engine,
}) => {
  test.setTimeout(180_000);
  for (const subject of ["Tulips", "Roses", "Lilies"]) await engine.deliver(subject, `About ${subject}`);
  await addAccount(page, server.url, engine);
  await expect(row(page, "Tulips")).toBeVisible();
  const inbox = page.url();

  await test.step("it goes away, is back with Undo, and goes again", async () => {
    await snooze(page, "Tulips");
    await expect(page.getByText(/^1 letter snoozed: /)).toBeVisible();
    await page.getByRole("button", { name: "Undo" }).last().click();
    await expect(row(page, "Tulips")).toBeVisible();
    await snooze(page, "Tulips");
    await snooze(page, "Roses");
    await expect.poll(() => engine.foldersOf("Tulips")).toEqual([["snoozed"]]);
    await expect(group(page)).toHaveCount(0);
  });

  await test.step("the list of what is snoozed has the times; another time and back at once", async () => {
    await page
      .getByRole("navigation")
      .first()
      .getByRole("link", { name: /^Snoozed/ })
      .click();
    await expect(page.getByRole("main").getByRole("listitem").filter({ hasText: "Tulips" })).toContainText(
      /Comes back: /,
    );
    await expectAccessible(page);
    await row(page, "Roses").click();
    const away = page.getByRole("region", { name: "This letter is snoozed" });
    await away.getByRole("button", { name: "Another time" }).click();
    // On a Friday or a Sunday one of them is tomorrow.
    await dialog(page)
      .getByRole("button", { name: /^(?:At the weekend|Next week)/ })
      .first()
      .click();
    await expect(page.getByText(/^1 letter snoozed: /).first()).toBeVisible();
    await away.getByRole("button", { name: "Bring back now" }).click();
    await expect(page.getByText("1 letter is back in its place")).toBeVisible();
    await expect.poll(() => engine.foldersOf("Roses")).toEqual([["inbox"]]);
    await page.getByRole("button", { name: "Undo" }).last().click();
    await expect(away).toContainText(/Comes back: /);
    await away.getByRole("button", { name: "Bring back now" }).click();
    await expect.poll(() => engine.foldersOf("Roses")).toEqual([["inbox"]]);
  });

  await test.step("its time comes while the inbox is open: it stands above the list, with the reason", async () => {
    await bringNear(page, 4000);
    await page.goto(inbox);
    await expect(row(page, "Lilies")).toBeVisible();
    await expect(entries(page)).toHaveCount(1);
    await expect(entries(page)).toContainText("Tulips");
    await expect(entries(page)).toContainText("came back");
    // It lies there until it is put elsewhere.
    expect(await engine.foldersOf("Tulips")).toEqual([["snoozed"]]);
    await expectAccessible(page);
  });

  await test.step("nothing moves when the page is loaded again", async () => {
    const topOf = async (): Promise<number> => (await row(page, "Lilies").boundingBox())!.y;
    const before = await topOf();
    await page.reload({ waitUntil: "commit" });
    await expect(row(page, "Lilies")).toBeVisible();
    expect(await topOf()).toBe(before);
    await expect(entries(page)).toHaveCount(1);
    expect(await topOf()).toBe(before);
  });

  await test.step("it is opened as any row, and says that it came back", async () => {
    await group(page)
      .getByRole("link", { name: /Tulips/ })
      .press("Enter");
    await expect(page.getByRole("article").getByText("About Tulips")).toBeVisible();
    await expect(page.getByRole("region", { name: "This letter came back" })).toBeVisible();
    await expectAccessible(page);
    await page.screenshot({ path: "test-results/returned-letter.png" });
    await page.goBack();
    await expect(entries(page)).toHaveCount(1);
  });

  await test.step("archived it is gone, with Undo it stands there again, and goes back to its place", async () => {
    await group(page).getByRole("button", { name: "More for: Tulips" }).click();
    await page.getByRole("menuitem", { name: "Archive" }).click();
    await expect(group(page)).toBeHidden();
    await expect.poll(() => engine.foldersOf("Tulips")).toEqual([["archive"]]);
    await page.getByRole("button", { name: "Undo" }).last().click();
    await expect(entries(page)).toHaveCount(1);
    await expect.poll(() => engine.foldersOf("Tulips")).toEqual([["snoozed"]]);
    await page.reload();
    await expect(entries(page)).toHaveCount(1);
    await group(page).getByRole("button", { name: "Put back in its place: Tulips" }).press("Enter");
    await expect(page.getByText("1 letter is back in its place").first()).toBeVisible();
    await expect(row(page, "Tulips")).toBeVisible();
    await expect(group(page)).toHaveCount(0);
    expect(await engine.foldersOf("Tulips")).toEqual([["inbox"]]);
    await page.getByRole("button", { name: "Undo" }).last().click();
    await expect(entries(page)).toHaveCount(1);
    await page.reload();
    await expect(entries(page)).toHaveCount(1);
    await group(page).getByRole("button", { name: "Put back in its place: Tulips" }).press("Enter");
    await expect(group(page)).toHaveCount(0);
    await expect(page.getByRole("list", { name: "Letters" }).getByRole("link", { name: /Tulips/ })).toBeVisible();
  });

  await test.step("a letter that arrives in its conversation brings it back at once", async () => {
    await snooze(page, "Tulips");
    await expect.poll(() => engine.foldersOf("Tulips")).toEqual([["snoozed"]]);
    await engine.answer("Tulips", "More about Tulips");
    await expect(entries(page)).toHaveCount(1);
    await expect(page.getByRole("list", { name: "Letters" }).getByRole("link", { name: /Re: Tulips/ })).toBeVisible();
    await group(page).getByRole("button", { name: "Put back in its place: Tulips" }).press("Enter");
    await expect(group(page)).toHaveCount(0);
  });

  await test.step("of all accounts together it stands in the same group", async () => {
    await snooze(page, "Roses");
    await snooze(page, "Lilies");
    await bringNear(page, 2000);
    await page.goto(`${server.url}/inbox?letters=all&account=all`);
    await expect(entries(page)).toHaveCount(2);
    await expect(entries(page).first()).toContainText(jmapAccount);
    await expectAccessible(page);
    await page.screenshot({ path: "test-results/returned-together.png" });
    await group(page).getByRole("button", { name: "Put back in its place: Roses" }).press("Enter");
    await expect(entries(page)).toHaveCount(1);
    await expect.poll(() => focused(page)).toContain("Lilies");
    await expect(page.getByRole("list", { name: "Letters" }).getByRole("link", { name: /Roses/ })).toBeVisible();
  });
});

test("in front of a server of several people it has its room from the first paint on", async ({ page, engine }) => {
  test.setTimeout(180_000);
  const server = await createServerFor({ PISMO_MODE: "hosted", PISMO_JMAP_URL: engine.url });
  try {
    for (const subject of ["Tulips", "Roses"]) await engine.deliver(subject, `About ${subject}`);
    await page.goto(server.url);
    await enterEngine(page, engine);
    await expect(row(page, "Tulips")).toBeVisible();
    await snooze(page, "Tulips");
    await bringNear(page, 1000);
    // It has come back in this one by the clock.
    await page.getByRole("link", { name: /^Inbox/ }).click();
    await page.reload();
    await expect(entries(page)).toHaveCount(1);
    // Another tab has no snapshot of the page before.
    const other = await page.context().newPage();
    await watchFirstRow(other);
    // What is told later takes its time.
    await other.route("**/jmap/own", async (route) => {
      await expect(row(other, "Roses")).toBeVisible();
      return route.fallback();
    });
    await other.goto(`${server.url}/inbox`);
    await expect(entries(other)).toHaveCount(1);
    await expectAccessible(other);
    expect(await tops(other)).toHaveLength(1);
  } finally {
    await server.remove();
  }
});

test("four of them, in both languages, by day and night and on a phone", async ({ page, server, engine }) => {
  test.setTimeout(180_000);
  const subjects = [
    "Tulips",
    "Roses",
    "Lilies",
    "Irises of a very long name that does not fit into any line of the list",
  ];
  for (const subject of [...subjects, "Other"]) await engine.deliver(subject, `About ${subject}`);
  await addAccount(page, server.url, engine);
  for (const subject of subjects) await snooze(page, subject);
  await bringNear(page, 1000);
  const inbox = page.url();
  for (const [lang, theme, width] of [
    ["en", "white", 1440],
    ["ru", "white", 899],
    ["ru", "dark", 390],
    ["en", "dark", 1440],
  ] as const) {
    await page.evaluate(
      ([language, name]) => {
        localStorage.setItem("lang", language);
        localStorage.setItem("theme", name);
      },
      [lang, theme] as const,
    );
    await page.setViewportSize({ width, height: 800 });
    await page.goto(inbox);
    const shelf = page.getByRole("region", { name: lang === "en" ? "Came back" : "Вернулись" });
    await expect(shelf.getByRole("listitem")).toHaveCount(4);
    await expect(row(page, "Other")).toBeVisible();
    await expectAccessible(page);
    await page.screenshot({ path: `test-results/returned-${lang}-${theme}-${width}.png` });
    await shelf.getByRole("button").first().click();
    await expect(shelf.getByRole("listitem")).toHaveCount(0);
    await expectAccessible(page);
  }
});
