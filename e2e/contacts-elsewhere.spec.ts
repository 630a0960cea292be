/** Contacts of an account at another JMAP server (RFC 9610), among those of all accounts. */
import type { Page } from "@playwright/test";
import { ofToday } from "../packages/server/test/support/of-today.ts";
import { expectAccessible } from "./support/axe.ts";
import { cardOf, putCards } from "./support/cards.ts";
import { pismoEngine } from "./support/engines.ts";
import { addNow, dialog, fillJmapAccount, jmapAccount } from "./support/own-account.ts";
import type { PismoServer } from "./support/server.ts";
import { expect, test } from "./support/story.ts";

const words = {
  en: {
    contacts: "Contacts",
    account: "Account",
    edit: "Edit",
    save: "Save",
    surname: "Last name",
    given: "First name",
    make: "New contact",
    group: "Group",
    search: "Search contacts",
    missing: `Without the contacts of ${jmapAccount}: its server does not answer at the moment.`,
  },
  ru: {
    contacts: "Контакты",
    account: "Аккаунт",
    edit: "Изменить",
    save: "Сохранить",
    surname: "Фамилия",
    given: "Имя",
    make: "Новый контакт",
    group: "Группа",
    search: "Поиск по контактам",
    missing: `Без контактов аккаунта ${jmapAccount}: его сервер сейчас не отвечает.`,
  },
} as const;

async function namesOf(server: PismoServer): Promise<string[]> {
  const client = await server.client();
  const accountId = Object.keys((await client.session()).accounts)[0]!;
  const { list } = await client.call("ContactCard/get", { accountId, ids: null });
  return list
    .filter(({ kind }) => kind !== "group")
    .map(({ name }) => (name?.components ?? []).map(({ value }) => value).join(" "))
    .toSorted();
}

const itemsIn = (page: Page, name: string) => page.getByRole("list", { name }).getByRole("listitem");

for (const lang of ofToday(["en", "ru"] as const)) {
  const w = words[lang];
  test(`they are one list, changed there, and said to be missing while its server is away (${lang})`, async ({
    page,
    server,
  }) => {
    const engine = await pismoEngine();
    try {
      await putCards(server, [cardOf("Boris", "Akunin", "boris@mail.example")]);
      await putCards(engine.server, [
        cardOf("Anna", "Bel", "anna@mail.example", { uid: "a" }),
        cardOf("Vera", "Lis", "vera@mail.example"),
        { kind: "group", name: { full: "Crew" }, members: { a: true } },
      ]);
      await page.goto(server.url);
      await fillJmapAccount(page, engine);
      await addNow(page).click();
      await expect(dialog(page)).toBeHidden();
      await page.evaluate((language) => localStorage.setItem("lang", language), lang);
      await page.goto(`${server.url}/contacts?account=all`);
      const items = itemsIn(page, w.contacts);
      await expect(items).toHaveText([/Anna Bel/, /Boris Akunin/, /Vera Lis/]);
      await expect(items.filter({ has: page.getByTitle(jmapAccount) })).toHaveText([/Anna Bel/, /Vera Lis/]);
      await expectAccessible(page);
      await page.getByRole("searchbox", { name: w.search }).fill("vera");
      await expect(items).toHaveText([/Vera Lis/]);
      await page.getByRole("searchbox", { name: w.search }).fill("");
      const group = page.getByRole("combobox", { name: w.group, exact: true });
      await group.selectOption({ label: `Crew (${jmapAccount})` });
      await expect(items).toHaveText([/Anna Bel/]);
      await group.selectOption("");

      await items.filter({ hasText: "Vera Lis" }).getByRole("link").press("Enter");
      await page.getByRole("button", { name: w.edit, exact: true }).press("Enter");
      await page.getByRole("textbox", { name: w.surname }).fill("Lind");
      await page.keyboard.press("Enter");
      await expect(page.getByRole("article").getByRole("heading")).toHaveText("Vera Lind");
      await expect.poll(() => namesOf(engine.server)).toEqual(["Anna Bel", "Vera Lind"]);
      await page.getByRole("button", { name: w.make }).press("Enter");
      const form = page.getByRole("form");
      await form.getByRole("combobox", { name: w.account }).selectOption({ label: jmapAccount });
      await form.getByRole("textbox", { name: w.given, exact: true }).fill("Zoe");
      await form.getByRole("button", { name: w.save }).press("Enter");
      await expect(items).toHaveText([/Anna Bel/, /Boris Akunin/, /Vera Lind/, /Zoe/]);
      expect(await namesOf(engine.server)).toContain("Zoe");
      // What another program changes there.
      await putCards(engine.server, [cardOf("Ada", "Love", "ada@mail.example")]);
      await expect(items).toHaveText([/Ada Love/, /Anna Bel/, /Boris Akunin/, /Vera Lind/, /Zoe/]);

      await engine.goAway();
      await expect(page.getByText(w.missing)).toBeVisible();
      await expect(items).toHaveText([/Boris Akunin/]);
      await expectAccessible(page);
      await engine.comeBack();
      await expect(items).toHaveCount(5);
      await expect(page.getByText(w.missing)).toBeHidden();
    } finally {
      await engine.stop();
    }
  });
}
