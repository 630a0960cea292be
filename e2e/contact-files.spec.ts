/** Contacts from files and into files, and those that are there twice. */
import { readFile } from "node:fs/promises";
import { ofToday } from "../packages/server/test/support/of-today.ts";
import { expectAccessible } from "./support/axe.ts";
import { cardOf, putCards } from "./support/cards.ts";
import { expect, test } from "./support/story.ts";

const vcards = [
  "BEGIN:VCARD",
  "VERSION:3.0",
  "FN:Anna Petrova",
  "N:Petrova;Anna;;;",
  "EMAIL;TYPE=INTERNET;TYPE=HOME:anna@mail.example",
  "TEL;TYPE=CELL:+7 900 123-45-67",
  "X-SHOE-SIZE:39",
  "END:VCARD",
  "BEGIN:VCARD",
  "VERSION:3.0",
  "FN:Boris Akunin",
  "N:Akunin;Boris;;;",
  "EMAIL:boris@mail.example",
  "END:VCARD",
  "",
].join("\r\n");

for (const [lang, contacts, menu, importAll, undo, exportVcf] of ofToday([
  ["en", "Contacts", "Import, export, doubles", "Import", "Undo", "Export all as vCard"],
  ["ru", "Контакты", "Импорт, экспорт, повторы", "Импортировать", "Отменить", "Экспорт всех в vCard"],
] as const)) {
  test.describe(`in ${lang}`, () => {
    test.use({ lang });
    test("a file is imported, merged into what is there, taken back, and exported whole", async ({ page, server }) => {
      await putCards(server, [cardOf("Anna", "Ivanova", "ANNA@mail.example")]);
      await page.goto(`${server.url}/contacts`);
      const list = page.getByRole("list", { name: contacts });
      await expect(list.getByRole("listitem")).toHaveCount(1);
      const choose = async (): Promise<void> => {
        const file = { name: "people.vcf", mimeType: "text/vcard", buffer: Buffer.from(vcards) };
        await page.locator("[data-contact-file]").setInputFiles(file);
        await expect(page.getByRole("radio").first()).toBeChecked();
      };
      await choose();
      await expectAccessible(page);
      await page.getByRole("button", { name: importAll, exact: true }).click();
      await expect(list.getByRole("listitem")).toHaveCount(2);
      await list.getByRole("link", { name: /Anna Ivanova/ }).click();
      await expect(page.getByRole("link", { name: "+7 900 123-45-67" })).toBeVisible();
      await page.getByRole("button", { name: undo }).click();
      await expect(list.getByRole("listitem")).toHaveCount(1);
      await expect(page.getByRole("link", { name: "+7 900 123-45-67" })).toHaveCount(0);

      await choose();
      await page.getByRole("button", { name: importAll, exact: true }).click();
      await expect(list.getByRole("listitem")).toHaveCount(2);
      await page.getByRole("button", { name: menu }).click();
      const [download] = await Promise.all([
        page.waitForEvent("download"),
        page.getByRole("menuitem", { name: exportVcf }).click(),
      ]);
      const written = await readFile(await download.path(), "utf8");
      expect(written).toContain("VERSION:4.0");
      expect(written).toContain("X-SHOE-SIZE:39");
      expect(written).toContain("EMAIL:boris@mail.example");
    });
  });
}

