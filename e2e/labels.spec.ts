/** Labels. */
import { ofToday } from "../packages/server/test/support/of-today.ts";
import { expectAccessible } from "./support/axe.ts";
import { putTalk } from "./support/conversations.ts";
import { putEmails } from "./support/emails.ts";
import { row, start } from "./support/house-letters.ts";
import type { PismoServer } from "./support/server.ts";
import { expect, test } from "./support/story.ts";

async function putLabel(server: PismoServer, name: string): Promise<void> {
  const client = await server.client();
  const accountId = Object.keys((await client.session()).accounts)[0]!;
  await client.call("Label/set", { accountId, create: { label: { name } } });
}

for (const [lang, words] of ofToday([
  [
    "en",
    {
      labels: "Labels",
      find: "Find or make a label",
      name: "House",
      keyword: "house",
      done: "Done",
      takenOff: "taken off",
      remove: "Remove “House”",
      removed: "removed",
      undo: "Undo",
      edit: "Edit “House”",
      nameField: "Name",
      save: "Save",
      off: "Take off the label “House”",
      operator: "label:House",
    },
  ],
  [
    "ru",
    {
      labels: "Метки",
      find: "Найти или создать метку",
      name: "Дом",
      keyword: "dom",
      done: "Готово",
      takenOff: "снята",
      remove: "Удалить «Дом»",
      removed: "удалена",
      undo: "Отменить",
      edit: "Изменить «Дом»",
      nameField: "Название",
      save: "Сохранить",
      off: "Снять метку «Дом»",
      operator: "метка:Дом",
    },
  ],
] as const)) {
  test.describe(`in ${lang}`, () => {
    test.use({ lang });
    test("a label is made and put on by keyboard alone, listed, searched for, taken off, removed and brought back", async ({
      page,
      server,
    }) => {
      await start(page, server);
      const nav = page.getByRole("navigation").first();
      await expect(nav.getByRole("heading", { name: words.labels })).toBeHidden();
      await row(page, "Plan of the house").focus();
      await page.keyboard.press("l");
      const dialog = page.getByRole("dialog", { name: words.labels });
      await expect(dialog.getByRole("textbox", { name: words.find })).toBeFocused();
      await page.keyboard.type(words.name);
      await page.keyboard.press("Enter");
      await expect(dialog.getByRole("checkbox", { name: words.name })).toBeChecked();
      await expectAccessible(page);
      await page.keyboard.press("Escape");
      await expect(dialog).toBeHidden();

      // The row says it, and shows it without taking the subject's room.
      await expect(row(page, "Plan of the house")).toHaveAccessibleName(new RegExp(words.name));
      const line = nav.getByRole("link", { name: new RegExp(`^${words.name}`) });
      await expect(line).toHaveAccessibleName(new RegExp(`${words.name} ?1`));
      await line.click();
      await expect(page).toHaveURL(/\/all\?label=l\d+$/);
      const address = page.url();
      await expect(row(page, "Plan of the house")).toBeVisible();
      await expect(row(page, "Tickets")).toBeHidden();
      await expect(page).toHaveTitle(new RegExp(words.name));
      await expectAccessible(page);
      await page.reload();
      await expect(row(page, "Plan of the house")).toBeVisible();

      const box = page.locator("[data-search-box]");
      await box.fill(words.operator);
      await expect(page).toHaveURL(/q=/);
      // The list is that of the search: a click on the one before would be lost.
      await expect(page.locator("[data-search-box]")).toHaveValue(words.operator);
      await expect(page.getByText(/^1 (?:conversation|переписка)$/)).toBeVisible();
      await expect(row(page, "Plan of the house")).toBeVisible();
      await row(page, "Plan of the house").click();
      await page.getByRole("button", { name: words.off }).click();
      await expect(page.getByRole("button", { name: words.off })).toBeHidden();
      await page.getByRole("button", { name: words.undo, exact: true }).click();
      await expect(page.getByRole("button", { name: words.off })).toBeVisible();

      await page.goto(`${server.url}/settings/labels`);
      // The navigation has a group of the same name as the page.
      await expect(page.getByRole("navigation").getByRole("group")).not.toHaveCount(0);
      await expect(page.getByRole("button", { name: words.edit })).toBeVisible();
      await expectAccessible(page);
      await page.getByRole("button", { name: words.edit }).click();
      const form = page.getByRole("dialog");
      await form.getByRole("radio").nth(3).check();
      await expectAccessible(page);
      await form.getByRole("button", { name: words.save }).click();
      await expect(form).toBeHidden();
      await page.getByRole("button", { name: words.remove }).click();
      await expect(page.getByText(words.removed).first()).toBeVisible();
      await expect(nav.getByRole("heading", { name: words.labels })).toBeHidden();
      await page.getByRole("button", { name: words.undo, exact: true }).click();
      await expect(line).toBeVisible();
      await line.click();
      await expect(row(page, "Plan of the house")).toBeVisible();
      // Tabs that show it and addresses that were kept go on.
      expect(page.url()).toBe(address);
    });
  });
}

