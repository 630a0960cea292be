/** Several letters at once: one in the popup, the others minimised, each with its files and its draft. */
import type { Page } from "@playwright/test";
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
      await expect(minimised).toBeFocused();
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
      await expect(popup.text).toBeFocused();
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

const barOf = (page: Page, lang: "en" | "ru" = "en") =>
  page.getByRole("region", { name: words[lang].bar }).getByRole("button");

async function putAside(page: Page, subject: string, text = "", lang: "en" | "ru" = "en"): Promise<void> {
  const popup = await compose(page, lang);
  await popup.subject.fill(subject);
  if (text) await popup.text.pressSequentially(text);
  await popup.dialog.getByRole("button", { name: words[lang].minimise }).click();
  await expect(popup.dialog).toBeHidden();
}

for (const lang of ofToday(["en", "ru"] as const)) {
  test.describe(`after a reload in ${lang}`, () => {
    test.use({ lang });

    test("minimised letters stand in the bar again, and the one that was open is offered", async ({ page, server }) => {
      await page.goto(server.url);
      await putAside(page, "Second to none", "with text", lang);
      await putAside(page, "A last one", "", lang);
      const popup = await compose(page, lang);
      await popup.subject.fill("Still open");
      await page.reload();
      await expect(barOf(page, lang)).toHaveText(["Second to none", "A last one"]);
      const offer = lang === "en" ? "Unfinished letter: Still open" : "Письмо не дописано: Still open";
      await expect(page.getByText(offer)).toBeVisible();
      await expect(popup.dialog).toBeHidden();
      await page.screenshot({ path: `test-results/minimised-again-${lang}.png` });
      // Once more: they are saved by then, and nothing was written since.
      const you = await mailboxOf(server);
      await expect.poll(async () => (await you.emails("drafts")).length).toBe(3);
      await page.reload();
      await expect(barOf(page, lang)).toHaveText(["Second to none", "A last one"]);
      await barOf(page, lang).first().click();
      await expect(popup.subject).toHaveValue("Second to none");
      await expect(popup.text).toHaveText("with text");
      await popup.close.click();
      await expect(popup.dialog).toBeHidden();
      await expect(barOf(page, lang)).toHaveText(["A last one"]);
      expect(await you.emails("drafts")).toHaveLength(3);
    });
  });
}

test("a letter that was minimised in a tab that ended stands in the next one, unless it was deleted since", async ({
  page,
  context,
  server,
}) => {
  await page.goto(server.url);
  await putAside(page, "Goes on");
  await putAside(page, "Deleted on the phone");
  const you = await mailboxOf(server);
  await expect.poll(async () => (await you.emails("drafts")).length).toBe(2);
  await expect(barOf(page)).toHaveCount(2);
  await expect.poll(() => minimisedIn(page)).toEqual([true, true]);
  // Its session storage ends with it.
  await page.close();
  const deleted = (await you.emails("drafts")).find(({ subject }) => subject === "Deleted on the phone");
  await you.client.call("Email/set", { accountId: you.accountId, destroy: [deleted!.id!] });
  const next = await context.newPage();
  await next.addInitScript(() => localStorage.setItem("lang", "en"));
  await next.goto(server.url);
  await expect(barOf(next)).toHaveText(["Goes on"]);
  await expect(next.getByText(/Unfinished letter|unfinished letters/)).toHaveCount(0);
  await expect.poll(() => minimisedIn(next)).toEqual([true]);
});

/** Of the letters in the browser's storage that are saved on the server: whether they are minimised. */
const minimisedIn = (page: Page): Promise<boolean[]> =>
  page.evaluate(
    () =>
      new Promise((resolve) => {
        const opening = indexedDB.open("pismo");
        opening.addEventListener("success", () => {
          const all = opening.result.transaction("letters").objectStore("letters").getAll();
          all.addEventListener("success", () => {
            opening.result.close();
            resolve(all.result.filter(({ isSaved }) => isSaved).map(({ minimisedAt }) => minimisedAt !== undefined));
          });
        });
      }),
  );

