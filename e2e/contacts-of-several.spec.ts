/** Contacts where several accounts are shown together: one list, in which each contact stays its account's. */
import { readFile } from "node:fs/promises";
import type { JmapClient } from "@pismo/jmap";
import { ofToday } from "../packages/server/test/support/of-today.ts";
import { expectAccessible } from "./support/axe.ts";
import { cardOf, putCards } from "./support/cards.ts";
import { popupOf } from "./support/compose.ts";
import type { PismoServer } from "./support/server.ts";
import { expect, test } from "./support/story.ts";

const ANNA = "anna@pismo.localhost";

const words = {
  en: {
    contacts: "Contacts",
    account: "Account",
    all: "All accounts",
    alsoIn: "Also in",
    make: "New contact",
    given: "First name",
    save: "Save",
    edit: "Edit",
    remove: "Delete",
    undo: "Undo",
    search: "Search contacts",
    group: "Group",
    newGroup: "New group…",
    groupName: "Name of the group",
    writeToGroup: "Write to all of the group",
    menu: "Import, export, doubles",
    doubles: "Find doubles…",
    merge: "Merge",
    exportVcf: "Export all as vCard",
    importAll: "Import",
  },
  ru: {
    contacts: "Контакты",
    account: "Аккаунт",
    all: "Все аккаунты",
    alsoIn: "Есть также в",
    make: "Новый контакт",
    given: "Имя",
    save: "Сохранить",
    edit: "Изменить",
    remove: "Удалить",
    undo: "Отменить",
    search: "Поиск по контактам",
    group: "Группа",
    newGroup: "Новая группа…",
    groupName: "Название группы",
    writeToGroup: "Написать всей группе",
    menu: "Импорт, экспорт, повторы",
    doubles: "Найти повторы…",
    merge: "Объединить",
    exportVcf: "Экспорт всех в vCard",
    importAll: "Импортировать",
  },
} as const;

/** The names of the cards of an account. */
async function namesOf(server: PismoServer, address?: string): Promise<string[]> {
  const client: JmapClient = await server.client(address);
  const accountId = Object.keys((await client.session()).accounts)[0]!;
  const { list } = await client.call("ContactCard/get", { accountId, ids: null });
  return list.map(({ name }) => name?.full ?? (name?.components ?? []).map(({ value }) => value).join(" ")).toSorted();
}

/** Two accounts, of which both know Boris, and one has him twice. */
async function begin(server: PismoServer): Promise<void> {
  await server.pismo("mailbox", "add", "anna");
  await putCards(server, [
    cardOf("Boris", "Akunin", "boris@mail.example", { uid: "b1" }),
    cardOf("Vera", "Lis", "vera@mail.example", { uid: "v" }),
  ]);
  await putCards(
    server,
    [
      cardOf("Anna", "Bel", "bel@mail.example"),
      cardOf("Boris", "A.", "BORIS@mail.example", { uid: "b2", phones: { p: { number: "+7 900 1" } } }),
      cardOf("Boris", "Akunin", "boris@mail.example", { uid: "b3" }),
    ],
    ANNA,
  );
}

