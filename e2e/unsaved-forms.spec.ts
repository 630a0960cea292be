/** Forms with changes: leaving one asks first, whichever way it is left. */
import type { Page } from "@playwright/test";
import { ofToday } from "../packages/server/test/support/of-today.ts";
import { expectAccessible } from "./support/axe.ts";
import { cardOf, putCards } from "./support/cards.ts";
import { expect, test } from "./support/story.ts";

const words = {
  en: {
    question: "Leave without saving?",
    stay: "Stay",
    leave: "Leave",
    inbox: "Inbox",
    make: "New contact",
    given: "First name",
    note: "Notes",
    save: "Save",
    cancel: "Cancel",
    newRule: "New rule",
    rule: "Text of condition 1",
    text: "Text of the answer",
  },
  ru: {
    question: "Уйти без сохранения?",
    stay: "Остаться",
    leave: "Уйти",
    inbox: "Входящие",
    make: "Новый контакт",
    given: "Имя",
    note: "Заметки",
    save: "Сохранить",
    cancel: "Отменить",
    newRule: "Новое правило",
    rule: "Текст условия 1",
    text: "Текст ответа",
  },
} as const;

function questionOf(page: Page, lang: keyof typeof words) {
  const { question, stay, leave } = words[lang];
  const dialog = page.getByRole("dialog", { name: question });
  const button = (name: string) => dialog.getByRole("button", { name, exact: true });
  return { dialog, stay: button(stay), leave: button(leave) };
}

for (const lang of ofToday(["en", "ru"] as const)) {
  const w = words[lang];
  test.describe(`in ${lang}`, () => {
    test.use({ lang });

    test("a contact that is being written is left by link, key or Back only when the person agrees", async ({
      page,
      server,
    }) => {
      const question = questionOf(page, lang);
      const inbox = page.getByRole("navigation").getByRole("link", { name: w.inbox });
      const note = page.getByRole("textbox", { name: w.note });
      const make = page.getByRole("button", { name: w.make });
      await page.goto(`${server.url}/contacts`);
      await make.click();
      await expect(page.getByRole("textbox", { name: w.given })).toBeFocused();
      // Nothing was changed.
      await page.goBack();
      await expect(page).toHaveURL(/\/contacts$/);
      await make.click();
      await note.fill("Met in Tver");

      await inbox.focus();
      await page.keyboard.press("Enter");
      await expect(question.stay).toBeFocused();
      await expectAccessible(page);
      await page.screenshot({ path: `test-results/unsaved-contact-${lang}.png` });
      await page.keyboard.press("Enter");
      await expect(question.dialog).toBeHidden();
      await expect(inbox).toBeFocused();
      await page.keyboard.press("g");
      await page.keyboard.press("i");
      await expect(question.dialog).toBeVisible();
      await page.keyboard.press("Escape");
      await expect(question.dialog).toBeHidden();
      await note.focus();
      await page.goBack();
      await question.stay.click();
      await expect(page).toHaveURL(/\/contacts\/new$/);
      await expect(note).toBeFocused();
      await expect(note).toHaveValue("Met in Tver");
      await page.goBack();
      await question.leave.click();
      await expect(page).toHaveURL(/\/contacts$/);
      await expect(question.dialog).toBeHidden();
    });

    test("a contact that is saved or given up asks nothing", async ({ page, server }) => {
      const question = questionOf(page, lang);
      await page.goto(`${server.url}/contacts/new`);
      await page.getByRole("textbox", { name: w.given }).fill("Anna");
      await page.getByRole("button", { name: w.cancel, exact: true }).click();
      await expect(page).toHaveURL(/\/contacts$/);
      await page.goto(`${server.url}/contacts/new`);
      await page.getByRole("textbox", { name: w.given }).fill("Anna");
      await page.getByRole("button", { name: w.save, exact: true }).click();
      await expect(page.getByRole("heading", { name: "Anna" })).toBeVisible();
      await expect(question.dialog).toBeHidden();
      await page.getByRole("navigation").getByRole("link", { name: w.inbox }).click();
      await expect(page).toHaveURL(/\/inbox/);
    });

    test("a rule that is being written is closed by Escape or a click beside it when the person agrees", async ({
      page,
      server,
    }) => {
      const question = questionOf(page, lang);
      await page.goto(`${server.url}/settings/rules`);
      const make = page.getByRole("button", { name: w.newRule });
      const form = page.getByRole("dialog", { name: w.newRule });
      const text = form.getByRole("textbox", { name: w.rule });
      await make.click();
      await expect(form).toBeVisible();
      await page.keyboard.press("Escape");
      await expect(form).toBeHidden();
      await expect(make).toBeFocused();

      await make.click();
      await text.fill("Shop");
      await page.keyboard.press("Escape");
      await expect(question.stay).toBeFocused();
      await expectAccessible(page);
      await page.screenshot({ path: `test-results/unsaved-rule-${lang}.png` });
      await page.keyboard.press("Escape");
      await expect(question.dialog).toBeHidden();
      await expect(text).toBeFocused();
      await page.mouse.click(5, 5);
      await question.stay.click();
      await expect(text).toHaveValue("Shop");
      await page.mouse.click(5, 5);
      await question.leave.click();
      await expect(form).toBeHidden();
      await expect(question.dialog).toBeHidden();
      await expect(make).toBeFocused();
    });
  });
}

