/** Rules: what sorts the letters that arrive. */
import type { Page } from "@playwright/test";
import { expectAccessible } from "./support/axe.ts";
import type { PismoServer } from "./support/server.ts";
import { expect, test } from "./support/story.ts";

const row = (page: Page, subject: string) => page.getByRole("link", { name: new RegExp(subject) });

/** Does something that is shown at once, and waits until the server has it. */
async function stored(page: Page, act: () => Promise<void>): Promise<void> {
  const response = page.waitForResponse((each) => each.request().postData()?.includes("SieveScript/set") === true);
  await act();
  await response;
}

/** A script from elsewhere, which sorts from now on. */
async function putScript(server: PismoServer, text: string): Promise<void> {
  const client = await server.client();
  const accountId = Object.keys((await client.session()).accounts)[0]!;
  const { blobId } = await client.upload(accountId, new TextEncoder().encode(text), "application/sieve");
  await client.call("SieveScript/set", {
    accountId,
    create: { s: { name: "By hand", blobId } },
    onSuccessActivateScript: "#s",
  });
}

/** Another device stores the active script. */
async function changeScript(server: PismoServer, text: string): Promise<void> {
  const client = await server.client();
  const accountId = Object.keys((await client.session()).accounts)[0]!;
  const { blobId } = await client.upload(accountId, new TextEncoder().encode(text), "application/sieve");
  const { ids } = await client.call("SieveScript/query", { accountId, filter: { isActive: true } });
  await client.call("SieveScript/set", { accountId, update: { [ids[0]!]: { blobId } } });
}

