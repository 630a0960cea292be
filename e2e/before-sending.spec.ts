/** What a person is asked before a letter goes, and that each question can be turned off. */
import { ofToday } from "../packages/server/test/support/of-today.ts";
import { expectAccessible } from "./support/axe.ts";
import { compose, composeToAnna, mailboxOf } from "./support/compose.ts";
import { putEmails } from "./support/emails.ts";
import { expect, test } from "./support/story.ts";

const words = {
  en: {
    title: "Send the letter as it is?",
    text: "Please see attached",
    file: "It says “see attached”, but no file is attached.",
    subject: "It has no subject.",
    people: "10 recipients see one another's addresses.",
    back: "Back to the letter",
    send: "Send anyway",
    hide: "Move to Bcc",
    off: "Ask about an empty subject",
    slip: "amna@pismo.localhost differs by one letter from anna@pismo.localhost, to whom you wrote before.",
    greets: "It greets Boris, but does not go to them.",
    hello: "Hi Boris, yes",
    offGreeted: "Ask about people left out",
    sent: "Letter sent",
  },
  ru: {
    title: "Отправить письмо так?",
    text: "Договор во вложении",
    file: "В тексте есть «во вложении», а файла нет.",
    subject: "У письма нет темы.",
    people: "10 получателей увидят адреса друг друга.",
    back: "Вернуться к письму",
    send: "Всё равно отправить",
    hide: "В скрытую копию",
    off: "Спрашивать о пустой теме",
    slip: "amna@pismo.localhost на одну букву отличается от anna@pismo.localhost, куда вы уже писали.",
    greets: "В начале названы, но не получат письма: Boris.",
    hello: "Привет, Boris! Да",
    offGreeted: "Спрашивать о тех, кто пропущен",
    sent: "Письмо отправлено",
  },
} as const;

for (const lang of ofToday(["en", "ru"] as const)) {
  const w = words[lang];
  test.describe(`in ${lang}`, () => {
    test.use({ lang });
    test("all is asked at once, by the keyboard: back leads to the letter as it was, and then it goes", async ({
      page,
      server,
    }) => {
      const popup = await composeToAnna(page, server, lang);
      await popup.text.pressSequentially(w.text);
      await page.keyboard.press("Control+Enter");
      const question = page.getByRole("dialog", { name: w.title });
      await expect(question.getByRole("listitem")).toHaveText([w.file, w.subject]);
      await expect(question.getByRole("button", { name: w.back }).last()).toBeFocused();
      await expectAccessible(page);
      await page.keyboard.press("Enter");
      await expect(question).toBeHidden();
      await expect(popup.text).toHaveText(w.text);

      await popup.subject.fill("Contract");
      await popup.send.click();
      await expect(question.getByRole("listitem")).toHaveText([w.file]);
      await question.getByRole("button", { name: w.send }).click();
      await expect(page.getByText(w.sent)).toBeVisible();
      await (await mailboxOf(server, "anna")).onlyMessage();
    });

    test("many people are moved to Bcc, and a question that is turned off is not asked", async ({ page, server }) => {
      await server.pismo("mailbox", "add", "anna");
      await page.goto(`${server.url}/settings/writing`);
      await page.getByRole("switch", { name: w.off }).click();
      await expect(page.getByRole("switch", { name: w.off })).not.toBeChecked();
      const popup = await compose(page, lang);
      // Plus-addresses of one mailbox, which gets one letter.
      await popup.to.fill(Array.from({ length: 10 }, (_, index) => `anna+${index}@pismo.localhost`).join(", "));
      await popup.send.click();
      const question = page.getByRole("dialog", { name: w.title });
      await expect(question.getByRole("listitem")).toHaveText([w.people]);
      await question.getByRole("button", { name: w.hide }).click();
      await expect(question).toBeHidden();
      await popup.send.click();
      await expect(page.getByText(w.sent)).toBeVisible();
      const { parsed } = await (await mailboxOf(server, "anna")).onlyMessage();
      expect([parsed.to ?? [], parsed.cc ?? [], parsed.bcc ?? []]).toEqual([[], [], []]);
    });

    test("an address that is one letter away from one that was written to is asked about, and put right", async ({
      page,
      server,
    }) => {
      await server.pismo("mailbox", "add", "anna");
      await putEmails(server, [{ subject: "Before", folder: "sent", to: [{ email: "anna@pismo.localhost" }] }]);
      await page.goto(server.url);
      const popup = await compose(page, lang);
      // Whom one has written to is known by then.
      await popup.to.fill("ann");
      await expect(page.getByRole("listbox").getByRole("option", { name: /anna@pismo/ })).toBeVisible();
      await popup.to.fill("amna@pismo.localhost");
      await popup.subject.fill("Slip");
      await popup.send.click();
      const question = page.getByRole("dialog", { name: w.title });
      await expect(question.getByRole("listitem")).toHaveText([w.slip]);
      await expectAccessible(page);
      await page.keyboard.press("Enter");
      await expect(question).toBeHidden();
      await popup.to.focus();
      await page.keyboard.press("Backspace");
      await page.keyboard.press("Backspace");
      await popup.to.fill("anna@pismo.localhost");
      await popup.send.click();
      await expect(page.getByText(w.sent)).toBeVisible();
      await (await mailboxOf(server, "anna")).onlyMessage();
    });

    test("an answer that greets a person whom it leaves out is asked about, unless that is turned off", async ({
      page,
      server,
    }) => {
      await server.pismo("mailbox", "add", "anna");
      const boris = { name: "Boris", email: "boris@pismo.localhost" };
      await putEmails(server, [
        {
          subject: "Party",
          from: { name: "Anna", email: "anna@pismo.localhost" },
          to: [{ email: "you@pismo.localhost" }, boris],
        },
      ]);
      await page.goto(server.url);
      await page.getByRole("link", { name: /Party/ }).click();
      const answer = async (): Promise<void> => {
        await page.keyboard.press("r");
        await expect(page.locator(".ProseMirror")).toBeFocused();
        await page.keyboard.type(w.hello);
        await page.keyboard.press("Control+Enter");
      };
      await answer();
      const question = page.getByRole("dialog", { name: w.title });
      await expect(question.getByRole("listitem")).toHaveText([w.greets]);
      await expectAccessible(page);
      await question.getByRole("button", { name: w.send }).click();
      await expect(page.getByText(w.sent)).toBeVisible();

      await page.goto(`${server.url}/settings/writing`);
      await page.getByRole("switch", { name: w.offGreeted }).click();
      await expect(page.getByRole("switch", { name: w.offGreeted })).not.toBeChecked();
      await expect(page.getByRole("button", { name: /^(?:Undo|Отменить)$/ })).toBeVisible();
      await expectAccessible(page);
      await page.goto(server.url);
      await page.getByRole("link", { name: /Party/ }).click();
      await expect(page.getByRole("article")).toBeVisible();
      await answer();
      await expect(page.getByText(w.sent)).toBeVisible();
    });
  });
}

test.describe("on a phone", () => {
  test.use({ viewport: { width: 390, height: 844 } });
  test("the question fits", async ({ page, server }) => {
    await page.goto(server.url);
    await expect(page.getByRole("main").getByText("No letters", { exact: true })).toBeVisible();
    await page.keyboard.press("c");
    const popup = page.getByRole("dialog", { name: "New letter" });
    await popup.getByRole("combobox", { name: "To" }).fill("anna@pismo.localhost");
    await popup.getByRole("button", { name: "Send", exact: true }).click();
    await expect(page.getByRole("dialog", { name: words.en.title })).toBeVisible();
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
    await expectAccessible(page);
  });
});