for (const [lang, theme, categories, edit, save, menu, exportVcf] of ofToday([
  ["en", "white", "Categories", "Edit", "Save", "Import, export, doubles", "Export all as vCard"],
  ["ru", "dark", "Категории", "Изменить", "Сохранить", "Импорт, экспорт, повторы", "Экспорт всех в vCard"],
] as const)) {
  test.describe(`in ${lang}`, () => {
    test.use({ lang, theme, viewport: { width: 390, height: 844 } });
    test("the categories of a vCard are shown, changed by keyboard and written back", async ({ page, server }) => {
      await page.goto(`${server.url}/contacts`);
      const card = [
        "BEGIN:VCARD",
        "VERSION:3.0",
        "FN:Anna",
        "CATEGORIES:myContacts,Книги,Perm\\, Urals,Choir",
        "END:VCARD",
        "",
      ];
      const buffer = Buffer.from(card.join("\r\n"));
      await page.locator("[data-contact-file]").setInputFiles({ name: "a.vcf", mimeType: "text/vcard", buffer });
      await page
        .getByRole("dialog")
        .locator("button", { hasText: /^(Import|Импортировать)$/ })
        .click();
      await page.getByRole("link", { name: "Anna" }).click();
      const shown = page.getByRole("definition").getByRole("listitem");
      await expect(shown).toHaveText(["Книги", "Perm, Urals", "Choir"]);
      await expect(page.getByRole("term").filter({ hasText: categories })).toBeVisible();
      await expectAccessible(page);
      const exported = async (): Promise<string | undefined> => {
        await page.goto(`${server.url}/contacts`);
        await page.getByRole("button", { name: menu }).click();
        const [download] = await Promise.all([
          page.waitForEvent("download"),
          page.getByRole("menuitem", { name: exportVcf }).click(),
        ]);
        return /^CATEGORIES.*$/m.exec(await readFile(await download.path(), "utf8"))?.[0].trim();
      };
      const address = page.url();
      expect(await exported()).toBe("CATEGORIES:myContacts,Книги,Perm\\, Urals,Choir");

      await page.goto(address);
      await page.getByRole("button", { name: edit }).press("Enter");
      const field = page.getByRole("textbox", { name: categories });
      await expect(field).toHaveValue("Книги, Choir");
      await field.focus();
      await page.keyboard.press("End");
      await page.keyboard.type(", Друзья");
      await expectAccessible(page);
      await page.keyboard.press("Enter");
      await expect(shown).toHaveText(["Книги", "Perm, Urals", "Choir", "Друзья"]);
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
      expect(await exported()).toBe("CATEGORIES:myContacts,Книги,Perm\\, Urals,Choir,Друзья");
      await page.goto(address);
      await page.getByRole("button", { name: edit }).press("Enter");
      await field.fill("");
      await page.getByRole("button", { name: save, exact: true }).press("Enter");
      await expect(shown).toHaveText(["Perm, Urals"]);
    });
  });
}

test("an import that breaks off is taken back with what had no answer, also at a second try", async ({
  page,
  server,
}) => {
  await putCards(server, [cardOf("Anna", "Ivanova", "anna@mail.example")]);
  await page.goto(`${server.url}/contacts`);
  const list = page.getByRole("list", { name: "Contacts" });
  await expect(list.getByRole("listitem")).toHaveCount(1);
  const cards = Array.from({ length: 250 }, (_, n) => `BEGIN:VCARD\r\nVERSION:4.0\r\nFN:Person ${n}\r\nEND:VCARD\r\n`);
  const buffer = Buffer.from(cards.join(""));
  await page.locator("[data-contact-file]").setInputFiles({ name: "p.vcf", mimeType: "text/vcard", buffer });
  // The second hundred gets to the server, whose answer is lost; then nothing does.
  let sets = 0;
  await page.route("**/jmap/api", async (route) => {
    if (!route.request().postData()?.includes("ContactCard/set")) return route.fallback();
    sets++;
    if (sets === 1) return route.fallback();
    if (sets === 2) await route.fetch();
    await route.abort();
  });
  await page.getByRole("button", { name: "Import", exact: true }).click();
  await expect(page.getByText("Contacts added: 100, merged: 0")).toBeVisible();
  await expect(page.getByText("Not all of it was done: the connection to the server broke")).toBeVisible();
  await expect(page.getByText(/Nothing was changed/)).toHaveCount(0);
  const number = async (): Promise<number> => {
    const client = await server.client();
    const [accountId] = Object.keys((await client.session()).accounts);
    return (await client.call("ContactCard/query", { accountId: accountId! })).ids.length;
  };
  expect(await number()).toBe(201);
  const undo = page.getByRole("button", { name: "Undo", exact: true });
  await undo.click();
  await expect.poll(() => sets).toBeGreaterThan(2);
  await expect(undo).toBeVisible();
  await page.unroute("**/jmap/api");
  await undo.click();
  await expect.poll(number).toBe(1);
  await expect(list.getByRole("listitem")).toHaveText([/Anna Ivanova/]);
});