test("a letter that is dragged onto a label gets it, and stays where it is", async ({ page, server }) => {
  await start(page, server);
  await putLabel(server, "Trip");
  const nav = page.getByRole("navigation").first();
  const line = nav.getByRole("link", { name: /^Trip/ });
  await expect(line).toBeVisible();
  await row(page, "Tickets").dragTo(line);
  await expect(row(page, "Tickets")).toHaveAccessibleName(/Trip/);
  await expect(line).toHaveAccessibleName(/Trip ?1/);
});

test("a new label is made under the one that its typed path names, on the page of labels too", async ({
  page,
  server,
}) => {
  await putLabel(server, "Work");
  await page.goto(`${server.url}/settings/labels`);
  await page.getByRole("button", { name: "New label" }).click();
  const name = page.getByRole("dialog").getByRole("textbox");
  await name.fill("😀".repeat(60));
  await expect(page.getByRole("dialog").getByRole("alert")).toHaveCount(0);
  await name.fill("😀".repeat(61));
  await expect(page.getByRole("dialog").getByRole("alert")).toHaveText("A name has at most 60 characters.");
  await name.fill("work/Taxes");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("button", { name: "Edit “Taxes”" })).toBeVisible();
  await page.getByRole("button", { name: "Edit “Taxes”" }).click();
  await expect(page.getByRole("combobox", { name: "Under the label" }).locator("option:checked")).toHaveText("Work");
  await expect(page.getByRole("dialog").getByRole("textbox")).toHaveValue("Taxes");
});

test("labels fit a phone", async ({ page, server }) => {
  await putLabel(server, "A label with a name that is rather long for a phone");
  await page.setViewportSize({ width: 390, height: 760 });
  await page.goto(`${server.url}/settings/labels`);
  await expect(page.getByRole("button", { name: /^Edit/ })).toBeVisible();
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
  await expectAccessible(page);
});

test("removing the label that is open leads to the inbox; a double click removes once, and the focus stays in the list", async ({
  page,
  server,
}) => {
  await start(page, server);
  for (const name of ["Home", "Trip", "Work"]) await putLabel(server, name);
  const nav = page.getByRole("navigation").first();
  await nav.getByRole("link", { name: /^Trip/ }).click();
  await expect(page).toHaveURL(/label=/);
  await nav.getByRole("link", { name: /^Trip/ }).hover();
  await nav.getByRole("button", { name: /Trip/ }).click();
  await page.getByRole("menuitem", { name: "Remove" }).click();
  await expect(page).toHaveURL(/\/inbox\?letters=all$/);
  await expect(row(page, "Tickets")).toBeVisible();
  await expect(page.getByText("Label “Trip” removed")).toBeVisible();

  await page.goto(`${server.url}/settings/labels`);
  const remove = (name: string) => page.getByRole("button", { name: `Remove “${name}”` });
  await remove("Home").focus();
  await page.keyboard.press("Enter");
  await expect(remove("Home")).toBeHidden();
  await expect(remove("Work")).toBeFocused();

  await remove("Work").dblclick();
  await expect(page.getByText("Label “Work” removed")).toHaveCount(1);
  await page.keyboard.press("z");
  await expect(remove("Work")).toBeVisible();
  await expect(page.getByText("No connection")).toHaveCount(0);
});

test("Enter takes the only label that is found, and the arrow leads into the list", async ({ page, server }) => {
  await start(page, server);
  await putLabel(server, "Parents");
  await putLabel(server, "Parcels");
  await row(page, "Tickets").focus();
  await page.keyboard.press("l");
  const dialog = page.getByRole("dialog", { name: "Labels" });
  await expect(dialog.getByRole("textbox")).toBeFocused();
  await page.keyboard.type("paren");
  await page.keyboard.press("Enter");
  await expect(dialog.getByRole("checkbox", { name: "Parents" })).toBeChecked();
  await page.keyboard.type("par");
  await page.keyboard.press("ArrowDown");
  await expect(dialog.getByRole("checkbox").first()).toBeFocused();
  const boxes = dialog.getByRole("checkbox");
  await expect(boxes).toHaveCount(2);
  await page.keyboard.press("ArrowDown");
  await expect(boxes.last()).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(boxes.last()).not.toBeChecked();
  await page.keyboard.press("Space");
  await expect(boxes.last()).toBeChecked();
  // Of each label only the last word stands there.
  await expect(page.getByRole("region", { name: "Notifications" }).getByRole("button", { name: "Undo" })).toHaveCount(
    1,
  );
  await page.keyboard.press("ArrowUp");
  await page.keyboard.press("ArrowUp");
  await expect(dialog.getByRole("textbox")).toBeFocused();
});