for (const [lang, words] of [
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
] as const) {
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

test("a script from elsewhere is shown whole, and a mistake in it by its line", async ({ page, server }) => {
  const script = 'require "fileinto";\nif header :contains "subject" "x" {\n  fileinto "Archive";\n}\n';
  await putScript(server, script);
  await page.goto(`${server.url}/settings/rules`);
  const text = page.getByRole("textbox", { name: "Script “By hand”" });
  await expect(text).toHaveValue(script);
  await text.fill(script.replace('fileinto "Archive"', 'filein "Archive"'));
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await expect(page.getByRole("alert")).toHaveText('Line 3: there is no command "filein"');
  const selected = await text.evaluate((area: HTMLTextAreaElement) =>
    area.value.slice(area.selectionStart, area.selectionEnd),
  );
  expect(selected).toBe('  filein "Archive";');
  await expectAccessible(page);
  await text.fill(script.replace('"x"', '"y"'));
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await expect(page.getByText("The script is saved")).toBeVisible();
  await page.getByRole("button", { name: "Switch the script off" }).click();
  await expect(page.getByRole("button", { name: "New rule" })).toBeVisible();
  await page.reload();
  await expect(page.getByText("There are no rules yet.")).toBeVisible();
});

test("the page follows what another device stores", async ({ page, server }) => {
  await page.goto(`${server.url}/settings/rules`);
  await expect(page.getByText("There are no rules yet.")).toBeVisible();
  await putScript(server, "keep;\n");
  await expect(page.getByRole("textbox", { name: "Script “By hand”" })).toHaveValue("keep;\n");
});

test("a script that fails leaves the letter in the inbox, and the page says why", async ({ page, server }) => {
  await putScript(server, 'require "fileinto";\nfileinto "Nowhere";\n');
  await server.deliver({ subject: "Not sorted", from: "ann@mail.example", text: "Hello" });
  await page.goto(`${server.url}/inbox`);
  await expect(row(page, "Not sorted")).toBeVisible();
  await page.goto(`${server.url}/settings/rules`);
  await expect(page.getByText('Line 2: there is no folder "Nowhere"')).toBeVisible();
  await expectAccessible(page);
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

test("a domain is blocked with its letters, and Undo takes back both", async ({ page, server }) => {
  const from = "Win <win@spam.example>";
  await server.deliver({ from, subject: "You have won", text: "A car" });
  await server.deliver({ from: "Other <other@spam.example>", subject: "Won again", text: "A house" });
  await page.goto(`${server.url}/inbox`);
  await row(page, "You have won").click();
  await page.getByRole("toolbar").getByRole("button", { name: "More" }).click();
  await page.getByRole("menuitem", { name: "Block the sender …" }).press("Enter");
  const dialog = page.getByRole("dialog", { name: "Block a sender" });
  await expect(dialog.getByRole("checkbox", { name: "Move the 1 letter that is here, too" })).toBeVisible();
  await dialog.getByRole("radio", { name: "all addresses of spam.example" }).check();
  await dialog.getByRole("checkbox", { name: "Move the 2 letters that are here, too" }).check();
  await expectAccessible(page);
  await dialog.getByRole("button", { name: "Block", exact: true }).click();
  await expect(page.getByText("Blocked: spam.example. 2 letters moved").first()).toBeVisible();
  await server.deliver({ from, subject: "You have won more", text: "A boat" });
  await page.getByRole("link", { name: /^Spam/ }).click();
  for (const subject of ["You have won", "Won again", "You have won more"]) {
    await expect(row(page, `${subject}(?! more)`)).toBeVisible();
  }
  await stored(page, () => page.getByRole("button", { name: "Undo", exact: true }).click());
  await expect(row(page, "Won again")).toHaveCount(0);
  await server.deliver({ from, subject: "You have won nothing", text: "Sorry" });
  await page.getByRole("link", { name: /^Inbox/ }).click();
  await expect(row(page, "Won again")).toBeVisible();
  await expect(row(page, "You have won nothing")).toBeVisible();
});

test("a person's card blocks them", async ({ page, server }) => {
  await server.deliver({ from: "Win <win@spam.example>", subject: "You have won", text: "A car" });
  await page.goto(`${server.url}/inbox`);
  await row(page, "You have won").click();
  await page.getByRole("button", { name: "Win", exact: true }).press("Enter");
  await page.getByRole("dialog", { name: "Win" }).getByRole("button", { name: "Block …" }).press("Enter");
  const dialog = page.getByRole("dialog", { name: "Block a sender" });
  await dialog.getByRole("radio", { name: "Trash" }).check();
  await dialog.getByRole("button", { name: "Block", exact: true }).press("Enter");
  await expect(page.getByText("Blocked: win@spam.example").first()).toBeVisible();
  await page.goto(`${server.url}/settings/rules`);
  await expect(page.getByRole("list", { name: "Rules", exact: true })).toContainText(
    "the sender's address is “win@spam.example”",
  );
});

test("a rule sends letters on once the person has allowed it, which the inbox and the sessions say", async ({
  page,
  server,
}) => {
  await page.goto(`${server.url}/settings/rules`);
  await page.getByRole("button", { name: "New rule" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("textbox", { name: "Text of condition 1" }).fill("shop");
  await dialog.getByRole("checkbox", { name: "Send it on" }).check();
  await dialog.getByRole("textbox", { name: "To the address" }).fill("ann");
  await dialog.getByRole("button", { name: "Save", exact: true }).click();
  await expect(dialog.getByRole("alert")).toHaveText("Write the whole address to send letters on to");
  await dialog.getByRole("textbox", { name: "To the address" }).fill("ann@b.example");
  await dialog.getByRole("button", { name: "Save", exact: true }).click();
  await expect(dialog.getByText("Letters that arrive will be sent on to ann@b.example")).toBeVisible();
  await expectAccessible(page);
  await dialog.getByRole("button", { name: "Allow and save" }).click();
  await expect(dialog).toBeHidden();
  await expect(page.getByRole("list", { name: "Rules", exact: true })).toContainText("send it on to ann@b.example");

  await page.goto(`${server.url}/inbox`);
  await expect(page.getByRole("region", { name: "Letters that are sent on" })).toContainText("ann@b.example");
  await expectAccessible(page);
  await page.goto(`${server.url}/settings/sessions`);
  await page.getByRole("button", { name: "Send nothing on to ann@b.example" }).click();
  await expect(page.getByText("Letters are no longer sent on to ann@b.example").first()).toBeVisible();
  await expect(page.getByRole("list", { name: "Rules send your letters on" })).toHaveCount(0);
});

test("a script that changes elsewhere leaves what is typed, and both can be had", async ({ page, server }) => {
  await putScript(server, "keep;\n");
  await page.goto(`${server.url}/settings/rules`);
  const text = page.getByRole("textbox", { name: "Script “By hand”" });
  await text.fill("keep; # mine\n");
  await changeScript(server, "keep; # theirs\n");
  await expect(page.getByText("The script has changed elsewhere.")).toBeVisible();
  await expect(text).toHaveValue("keep; # mine\n");
  await expectAccessible(page);
  await page.getByRole("button", { name: "Keep what I typed" }).click();
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await expect(page.getByText("The script is saved").first()).toBeVisible();
  await changeScript(server, "keep; # theirs again\n");
  await expect(text).toHaveValue("keep; # theirs again\n");
});
