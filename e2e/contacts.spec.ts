/** The page of contacts: people are found, made, changed and removed. */
import { ofToday } from "../packages/server/test/support/of-today.ts";
import { expectAccessible } from "./support/axe.ts";
import { popupOf } from "./support/compose.ts";
import { cardOf, putCards } from "./support/cards.ts";
import { putEmails } from "./support/emails.ts";
import { png } from "./support/images.ts";
import { expect, test } from "./support/story.ts";

const words = {
  en: {
    contacts: "Contacts",
    make: "New contact",
    given: "First name",
    surname: "Last name",
    addEmail: "Add email",
    email: "Email",
    addPhone: "Add phone",
    phone: "Phone",
    day: "Day",
    month: "Month",
    april: "April",
    born: "April 12",
    note: "Notes",
    save: "Save",
    edit: "Edit",
    remove: "Delete",
    undo: "Undo",
    search: "Search contacts",
    letters: "All letters",
    missing: "Fill in a name, a company, an email or a phone",
  },
  ru: {
    contacts: "Контакты",
    make: "Новый контакт",
    given: "Имя",
    surname: "Фамилия",
    addEmail: "Добавить почту",
    email: "Почта",
    addPhone: "Добавить телефон",
    phone: "Телефон",
    day: "День",
    month: "Месяц",
    april: "апрель",
    born: "12 апреля",
    note: "Заметки",
    save: "Сохранить",
    edit: "Изменить",
    remove: "Удалить",
    undo: "Отменить",
    search: "Поиск по контактам",
    letters: "Все письма",
    missing: "Укажите имя, компанию, почту или телефон",
  },
} as const;

for (const lang of ofToday(["en", "ru"] as const)) {
  const w = words[lang];
  test.describe(`in ${lang}`, () => {
    test.use({ lang });
    test("a contact is made, changed, removed and brought back by keyboard", async ({ page, server }) => {
      await putCards(server, [cardOf("Boris", "Akunin", "boris@mail.example")]);
      await page.goto(server.url);
      const way = page.getByRole("navigation").getByRole("link", { name: w.contacts, exact: true });
      await way.focus();
      await page.keyboard.press("Enter");
      await expect(page).toHaveURL(/\/contacts$/);
      await expect(page).toHaveTitle(new RegExp(w.contacts));
      const list = page.getByRole("list", { name: w.contacts });
      await expect(list.getByRole("listitem")).toHaveCount(1);
      await expectAccessible(page);

      await page.getByRole("button", { name: w.make }).press("Enter");
      await expect(page.getByRole("textbox", { name: w.given })).toBeFocused();
      await page.keyboard.press("Enter");
      await expect(page.getByRole("alert")).toHaveText(w.missing);
      await page.keyboard.type("Анна");
      await page.keyboard.press("Tab");
      await page.keyboard.type("Петрова");
      await page.getByRole("button", { name: w.addEmail }).press("Enter");
      await page.keyboard.type("anna@mail.example");
      await page.getByRole("button", { name: w.addEmail }).press("Enter");
      await page.keyboard.type("anna@work.example");
      await page.getByRole("button", { name: w.addPhone }).press("Enter");
      await page.keyboard.type("+7 900 123-45-67");
      await page.getByRole("textbox", { name: w.day }).fill("12");
      await page.getByRole("combobox", { name: w.month }).selectOption(w.april);
      await page.getByRole("textbox", { name: w.note }).fill("Line one\nline two");
      await expectAccessible(page);
      await page.getByRole("button", { name: w.save, exact: true }).press("Enter");

      const heading = page.getByRole("heading", { name: "Анна Петрова" });
      await expect(heading).toBeFocused();
      await expect(page.getByRole("button", { name: "anna@work.example" })).toBeVisible();
      await expect(page.getByRole("link", { name: "+7 900 123-45-67" })).toHaveAttribute("href", "tel:+79001234567");
      await expect(page.getByText(w.born)).toBeVisible();
      await expect(list.getByRole("listitem")).toHaveCount(2);
      await expectAccessible(page);

      await page.getByRole("button", { name: w.edit }).press("Enter");
      await page.getByRole("textbox", { name: w.surname }).fill("Иванова");
      await page.getByRole("textbox", { name: `${w.email} 2` }).fill("");
      await page.getByRole("button", { name: w.save, exact: true }).press("Enter");
      await expect(page.getByRole("heading", { name: "Анна Иванова" })).toBeVisible();
      await expect(page.getByRole("button", { name: "anna@work.example" })).toHaveCount(0);
      await page.reload();
      await expect(page.getByRole("heading", { name: "Анна Иванова" })).toBeVisible();

      await page.getByRole("button", { name: w.remove }).press("Enter");
      await expect(list.getByRole("listitem")).toHaveCount(1);
      await page.getByRole("button", { name: w.undo }).press("Enter");
      await expect(list.getByRole("listitem")).toHaveCount(2);

      await page.getByRole("searchbox", { name: w.search }).fill("иванова");
      await expect(list.getByRole("listitem")).toHaveCount(1);
      await expect(page).toHaveURL(/q=/);
      // In the other alphabet, and on the wrong keyboard layout.
      for (const meant of ["ivanova", "bdfyjdf"]) {
        await page.getByRole("searchbox", { name: w.search }).fill("nothing at all");
        await expect(list.getByRole("listitem")).toHaveCount(0);
        await page.getByRole("searchbox", { name: w.search }).fill(meant);
        await expect(list.getByRole("listitem")).toHaveCount(1);
      }
      await list.getByRole("link").click();
      await expect(page.getByText(w.born)).toBeVisible();
    });

    test("all letters with a person are one click away", async ({ page, server }) => {
      await putCards(server, [cardOf("Boris", "Akunin", "boris@mail.example")]);
      await putEmails(server, [
        { subject: "From him", from: { name: "B", email: "boris@mail.example" } },
        { subject: "To him", to: [{ email: "boris@mail.example" }], folder: "sent" },
        { subject: "Of others", from: { name: "Z", email: "zoe@mail.example" } },
      ]);
      await page.goto(`${server.url}/contacts`);
      await page.getByRole("list", { name: w.contacts }).getByRole("link").click();
      await page.getByRole("link", { name: w.letters }).click();
      const main = page.getByRole("main");
      await expect(main.getByRole("link", { name: /From him/ })).toBeVisible();
      await expect(main.getByRole("link", { name: /To him/ })).toBeVisible();
      await expect(main.getByRole("link", { name: /Of others/ })).toHaveCount(0);
    });
  });
}