test("labels take the room of the preview, never that of the subject", async ({ page, server }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await start(page, server);
  const client = await server.client();
  const accountId = Object.keys((await client.session()).accounts)[0]!;
  const names = ["First", "Second label", "Third label"];
  const { created } = await client.call("Label/set", {
    accountId,
    create: Object.fromEntries(names.map((name, index) => [`n${index}`, { name }])),
  });
  const keywords = Object.values(created ?? {}).map(({ keyword }) => keyword as string);
  await putEmails(server, [{ subject: "Portraits from the dacha", text: "Summer", keywords }]);
  const line = page.locator("li").filter({ has: row(page, "Portraits") });
  await expect(line.getByText("First")).toBeAttached();
  const [subject, text] = await line
    .locator("bdi")
    .filter({ hasText: "Portraits" })
    .evaluate((bdi) => [bdi.getBoundingClientRect(), bdi.parentElement!.getBoundingClientRect()]);
  expect(subject.left).toBe(text.left);
  expect(subject.right).toBeLessThanOrEqual(text.right);
  // Their colours are seen even so, on the edge of the initials.
  const dots = line.locator('[style*="--label"]:not(bdi)');
  await expect(dots).toHaveCount(3);
  for (const dot of await dots.all()) await expect(dot).toBeInViewport({ ratio: 1 });
});

test("on a phone a label with little room beside the subject ends with an ellipsis, not at the edge", async ({
  page,
  server,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await start(page, server);
  const client = await server.client();
  const accountId = Object.keys((await client.session()).accounts)[0]!;
  const { created } = await client.call("Label/set", {
    accountId,
    create: { label: { name: "A label of some words" } },
  });
  await putEmails(server, [
    { subject: "Portraits of August", text: "Summer", keywords: [created!["label"]!.keyword as string] },
  ]);
  const chip = page
    .locator("li")
    .filter({ has: row(page, "Portraits") })
    .getByText("A label of some words");
  await expect(chip).toBeAttached();
  const seen = await chip.evaluate((bdi) => {
    const room = bdi.closest("li > span > span")!.getBoundingClientRect();
    return { isShortened: bdi.scrollWidth > bdi.clientWidth, room: room.right - bdi.getBoundingClientRect().right };
  });
  expect(seen.isShortened).toBe(true);
  // That of an ellipsis for what follows.
  expect(seen.room).toBeGreaterThanOrEqual(15);
});

test("the choice of labels counts the letters of a conversation", async ({ page, server }) => {
  await putTalk(server, 3, 3);
  await page.goto(`${server.url}/inbox?letters=all`);
  await row(page, "Re: Talk").focus();
  await page.keyboard.press("l");
  await expect(page.getByRole("dialog", { name: "Labels" })).toContainText("On 3 letters");
  await page.keyboard.press("Escape");
  await row(page, "Re: Talk").focus();
  await page.keyboard.press("Control+a");
  await page.keyboard.press("l");
  await expect(page.getByRole("dialog", { name: "Labels" })).toContainText("On 1 conversation");
});

test("a label that is removed elsewhere while its form is open is said to be gone", async ({ page, server }) => {
  await putLabel(server, "House");
  const client = await server.client();
  const accountId = Object.keys((await client.session()).accounts)[0]!;
  await page.goto(`${server.url}/settings/labels`);
  await page.getByRole("button", { name: "Edit “House”" }).click();
  const name = page.getByRole("textbox", { name: "Name" });
  await name.fill("Home");
  const { list } = await client.call("Label/get", { accountId, ids: null });
  await client.call("Label/set", { accountId, destroy: [list[0]!.id!] });
  // Behind the dialog.
  await expect(page.getByRole("main", { includeHidden: true }).getByText("House", { exact: true })).toHaveCount(0);
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await expect(page.getByText("Not saved: it was removed elsewhere.")).toBeVisible();
  await expect(name).toHaveValue("Home");
});
