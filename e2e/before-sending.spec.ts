/** What a person is asked before a letter goes, and that each question can be turned off. */
import { expectAccessible } from "./support/axe.ts";
import { compose, mailboxOf } from "./support/compose.ts";
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
    sent: "Письмо отправлено",
  },
} as const;

for (const lang of ["en", "ru"] as const) {
  const w = words[lang];
  test.describe(`in ${lang}`, () => {
    test.use({ lang });
    test("all is asked at once, by the keyboard: back leads to the letter as it was, and then it goes", async ({
      page,
      server,
    }) => {
      await server.pismo("mailbox", "add", "anna");
      await page.goto(server.url);
      const popup = await compose(page, lang);
      await popup.to.fill("anna@pismo.localhost");
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
