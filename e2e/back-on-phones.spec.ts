/** On a phone the browser's Back closes what is open over the page, and leaves no steps behind. */
import type { Page } from "@playwright/test";
import { popupOf } from "./support/compose.ts";
import { expect, test } from "./support/story.ts";

test.use({ viewport: { width: 390, height: 780 } });

const isOver = (page: Page) => () => page.evaluate(() => history.state?.isOverPage === true);

/** From the archive to the inbox: Back leads to the archive. */
async function start(page: Page, url: string): Promise<void> {
  await page.goto(`${url}/archive?letters=all`);
  await page.getByRole("button", { name: "Open folders" }).click();
  await page.getByRole("dialog").getByRole("link", { name: "Inbox" }).click();
  await expect(page).toHaveURL(/\/inbox\?letters=all$/);
  await expect(page.getByRole("dialog")).toHaveCount(0);
  await expect.poll(isOver(page)).toBe(false);
}

async function expectBackToArchive(page: Page): Promise<void> {
  await expect.poll(isOver(page)).toBe(false);
  await expect(page).toHaveURL(/\/inbox\?letters=all$/);
  await page.goBack();
  await expect(page).toHaveURL(/\/archive\?letters=all$/);
}

test("the folders: by Back, by their button, and by a link, which takes the place of the step", async ({
  page,
  server,
}) => {
  await start(page, server.url);
  const open = page.getByRole("button", { name: "Open folders" });
  const drawer = page.getByRole("dialog");
  await open.click();
  await expect(drawer).toBeVisible();
  await expect.poll(isOver(page)).toBe(true);
  await page.goBack();
  await expect(drawer).toHaveCount(0);
  await expect(page).toHaveURL(/\/inbox\?letters=all$/);
  await expect(open).toBeFocused();
  await open.click();
  await drawer.getByRole("button", { name: "Close folders" }).click();
  await expect(drawer).toHaveCount(0);
  await expectBackToArchive(page);
});

test("the compose popup keeps the draft, as by its close icon", async ({ page, server }) => {
  await start(page, server.url);
  const popup = popupOf(page);
  // The folders close as the popup opens: the step is now that of the popup.
  await page.getByRole("button", { name: "Open folders" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Compose" }).click();
  await popup.subject.fill("A plan");
  await expect.poll(isOver(page)).toBe(true);
  await page.goBack();
  await expect(popup.dialog).toBeHidden();
  await expectBackToArchive(page);
  await page.goto(`${server.url}/drafts?letters=all`);
  await expect(page.getByRole("link", { name: /A plan/ })).toBeVisible();
});

test("a dialog over the popup closes before it, and a form with changes asks", async ({ page, server }) => {
  await server.deliver({ from: "Boris <boris@mail.example>", subject: "A question", text: "Who knows?" });
  await start(page, server.url);
  await page.getByRole("link", { name: /A question/ }).click();
  await page.getByRole("article").getByRole("button", { name: "More", exact: true }).click();
  await page.getByRole("menuitem", { name: "Redirect …", exact: true }).click();
  const dialog = page.getByRole("dialog", { name: "Redirect the letter" });
  const field = dialog.getByRole("combobox", { name: "To", exact: true });
  const question = page.getByRole("dialog", { name: "Leave without saving?" });
  await expect(field).toBeFocused();
  await page.keyboard.type("vera@mail.example");
  await expect.poll(isOver(page)).toBe(true);
  await page.goBack();
  await expect(question).toBeVisible();
  await question.getByRole("button", { name: "Stay" }).click();
  await expect(field).toBeVisible();
  await expect.poll(isOver(page)).toBe(true);
  await page.goBack();
  await question.getByRole("button", { name: "Leave" }).click();
  await expect(dialog).toBeHidden();
  await expect.poll(isOver(page)).toBe(false);
  await expect(page).toHaveURL(/\/email\//);
  await page.goBack();
  await expectBackToArchive(page);
});

test("a form of a page that is left asks, and stays as it was", async ({ page, server }) => {
  await page.goto(`${server.url}/contacts`);
  await page.getByRole("button", { name: "New contact" }).click();
  const note = page.getByRole("textbox", { name: "Notes" });
  // Key by key, as people type: the router takes the guard a moment after the first one.
  await note.pressSequentially("Met in Tver");
  const question = page.getByRole("dialog", { name: "Leave without saving?" });
  await page.goBack();
  await question.getByRole("button", { name: "Stay" }).click();
  await expect(question).toBeHidden();
  await expect(page).toHaveURL(/\/contacts\/new$/);
  await expect(note).toHaveValue("Met in Tver");
  await page.goBack();
  await question.getByRole("button", { name: "Leave" }).click();
  await expect(page).toHaveURL(/\/contacts$/);
});

test("an action that leaves the letter from a dialog goes back to the list, in one step", async ({ page, server }) => {
  await server.deliver({ from: "Boris <boris@mail.example>", subject: "A question", text: "Who knows?" });
  await start(page, server.url);
  const link = page.getByRole("link", { name: /A question/ });
  await link.focus();
  await page.keyboard.press("Delete");
  await expect(link).toHaveCount(0);
  await page.getByRole("button", { name: "Open folders" }).click();
  await page.getByRole("dialog").getByRole("link", { name: "Trash" }).click();
  await link.click();
  await expect(page.getByRole("article")).toBeVisible();
  await page.keyboard.press("Delete");
  const dialog = page.getByRole("dialog");
  await expect(dialog).toBeVisible();
  await expect.poll(isOver(page)).toBe(true);
  await dialog.getByRole("button", { name: /Delete/ }).click();
  await expect(page).toHaveURL(/\/trash\?letters=all$/);
  await expect(dialog).toHaveCount(0);
  await expect.poll(isOver(page)).toBe(false);
  await page.goBack();
  await expectBackToArchive(page);
});

test("a reload with something open leaves no step, and the settings close by Back", async ({ page, server }) => {
  await start(page, server.url);
  await page.getByRole("button", { name: "Open folders" }).click();
  await expect.poll(isOver(page)).toBe(true);
  await page.reload();
  await expect(page.getByRole("button", { name: "Open folders" })).toBeVisible();
  await expect.poll(isOver(page)).toBe(false);
  await page.getByRole("button", { name: "Open folders" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Settings" }).click();
  const settings = page.getByRole("region", { name: "Settings" });
  await expect(settings.getByRole("button", { name: "Appearance" })).toBeVisible();
  await expect.poll(isOver(page)).toBe(true);
  await page.goBack();
  await expect(settings).toBeHidden();
  await expectBackToArchive(page);
});

test("on a wide screen Back is for pages", async ({ page, server }) => {
  await page.setViewportSize({ width: 1280, height: 800 });
  await page.goto(`${server.url}/archive?letters=all`);
  await page.getByRole("navigation").getByRole("link", { name: "Inbox" }).click();
  const popup = popupOf(page);
  await page.getByRole("button", { name: "Compose" }).first().click();
  await popup.subject.fill("A plan");
  await page.goBack();
  await expect(page).toHaveURL(/\/archive\?letters=all$/);
  await expect(popup.dialog).toBeVisible();
});