for (const lang of ofToday(["en", "ru"] as const)) {
  const w = words[lang];
  test.describe(`in ${lang}`, () => {
    test.use({ lang });

    test("the contacts of all accounts are one list, found and changed together", async ({ page, server }) => {
      await begin(server);
      await page.goto(`${server.url}/contacts?account=all`);
      const list = page.getByRole("list", { name: w.contacts });
      const marked = (name: string, account: string) =>
        list
          .getByRole("listitem")
          .filter({ hasText: name })
          .filter({ has: page.getByTitle(account) });
      await expect(list.getByRole("listitem")).toHaveCount(5);
      await expect(marked("Boris", ANNA)).toHaveCount(2);
      await expect(marked("Boris Akunin", "you@pismo.localhost")).toHaveCount(1);
      await expectAccessible(page);

      await page.getByRole("searchbox", { name: w.search }).fill("boris");
      await expect(list.getByRole("listitem")).toHaveCount(3);
      // Whose a contact is, and who else has the person, by keyboard.
      await marked("Boris Akunin", "you@pismo.localhost").getByRole("link").focus();
      await page.keyboard.press("Enter");
      const article = page.getByRole("article");
      await expect(article.getByText("you@pismo.localhost").first()).toBeVisible();
      await expect(article.getByText(w.alsoIn)).toBeVisible();
      await expectAccessible(page);
      const others = article.getByRole("link").filter({ hasText: ANNA });
      await expect(others).toHaveCount(2);
      await others.first().focus();
      await page.keyboard.press("Enter");
      await expect(page.getByRole("link", { name: "+7 900 1" })).toBeVisible();

      // A change is that of the one account.
      await article.getByRole("button", { name: w.edit }).press("Enter");
      await page.getByRole("textbox", { name: w.given, exact: true }).fill("Борис");
      await page.keyboard.press("Enter");
      await expect(article.getByRole("heading")).toHaveText("Борис A.");
      expect(await namesOf(server)).toEqual(["Boris Akunin", "Vera Lis"]);
      expect(await namesOf(server, ANNA)).toEqual(["Anna Bel", "Boris Akunin", "Борис A."]);
      await article.getByRole("button", { name: w.remove }).press("Enter");
      await expect(list.getByRole("listitem")).toHaveCount(2);
      await page.getByRole("button", { name: w.undo }).click();
      await expect(list.getByRole("listitem")).toHaveCount(3);
      await expect.poll(() => namesOf(server, ANNA)).toEqual(["Anna Bel", "Boris Akunin", "Борис A."]);
    });

    test("what is new goes into the account that is chosen, and doubles are those of one", async ({ page, server }) => {
      await begin(server);
      await page.goto(`${server.url}/contacts?account=all`);
      const list = page.getByRole("list", { name: w.contacts });
      await expect(list.getByRole("listitem")).toHaveCount(5);
      await page.getByRole("button", { name: w.make }).click();
      const form = page.getByRole("form");
      await form.getByRole("combobox", { name: w.account }).selectOption({ label: ANNA });
      await form.getByRole("textbox", { name: w.given, exact: true }).fill("Zoe");
      await form.getByRole("button", { name: w.save }).click();
      await expect(page.getByRole("article").getByRole("heading")).toHaveText("Zoe");
      await expect.poll(() => namesOf(server, ANNA)).toContain("Zoe");

      // A group is one account's, and has that one's contacts.
      const group = page.getByRole("combobox", { name: w.group, exact: true });
      await group.selectOption({ label: w.newGroup });
      const dialog = page.getByRole("dialog");
      await dialog.getByRole("textbox", { name: w.groupName }).fill("Crew");
      await dialog.getByRole("combobox", { name: w.account }).selectOption({ label: ANNA });
      await page.keyboard.press("Tab");
      await dialog.getByRole("button", { name: w.save }).click();
      await expect(group.locator("option:checked")).toHaveText(`Crew (${ANNA})`);
      await page.getByRole("checkbox", { name: "Crew" }).check();
      await expect(list.getByRole("listitem")).toHaveCount(1);
      await group.selectOption("");
      await list.getByRole("link", { name: /Vera Lis/ }).click();
      await expect(page.getByRole("article").getByRole("heading")).toHaveText("Vera Lis");
      await expect(page.getByRole("checkbox", { name: "Crew" })).toHaveCount(0);

      // Boris is in both accounts, and is made one only where he is there twice.
      await page.getByRole("button", { name: w.menu }).click();
      await page.getByRole("menuitem", { name: w.doubles }).click();
      const doubles = page.getByRole("dialog");
      await expect(doubles.getByRole("checkbox")).toHaveCount(1);
      await expect(doubles.getByTitle(ANNA)).toBeVisible();
      await expectAccessible(page);
      await doubles.getByRole("button", { name: w.merge }).click();
      await expect(list.getByRole("listitem")).toHaveCount(5);
      expect(await namesOf(server)).toEqual(["Boris Akunin", "Vera Lis"]);

      const [download] = await Promise.all([
        page.waitForEvent("download"),
        page
          .getByRole("button", { name: w.menu })
          .click()
          .then(() => page.getByRole("menuitem", { name: w.exportVcf }).click()),
      ]);
      const text = await readFile(await download.path(), "utf8");
      expect(text.match(/^FN/gm)).toHaveLength(6);
    });

    test("a file goes into the account that is chosen", async ({ page, server }) => {
      await begin(server);
      await page.goto(`${server.url}/contacts?account=all`);
      const list = page.getByRole("list", { name: w.contacts });
      await expect(list.getByRole("listitem")).toHaveCount(5);
      const card = ["BEGIN:VCARD", "VERSION:3.0", "FN:Vera Lis", "EMAIL:vera@mail.example", "TEL:+7 1", "END:VCARD"];
      const buffer = Buffer.from(card.join("\r\n"));
      await page.locator("[data-contact-file]").setInputFiles({ name: "p.vcf", mimeType: "text/vcard", buffer });
      const dialog = page.getByRole("dialog");
      // It is known in the one account, and not in the other.
      await expect(dialog.getByRole("radio").first()).toBeChecked();
      await dialog.getByRole("combobox", { name: w.account }).selectOption({ label: ANNA });
      await expect(dialog.getByRole("radio")).toHaveCount(0);
      await expectAccessible(page);
      await dialog.getByRole("button", { name: w.importAll, exact: true }).click();
      await expect(list.getByRole("listitem")).toHaveCount(6);
      expect(await namesOf(server, ANNA)).toContain("Vera Lis");
    });
  });
}

test("on a phone one account is chosen and all again, and a group of one is written to", async ({ page, server }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await begin(server);
  const members = { b2: true };
  await putCards(server, [{ kind: "group", name: { full: "Crew" }, members }], ANNA);
  await page.goto(`${server.url}/contacts?account=all`);
  const list = page.getByRole("list", { name: "Contacts" });
  await expect(list.getByRole("listitem")).toHaveCount(5);
  await expectAccessible(page);
  const account = page.getByRole("combobox", { name: "Account", exact: true });
  await account.selectOption({ label: ANNA });
  await expect(list.getByRole("listitem")).toHaveCount(3);
  await expect(page).toHaveURL(/\/contacts\?account=/);
  await account.selectOption({ label: "All accounts" });
  await expect(list.getByRole("listitem")).toHaveCount(5);
  await page.getByRole("combobox", { name: "Group", exact: true }).selectOption({ label: `Crew (${ANNA})` });
  await expect(list.getByRole("listitem")).toHaveCount(1);
  await list.getByRole("link").click();
  await expect(page.getByRole("article").getByRole("heading")).toHaveText("Boris A.");
  await page.goBack();
  await page.getByRole("button", { name: "Write to all of the group" }).click();
  await expect(popupOf(page).chip(/Boris A\./)).toBeVisible();
});
