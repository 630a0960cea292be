/** A picture in a signature: chosen from a file, kept with the address, and sent as a part of the letter. */
import type { Locator } from "@playwright/test";
import { ofToday } from "../packages/server/test/support/of-today.ts";
import { expectAccessible } from "./support/axe.ts";
import { mailboxOf, popupOf } from "./support/compose.ts";
import { png } from "./support/images.ts";
import { readByPython, structureOf } from "./support/other-parser.ts";
import { expect, test } from "./support/story.ts";

const words = {
  en: {
    edit: "Edit you@pismo.localhost",
    signature: "Signature",
    tool: "Picture from a file",
    alt: "What it shows, for those who do not see it",
    save: "Save",
    from: "From",
    none: "No letters",
    wrong: /^letter\.png: no picture could be read/,
  },
  ru: {
    edit: "Изменить you@pismo.localhost",
    signature: "Подпись",
    tool: "Картинка из файла",
    alt: "Что на картинке: для тех, кто её не видит",
    save: "Сохранить",
    from: "От кого",
    none: "Писем нет",
    wrong: /^letter\.png: из этого файла не удалось/,
  },
} as const;

const expectDrawn = (picture: Locator): Promise<void> =>
  expect.poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(480);

for (const [lang, theme, width] of ofToday([
  ["en", "white", 1440],
  ["ru", "dark", 390],
] as const)) {
  const w = words[lang];
  test.describe(`${lang}, ${theme}, ${width}`, () => {
    test.use({ lang, theme, viewport: { width, height: 844 } });

    test("it is made small, stands in the letter, goes with another address, and arrives within the text", async ({
      page,
      server,
    }) => {
      await server.pismo("mailbox", "add", "anna");
      const you = await mailboxOf(server);
      const { accountId, client } = you;
      const shop = { email: "you+shop@pismo.localhost", name: "The shop", textSignature: "The shop" };
      await client.call("Identity/set", { accountId, create: { shop } });
      await page.goto(`${server.url}/settings/addresses`);
      await page.getByRole("button", { name: w.edit, exact: true }).click();
      const dialog = page.getByRole("dialog");
      const signature = dialog.getByRole("textbox", { name: w.signature, exact: true });
      await signature.focus();
      await page.keyboard.type("Anna ");
      const file = { name: "logo.png", mimeType: "image/png", buffer: png(960, 240, [200, 30, 30]) };
      await expect(dialog.getByRole("toolbar").getByRole("button", { name: w.tool })).toBeVisible();
      const chosen = dialog.locator("input[type=file]");
      await chosen.setInputFiles({ ...file, name: "letter.png", buffer: Buffer.from("no picture") });
      await expect(dialog.getByText(w.wrong)).toBeVisible();
      await chosen.setInputFiles(file);
      await expectDrawn(signature.locator("img[alt]").first());
      await dialog.getByRole("textbox", { name: w.alt }).fill("Our logo");
      await expect(dialog.getByText(w.wrong)).toBeHidden();
      await expectAccessible(page);
      await page.screenshot({ path: `test-results/signature-picture-${lang}-${theme}-${width}.png` });
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
      await dialog.getByRole("button", { name: w.save, exact: true }).click();
      await expect(dialog).toBeHidden();
      const { list } = await client.call("Identity/get", { accountId, ids: null });
      expect(list[0]).toMatchObject({
        textSignature: "Anna [Our logo]",
        htmlSignature: expect.stringMatching(/<img src="data:image\/png;base64,[^"]+" alt="Our logo"/),
      });

      await page.goto(server.url);
      await expect(page.getByRole("main").getByText(w.none, { exact: true })).toBeVisible();
      await page.keyboard.press("c");
      const popup = popupOf(page, lang);
      await expect(popup.to).toBeFocused();
      const picture = popup.text.getByRole("img", { name: "Our logo" });
      await expectDrawn(picture);
      // Nothing was written, so nothing is kept.
      await popup.close.click();
      await expect(popup.dialog).toBeHidden();
      expect(await you.emails("drafts")).toEqual([]);

      await page.keyboard.press("c");
      await expect(popup.to).toBeFocused();
      await page.keyboard.type("anna@pismo.localhost,");
      await popup.subject.fill("With a logo");
      await expect(popup.saved).toBeVisible();
      await popup.close.click();
      await expect(popup.dialog).toBeHidden();
      await page.goto(`${server.url}/drafts?letters=all`);
      await page.getByRole("link", { name: /With a logo/ }).click();
      await expectDrawn(picture);
      await page.screenshot({ path: `test-results/signature-picture-letter-${lang}-${theme}-${width}.png` });
      const from = popup.dialog.getByRole("combobox", { name: w.from, exact: true });
      await from.selectOption({ index: 1 });
      await expect(picture).toHaveCount(0);
      await from.selectOption({ index: 0 });
      await expectDrawn(picture);
      await popup.send.click();
      await expect(popup.dialog).toBeHidden();

      const { parsed, source } = await (await mailboxOf(server, "anna")).onlyMessage();
      expect(parsed.attachments).toHaveLength(1);
      expect(parsed.attachments[0]).toMatchObject({ mimeType: "image/png", disposition: "inline", related: true });
      const cid = parsed.attachments[0]!.contentId!.replace(/^<|>$/g, "");
      expect(parsed.html).toMatch(new RegExp(`<img src="cid:${cid}" alt="Our logo"`));
      expect(parsed.html).not.toContain("data:");
      expect(parsed.text).toMatch(/-- \r?\nAnna \[Our logo\]/);
      expect(structureOf(await readByPython(source))).toBe("alternative(text/plain related(text/html image/png))");
    });
  });
}