test("contacts that are there twice become one, and two again", async ({ page, server }) => {
  await putCards(server, [
    cardOf("Anna", "Petrova", "anna@mail.example", { uid: "first", notes: { n1: { note: "Likes tea" } } }),
    cardOf("A.", "Petrova", "ANNA@mail.example", { uid: "second", phones: { p1: { number: "+7 900 1" } } }),
    cardOf("Boris", "Akunin", "boris@mail.example"),
    { kind: "group", name: { full: "Readers" }, members: { second: true } },
  ]);
  await page.goto(`${server.url}/contacts`);
  const list = page.getByRole("list", { name: "Contacts" });
  await expect(list.getByRole("listitem")).toHaveCount(3);
  await page.getByRole("button", { name: "Import, export, doubles" }).click();
  await page.getByRole("menuitem", { name: "Find doubles…" }).click();
  await expect(page.getByRole("checkbox")).toHaveCount(1);
  await expect(page.getByRole("checkbox")).toBeChecked();
  await expectAccessible(page);
  await page.getByRole("button", { name: "Merge" }).click();
  await expect(list.getByRole("listitem")).toHaveCount(2);
  await list.getByRole("link", { name: /Anna Petrova/ }).click();
  await expect(page.getByText("Likes tea")).toBeVisible();
  await expect(page.getByRole("link", { name: "+7 900 1" })).toBeVisible();
  await expect(page.getByRole("checkbox", { name: "Readers" })).toBeChecked();
  await page.getByRole("button", { name: "Undo" }).click();
  await expect(list.getByRole("listitem")).toHaveCount(3);
  await expect(page.getByRole("checkbox", { name: "Readers" })).not.toBeChecked();
});

test.describe("in Russian", () => {
  test.use({ lang: "ru" });
  test("all that a card says of a person is shown", async ({ page, server }) => {
    const card = {
      nicknames: { k1: { name: "Аня" }, k2: { name: "Annie" } },
      organizations: { o1: { name: "Пример", units: [{ name: "Отдел писем" }] } },
      onlineServices: { s1: { service: "Signal", user: "anna.1" } },
      anniversaries: {
        b1: { kind: "birth", date: { month: 4, day: 12 } },
        b2: { kind: "birth", date: { month: 4, day: 13 } },
        w1: { kind: "wedding", date: { year: 2010, month: 6, day: 1 } },
        n1: { kind: "Новоселье", date: { year: 2020 } },
      },
      notes: { n1: { note: "Первая" }, n2: { note: "Вторая" } },
    };
    await putCards(server, [cardOf("Анна", "Петрова", "anna@mail.example", card)]);
    await page.goto(`${server.url}/contacts`);
    await page.getByRole("link", { name: /Анна Петрова/ }).click();
    const article = page.getByRole("article");
    await expect(article.getByText("Пример, Отдел писем")).toBeVisible();
    const facts = article.getByRole("term");
    await expect(facts).toHaveText([
      "Псевдоним",
      "Почта",
      "Signal",
      "День рождения",
      "День рождения",
      "Годовщина",
      "Новоселье",
      "Заметки",
      "Заметки",
    ]);
    for (const text of ["Аня, Annie", "anna.1", "12 апреля", "13 апреля", "1 июня 2010 г.", "2020", "Первая", "Вторая"])
      await expect(article.getByText(text, { exact: true })).toBeVisible();
    await expectAccessible(page);
  });
});
