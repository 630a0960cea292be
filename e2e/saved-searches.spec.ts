/** Searches that are kept. */
import { expectAccessible } from "./support/axe.ts";
import { row, start } from "./support/house-letters.ts";
import { expect, test } from "./support/story.ts";

test("a search is kept, found again on the next device with its count, renamed and removed", async ({
  page,
  server,
}) => {
  await start(page, server);
  await page.locator("[data-search-box]").fill("roof");
  await expect(row(page, "Old roof")).toBeVisible();
  await page.getByRole("button", { name: "Save this search" }).click();
  const dialog = page.getByRole("dialog", { name: "Save this search" });
  await expect(dialog.getByRole("textbox")).toHaveValue("roof");
  await expect(dialog.getByRole("textbox")).toBeFocused();
  await page.keyboard.insertText("😀".repeat(101));
  await page.keyboard.press("Enter");
  await expect(dialog.getByRole("alert")).toHaveText("A name has at most 100 characters.");
  await dialog.getByRole("textbox").fill("The roof");
  await expectAccessible(page);
  await page.keyboard.press("Enter");
  const line = page
    .getByRole("navigation")
    .first()
    .getByRole("link", { name: /^The roof/ });
  await expect(line).toHaveAccessibleName(/The roof ?2/);
  await expect(line).toHaveAttribute("aria-current", "page");
  await expect(page.getByRole("button", { name: "Save this search" })).toBeHidden();
  await page.goto(`${server.url}/inbox?letters=all`);
  await line.click();
  await expect(page).toHaveURL(/\/all\?q=roof$/);
  await expect(row(page, "Old roof")).toBeVisible();
  await page.getByRole("button", { name: "Actions: The roof" }).focus();
  await page.keyboard.press("Enter");
  await page.getByRole("menuitem", { name: "Remove" }).click();
  await expect(line).toBeHidden();
  await page.getByRole("button", { name: "Undo", exact: true }).click();
  await expect(line).toBeVisible();
});

test("a search is kept with the filters that stand beside it", async ({ page, server }) => {
  await start(page, server);
  await page.goto(`${server.url}/all?q=roof&read=false`);
  await page.getByRole("button", { name: "Save this search" }).click();
  const field = page.getByRole("dialog").getByRole("textbox");
  await expect(field).toHaveValue("roof is:unread");
  await expect(field).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(field).toHaveCount(0);
  await expect(page.getByRole("button", { name: "Save this search" })).toBeHidden();
  const line = page
    .getByRole("navigation")
    .first()
    .getByRole("link", { name: /^roof is:unread/ });
  await line.click();
  await expect(page).toHaveURL(/\/all\?q=roof\+is%3Aunread$/);
});

test("behind a search or a label that is picked one types on", async ({ page, server }) => {
  await start(page, server);
  await row(page, "Tickets").focus();
  await page.keyboard.press("l");
  const field = page.getByRole("dialog", { name: "Labels" }).getByRole("textbox");
  await expect(field).toBeFocused();
  await page.keyboard.insertText('Child with a/slash "quotes"');
  await page.keyboard.press("Enter");
  await expect(page.getByRole("checkbox", { name: /Child/ })).toBeChecked();
  await page.keyboard.press("Escape");

  const box = page.locator("[data-search-box]");
  await box.fill("is:unread");
  await page.getByRole("button", { name: "Save this search" }).click();
  await expect(page.getByRole("dialog").getByRole("textbox")).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(page.getByRole("dialog")).toHaveCount(0);
  await expect(page.getByRole("button", { name: "Save this search" })).toBeHidden();

  await box.fill("unre");
  await page.getByRole("option", { name: "is:unread" }).first().click();
  await expect(box).toHaveValue("is:unread ");
  await page.keyboard.type("walls");
  await expect(page).toHaveURL(/\/all\?q=is%3Aunread\+walls$/);
  await expect(row(page, "Plan of the house")).toBeVisible();
  await expect(row(page, "Tickets")).toBeHidden();

  await box.fill("label:chi");
  await page.getByRole("option", { name: /^label:.*Child/ }).click();
  await page.keyboard.type("two");
  await expect(box).toHaveValue('label:«Child with a/slash "quotes"» two');
  await expect(row(page, "Tickets")).toBeVisible();
  await expect(row(page, "Plan of the house")).toBeHidden();
  await expect(page.getByText(/There is no label/)).toHaveCount(0);
});
