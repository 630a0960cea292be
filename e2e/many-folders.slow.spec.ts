/** An account with 5,000 folders: the navigation draws what is in sight, and more as it is scrolled to. */
import type { Locator, Page } from "@playwright/test";
import { expectAccessible } from "./support/axe.ts";
import { putEmails } from "./support/emails.ts";
import { makeFolders } from "./support/many-folders.ts";
import { expect, test } from "./support/story.ts";

/** The highlighted item of the open menu. */
const focused = (page: Page): Locator => page.locator("[role=menuitem]:focus");

/** Scrolls down until it is there. */
async function scrollTo(lines: Locator, line: Locator): Promise<void> {
  await expect(async () => {
    await lines.last().scrollIntoViewIfNeeded();
    await expect(line).toBeAttached({ timeout: 500 });
  }).toPass();
  await line.scrollIntoViewIfNeeded();
}

const inSight = (line: Locator): Promise<void> => expect(line).toBeInViewport({ ratio: 0.9 });

test("with 5,000 folders a group is unfolded, and far folders are opened, made and renamed in sight", async ({
  page,
  server,
}) => {
  await putEmails(server, [{ subject: "Far away" }]);
  const { lastInner, lastTop } = await makeFolders(server);
  await page.goto(`${server.url}/inbox`);
  await expect(page.getByText("Far away").first()).toBeVisible();
  const nav = page.getByRole("navigation", { name: "Folders" });
  const links = nav.getByRole("link");
  await expect(nav.getByRole("link", { name: "Group 1", exact: true })).toBeVisible();
  expect(await links.count()).toBeLessThan(250);

  await nav.getByRole("button", { name: "Expand “Group 1”", exact: true }).click();
  await expect(nav.getByRole("link", { name: "Inner 47", exact: true })).toBeAttached();
  const far = nav.getByRole("link", { name: "Top 200", exact: true });
  await scrollTo(links, far);
  await far.click();
  await expect(page.getByRole("heading", { level: 1, name: "Top 200" })).toBeAttached();

  // By their addresses: in a group that is folded away, and behind those that are drawn at first.
  await page.goto(`${server.url}/${lastInner}`);
  const inner = nav.locator(`a[href^="/${lastInner}"]`);
  await expect(inner).toHaveAttribute("aria-current", "page");
  await inSight(inner);
  expect(await links.count()).toBeLessThan(400);
  await page.goto(`${server.url}/${lastTop}`);
  await expect(far).toHaveAttribute("aria-current", "page");
  await inSight(far);
  await expectAccessible(page);

  await page.goto(`${server.url}/inbox`);
  await nav.getByRole("button", { name: "Actions for folder “Group 3”", exact: true }).click();
  await page.getByRole("menuitem", { name: "New folder inside" }).click();
  await page.getByRole("textbox", { name: "Folder name" }).fill("Made within");
  await page.keyboard.press("Enter");
  const made = nav.getByRole("link", { name: "Made within", exact: true });
  await expect(made).toHaveAttribute("aria-current", "page");
  await inSight(made);
  await nav.getByRole("button", { name: "Actions for folder “Made within”", exact: true }).click();
  await page.getByRole("menuitem", { name: "Rename" }).click();
  await page.getByRole("textbox", { name: "Folder name" }).fill("A name before all others");
  await page.keyboard.press("Enter");
  await inSight(nav.getByRole("link", { name: "A name before all others", exact: true }));
});

test("with 5,000 folders an Email is moved into the last one by keyboard alone", async ({ page, server }) => {
  await putEmails(server, [{ subject: "To the last" }, { subject: "To a typed one" }]);
  await makeFolders(server);
  await page.goto(`${server.url}/inbox`);
  await page.getByRole("link", { name: /To the last/ }).focus();
  await page.keyboard.press("x");
  const trigger = page.getByRole("button", { name: "Move to folder" });
  await trigger.focus();
  await page.keyboard.press("Enter");
  const items = page.getByRole("menuitem");
  await expect(page.getByRole("menu")).toBeVisible();
  await page.keyboard.press("Home");
  await expect(items.first()).toBeFocused();
  expect(await items.count()).toBeLessThan(250);
  await expectAccessible(page);

  for (let index = 0; index < 120; index++) await page.keyboard.press("ArrowDown");
  await expect(focused(page)).toHaveText(await items.nth(120).innerText());
  await inSight(focused(page));
  await page.keyboard.press("Home");
  await expect(items.first()).toBeFocused();
  await page.keyboard.press("End");
  await expect(focused(page)).toHaveText("Top 200");
  await inSight(focused(page));
  await page.keyboard.press("Enter");
  await expect(page.getByText("1 letter moved to “Top 200”")).toBeVisible();
  await expect(page.getByRole("link", { name: /To the last/ })).toBeHidden();
});

test("with 5,000 folders a name that is typed in the menu is found", async ({ page, server }) => {
  await putEmails(server, [{ subject: "To a typed one" }]);
  await makeFolders(server);
  await page.goto(`${server.url}/inbox`);
  await page.getByRole("link", { name: /To a typed one/ }).focus();
  await page.keyboard.press("x");
  await page.getByRole("button", { name: "Move to folder" }).focus();
  await page.keyboard.press("Enter");
  await expect(page.getByRole("menu")).toBeVisible();
  await page.keyboard.press("Home");
  await expect(page.getByRole("menuitem").first()).toBeFocused();
  await page.keyboard.type("Top 15");
  await expect(focused(page)).toHaveText("Top 15");
});

test("with 5,000 folders and 390 px the last folder is reached by keyboard in the menu of a menu", async ({
  page,
  server,
}) => {
  await page.setViewportSize({ width: 390, height: 800 });
  await putEmails(server, [{ subject: "On a phone" }]);
  await makeFolders(server);
  await page.goto(`${server.url}/inbox`);
  await page.getByRole("link", { name: /On a phone/ }).focus();
  await page.keyboard.press("x");
  await page.getByRole("toolbar").getByRole("button").last().focus();
  await page.keyboard.press("Enter");
  await expect(page.getByRole("menu")).toBeVisible();
  // A key that comes before the menu has the focus is for what was there before.
  await expect(async () => {
    await page.keyboard.press("End");
    await expect(focused(page)).toHaveText("Move to folder", { timeout: 1000 });
  }).toPass();
  await page.keyboard.press("ArrowRight");
  await expect(page.getByRole("menu")).toHaveCount(2);
  await expect(focused(page)).toHaveText("Sent");
  await page.keyboard.press("End");
  await expect(focused(page)).toHaveText("Top 200");
  await page.keyboard.press("Enter");
  await expect(page.getByText("1 letter moved to “Top 200”")).toBeVisible();
});
