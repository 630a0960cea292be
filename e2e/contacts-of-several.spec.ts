/** Contacts where several accounts are shown together: one chooses whose, in place. */
import { ofToday } from "../packages/server/test/support/of-today.ts";
import { expectAccessible } from "./support/axe.ts";
import { expect, test } from "./support/story.ts";

for (const [lang, choose] of ofToday([
  ["en", "Contacts belong to one account. Whose do you want to see?"],
  ["ru", "Контакты принадлежат одному аккаунту. Чьи показать?"],
] as const)) {
  test.describe(`in ${lang}`, () => {
    test.use({ lang });
    test("with all accounts shown, whose contacts are shown is chosen on the page", async ({ page, server }) => {
      await server.pismo("mailbox", "add", "anna");
      await page.goto(`${server.url}/contacts?account=all`);
      await expect(page.getByText(choose)).toBeVisible();
      await expectAccessible(page);
      await page.getByRole("link", { name: "anna@pismo.localhost" }).focus();
      await page.keyboard.press("Enter");
      await expect(page.getByText(choose)).toBeHidden();
      await expect(page).toHaveURL(/\/contacts\?account=/);
      await page.goBack();
      await expect(page.getByText(choose)).toBeVisible();
    });
  });
}
