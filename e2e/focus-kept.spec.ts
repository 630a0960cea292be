/** The focus never falls to the body where what had it goes away by a key. */
import type { Locator, Page } from "@playwright/test";
import { compose } from "./support/compose.ts";
import { putTalk, row } from "./support/conversations.ts";
import { putEmails } from "./support/emails.ts";
import { start } from "./support/house-letters.ts";
import { png } from "./support/images.ts";
import { expect, test } from "./support/story.ts";

const focused = (page: Page): Promise<string> =>
  page.evaluate(() => document.activeElement?.outerHTML.slice(0, 160) ?? "<body");

/** The focus is somewhere, and stays there. */
async function expectKept(page: Page): Promise<void> {
  await expect.poll(() => focused(page)).not.toMatch(/^<body/);
  await page.waitForTimeout(300);
  expect(await focused(page)).not.toMatch(/^<body/);
}

/** @returns what lets them go on */
async function holdRequests(page: Page): Promise<() => void> {
  const held = Promise.withResolvers<void>();
  await page.route("**/jmap/**", async (route) => {
    await held.promise;
    await route.continue();
  });
  return held.resolve;
}

const press = async (control: Locator): Promise<void> => {
  await control.focus();
  await control.press("Enter");
};

test("Escape leaves the search field for the row that keys act on, Enter for the first result", async ({
  page,
  server,
}) => {
  await start(page, server);
  const box = page.locator("[data-search-box]");
  await page.keyboard.press("/");
  await expect(box).toBeFocused();
  await page.keyboard.type("roof");
  await expect(row(page, /Old roof/)).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(box).toHaveValue("");
  await expect(box).toBeFocused();
  await expect(row(page, /Tickets/)).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(page.locator('main [data-letter][tabindex="0"]')).toBeFocused();
  await page.keyboard.press("/");
  await page.keyboard.type("roof");
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/q=roof/);
  await expect(page.locator('main [data-letter][tabindex="0"]')).toBeFocused();
});

test("what is split off leaves the focus to the letter beside it, and Undo gives it back to the page", async ({
  page,
  server,
}) => {
  await putTalk(server, 4, 0);
  await page.goto(server.url);
  await row(page, /Talk/).click();
  const menus = page.getByRole("button", { name: /^More: letter from/ });
  await expect(menus).toHaveCount(4);
  await press(menus.nth(1));
  await page.getByRole("menuitem", { name: "Split off this letter" }).press("Enter");
  await expect(menus).toHaveCount(3);
  await expectKept(page);
  await expect(page.locator("[data-thread-letter]:focus-within")).toHaveCount(1);
  await press(page.getByRole("button", { name: "Undo" }));
  await expect(menus).toHaveCount(4);
  await expectKept(page);
  await press(menus.nth(2));
  await page.getByRole("menuitem", { name: "Split off from here" }).press("Enter");
  await expect(menus).toHaveCount(2);
  await expectKept(page);
  await press(menus.nth(1));
  await page.getByRole("menuitem", { name: "Delete" }).press("Enter");
  await expect(menus).toHaveCount(0);
  await expectKept(page);
});

test("joining, muting, archiving and deleting keep it", async ({ page, server }) => {
  await putTalk(server, 2, 0);
  await putEmails(server, [{ subject: "Alone" }, { subject: "Last" }]);
  await page.goto(server.url);
  await row(page, /Alone/).click();
  const toolbar = page.getByRole("toolbar");
  await press(toolbar.getByRole("button", { name: "More", exact: true }));
  await page.getByRole("menuitem", { name: "Join with…" }).press("Enter");
  await press(page.getByRole("dialog").getByRole("button", { name: /Talk/ }));
  await expect(page.getByText("2 conversations joined")).toBeVisible();
  await expectKept(page);
  await press(toolbar.getByRole("button", { name: "Mute conversation" }));
  await expect(toolbar.getByRole("button", { name: "Unmute conversation" })).toBeVisible();
  await expectKept(page);
  await press(toolbar.getByRole("button", { name: "Archive" }));
  await expect(row(page, /Last/)).toBeVisible();
  await expectKept(page);
  await row(page, /Last/).press("Enter");
  await press(toolbar.getByRole("button", { name: "Delete" }));
  await expect(page.getByText("No letters", { exact: true })).toBeVisible();
  await expectKept(page);
  await press(page.getByRole("button", { name: "Undo" }).last());
  await expect(row(page, /Last/)).toBeVisible();
  await expectKept(page);
});

