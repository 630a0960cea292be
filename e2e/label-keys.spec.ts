/** Labels by keyboard alone: made, renamed, coloured, nested, put on, taken off, removed and brought back. */
import type { Locator, Page } from "@playwright/test";
import { ofToday } from "../packages/server/test/support/of-today.ts";
import { expectAccessible } from "./support/axe.ts";
import { putEmails } from "./support/emails.ts";
import { expect, test } from "./support/story.ts";

/** Presses Tab until the focus is there, as a person does. */
async function tabTo(page: Page, target: Locator): Promise<void> {
  await expect(target).toBeVisible();
  const isThere = (): Promise<boolean> => target.evaluate((element) => element === document.activeElement);
  for (let presses = 0; presses < 150; presses++) {
    if (await isThere()) return;
    await page.keyboard.press("Tab");
  }
  throw new Error("Tab never reached it");
}

async function press(page: Page, target: Locator, key = "Enter"): Promise<void> {
  await tabTo(page, target);
  await page.keyboard.press(key);
}

for (const [lang, words] of ofToday([
  [
    "en",
    {
      labels: "Labels",
      add: "New label",
      name: "Name",
      colour: "Colour",
      under: "Under the label",
      red: "Red",
      save: "Save",
      edit: (name: string) => `Edit “${name}”`,
      remove: (name: string) => `Remove “${name}”`,
      removed: /removed/,
      undo: "Undo",
      find: "Find or make a label",
      takeOff: (name: string) => `Take off the label “${name}”`,
    },
  ],
  [
    "ru",
    {
      labels: "Метки",
      add: "Новая метка",
      name: "Название",
      colour: "Цвет",
      under: "Внутри метки",
      red: "Красный",
      save: "Сохранить",
      edit: (name: string) => `Изменить «${name}»`,
      remove: (name: string) => `Удалить «${name}»`,
      removed: /удалена/,
      undo: "Отменить",
      find: "Найти или создать метку",
      takeOff: (name: string) => `Снять метку «${name}»`,
    },
  ],
] as const)) {
  test.describe(`in ${lang}`, () => {
    test.use({ lang });
    test("labels are made, nested, renamed, coloured, put on, taken off, removed and brought back by keys", async ({
      page,
      server,
    }) => {
      await putEmails(server, [{ subject: "Plan of the house" }, { subject: "Tickets" }]);
      await page.goto(`${server.url}/settings/labels`);
      const list = page.getByRole("list", { name: words.labels }).last();
      const dialog = page.getByRole("dialog");
      const make = async (name: string): Promise<void> => {
        await press(page, page.getByRole("button", { name: words.add, exact: true }));
        await expect(dialog.getByRole("textbox", { name: words.name })).toBeFocused();
        await page.keyboard.type(name);
        await page.keyboard.press("Enter");
        await expect(dialog).toBeHidden();
        await expect(list.getByRole("link", { name, exact: true })).toBeVisible();
      };
      await make("Home");
      await make("Roof");

      // Renamed, coloured and put under the other: name, colour and place are one Tab apart.
      await press(page, list.getByRole("button", { name: words.edit("Roof") }));
      await expect(dialog.getByRole("textbox", { name: words.name })).toBeFocused();
      await page.keyboard.press("Control+a");
      await page.keyboard.type("Attic");
      const colours = dialog.getByRole("group", { name: words.colour });
      await tabTo(page, colours.locator(":checked"));
      const red = colours.getByRole("radio", { name: words.red });
      for (let presses = 0; presses < 12 && !(await red.isChecked()); presses++)
        await page.keyboard.press("ArrowRight");
      await expect(red).toBeChecked();
      const under = dialog.getByRole("combobox", { name: words.under });
      await tabTo(page, under);
      await page.keyboard.press("ArrowDown");
      await expect(under.locator("option:checked")).toHaveText("Home");
      await expectAccessible(page);
      await press(page, dialog.getByRole("button", { name: words.save }));
      await expect(dialog).toBeHidden();
      await expect(list.getByRole("link")).toHaveText(["Home", "Attic"]);
      const [home, attic] = [list.getByRole("listitem").first(), list.getByRole("listitem").last()];
      expect((await attic.getByRole("link").boundingBox())!.x).toBeGreaterThan(
        (await home.getByRole("link").boundingBox())!.x,
      );

      // Put on the letter of a row, and taken off in the letter.
      await page.goto(`${server.url}/inbox?letters=all`);
      const row = page.getByRole("main").getByRole("link", { name: /Plan of the house/ });
      await tabTo(page, page.locator("[data-active] [data-letter]"));
      for (let presses = 0; presses < 3 && !(await row.evaluate((each) => each === document.activeElement)); presses++)
        await page.keyboard.press("ArrowDown");
      await expect(row).toBeFocused();
      await page.keyboard.press("l");
      await expect(dialog.getByRole("textbox", { name: words.find })).toBeFocused();
      await page.keyboard.type("att");
      await page.keyboard.press("ArrowDown");
      const box = dialog.getByRole("checkbox", { name: "Attic" });
      await expect(box).toBeFocused();
      await page.keyboard.press("Space");
      await expect(box).toBeChecked();
      await expectAccessible(page);
      await page.keyboard.press("Escape");
      await expect(dialog).toBeHidden();
      await expect(row).toBeFocused();
      await expect(row).toHaveAccessibleName(/Attic/);
      await page.keyboard.press("Enter");
      const takeOff = page.getByRole("button", { name: words.takeOff("Attic") });
      await press(page, takeOff);
      await expect(takeOff).toBeHidden();
      await press(page, page.getByRole("button", { name: words.undo, exact: true }).last());
      await expect(takeOff).toBeVisible();

      // Removed, and brought back under the same address, on the same letter, at the same place.
      await page.goto(`${server.url}/settings/labels`);
      const address = await list.getByRole("link", { name: "Attic" }).getAttribute("href");
      await press(page, list.getByRole("button", { name: words.remove("Attic") }));
      await expect(page.getByText(words.removed).first()).toBeVisible();
      await expect(list.getByRole("link")).toHaveText(["Home"]);
      await press(page, page.getByRole("button", { name: words.undo, exact: true }).last());
      await expect(list.getByRole("link")).toHaveText(["Home", "Attic"]);
      await expect(list.getByRole("link", { name: "Attic" })).toHaveAttribute("href", address!);
      await press(page, list.getByRole("link", { name: "Attic" }));
      await expect(page.getByRole("main").getByRole("link", { name: /Plan of the house/ })).toBeVisible();
    });
  });
}

