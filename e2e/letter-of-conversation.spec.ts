/** What is done with one letter of a conversation, while the others stay. */
import { ofToday } from "../packages/server/test/support/of-today.ts";
import { expectAccessible } from "./support/axe.ts";
import { mailboxOf } from "./support/compose.ts";
import { ago, anna, boris } from "./support/conversations.ts";
import { putEmails } from "./support/emails.ts";
import { expect, test } from "./support/story.ts";

for (const [lang, width, words] of ofToday([
  [
    "en",
    1440,
    {
      menu: (name: string) => `More: letter from ${name}`,
      remove: "Delete",
      move: "Move to folder",
      archive: "Archive",
      source: "Source and headers",
      undo: "Undo",
    },
  ],
  [
    "ru",
    390,
    {
      menu: (name: string) => `Ещё: письмо от ${name}`,
      remove: "Удалить",
      move: "Переместить в папку",
      archive: "Архив",
      source: "Исходный текст и заголовки",
      undo: "Отменить",
    },
  ],
] as const)) {
  test.describe(`in ${lang} at ${width} px`, () => {
    test.use({ lang });
    test("a letter is looked at, moved and deleted by its own menu", async ({ page, server }) => {
      await page.setViewportSize({ width, height: 900 });
      const vera = { name: "Vera", email: "vera@mail.example" };
      const [first, second, third] = await putEmails(server, [
        { subject: "Plan", from: anna, text: "Shall we?", messageId: "1@x", receivedAt: ago(9) },
        {
          subject: "Re: Plan",
          from: boris,
          text: "We shall",
          messageId: "2@x",
          references: ["1@x"],
          receivedAt: ago(8),
        },
        { subject: "Re: Plan", from: vera, text: "We must", messageId: "3@x", references: ["2@x"], receivedAt: ago(7) },
      ]);
      const you = await mailboxOf(server);
      const idsIn = async (role: "inbox" | "trash" | "archive") =>
        new Set((await you.emails(role)).map(({ id }) => id));
      await page.goto(`${server.url}/email/${second}?title=Plan`);
      const letters = page.locator("[data-thread-letter]");
      await expect(letters).toHaveCount(3);
      await expect(page.getByText("We shall")).toBeVisible();
      const menuOf = (name: string) => page.getByRole("button", { name: words.menu(name) });

      await menuOf("Борис").click();
      await expect(page.getByRole("menu")).toBeVisible();
      await expectAccessible(page);
      await page.getByRole("menuitem", { name: words.source }).click();
      await expect(page.getByRole("dialog")).toContainText("2@x");
      await page.keyboard.press("Escape");
      await expect(page.getByRole("dialog")).toBeHidden();

      // The letter that the address names goes: the next one takes its place there.
      await menuOf("Борис").press("Enter");
      await page.getByRole("menuitem", { name: words.remove, exact: true }).press("Enter");
      await expect(page).toHaveURL(new RegExp(`/email/${third}\\?`));
      await expect(letters).toHaveCount(2);
      await expect.poll(() => idsIn("trash")).toEqual(new Set([second]));
      const kept = await idsIn("inbox");
      expect([first, second, third].map((id) => kept.has(id))).toEqual([true, false, true]);
      await page.getByRole("button", { name: words.undo, exact: true }).click();
      await expect(letters).toHaveCount(3);
      await expect.poll(() => idsIn("trash")).toEqual(new Set());

      // Another one goes: the focus goes to its neighbour.
      await letters.first().locator("[data-fold]").click();
      await menuOf("Anna").press("Enter");
      await page.getByRole("menuitem", { name: words.remove, exact: true }).press("Enter");
      await expect(letters).toHaveCount(2);
      await expect(page).toHaveURL(new RegExp(`/email/${third}\\?`));
      await expect(letters.first().locator("[data-fold]")).toBeFocused();
      await expect.poll(() => idsIn("trash")).toEqual(new Set([first]));

      // What lies in another folder stays among them.
      await menuOf("Vera").click();
      await page.getByRole("menuitem", { name: words.move }).click();
      await page.getByRole("menuitem", { name: words.archive, exact: true }).click();
      await expect.poll(() => idsIn("archive")).toEqual(new Set([third]));
      await expect(letters).toHaveCount(2);
    });
  });
}
