/** Contacts are kept the same with an address book server: set in Mail settings, and seen on both sides. */
import { ofToday } from "../packages/server/test/support/of-today.ts";
import { hasRadicale, password, startRadicale, username, vCard } from "../packages/server/test/support/radicale.ts";
import { expectAccessible } from "./support/axe.ts";
import { fixture } from "./support/fixture.ts";
import { expect, test as story } from "./support/story.ts";

const test = story.extend<{ radicale: Awaited<ReturnType<typeof startRadicale>> }>({
  radicale: fixture(startRadicale, (radicale) => radicale.stop()),
});
test.skip(!hasRadicale, "needs Radicale");

for (const [lang, w] of ofToday([
  [
    "en",
    {
      open: "Address book",
      address: "Server address",
      username: "User name",
      password: "Password",
      connect: "Connect",
      refused: /does not accept the name or the password/,
      same: "1 contact is the same on both sides",
      close: "Close",
      contacts: "Contacts",
      disconnect: "Disconnect",
      remove: "Delete here",
      gone: "The address book is disconnected",
    },
  ],
  [
    "ru",
    {
      open: "Адресная книга",
      address: "Адрес сервера",
      username: "Имя пользователя",
      password: "Пароль",
      connect: "Подключить",
      refused: /не принимает имя или пароль/,
      same: "1 контакт одинаков с обеих сторон",
      close: "Закрыть",
      contacts: "Контакты",
      disconnect: "Отключить",
      remove: "Удалить здесь",
      gone: "Адресная книга отключена",
    },
  ],
] as const)) {
  test.describe(`in ${lang}`, () => {
    test.use({ lang });
    test("is connected by keyboard, brings its contacts and their changes, and is left", async ({
      page,
      server,
      radicale,
    }) => {
      await radicale.put("boris.vcf", vCard("boris", "Boris Akunin", "EMAIL:boris@mail.example"));
      await page.goto(`${server.url}/settings/accounts`);
      await page.getByRole("button", { name: w.open, exact: true }).press("Enter");
      const dialog = page.getByRole("dialog");
      await dialog.getByRole("textbox", { name: w.address }).fill(radicale.url);
      await dialog.getByRole("textbox", { name: w.username }).fill(username);
      const secret = dialog.getByRole("textbox", { name: w.password });
      await secret.fill("another");
      await secret.press("Enter");
      await expect(dialog.getByRole("alert")).toHaveText(w.refused);
      await expect(secret).toBeFocused();
      await expectAccessible(page);
      await secret.fill(password);
      await secret.press("Enter");
      await expect(dialog.getByText(w.same)).toBeVisible();
      await expectAccessible(page);
      await dialog.getByRole("button", { name: w.close, exact: true }).last().press("Enter");

      await page.goto(`${server.url}/contacts`);
      const list = page.getByRole("list", { name: w.contacts });
      await expect(list.getByRole("listitem")).toHaveText(/Boris Akunin/);
      await radicale.put("boris.vcf", vCard("boris", "Grigory Chkhartishvili", "EMAIL:boris@mail.example"));
      await page.reload();
      await expect(list.getByRole("listitem")).toHaveText(/Grigory Chkhartishvili/);

      await page.goto(`${server.url}/settings/accounts`);
      await page.getByRole("button", { name: w.open, exact: true }).press("Enter");
      await dialog.getByRole("button", { name: w.disconnect }).press("Enter");
      await dialog.getByRole("button", { name: w.remove }).press("Enter");
      await expect(page.getByText(w.gone)).toBeVisible();
      await page.goto(`${server.url}/contacts`);
      await expect(list.getByRole("listitem")).toHaveCount(0);
      expect((await radicale.cards()).size).toBe(1);
    });
  });
}
