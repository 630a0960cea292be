/** What the person reads where the server's limits are reached: a full mailbox, and enough recipients for a day. */
import { ofToday } from "../packages/server/test/support/of-today.ts";
import { expectAccessible } from "./support/axe.ts";
import { compose } from "./support/compose.ts";
import { heavyPng } from "./support/images.ts";
import { expect, test } from "./support/story.ts";

const words = {
  en: {
    day: "You may write to 2 recipients a day, and with this letter it would be more. Send it later",
    upload: "The mailbox is full, and a file was not uploaded: free some space and try again",
    draft: "The mailbox is full: the draft is not on the server",
    send: "The mailbox is full: free some space and send again",
    sent: "Letter sent",
  },
  ru: {
    day: "За сутки можно написать 2 получателям, и с этим письмом их было бы больше. Отправьте его позже",
    upload: "Ящик переполнен, и файл не загружен: освободите место и повторите",
    draft: "Ящик переполнен: черновик не сохранён на сервере",
    send: "Ящик переполнен: освободите место и отправьте снова",
    sent: "Письмо отправлено",
  },
} as const;

for (const lang of ofToday(["en", "ru"] as const)) {
  test.describe(lang, () => {
    test.use({ lang, env: { PISMO_QUOTA: "30K", PISMO_SEND_LIMIT: "2" } });

    test("enough recipients for a day: what is written stays, and the reason is said", async ({ page, server }) => {
      await server.pismo("mailbox", "add", "anna");
      await page.goto(server.url);
      const first = await compose(page, lang);
      await first.to.fill("you@pismo.localhost");
      await first.subject.fill("Enough");
      await first.send.click();
      await expect(page.getByText(words[lang].sent)).toBeVisible();
      await expect(first.dialog).toBeHidden();
      const second = await compose(page, lang);
      await second.to.fill("you@pismo.localhost, anna@pismo.localhost");
      await second.to.press("Enter");
      await second.subject.fill("Too many");
      await second.send.click();
      await expect(second.dialog.getByRole("alert")).toHaveText(words[lang].day);
      await expect(second.subject).toHaveValue("Too many");
      await expectAccessible(page);
      await page.screenshot({ path: `test-results/day-limit-${lang}.png` });
    });

    test("a full mailbox takes no file and no draft, and says so", async ({ page, server }) => {
      await page.goto(server.url);
      const popup = await compose(page, lang);
      await popup.files.setInputFiles([{ name: "large.png", mimeType: "image/png", buffer: heavyPng(60_000) }]);
      await expect(popup.dialog.getByRole("alert")).toHaveText(words[lang].upload);
      await expectAccessible(page);
      await page.screenshot({ path: `test-results/full-upload-${lang}.png` });
      await popup.clear.click();
      await expect(popup.dialog.getByText(words[lang].upload)).toBeHidden();
      await popup.to.fill("you@pismo.localhost");
      await popup.subject.fill("Large");
      await popup.text.fill("x".repeat(40_000));
      await expect(popup.dialog.getByText(words[lang].draft)).toBeVisible();
      await popup.send.click();
      await expect(popup.dialog.getByRole("alert")).toHaveText(words[lang].send);
      await page.screenshot({ path: `test-results/full-draft-${lang}.png` });
    });
  });
}
