/** Rules: what sorts the letters that arrive. */
import { ofToday } from "../packages/server/test/support/of-today.ts";
import { expectAccessible } from "./support/axe.ts";
import { row, stored } from "./support/rules.ts";
import { expect, test } from "./support/story.ts";

for (const [lang, words] of ofToday([
  [
    "en",
    {
      new: "New rule",
      title: "Rules",
      text: "Text of condition 1",
      folder: "Put it into the folder",
      archive: "Archive",
      read: "Mark it as read",
      save: "Save",
      missing: "Write what to look for",
      nothing: "Choose what happens to the letter",
      sentence: "the sender contains “Shop”",
      sortedBy: "Sorted by a rule: When the sender contains “Shop”: put it into “Archive”, read.",
      used: "Used 1 time, last:",
      isOn: "Rule 1 is on",
      remove: "Delete rule 1",
      removed: "The rule is deleted",
      undo: "Undo",
      none: "There are no rules yet.",
    },
  ],
  [
    "ru",
    {
      new: "Новое правило",
      title: "Правила",
      text: "Текст условия 1",
      folder: "Положить в папку",
      archive: "Архив",
      read: "Отметить прочитанным",
      save: "Сохранить",
      missing: "Напишите, что искать",
      nothing: "Выберите, что сделать с письмом",
      sentence: "отправитель содержит «Shop»",
      sortedBy: "Разложено по правилу: Когда отправитель содержит «Shop»: положить в «Архив», прочитано.",
      used: "Сработало 1 раз, последний:",
      isOn: "Правило 1 включено",
      remove: "Удалить правило 1",
      removed: "Правило удалено",
      undo: "Отменить",
      none: "Правил пока нет.",
    },
  ],
] as const)) {
  test.describe(`in ${lang}`, () => {
    test.use({ lang });
    test("a rule is made by keyboard, sorts what arrives, is switched off, and comes back when it was removed", async ({
      page,
      server,
    }) => {
      await page.goto(`${server.url}/settings/rules`);
      await page.getByRole("button", { name: words.new }).focus();
      await page.keyboard.press("Enter");
      const dialog = page.getByRole("dialog");
      await expect(dialog).toBeVisible();
      await expectAccessible(page);
      await dialog.getByRole("textbox", { name: words.text }).focus();
      await page.keyboard.press("Enter");
      await expect(dialog.getByRole("alert")).toHaveText(words.missing);
      await page.keyboard.type(" Shop ");
      await page.keyboard.press("Enter");
      await expect(dialog.getByRole("alert")).toHaveText(words.nothing);
      await dialog.getByRole("combobox", { name: words.folder }).selectOption({ label: words.archive });
      await dialog.getByRole("checkbox", { name: words.read }).check();
      await dialog.getByRole("button", { name: words.save }).click();
      await expect(dialog).toBeHidden();
      const rules = page.getByRole("list", { name: words.title, exact: true });
      await expect(rules).toContainText(words.sentence);
      await expectAccessible(page);

      await server.deliver({ from: "The SHOP <a@shop.example>", subject: "Bought", text: "Thank you" });
      await server.deliver({ from: "Ann <ann@mail.example>", subject: "Greetings", text: "Hello" });
      await page.goto(`${server.url}/archive`);
      await expect(row(page, "Greetings")).toHaveCount(0);
      await row(page, "Bought").click();
      await expect(page.getByText(words.sortedBy)).toBeVisible();
      await expectAccessible(page);
      await page.goto(`${server.url}/inbox`);
      await expect(row(page, "Greetings")).toBeVisible();
      await expect(row(page, "Bought")).toHaveCount(0);

      await page.goto(`${server.url}/settings/rules`);
      await expect(rules).toContainText(words.used);
      const isOn = page.getByRole("checkbox", { name: words.isOn });
      await stored(page, () => isOn.click());
      await expect(isOn).not.toBeChecked();
      await server.deliver({ from: "The Shop <a@shop.example>", subject: "Bought again", text: "Thank you" });
      await page.goto(`${server.url}/inbox`);
      await expect(row(page, "Bought again")).toBeVisible();

      await page.goto(`${server.url}/settings/rules`);
      await page.getByRole("button", { name: words.remove }).click();
      await expect(page.getByText(words.none)).toBeVisible();
      await expect(page.getByRole("button", { name: words.new })).toBeFocused();
      await expect(page.getByText(words.removed).first()).toBeVisible();
      await page.getByRole("button", { name: words.undo, exact: true }).click();
      await expect(rules).toContainText(words.sentence);
    });
  });
}

