/** A muted conversation: the key, the button, and where its new letters go. */
import { ofToday } from "../packages/server/test/support/of-today.ts";
import { expectAccessible } from "./support/axe.ts";
import { putTalk, row, rows } from "./support/conversations.ts";
import { expect, test } from "./support/story.ts";

for (const [lang, mute, unmute, said, undo, archive] of ofToday([
  [
    "en",
    "Mute conversation",
    "Unmute conversation",
    "New letters of the conversation will go to the archive",
    "Undo",
    /^Archive/,
  ],
  [
    "ru",
    "Не беспокоить перепиской",
    "Снова показывать во входящих",
    "Новые письма переписки будут уходить в архив",
    "Отменить",
    /^Архив/,
  ],
] as const)) {
  test.describe(`in ${lang}`, () => {
    test.use({ lang });
    test("new letters of a muted conversation go by into the archive, until it is muted no more", async ({
      page,
      server,
    }) => {
      await putTalk(server, 2, 2);
      const answer = (text: string): Promise<void> =>
        server.deliver({ from: "Zoe <zoe@mail.example>", subject: "Re: Talk", text, inReplyTo: "<talk1@x>" });
      await page.goto(`${server.url}/inbox?letters=all`);
      await row(page, /Re: Talk/).focus();
      // The notice comes first: what is done is shown before the server has it.
      const isKept = page.waitForResponse((response) => response.request().postData()?.includes("$muted") ?? false);
      await page.keyboard.press("m");
      await expect(page.getByText(said)).toBeVisible();
      await isKept;
      await expect(row(page, /Re: Talk/)).toHaveAccessibleName(lang === "en" ? /, muted,/ : /, не беспокоит,/);
      // Its sign stands in the line of the subject.
      const [sign, count] = [
        rows(page).first().locator("[data-muted]"),
        rows(page).first().getByText("2", { exact: true }),
      ];
      expect((await sign.boundingBox())!.y).toBeGreaterThan((await count.boundingBox())!.y - 4);
      expect((await sign.boundingBox())!.y).toBeLessThan((await count.boundingBox())!.y + 8);
      await answer("It goes by");
      // What comes after it shows that it has come.
      await server.deliver({ from: "Zoe <zoe@mail.example>", subject: "Other", text: "It comes" });
      await expect(row(page, /Other/)).toBeVisible();
      await expect(rows(page).first()).toContainText("It comes");
      await page.getByRole("link", { name: archive }).click();
      await expect(rows(page).first()).toContainText("It goes by");
      await row(page, /Re: Talk/).click();
      const toolbar = page.getByRole("toolbar");
      await expect(toolbar.getByRole("button", { name: mute, exact: true })).toBeHidden();
      await toolbar.getByRole("button", { name: unmute }).click();
      await page.getByRole("button", { name: undo }).last().click();
      await expect(toolbar.getByRole("button", { name: unmute })).toBeVisible();
      const isUnmuted = page.waitForResponse((response) => response.request().postData()?.includes("$muted") ?? false);
      await page.keyboard.press("m");
      await isUnmuted;
      await expect(toolbar.getByRole("button", { name: mute, exact: true })).toBeVisible();
      await expectAccessible(page);
      await page.screenshot({ path: `test-results/mute-${lang}.png` });
      await answer("It comes again");
      await page.goto(`${server.url}/inbox?letters=all`);
      await expect(rows(page).first()).toContainText("It comes again");
    });
  });
}