test("a text for the time away holds the tab, until it is saved", async ({ page, server }) => {
  const question = questionOf(page, "en");
  const asked: string[] = [];
  page.on("dialog", (dialog) => {
    asked.push(dialog.type());
    void dialog.accept();
  });
  await page.goto(`${server.url}/settings/vacation`);
  const form = page.getByRole("region", { name: "you@pismo.localhost" });
  const text = form.getByRole("textbox", { name: words.en.text });
  await text.fill("Back in a week");
  await page.getByRole("link", { name: "Rules" }).click();
  await question.stay.click();
  await expect(text).toHaveValue("Back in a week");
  await form.getByRole("button", { name: words.en.save }).click();
  await expect(
    page.getByRole("region", { name: "Notifications" }).getByText("Automatic replies are off"),
  ).toBeVisible();
  await page.reload();
  await expect(text).toHaveValue("Back in a week");
  expect(asked).toEqual([]);
  // The browser asks where the person has done something in the page.
  await text.click();
  await page.keyboard.type(", or two");
  await page.reload();
  await expect(text).toHaveValue("Back in a week");
  expect(asked).toEqual(["beforeunload"]);
});

test("what was typed over another page is closed where that is left", async ({ page, server }) => {
  const question = questionOf(page, "en");
  await server.deliver({ from: "Boris <boris@mail.example>", subject: "A question", text: "Who knows?" });
  await page.goto(server.url);
  await page.getByRole("link", { name: /A question/ }).click();
  await page.getByRole("article").getByRole("button", { name: "More", exact: true }).click();
  await page.getByRole("menuitem", { name: "Redirect …", exact: true }).click();
  const dialog = page.getByRole("dialog", { name: "Redirect the letter" });
  await expect(dialog.getByRole("combobox", { name: "To", exact: true })).toBeFocused();
  await page.keyboard.type("vera@mail.example");
  await page.goBack();
  await question.stay.click();
  await expect(page).toHaveURL(/\/email\//);
  await expect(dialog).toBeVisible();
  await page.goBack();
  await question.leave.click();
  await expect(page).toHaveURL(/\/inbox/);
  await expect(dialog).toBeHidden();
});

test("the question fits a phone, in a dark theme too", async ({ page, server }) => {
  const question = questionOf(page, "en");
  await page.setViewportSize({ width: 390, height: 780 });
  await page.addInitScript(() => localStorage.setItem("theme", "dark"));
  await page.goto(`${server.url}/settings/addresses`);
  await page.getByRole("button", { name: "Add address", exact: true }).click();
  const form = page.getByRole("dialog", { name: "New From address" });
  await form.getByRole("textbox", { name: "Signature" }).pressSequentially("Yours");
  await form.getByRole("button", { name: "Close" }).click();
  await expect(question.stay).toBeInViewport({ ratio: 1 });
  await expectAccessible(page);
  await page.screenshot({ path: "test-results/unsaved-identity-phone.png" });
  await question.stay.click();
  await expect(form.getByRole("textbox", { name: "Signature" })).toHaveText("Yours");
});

test("a contact that is removed elsewhere while it is written on keeps its form, and is made again", async ({
  page,
  server,
}) => {
  await putCards(server, [cardOf("Anna", "Berg", "anna@mail.example")]);
  const client = await server.client();
  const accountId = Object.keys((await client.session()).accounts)[0]!;
  const cards = async () => (await client.call("ContactCard/get", { accountId, ids: null })).list;
  const [card] = await cards();
  await page.goto(`${server.url}/contacts/${card!.id}`);
  await page.getByRole("button", { name: "Edit" }).click();
  const note = page.getByRole("textbox", { name: "Notes" });
  await note.fill("Met in Vienna");
  await client.call("ContactCard/set", { accountId, destroy: [card!.id!] });
  await expect(page.getByText("This contact was removed elsewhere. Saving it makes it again.")).toBeVisible();
  await expect(note).toHaveValue("Met in Vienna");
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await expect(page.getByText("Met in Vienna")).toBeVisible();
  await expect(page.getByRole("heading", { name: "Anna Berg" })).toBeVisible();
  expect((await cards()).map(({ emails }) => Object.values(emails ?? {}).map(({ address }) => address))).toEqual([
    ["anna@mail.example"],
  ]);
});
