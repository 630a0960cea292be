/** What one does with Emails in the list: each action shows at once, holds after a reload and can be taken back. */
import type { Locator, Page } from "@playwright/test";
import { expect, test } from "./support/story.ts";

test.beforeEach(async ({ server, page }) => {
  for (const subject of ["First", "Second", "Third"]) {
    await server.deliver({ from: "Anna <anna@mail.example>", subject, text: `The text of the ${subject} letter` });
  }
  await page.goto(server.url);
  await expect(page.getByRole("link", { name: /Third/ })).toBeVisible();
});

const row = (page: Page, subject: string): Locator => page.getByRole("link", { name: new RegExp(subject) });

test("an Email is archived from its page, and Undo brings it back", async ({ page }) => {
  await row(page, "Second").click();
  await page.getByRole("button", { name: "Archive" }).first().click();
  await expect(row(page, "Third")).toBeVisible();
  await expect(row(page, "Second")).toBeHidden();
  await page.getByRole("link", { name: /^Archive/ }).click();
  await expect(row(page, "Second")).toBeVisible();
  await page.getByRole("button", { name: "Undo" }).click();
  await expect(row(page, "Second")).toBeHidden();
  await page.reload();
  await page.getByRole("link", { name: /^Inbox/ }).click();
  await expect(row(page, "Second")).toBeVisible();
});

test("an Email is deleted into the trash, and from there for ever after a question", async ({ page }) => {
  await row(page, "First").click();
  await page.getByRole("button", { name: "Delete" }).first().click();
  await page.getByRole("link", { name: /^Trash/ }).click();
  await row(page, "First").click();
  await page
    .getByRole("button", { name: /Delete/ })
    .first()
    .click();
  await page
    .getByRole("dialog")
    .or(page.getByRole("alertdialog"))
    .getByRole("button", { name: /Delete/ })
    .click();
  await expect(page.getByRole("main").getByText("No letters", { exact: true })).toBeVisible();
  await page.reload();
  await expect(page.getByRole("main").getByText("No letters", { exact: true })).toBeVisible();
});

test("opening an Email marks it read; the filter shows the unread ones alone", async ({ page }) => {
  await row(page, "First").click();
  await expect(page.getByRole("heading", { level: 1, name: "First" })).toBeVisible();
  await page
    .getByRole("button", { name: "Back" })
    .or(page.getByRole("link", { name: "Back" }))
    .click();
  await expect(row(page, "First")).toBeVisible();
  await page.getByRole("button", { name: "Filter" }).click();
  await page.getByRole("menuitemcheckbox", { name: "Unread" }).click();
  await expect(page).toHaveURL(/\/inbox\?read=false$/);
  await page.keyboard.press("Escape");
  await expect(row(page, "Third")).toBeVisible();
  await expect(row(page, "First")).toBeHidden();
  await page.reload();
  await expect(row(page, "Second")).toBeVisible();
  await expect(row(page, "First")).toBeHidden();
});

test("important Emails stand in the folder Important, wherever they lie", async ({ page }) => {
  await row(page, "Third").click();
  await page
    .getByRole("button", { name: /[Ii]mportant/ })
    .first()
    .click();
  await page.getByRole("link", { name: /^Important/ }).click();
  await expect(row(page, "Third")).toBeVisible();
  await expect(row(page, "Second")).toBeHidden();
});

test("by the keyboard alone: move through the list, select, delete, undo", async ({ page }) => {
  await row(page, "Third").focus();
  await page.keyboard.press("j");
  await expect(row(page, "Second")).toBeFocused();
  await page.keyboard.press("x");
  await page.keyboard.press("Delete");
  await expect(row(page, "Second")).toBeHidden();
  await page.getByRole("button", { name: "Undo" }).press("Enter");
  await expect(row(page, "Second")).toBeVisible();
});

test("a new folder is made, and an Email is dragged into it", async ({ page }) => {
  await page.getByRole("link", { name: "New folder" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("textbox").fill("Receipts");
  await dialog.getByRole("button", { name: /Create/ }).click();
  await expect(page.getByRole("link", { name: /^Receipts/ })).toBeVisible();
  await page.getByRole("link", { name: /^Inbox/ }).click();
  await row(page, "First").dragTo(page.getByRole("link", { name: /^Receipts/ }));
  await expect(row(page, "First")).toBeHidden();
  await page.getByRole("link", { name: /^Receipts/ }).click();
  await expect(row(page, "First")).toBeVisible();
});

test("a folder is where one ends that is chosen while the code of the Email's page is still coming", async ({
  page,
}) => {
  const code = Promise.withResolvers<void>();
  await page.route(/\/assets\/EmailPage-[\w-]+\.js$/, async (route) => {
    await code.promise;
    await route.continue();
  });
  // Longer than the list is waited for: the Email's page is there before that is over.
  const lists = Promise.withResolvers<void>();
  await page.route("**/jmap/api", async (route) => {
    if (route.request().postData()?.includes("Email/query")) await lists.promise;
    await route.continue();
  });
  await page.reload();
  const arrived = page.waitForResponse(
    (response) => response.request().postData()?.includes("fetchTextBodyValues") === true,
  );
  await row(page, "Second").click();
  await arrived;
  await page.getByRole("link", { name: /^Archive/ }).click();
  code.resolve();
  await expect(page).toHaveURL(/\/archive/);
  lists.resolve();
  await expect(page.getByRole("main")).toContainText("No letters");
});

test("an Email that takes its time shows its place; a folder that is chosen before it loads is where one ends", async ({
  page,
}) => {
  /** The answers with whole Emails wait until what it gives is called. */
  const hold = async (): Promise<() => void> => {
    const { promise, resolve } = Promise.withResolvers<void>();
    await page.route("**/jmap/api", async (route) => {
      if (route.request().postData()?.includes("fetchTextBodyValues")) await promise;
      await route.continue();
    });
    return resolve;
  };
  let release = await hold();
  await page.reload();
  await row(page, "First").click();
  const email = page.getByRole("article");
  await expect(email).toHaveAttribute("aria-busy", "true");
  await expect(email.getByRole("heading", { level: 1 })).toHaveText("First");
  release();
  await expect(email).toHaveAttribute("aria-busy", "false");
  await expect(email).toContainText("The text of the First letter");

  await page.goBack();
  release = await hold();
  await page.reload();
  await row(page, "Second").click();
  await page.getByRole("link", { name: /^Archive/ }).click();
  await expect(page).toHaveURL(/\/archive/);
  const arrived = page.waitForResponse(
    (response) => response.request().postData()?.includes("fetchTextBodyValues") === true,
  );
  release();
  await arrived;
  await expect(page.getByRole("main")).toContainText("No letters");
  await expect(page).toHaveURL(/\/archive/);
});