test("what is typed while the code of the choice of labels is on the way stands in its field", async ({
  page,
  server,
}) => {
  await putEmails(server, [{ subject: "Tickets" }]);
  const { promise: held, resolve: release } = Promise.withResolvers<void>();
  await page.route(/EmailQuestion-[^/]*\.js$/, async (route) => {
    await held;
    await route.continue();
  });
  await page.goto(`${server.url}/inbox?letters=all`);
  const row = page.getByRole("main").getByRole("link", { name: /Tickets/ });
  await row.focus();
  await page.keyboard.press("l");
  await expect(page.locator('[role="dialog"]')).toBeAttached();
  // One of the letters would archive the letter, and Enter would open it.
  await page.keyboard.type("erre");
  await page.keyboard.press("Backspace");
  await page.keyboard.press("Enter");
  release();
  const dialog = page.getByRole("dialog", { name: "Labels" });
  const field = dialog.getByRole("textbox");
  await expect(field).toBeFocused();
  await expect(field).toHaveValue("err");
  await page.keyboard.type("ands");
  await expect(dialog.getByRole("button", { name: "errands" })).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(row).toBeFocused();
  await expect(page).toHaveURL(/\/inbox/);
  await expect(page.getByText("1 letter archived")).toHaveCount(0);
});

test("what is typed while the code of popups is on the way stands in the name of a search", async ({
  page,
  server,
}) => {
  await putEmails(server, [{ subject: "Tickets" }]);
  const { promise: held, resolve: release } = Promise.withResolvers<void>();
  await page.route(/popup-parts-[^/]*\.js$/, async (route) => {
    await held;
    await route.continue();
  });
  await page.goto(`${server.url}/all?q=tickets`);
  await press(page, page.getByRole("button", { name: "Save this search" }));
  await page.keyboard.type("Journeys", { delay: 20 });
  release();
  const name = page.getByRole("dialog", { name: "Save this search" }).getByRole("textbox");
  await expect(name).toBeFocused();
  await expect(name).toHaveValue("Journeys");
});