test("a new rule says which letters it would have matched, and is applied to them", async ({ page, server }) => {
  for (const subject of ["Bought one", "Bought two", "Greetings"]) {
    await server.deliver({ from: "The Shop <a@shop.example>", subject, text: "Thank you" });
  }
  await page.goto(`${server.url}/settings/rules`);
  await page.getByRole("button", { name: "New rule" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("textbox", { name: "Text of condition 1" }).fill("shop");
  await expect(dialog.getByText("Of the letters of the last year it would have matched 3:")).toBeVisible();
  await dialog.getByRole("button", { name: "Another condition" }).click();
  await dialog.getByRole("textbox", { name: "Text of condition 2" }).fill("bought");
  await expect(dialog.getByText("Of the letters of the last year it would have matched 2:")).toBeVisible();
  const matched = dialog.getByRole("list", { name: "Letters that it would have matched" });
  await expect(matched.getByRole("link")).toHaveText([/Bought two/, /Bought one/]);
  await expect(dialog.getByRole("list", { name: "Close to it: one condition fails." })).toContainText(
    "Fails: the subject contains “bought”",
  );
  await dialog.getByRole("combobox", { name: "Put it into the folder" }).selectOption({ label: "Archive" });
  await dialog.getByRole("checkbox", { name: "Do this to the 2 letters found, too" }).check();
  await expectAccessible(page);
  await dialog.getByRole("button", { name: "Save", exact: true }).click();
  await expect(page.getByText("The rule was applied to 2 letters").first()).toBeVisible();
  await page.getByRole("link", { name: /^Archive/ }).click();
  await expect(row(page, "Bought one")).toBeVisible();
  await expect(row(page, "Bought two")).toBeVisible();
  await page.getByRole("button", { name: "Undo", exact: true }).click();
  await expect(row(page, "Bought one")).toHaveCount(0);
  await page.getByRole("link", { name: /^Inbox/ }).click();
  await expect(row(page, "Bought one")).toBeVisible();
  await expect(row(page, "Bought two")).toBeVisible();
});

test("rules change their order", async ({ page, server }) => {
  await page.goto(`${server.url}/settings/rules`);
  for (const text of ["first", "second"]) {
    await page.getByRole("button", { name: "New rule" }).click();
    await page.getByRole("textbox", { name: "Text of condition 1" }).fill(text);
    await page.getByRole("checkbox", { name: "Flag it" }).check();
    await page.getByRole("button", { name: "Save", exact: true }).click();
    await expect(page.getByRole("listitem").filter({ hasText: `“${text}”` })).toBeVisible();
  }
  const sentences = page.getByRole("list", { name: "Rules", exact: true }).getByRole("listitem");
  await stored(page, () => page.getByRole("button", { name: "Move rule 2 up" }).click());
  await expect(sentences.first()).toContainText("“second”");
  await expect(page.getByRole("button", { name: "Move rule 1 up" })).toBeDisabled();
  await page.reload();
  await expect(sentences.first()).toContainText("“second”");
});

test("a form that is saved changes its rule, though another tab has switched that off", async ({
  page,
  server,
  context,
}) => {
  await page.goto(`${server.url}/settings/rules`);
  await page.getByRole("button", { name: "New rule" }).click();
  const text = page.getByRole("textbox", { name: "Text of condition 1" });
  await text.fill("first");
  await page.getByRole("checkbox", { name: "Flag it" }).check();
  const save = page.getByRole("button", { name: "Save", exact: true });
  await stored(page, () => save.click());
  const other = await context.newPage();
  await other.addInitScript(() => localStorage.setItem("lang", "en"));
  await other.goto(`${server.url}/settings/rules`);
  await page.getByRole("button", { name: "Edit rule 1" }).click();
  await text.fill("second");
  await stored(other, () => other.getByLabel("Rule 1 is on").click());
  await expect(page.getByLabel("Rule 1 is on")).not.toBeChecked();
  await stored(page, () => save.click());
  const rules = page.getByRole("list", { name: "Rules", exact: true }).getByRole("listitem");
  await expect(rules).toHaveCount(1);
  await expect(rules).toContainText("“second”");
  await expect(page.getByLabel("Rule 1 is on")).not.toBeChecked();
  await expect(other.getByRole("list", { name: "Rules", exact: true })).toContainText("“second”");
});

test("the page and the form fit a phone", async ({ page, server }) => {
  await page.setViewportSize({ width: 390, height: 760 });
  await page.goto(`${server.url}/settings/rules`);
  await page.getByRole("button", { name: "New rule" }).click();
  await page.getByRole("button", { name: "Another condition" }).click();
  await expect(page.getByRole("textbox", { name: "Text of condition 2" })).toBeVisible();
  await expectAccessible(page);
  await page.getByRole("button", { name: "Remove condition 2" }).click();
  await page
    .getByRole("textbox", { name: "Text of condition 1" })
    .fill("a rather long-word-that-has-no-spaces@example.org");
  await page.getByRole("checkbox", { name: "Flag it" }).check();
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await expect(page.getByRole("button", { name: "Delete rule 1" })).toBeVisible();
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
  await expectAccessible(page);
});

test.describe("from a letter", () => {
  test.use({ lang: "ru" });
  test("a rule is proposed by its list, and files what arrives", async ({ page, server }) => {
    const list = { headers: { "List-Id": "News <news.club.example>" } };
    await server.deliver({ from: "Клуб <a@club.example>", subject: "Re: Встреча", text: "Приходите", ...list });
    await page.goto(`${server.url}/inbox`);
    await row(page, "Встреча").click();
    await page.getByRole("toolbar").getByRole("button", { name: "Ещё" }).click();
    await page.getByRole("menuitem", { name: "Всегда раскладывать такие письма …" }).press("Enter");
    const dialog = page.getByRole("dialog", { name: "Новое правило" });
    const like = dialog.getByRole("combobox", { name: "Такие письма" });
    await expect(like.locator("option:checked")).toHaveText("все письма рассылки news.club.example");
    await like.selectOption({ label: "все письма с темой «Встреча»" });
    await expect(dialog.getByRole("textbox", { name: "Текст условия 1" })).toHaveValue("Встреча");
    await like.selectOption({ label: "все письма от a@club.example" });
    await expect(dialog.getByText("Из писем за последний год подошло бы 1:")).toBeVisible();
    await dialog.getByRole("combobox", { name: "Положить в папку" }).selectOption({ label: "Архив" });
    await expectAccessible(page);
    await dialog.getByRole("button", { name: "Сохранить" }).click();
    await expect(page.getByText("Правило сохранено и раскладывает то, что придёт").first()).toBeVisible();
    await server.deliver({ from: "Клуб <a@club.example>", subject: "Отчёт", text: "Вот он" });
    await page.goto(`${server.url}/archive`);
    await expect(row(page, "Отчёт")).toBeVisible();
    await expect(row(page, "Встреча")).toHaveCount(0);
  });
});
