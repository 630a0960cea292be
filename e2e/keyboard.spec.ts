/** The keyboard alone: the keys that Gmail's users know, where the focus goes, and the list of all keys. */
import type { Page } from "@playwright/test";
import { expectAccessible } from "./support/axe.ts";
import { putEmails } from "./support/emails.ts";
import { expect, test } from "./support/story.ts";

const hoursAgo = (hours: number): Date => new Date(Date.now() - hours * 3_600_000);
const row = (page: Page, subject: string) => page.getByRole("link", { name: new RegExp(subject) });

test.beforeEach(async ({ page, server }) => {
  await putEmails(
    server,
    ["First", "Second", "Third", "Fourth"].map((subject, index) => ({
      subject,
      receivedAt: hoursAgo(index + 1),
      keywords: ["$seen"],
    })),
  );
  await page.goto(server.url);
  await expect(row(page, "First")).toBeVisible();
});

test("j and k move, o opens, u goes back to where one was", async ({ page }) => {
  await page.keyboard.press("j");
  await page.keyboard.press("j");
  await page.keyboard.press("k");
  const start = page.locator("[data-letter]:focus");
  await expect(start).toHaveCount(1);
  await row(page, "Second").focus();
  await page.keyboard.press("j");
  await expect(row(page, "Third")).toBeFocused();
  await page.keyboard.press("o");
  await expect(page.getByRole("heading", { level: 1, name: "Third" })).toBeVisible();
  await page.keyboard.press("j");
  await expect(page.getByRole("heading", { level: 1, name: "Fourth" })).toBeVisible();
  await page.keyboard.press("k");
  await expect(page.getByRole("heading", { level: 1, name: "Third" })).toBeVisible();
  await page.keyboard.press("u");
  await expect(page).toHaveURL(/\/inbox\?letters=all$/);
  await expect(row(page, "Third")).toBeFocused();
});

test("e archives the Email in focus and the next one has it; z takes it back", async ({ page }) => {
  await row(page, "Second").focus();
  await page.keyboard.press("e");
  await expect(row(page, "Second")).toBeHidden();
  await expect(row(page, "Third")).toBeFocused();
  await page.keyboard.press("z");
  await expect(row(page, "Second")).toBeVisible();
});

test("# deletes and s flags the open Email; the list is where it was", async ({ page }) => {
  await row(page, "Third").click();
  await expect(page.getByRole("heading", { level: 1, name: "Third" })).toBeVisible();
  await page.keyboard.press("s");
  await expect(page.getByRole("button", { name: "Remove flag" }).first()).toBeVisible();
  await page.keyboard.press("Shift+#");
  await expect(page).toHaveURL(/\/inbox\?letters=all$/);
  await expect(row(page, "Third")).toBeHidden();
  await expect(row(page, "Fourth")).toBeVisible();
  await page.keyboard.press("z");
  await expect(row(page, "Third")).toBeVisible();
});

test("x selects, Shift+J selects on, ! reports spam, Escape clears", async ({ page }) => {
  await row(page, "First").focus();
  await page.keyboard.press("x");
  await page.keyboard.press("Shift+J");
  await expect(page.getByText("2 conversations selected")).toBeAttached();
  await page.keyboard.press("Escape");
  await expect(page.getByText("2 conversations selected")).toBeHidden();
  await row(page, "First").focus();
  await page.keyboard.press("x");
  await page.keyboard.press("Shift+!");
  await expect(row(page, "First")).toBeHidden();
  await page.keyboard.press("g");
  await page.keyboard.press("a");
  await expect(page).toHaveURL(/\/archive\?letters=all$/);
});