test("a label is taken off, a search removed, a folder deleted and the trash emptied, and it is kept", async ({
  page,
  server,
}) => {
  const client = await server.client();
  const accountId = Object.keys((await client.session()).accounts)[0]!;
  await client.call("Label/set", { accountId, create: { label: { name: "House" } } });
  await client.call("Mailbox/set", { accountId, create: { box: { name: "Old box" } } });
  await putEmails(server, [{ subject: "Thrown away", folder: "trash" }]);
  await start(page, server);
  await row(page, /Tickets/).focus();
  await page.keyboard.press("l");
  const labels = page.getByRole("dialog", { name: "Labels" });
  await expect(labels.getByRole("textbox")).toBeFocused();
  await page.keyboard.type("House");
  await page.keyboard.press("Enter");
  await expect(labels.getByRole("checkbox", { name: "House" })).toBeChecked();
  await page.keyboard.press("Escape");
  await expect(labels).toBeHidden();
  await expectKept(page);
  await row(page, /Tickets/).press("Enter");
  await press(page.getByRole("button", { name: "Take off the label “House”" }));
  await expect(page.getByRole("button", { name: "Take off the label “House”" })).toBeHidden();
  await expectKept(page);

  await page.locator("[data-search-box]").fill("roof");
  await page.keyboard.press("Enter");
  await press(page.getByRole("button", { name: "Save this search" }));
  await page.keyboard.press("Enter");
  await expect(page.getByRole("button", { name: "Save this search" })).toBeHidden();
  await expectKept(page);
  await press(page.getByRole("button", { name: "Actions: roof" }));
  await page.getByRole("menuitem", { name: "Remove" }).press("Enter");
  await expect(page.getByRole("button", { name: "Actions: roof" })).toBeHidden();
  await expectKept(page);

  await press(page.getByRole("button", { name: "Actions for folder “Old box”" }));
  await page.getByRole("menuitem", { name: "Delete" }).press("Enter");
  await press(page.getByRole("dialog").getByRole("button", { name: "Delete" }));
  await expect(page.getByRole("button", { name: "Actions for folder “Old box”" })).toBeHidden();
  await expectKept(page);
  await page.goto(`${server.url}/trash?letters=all`);
  await press(page.getByRole("button", { name: "Actions for folder “Trash”" }));
  await page.getByRole("menuitem", { name: "Empty trash" }).press("Enter");
  await press(page.getByRole("dialog").getByRole("button", { name: "Empty trash" }));
  await expect(page.getByText("No letters", { exact: true })).toBeVisible();
  await expectKept(page);
});

test("labels and contacts that are removed leave it to those beside them", async ({ page, server }) => {
  const client = await server.client();
  const accountId = Object.keys((await client.session()).accounts)[0]!;
  await client.call("Label/set", { accountId, create: { a: { name: "House" }, b: { name: "Work" } } });
  await page.goto(`${server.url}/settings/labels`);
  await press(page.getByRole("button", { name: "Remove “House”" }));
  await expect(page.getByRole("button", { name: "Remove “House”" })).toBeHidden();
  await expectKept(page);
  await expect(page.locator("main :focus")).toHaveAccessibleName(/Work|Labels/);
  await page.goto(`${server.url}/contacts`);
  await press(page.getByRole("link", { name: "New contact" }).or(page.getByRole("button", { name: "New contact" })));
  await page.getByRole("textbox", { name: "First name" }).fill("Zoe");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("button", { name: "Edit" })).toBeVisible();
  await expectKept(page);
  await press(page.getByRole("button", { name: "Delete" }));
  await expect(page.getByRole("button", { name: "Edit" })).toBeHidden();
  await expectKept(page);
});

test("a letter that waits is sent now, and the next one has the focus, not what would cancel it", async ({
  page,
  server,
}) => {
  await page.goto(server.url);
  for (const subject of ["One", "Two"]) {
    const popup = await compose(page);
    await popup.to.fill("you@pismo.localhost");
    await popup.subject.fill(subject);
    await popup.text.pressSequentially("Hello");
    await popup.dialog.getByRole("button", { name: "Schedule", exact: true }).click();
    await page.getByRole("menuitem", { name: /^Tomorrow morning/ }).click();
    await expect(popup.dialog).toBeHidden();
  }
  await page.goto(`${server.url}/scheduled`);
  const letters = page.getByRole("main").getByRole("listitem");
  await expect(letters).toHaveCount(2);
  await press(letters.first().getByRole("button", { name: /^Send now/ }));
  await expect(letters).toHaveCount(1);
  await expect(letters.getByRole("link")).toBeFocused();
});

test("a letter that goes to another account slowly leaves the focus where it was", async ({ page, server }) => {
  await server.pismo("mailbox", "add", "anna");
  await page.goto(server.url);
  const popup = await compose(page);
  await popup.subject.fill("Slowly");
  await popup.files.setInputFiles({ name: "plan.png", mimeType: "image/png", buffer: png(30, 20, [20, 120, 60]) });
  await expect(popup.saved).toBeVisible();
  const form = popup.dialog.locator("form");
  const choice = popup.dialog.getByRole("combobox", { name: "From", exact: true });
  await choice.focus();
  const letGo = await holdRequests(page);
  await page.keyboard.press("ArrowDown");
  await expect(form).toHaveAttribute("aria-busy", "true");
  // Longer than what is disabled is waited for elsewhere.
  await page.waitForTimeout(2500);
  letGo();
  await expect(form).toHaveAttribute("aria-busy", "false");
  await expect(choice.locator("option:checked")).toHaveText("anna <anna@pismo.localhost>");
  await page.waitForTimeout(300);
  await expect(choice).toBeFocused();
});

test.describe("of a mailbox with a limit", () => {
  test.use({ env: { PISMO_QUOTA: "30K" } });

  test("a letter that was sent by keys and is refused after a while leaves the focus where it was", async ({
    page,
    server,
  }) => {
    await page.goto(server.url);
    const popup = await compose(page);
    await popup.to.fill("you@pismo.localhost");
    await popup.text.fill("x".repeat(40_000));
    await popup.subject.fill("Large");
    await expect(popup.dialog.getByText("The mailbox is full: the draft is not on the server")).toBeVisible();
    const letGo = await holdRequests(page);
    await popup.subject.press("Control+Enter");
    await expect(popup.dialog.locator("form")).toHaveAttribute("aria-busy", "true");
    // Longer than what is disabled is waited for elsewhere.
    await page.waitForTimeout(2500);
    letGo();
    await expect(popup.dialog.getByRole("alert")).toHaveText(/^The mailbox is full: free some space/);
    await page.waitForTimeout(300);
    await expect(popup.subject).toBeFocused();
  });
});
