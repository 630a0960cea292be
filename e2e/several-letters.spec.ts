/** Several letters at once: one in the popup, the others minimised, each with its files and its draft. */
import { ofToday } from "../packages/server/test/support/of-today.ts";
import { expectAccessible } from "./support/axe.ts";
import { compose, composeToAnna, mailboxOf, popupOf } from "./support/compose.ts";
import { png } from "./support/images.ts";
import { expect, test } from "./support/story.ts";

const words = {
  en: { minimise: "Minimise the letter", bar: "Minimised letters", full: "Full size", usual: "Usual size" },
  ru: { minimise: "Свернуть письмо", bar: "Свёрнутые письма", full: "На весь экран", usual: "Обычный размер" },
} as const;

for (const lang of ofToday(["en", "ru"] as const)) {
  const { minimise, bar, full, usual } = words[lang];
  test.describe(`in ${lang}`, () => {
    test.use({ lang });

    test("a minimised letter keeps its text and files while others are written, and each is sent", async ({
      page,
      server,
    }) => {
      const popup = await composeToAnna(page, server, lang);
      await popup.subject.fill("The first");
      await popup.text.fill("With a picture");
      await popup.files.setInputFiles([{ name: "a.png", mimeType: "image/png", buffer: png(20, 10, [1, 2, 3]) }]);
      await expect(popup.dialog.getByRole("img", { name: "a.png" })).toBeVisible();
      const button = popup.dialog.getByRole("button", { name: minimise });
      await button.focus();
      await page.keyboard.press("Enter");
      await expect(popup.dialog).toBeHidden();
      const minimised = page.getByRole("region", { name: bar }).getByRole("button");
      await expect(minimised).toHaveText(["The first"]);
      await expectAccessible(page);

      // The page's keys are its own again.
      await page.keyboard.press("c");
      const second = popupOf(page, lang);
      await expect(second.to).toBeFocused();
      await expect(second.subject).toHaveValue("");
      await second.subject.fill("The second");
      await second.text.fill("Later");
      await second.dialog.getByRole("button", { name: minimise }).click();
      await expect(minimised).toHaveText(["The first", "The second"]);
      await page.screenshot({ path: `test-results/minimised-${lang}.png` });

      // By keys alone.
      await minimised.first().focus();
      await page.keyboard.press("Enter");
      await expect(popup.subject).toHaveValue("The first");
      await expect(popup.text).toHaveText("With a picture");
      await expect(popup.dialog.getByRole("img", { name: "a.png" })).toBeVisible();
      await expect(minimised).toHaveCount(0);
      await popup.dialog.getByRole("button", { name: full }).click();
      const box = await popup.dialog.boundingBox();
      expect(box).toMatchObject({ x: 0, y: 0, width: page.viewportSize()!.width });
      await expectAccessible(page);
      await popup.dialog.getByRole("button", { name: usual }).click();
      await popup.send.click();
      await expect(popup.dialog).toBeHidden();
      await expect(minimised).toHaveText(["The second"]);
      const { parsed } = await (await mailboxOf(server, "anna")).onlyMessage();
      expect(parsed.attachments.map(({ filename }) => filename)).toEqual(["a.png"]);

      // The other one is a draft of its own.
      const you = await mailboxOf(server);
      await expect.poll(async () => (await you.emails("drafts")).map(({ subject }) => subject)).toEqual(["The second"]);
      await page.goto(`${server.url}/drafts?letters=all`);
      await page.getByRole("link", { name: /The second/ }).click();
      await expect(popup.text).toHaveText("Later");
    });
  });
}

test("a draft whose letter is minimised is shown from there, once; closing it keeps one draft", async ({
  page,
  server,
}) => {
  await page.goto(server.url);
  const popup = await compose(page);
  await popup.subject.fill("One draft");
  await popup.text.fill("Begun");
  await expect(popup.saved).toBeVisible();
  await popup.dialog.getByRole("button", { name: "Minimise the letter" }).click();
  const minimised = page.getByRole("region", { name: "Minimised letters" }).getByRole("button");
  await expect(minimised).toHaveText(["One draft"]);
  await page.getByRole("link", { name: "Drafts" }).click();
  await page.getByRole("link", { name: /One draft/ }).click();
  await expect(popup.text).toHaveText("Begun");
  await expect(minimised).toHaveCount(0);
  await popup.text.press("End");
  await page.keyboard.type(", and ended");
  await page.keyboard.press("Escape");
  await expect(popup.dialog).toBeHidden();
  await expect(minimised).toHaveCount(0);
  const you = await mailboxOf(server);
  await expect
    .poll(async () => (await you.emails("drafts")).flatMap(({ bodyValues }) => Object.values(bodyValues ?? {})))
    .toMatchObject([{ value: expect.stringContaining("and ended") }, {}]);
});

test("of more letters than have room, each is within reach", async ({ page, server }) => {
  await page.setViewportSize({ width: 900, height: 760 });
  await page.goto(server.url);
  for (let number = 1; number <= 8; number++) {
    const popup = await compose(page);
    await popup.subject.fill(`Letter ${number}`);
    await popup.dialog.getByRole("button", { name: "Minimise the letter" }).click();
    await expect(popup.dialog).toBeHidden();
  }
  await page.getByRole("button", { name: "Letter 1" }).click();
  await expect(popupOf(page).subject).toHaveValue("Letter 1");
});

test("letters that are minimised when the page is left are offered again", async ({ page, server }) => {
  await page.goto(server.url);
  const minimise = async (subject: string): Promise<void> => {
    const popup = await compose(page);
    await popup.subject.fill(subject);
    await popup.dialog.getByRole("button", { name: "Minimise the letter" }).click();
    await expect(popup.dialog).toBeHidden();
  };
  await minimise("First");
  await minimise("Second");
  await page.reload();
  await expect(page.getByText("Unfinished letter: First")).toBeVisible();
  await expect(page.getByText("Unfinished letter: Second")).toBeVisible();
});

test("on a phone there is one letter at a time", async ({ page, server }) => {
  await page.setViewportSize({ width: 390, height: 760 });
  await page.goto(server.url);
  await expect(page.getByRole("main").getByText("No letters", { exact: true })).toBeVisible();
  await page.keyboard.press("c");
  const popup = popupOf(page);
  await expect(popup.to).toBeFocused();
  await expect(popup.dialog.getByRole("button", { name: "Minimise the letter" })).toHaveCount(0);
  await expect(popup.dialog.getByRole("button", { name: "Full size" })).toHaveCount(0);
  await expectAccessible(page);
});
