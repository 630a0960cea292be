/** Pictures that are pasted or dropped stand in the text, with words for those who do not see them. */
import type { Locator } from "@playwright/test";
import { ofToday } from "../packages/server/test/support/of-today.ts";
import { expectAccessible } from "./support/axe.ts";
import { compose, composeToAnna, mailboxOf } from "./support/compose.ts";
import { readByPython, structureOf } from "./support/other-parser.ts";
import { png } from "./support/images.ts";
import { expect, test } from "./support/story.ts";

const words = {
  en: { alt: "What it shows, for those who do not see it" },
  ru: { alt: "Что на картинке: для тех, кто её не видит" },
} as const;

const octets = [...png(40, 20, [200, 30, 30])];

/** As the browser does it after a screenshot, or a file that is dropped. */
const give = (text: Locator, kind: "paste" | "drop", more = ""): Promise<void> =>
  text.evaluate(
    (element, [bytes, what, plain]) => {
      const data = new DataTransfer();
      data.items.add(new File([new Uint8Array(bytes)], "image.png", { type: "image/png" }));
      if (plain) data.setData("text/plain", plain);
      const { left, top } = element.getBoundingClientRect();
      const init = { bubbles: true, cancelable: true };
      element.dispatchEvent(
        what === "paste"
          ? new ClipboardEvent("paste", { ...init, clipboardData: data })
          : new DragEvent("drop", { ...init, dataTransfer: data, clientX: left + 20, clientY: top + 20 }),
      );
    },
    [octets, kind, more] as const,
  );

const expectDrawn = (picture: Locator): Promise<void> =>
  expect.poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(40);

for (const lang of ofToday(["en", "ru"] as const)) {
  test.describe(`in ${lang}`, () => {
    test.use({ lang });

    test("a pasted picture gets its words by keys alone, stands in the draft, and goes out within the text", async ({
      page,
      server,
    }) => {
      const popup = await composeToAnna(page, server, lang);
      await popup.subject.fill("A picture");
      await popup.text.focus();
      await page.keyboard.type("Look: ");
      await give(popup.text, "paste");
      const picture = popup.text.locator("img[alt]").first();
      await expectDrawn(picture);
      // It is no file beside the text.
      await expect(popup.dialog.getByRole("button", { name: /image\.png/ })).toHaveCount(0);
      await expect(popup.text).toBeFocused();
      await page.keyboard.press("ArrowLeft");
      const alt = popup.dialog.getByRole("textbox", { name: words[lang].alt });
      await expect(alt).toBeVisible();
      await alt.focus();
      await page.keyboard.type("A red field");
      await expectAccessible(page);
      await page.screenshot({ path: `test-results/picture-in-text-${lang}.png` });
      await page.keyboard.press("Enter");
      await expect(popup.text).toBeFocused();
      await expect(popup.saved).toBeVisible();
      await popup.close.click();
      await expect(popup.dialog).toBeHidden();

      await page.goto(`${server.url}/drafts?letters=all`);
      await page.getByRole("link", { name: /A picture/ }).click();
      await expectDrawn(popup.text.getByRole("img", { name: "A red field" }));
      await popup.send.click();
      await expect(popup.dialog).toBeHidden();
      const { parsed, source } = await (await mailboxOf(server, "anna")).onlyMessage();
      const [file] = parsed.attachments;
      expect(parsed.attachments).toHaveLength(1);
      expect(file).toMatchObject({ mimeType: "image/png", disposition: "inline", related: true });
      const cid = file!.contentId!.replace(/^<|>$/g, "");
      expect(parsed.html).toContain(`cid:${cid}`);
      expect(parsed.html).toContain('alt="A red field"');
      expect(parsed.text).toContain("Look: [A red field]");
      expect(structureOf(await readByPython(source))).toBe("alternative(text/plain related(text/html image/png))");
    });
  });
}

test("a picture is dropped where it is to stand; one that is deleted again is not sent", async ({ page, server }) => {
  const popup = await composeToAnna(page, server);
  await popup.subject.fill("None");
  await popup.text.focus();
  await page.keyboard.type("Text");
  await give(popup.text, "drop");
  const picture = popup.text.locator("img[alt]").first();
  await expectDrawn(picture);
  await picture.click();
  await page.keyboard.press("Delete");
  await expect(picture).toHaveCount(0);
  await popup.send.click();
  await expect(popup.dialog).toBeHidden();
  const { parsed } = await (await mailboxOf(server, "anna")).onlyMessage();
  expect(parsed.attachments).toEqual([]);
});

test("the picture that office programs add to a text is not taken for it", async ({ page, server }) => {
  await page.goto(server.url);
  const popup = await compose(page);
  await popup.text.focus();
  await give(popup.text, "paste", "12 and 13");
  await expect(popup.text).toHaveText("12 and 13");
  await expect(popup.dialog.locator("img")).toHaveCount(0);
});