test("a group is made, filled, written to and removed; the cards stay", async ({ page, server }) => {
  await putCards(server, [
    cardOf("Anna", "A", "anna@mail.example"),
    cardOf("Boris", "B", "boris@mail.example"),
    cardOf("Clara", "C", "clara@mail.example"),
  ]);
  await page.goto(`${server.url}/contacts`);
  const list = page.getByRole("list", { name: "Contacts" });
  const choice = page.getByRole("combobox", { name: "Group" });
  await choice.selectOption("New group…");
  await page.getByRole("textbox", { name: "Name of the group" }).fill("Readers");
  await page.getByRole("button", { name: "Save" }).click();
  await expect(page.getByText("The group is empty")).toBeVisible();
  await choice.selectOption("All contacts");
  for (const name of ["Anna A", "Clara C"]) {
    await list.getByRole("link", { name }).click();
    await expect(page.getByRole("heading", { name })).toBeVisible();
    await page.getByRole("checkbox", { name: "Readers" }).check();
  }
  await choice.selectOption("Readers");
  await expect(list.getByRole("listitem")).toHaveCount(2);
  await expectAccessible(page);
  await page.getByRole("button", { name: "Write to all of the group" }).click();
  const popup = popupOf(page);
  await expect(popup.chip(/Anna A/)).toBeVisible();
  await expect(popup.chip(/Clara C/)).toBeVisible();
  await popup.close.click();
  await expect(popup.dialog).toBeHidden();
  await page.getByRole("button", { name: "Remove group" }).click();
  await expect(list.getByRole("listitem")).toHaveCount(3);
  await page.getByRole("button", { name: "Undo" }).click();
  await choice.selectOption("Readers");
  await expect(list.getByRole("listitem")).toHaveCount(2);
});