test("a letter that is minimised in one tab is not taken by another, until the first one is closed", async ({
  page,
  context,
  server,
}) => {
  await page.goto(server.url);
  await putAside(page, "Of the first tab", "as it is");
  const other = await context.newPage();
  await other.addInitScript(() => localStorage.setItem("lang", "en"));
  await other.goto(server.url);
  await putAside(other, "Of the second tab");
  await other.reload();
  await expect(barOf(other)).toHaveText(["Of the second tab"]);
  await expect(barOf(page)).toHaveText(["Of the first tab"]);
  // The other tab waits for it by now, and leaves it to the one that comes back.
  await page.reload();
  await expect(barOf(page)).toHaveText(["Of the first tab"]);
  await expect(barOf(other)).toHaveText(["Of the second tab"]);
  await page.close();
  await expect(barOf(other)).toHaveText(["Of the first tab", "Of the second tab"]);
  await barOf(other).first().click();
  await expect(popupOf(other).text).toHaveText("as it is");
  const you = await mailboxOf(server);
  await expect.poll(async () => (await you.emails("drafts")).length).toBe(2);
});

test("minimised letters stand in the bar of a page of another account, too", async ({ page, server }) => {
  await server.pismo("mailbox", "add", "anna");
  await page.goto(server.url);
  await putAside(page, "Of this account", "as it is");
  const you = await mailboxOf(server);
  await expect.poll(async () => (await you.emails("drafts")).length).toBe(1);
  const client = await server.client("anna@pismo.localhost");
  const [annaId] = Object.keys((await client.session()).accounts);
  await page.goto(`${server.url}/inbox?letters=all&account=${annaId}`);
  await expect(barOf(page)).toHaveText(["Of this account"]);
  await page.goto(`${server.url}/inbox?letters=all`);
  await expect(barOf(page)).toHaveText(["Of this account"]);
  await barOf(page).click();
  await expect(popupOf(page).text).toHaveText("as it is");
});

for (const [lang, theme, width, reply, name] of ofToday([
  ["en", "white", 1440, "Reply", "New letter"],
  ["ru", "dark", 390, "Ответить", "Новое письмо"],
] as const)) {
  test.describe(`titles in ${lang}, ${theme}, ${width}`, () => {
    test.use({ lang, theme, viewport: { width, height: 844 } });
    test("an answer is titled by its subject, and a letter of one's own as ever", async ({ page, server }) => {
      const subject = `A plan for all of us and for ${"many ".repeat(20)}days`;
      await server.deliver({ from: "anna@mail.example", subject, text: "Where is it?" });
      await page.goto(server.url);
      await page.getByRole("link", { name: /A plan/ }).click();
      await page.getByRole("button", { name: reply, exact: true }).click();
      const popup = popupOf(page, lang);
      await expect(popup.text).toBeFocused();
      const title = popup.dialog.getByRole("heading", { level: 2 });
      await expect(title).toHaveText(`${name}: Re: ${subject}`);
      await expect(popup.dialog).toHaveAccessibleName(`${name}: Re: ${subject}`);
      await popup.text.pressSequentially("Here");
      await expect(popup.saved).toBeVisible();
      await expect(popup.close).toBeInViewport({ ratio: 1 });
      await expectAccessible(page);
      await page.screenshot({ path: `test-results/title-${lang}.png` });
      await popup.subject.fill("");
      await expect(popup.dialog).toHaveAccessibleName(name);
      await popup.subject.fill("Re: A plan");
      await expect(popup.dialog).toHaveAccessibleName(`${name}: Re: A plan`);
      await popup.close.click();
      await expect(popup.dialog).toBeHidden();
      await page.keyboard.press("c");
      await expect(popup.to).toBeFocused();
      await expect(popup.dialog).toHaveAccessibleName(name);
    });
  });
}

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
