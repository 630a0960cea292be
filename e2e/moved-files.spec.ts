/** A file goes from one letter to another: dragged, or by the file's menu. */
import { ofToday } from "../packages/server/test/support/of-today.ts";
import { expectAccessible } from "./support/axe.ts";
import { compose, composeToAnna, mailboxOf, type Popup } from "./support/compose.ts";
import { heavyPng, png } from "./support/images.ts";
import { expect, test } from "./support/story.ts";

const words = {
  en: {
    minimise: "Minimise the letter",
    move: "Move to “First”",
    more: "More about b.png",
    moved: "Moved to “First”: b.png",
    refused:
      /^heavy\.png could not be moved to “First” and stays in this letter\.\s*heavy\.png \(60 Kb\) does not fit: .* 102 Kb$/,
  },
  ru: {
    minimise: "Свернуть письмо",
    move: "Переместить в «First»",
    more: "Действия с файлом b.png",
    moved: "Перемещено в «First»: b.png",
    refused:
      /^heavy\.png не удалось переместить в «First», файл остался в этом письме\.\s*heavy\.png \(60 Кб\) не помещается: .* 102 Кб$/,
  },
} as const;

const image = (name: string, buffer = png(20, 10, [1, 2, 3])) => ({ name, mimeType: "image/png", buffer });
const files = (popup: Popup) => popup.dialog.locator("[data-file]");
const uploaded = async (popup: Popup, count: number): Promise<void> => {
  await expect(files(popup)).toHaveCount(count);
  await expect(popup.dialog.getByRole("progressbar")).toHaveCount(0);
};

for (const lang of ofToday(["en", "ru"] as const)) {
  const { minimise, move, more, moved, refused } = words[lang];
  test.describe(`in ${lang}`, () => {
    test.use({ lang, env: { PISMO_MAX_UPLOAD_SIZE: "100K" } });

    test("a file is dragged to another letter, or goes there by its menu; what does not fit there stays", async ({
      page,
      server,
    }) => {
      const first = await composeToAnna(page, server, lang);
      await first.subject.fill("First");
      await first.files.setInputFiles([image("a.png", heavyPng(59_000))]);
      await uploaded(first, 1);
      await first.dialog.getByRole("button", { name: minimise }).click();

      const second = await compose(page, lang);
      await second.subject.fill("Second");
      await second.files.setInputFiles([
        image("b.png"),
        image("c.png", png(20, 10, [3, 2, 1])),
        image("heavy.png", heavyPng(59_500)),
      ]);
      await uploaded(second, 3);
      await expect(second.saved).toBeVisible();

      // By keys alone.
      await second.dialog.getByRole("button", { name: more }).press("Enter");
      await page.getByRole("menuitem", { name: move }).press("Enter");
      await expect(second.dialog.getByRole("status").filter({ hasText: moved })).toBeVisible();
      await uploaded(second, 2);
      await expect(second.dialog.getByRole("button", { name: more.replace("b.png", "c.png") })).toBeFocused();
      await expectAccessible(page);

      // By pointer. The place stands in the form for as long as the file is dragged.
      const target = second.dialog.getByRole("listitem").filter({ hasText: move });
      const drag = async (name: string): Promise<void> => {
        await files(second)
          .filter({ has: page.getByRole("img", { name }) })
          .hover({ position: { x: 48, y: 36 } });
        await page.mouse.down();
        await page.mouse.move(600, 300);
        await page.mouse.move(600, 320);
        await expect(target).toBeVisible();
        await page.screenshot({ path: `test-results/moved-files-${lang}.png` });
        await target.hover();
        await target.hover();
        await page.mouse.up();
        await expect(target).toBeHidden();
      };
      await drag("c.png");
      await uploaded(second, 1);
      await drag("heavy.png");
      await expect(second.dialog.getByRole("alert")).toHaveText(refused);
      await uploaded(second, 1);
      await page.screenshot({ path: `test-results/moved-files-refused-${lang}.png` });

      // Both drafts have what they are to have, and what was moved is sent.
      const you = await mailboxOf(server);
      const kept = async (): Promise<unknown> =>
        (await you.emails("drafts"))
          .map(({ subject, attachments }) => [subject, attachments!.map(({ name }) => name)] as const)
          .toSorted(([one], [other]) => one!.localeCompare(other!));
      await expect.poll(kept).toEqual([
        ["First", ["a.png", "b.png", "c.png"]],
        ["Second", ["heavy.png"]],
      ]);
      await second.dialog.getByRole("button", { name: minimise }).click();
      await page.getByRole("button", { name: "First", exact: true }).click();
      await uploaded(first, 3);
      await first.send.click();
      await expect(first.dialog).toBeHidden();
      const { parsed } = await (await mailboxOf(server, "anna")).onlyMessage();
      expect(parsed.attachments.map(({ filename }) => filename)).toEqual(["a.png", "b.png", "c.png"]);
      expect(Buffer.from(parsed.attachments[1]!.content as ArrayBuffer)).toEqual(image("b.png").buffer);
    });
  });
}

test("a picture dragged within its own letter is not attached once more; a file of a draft goes to another", async ({
  page,
  server,
}) => {
  await page.goto(server.url);
  const popup = await compose(page);
  await popup.subject.fill("Reopened");
  await popup.files.setInputFiles([image("b.png")]);
  await uploaded(popup, 1);
  await expect(popup.saved).toBeVisible();
  await popup.dialog.getByRole("img", { name: "b.png" }).dragTo(popup.subject);
  await popup.dialog.getByRole("img", { name: "b.png" }).dragTo(popup.text);
  await expect(files(popup)).toHaveCount(1);
  await page.keyboard.press("Escape");
  await expect(popup.dialog).toBeHidden();

  const first = await compose(page);
  await first.subject.fill("First");
  await first.dialog.getByRole("button", { name: "Minimise the letter" }).click();
  await page.getByRole("link", { name: "Drafts" }).click();
  await page.getByRole("link", { name: /Reopened/ }).click();
  await expect(popup.subject).toHaveValue("Reopened");
  await uploaded(popup, 1);
  await popup.dialog.getByRole("button", { name: "More about b.png" }).click();
  await page.getByRole("menuitem", { name: "Move to “First”" }).click();
  await expect(files(popup)).toHaveCount(0);
  await expect(popup.addFiles).toBeFocused();
  const you = await mailboxOf(server);
  const kept = async (): Promise<unknown> =>
    (await you.emails("drafts"))
      .map(({ subject, attachments }) => [subject, attachments!.length] as const)
      .toSorted(([one], [other]) => one!.localeCompare(other!));
  await expect.poll(kept).toEqual([
    ["First", 1],
    ["Reopened", 0],
  ]);
});