test("a picture is taken from a file, small, and stands in the list", async ({ page, server }) => {
  await putCards(server, [cardOf("Anna", "A", "anna@mail.example")]);
  await page.goto(`${server.url}/contacts`);
  const list = page.getByRole("list", { name: "Contacts" });
  await list.getByRole("link").click();
  await page.getByRole("button", { name: "Edit" }).click();
  const buffer = png(600, 400, [10, 90, 200]);
  await page.locator('input[accept^="image"]').setInputFiles({ name: "a.png", mimeType: "image/png", buffer });
  await expect(page.getByRole("button", { name: "Remove picture" })).toBeVisible();
  await page.getByRole("button", { name: "Save" }).click();
  const picture = list.locator("img");
  await expect.poll(() => picture.evaluate((img: HTMLImageElement) => img.naturalWidth)).toBe(256);
});

test("fifty thousand contacts are a list like any other, on a phone too", async ({ page, server }) => {
  test.slow();
  const many = Array.from({ length: 50_000 }, (_, index) => {
    const number = String(index).padStart(5, "0");
    return cardOf(`Name${number}`, "Many", `person${number}@mail.example`);
  });
  const uri = `data:image/png;base64,${png(8, 8, [10, 90, 200]).toString("base64")}`;
  Object.assign(many[40_000]!, { media: { m: { kind: "photo", uri } } });
  await putCards(server, many);
  await page.setViewportSize({ width: 390, height: 760 });
  await page.goto(`${server.url}/contacts`);
  const list = page.getByRole("list", { name: "Contacts" });
  await expect(list.getByRole("link", { name: "Name00000 Many" })).toBeVisible();
  await list.getByRole("link", { name: "Name00000 Many" }).focus();
  await page.keyboard.press("End");
  await expect(list.getByRole("link", { name: "Name49999 Many" })).toBeFocused();
  expect(await list.getByRole("listitem").count()).toBeLessThan(60);
  await page.getByRole("searchbox").fill("person31415");
  await expect(list.getByRole("listitem")).toHaveCount(1);
  await list.getByRole("link").click();
  await expect(page.getByRole("heading", { name: "Name31415 Many" })).toBeVisible();
  await expect(list).toBeHidden();
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
  await expectAccessible(page);
  await page.getByRole("button", { name: "Back to the list" }).click();
  await expect(list).toBeVisible();
  // Among all of them the sender of a letter is found.
  await putEmails(server, [{ subject: "Hello", from: { name: "Zoe", email: "person40000@mail.example" } }]);
  await page.goto(server.url);
  await expect(page.getByRole("listitem").locator(`img[src="${uri}"]`)).toBeVisible();
});

for (const [lang, add, show, undo] of ofToday([
  ["en", "Add to contacts", "Contact: Zoe Miller", "Undo"],
  ["ru", "Добавить в контакты", "Контакт: Zoe Miller", "Отменить"],
] as const)) {
  test.describe(`in ${lang}`, () => {
    test.use({ lang });
    test("one click on a letter makes a contact of its sender, whose picture then stands there", async ({
      page,
      server,
    }) => {
      const [id] = await putEmails(server, [
        { subject: "Hello", from: { name: "Zoe Miller", email: "zoe@mail.example" } },
      ]);
      await page.goto(`${server.url}/email/${id}?title=Hello`);
      const button = page.getByRole("button", { name: add });
      await button.press("Enter");
      const way = page.getByRole("main").getByRole("link", { name: show });
      await expect(way).toBeVisible();
      await expectAccessible(page);
      await page.getByRole("button", { name: undo }).click();
      await expect(button).toBeVisible();
      const uri = `data:image/png;base64,${png(8, 8, [10, 90, 200]).toString("base64")}`;
      await putCards(server, [cardOf("Zoe", "Miller", "Zoe@mail.example", { media: { m: { kind: "photo", uri } } })]);
      await expect(page.getByRole("main").locator(`img[src="${uri}"]`)).toBeVisible();
      await way.click();
      await expect(page.getByRole("heading", { name: "Zoe Miller" })).toBeVisible();
    });
  });
}

test("without contacts the account menu leads to them, and the navigation has no line", async ({ page, server }) => {
  await page.goto(server.url);
  await expect(page.getByRole("link", { name: "Trash" })).toBeVisible();
  await page.getByRole("button", { name: /^Account/ }).click();
  await page.getByRole("menuitem", { name: "Contacts" }).click();
  await expect(page.getByText("No contacts yet")).toBeVisible();
  await expect(page.getByRole("navigation").getByRole("link", { name: "Contacts" })).toBeVisible();
  await page.getByRole("link", { name: "Trash" }).click();
  await expect(page.getByRole("navigation").getByRole("link", { name: "Contacts" })).toHaveCount(0);
});
