/** The trash and spam are emptied from their menus, with what they hold named first. */
import { ofToday } from "../packages/server/test/support/of-today.ts";
import type { PismoServer } from "./support/server.ts";
import { expectAccessible } from "./support/axe.ts";
import { putEmails } from "./support/emails.ts";
import { expect, test } from "./support/story.ts";

/** The subjects of all letters with the roles of their mailboxes. */
async function lettersOf(server: PismoServer): Promise<Record<string, string[]>> {
  const client = await server.client();
  const accountId = Object.keys((await client.session()).accounts)[0]!;
  const { list: mailboxes } = await client.call("Mailbox/get", { accountId, ids: null });
  const roleOf = new Map(mailboxes.map(({ id, role }) => [id, role ?? id]));
  const { list } = await client.call("Email/get", { accountId, ids: null, properties: ["subject", "mailboxIds"] });
  return Object.fromEntries(
    list.map(({ subject, mailboxIds }) => [subject ?? "", Object.keys(mailboxIds ?? {}).map((id) => roleOf.get(id)!)]),
  );
}

const inTrash = (subject: string, keywords: string[] = []) => ({ subject, keywords, folder: "trash" });

for (const [lang, actions, empty, question, cancel, done, noLetters] of ofToday([
  [
    "en",
    "Actions for folder “Trash”",
    "Empty trash",
    "3 letters will be deleted forever. This cannot be undone. Unread: 2.",
    "Cancel",
    "3 letters deleted forever",
    "No letters",
  ],
  [
    "ru",
    "Действия с папкой «Корзина»",
    "Очистить корзину",
    "3 письма будут удалены навсегда. Восстановить их будет нельзя. Непрочитанных: 2.",
    "Отменить",
    "3 письма удалены навсегда",
    "Писем нет",
  ],
] as const)) {
  test.describe(`in ${lang}`, () => {
    test.use({ lang });
    test("the trash is emptied by keyboard, whatever the list is filtered by", async ({ page, server }) => {
      const [, , both] = await putEmails(server, [
        inTrash("One"),
        inTrash("Two", ["$seen"]),
        inTrash("In both"),
        { subject: "Kept" },
      ]);
      const client = await server.client();
      const accountId = Object.keys((await client.session()).accounts)[0]!;
      const { list } = await client.call("Mailbox/get", { accountId, ids: null });
      const inbox = list.find(({ role }) => role === "inbox")!.id;
      await client.call("Email/set", { accountId, update: { [both!]: { [`mailboxIds/${inbox}`]: true } } });

      await page.goto(`${server.url}/trash?read=false`);
      await expect(page.getByRole("main").getByRole("link", { name: /One,/ })).toBeVisible();
      const menu = page.getByRole("button", { name: actions });
      await menu.focus();
      await page.keyboard.press("Enter");
      await page.getByRole("menuitem", { name: empty }).press("Enter");
      const dialog = page.getByRole("dialog", { name: empty });
      await expect(dialog).toContainText(question);
      await expectAccessible(page);
      await dialog.getByRole("button", { name: cancel }).press("Enter");
      await expect(dialog).toBeHidden();
      expect(Object.keys(await lettersOf(server)).toSorted()).toEqual(["In both", "Kept", "One", "Two"]);

      await menu.press("Enter");
      await page.getByRole("menuitem", { name: empty }).press("Enter");
      await dialog.getByRole("button", { name: empty }).press("Enter");
      await expect(page.getByText(done)).toBeVisible();
      await expect(page.getByRole("main").getByText(noLetters, { exact: true })).toBeVisible();
      await expect(menu).toBeHidden();
      await expect.poll(() => lettersOf(server)).toEqual({ "In both": ["inbox"], Kept: ["inbox"] });
    });
  });
}

test("spam is emptied while another folder is open", async ({ page, server }) => {
  await putEmails(server, [{ subject: "Winner", folder: "junk" }, { subject: "Kept" }]);
  await page.goto(server.url);
  await expect(page.getByRole("link", { name: /Kept,/ })).toBeVisible();
  await expect(page.getByRole("button", { name: "Actions for folder “Trash”" })).toHaveCount(0);
  await page.getByRole("link", { name: /^Spam/ }).hover();
  await page.getByRole("button", { name: "Actions for folder “Spam”" }).click();
  await page.getByRole("menuitem", { name: "Empty spam" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Empty spam" }).click();
  await expect(page.getByText("1 letter deleted forever")).toBeVisible();
  await expect(page.getByRole("link", { name: /Kept,/ })).toBeVisible();
  await expect.poll(() => lettersOf(server)).toEqual({ Kept: ["inbox"] });
});
