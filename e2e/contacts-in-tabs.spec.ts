/** A contact that two tabs change at the same time. */
import { expectAccessible } from "./support/axe.ts";
import { cardOf, putCards } from "./support/cards.ts";
import { expect, test } from "./support/story.ts";

const words = {
  en: { contacts: "Contacts", edit: "Edit", note: "Notes", surname: "Last name", save: "Save" },
  ru: { contacts: "Контакты", edit: "Изменить", note: "Заметки", surname: "Фамилия", save: "Сохранить" },
} as const;

for (const [lang, width] of [
  ["en", 1440],
  ["ru", 390],
] as const) {
  test.describe(`in ${lang}, ${width} px`, () => {
    test.use({ lang, viewport: { width, height: 844 } });
    test("of a field that two tabs change, the second sees what the first has saved", async ({
      page,
      server,
      context,
    }) => {
      const w = words[lang];
      await putCards(server, [cardOf("Boris", "Akunin", "boris@mail.example")]);
      await page.goto(`${server.url}/contacts`);
      await page.getByRole("list", { name: w.contacts }).getByRole("link").click();
      await page.getByRole("button", { name: w.edit, exact: true }).click();
      const note = page.getByRole("textbox", { name: w.note });
      await note.fill("From this tab");
      const other = await context.newPage();
      await other.goto(page.url());
      await other.getByRole("button", { name: w.edit, exact: true }).click();
      await other.getByRole("textbox", { name: w.note }).fill("From the other");
      await other.getByRole("textbox", { name: w.surname }).fill("Chkhartishvili");
      await other.getByRole("button", { name: w.save, exact: true }).click();
      await expect(other.getByText("From the other")).toBeVisible();

      await expect(page.getByRole("alert")).toContainText("From the other");
      await expect(page.getByRole("alert")).not.toContainText("Chkhartishvili");
      await expect(note).toHaveValue("From this tab");
      await expectAccessible(page);
      await page.getByRole("button", { name: w.save, exact: true }).click();
      await expect(page.getByRole("heading", { name: "Boris Chkhartishvili" })).toBeVisible();
      await expect(page.getByText("From this tab")).toBeVisible();
    });
  });
}