test("c composes, / searches, ? lists the keys; each gives the focus back", async ({ page }) => {
  await page.keyboard.press("?");
  const help = page.getByRole("dialog", { name: "Keyboard shortcuts" });
  for (const text of ["Archive", "Next letter", "Back to the list", "Undo the last action", "Search"]) {
    await expect(help.getByText(text, { exact: true }).first()).toBeVisible();
  }
  await expectAccessible(page);
  await page.keyboard.press("Escape");
  await expect(help).toBeHidden();
  await page.keyboard.press("/");
  await expect(page.locator("[data-search-box]")).toBeFocused();
  await page.keyboard.press("Escape");
  await row(page, "First").focus();
  await page.keyboard.press("c");
  await expect(page.getByRole("dialog")).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(page.getByRole("dialog")).toBeHidden();
  await expect(row(page, "First")).toBeFocused();
});

test("the keys lie where they lie in a Russian layout too", async ({ page }) => {
  await row(page, "First").focus();
  const press = (key: string, code: string) =>
    page.evaluate(
      ([letter, place]) =>
        document.activeElement?.dispatchEvent(
          new KeyboardEvent("keydown", { key: letter, code: place, bubbles: true, cancelable: true }),
        ),
      [key, code] as const,
    );
  await press("о", "KeyJ");
  await expect(row(page, "Second")).toBeFocused();
  await press("у", "KeyE");
  await expect(row(page, "Second")).toBeHidden();
});

test("Tab reaches every part of the page, and the focus is seen on each", async ({ page }) => {
  const seen = new Set<string>();
  for (let step = 0; step < 60; step++) {
    await page.keyboard.press("Tab");
    const focus = await page.evaluate(() => {
      const element = document.activeElement as HTMLElement | null;
      if (!element || element === document.body) return undefined;
      const { outlineStyle, outlineWidth } = getComputedStyle(element);
      const region = element.closest("nav, header, main, [role=toolbar]")?.tagName ?? "BODY";
      const isMarked =
        (outlineStyle !== "none" && outlineWidth !== "0px") ||
        getComputedStyle(element, "::before").outlineStyle !== "none" ||
        element.closest("label, form, div")?.matches(":focus-within") === true;
      return { region, isMarked, html: element.outerHTML.slice(0, 100) };
    });
    if (!focus) break;
    expect(focus, focus.html).toMatchObject({ isMarked: true });
    seen.add(focus.region);
  }
  for (const region of ["HEADER", "NAV", "MAIN"]) expect(seen).toContain(region);
});

test("an Email that is archived on its page leaves the focus to the one that takes its place", async ({ page }) => {
  const heading = (name: string) => page.getByRole("heading", { level: 1, name });
  await row(page, "Second").click();
  await expect(heading("Second")).toBeVisible();
  await expect(page.getByRole("article")).toBeFocused();
  await page.keyboard.press("e");
  await expect(page).toHaveURL(/\/inbox\?letters=all$/);
  await expect(row(page, "Third")).toBeFocused();
  await row(page, "Third").click();
  await expect(heading("Third")).toBeVisible();
  await page.getByRole("toolbar").getByRole("button", { name: "Delete" }).click();
  await expect(page).toHaveURL(/\/inbox\?letters=all$/);
  await expect(row(page, "Fourth")).toBeFocused();
});

test("toolbars, toasts and the last Email give the focus on when they go", async ({ page }) => {
  await row(page, "First").focus();
  await page.keyboard.press("x");
  await page.getByRole("toolbar").getByRole("button", { name: "Archive" }).press("Enter");
  await expect(row(page, "First")).toBeHidden();
  await expect(row(page, "Second")).toBeFocused();
  await page.getByRole("button", { name: "Undo" }).press("Enter");
  await expect(row(page, "First")).toBeVisible();
  await expect(row(page, "Second")).toBeFocused();
  await page.keyboard.press("Control+a");
  await page.getByRole("toolbar").getByRole("button", { name: "Archive" }).press("Enter");
  await expect(page.getByRole("region", { name: "No letters" })).toBeFocused();
});

test("the keys of the list work from elsewhere on the page", async ({ page }) => {
  await row(page, "First").focus();
  await page.getByRole("link", { name: /^Inbox/ }).focus();
  await page.keyboard.press("j");
  await expect(row(page, "Second")).toBeFocused();
});
