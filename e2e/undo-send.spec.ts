/** Sending undone: the letter waits on the server, goes out once though the page is closed, and comes back whole. */
import type { Page } from "@playwright/test";
import { ofToday } from "../packages/server/test/support/of-today.ts";
import { compose, composeBesideDrafts, composeToAnna, mailboxOf, popupOf } from "./support/compose.ts";
import { png } from "./support/images.ts";
import { expectAccessible } from "./support/axe.ts";
import { expect, test } from "./support/story.ts";

const words = {
  en: {
    sent: "Letter sent",
    undo: "Undo",
    quote: "Quoted letter",
    late: "Too late: the letter has already gone",
  },
  ru: {
    sent: "Письмо отправлено",
    undo: "Отменить",
    quote: "Цитируемое письмо",
    late: "Слишком поздно: письмо уже ушло",
  },
} as const;

const toastOf = (page: Page, text: string) => page.getByText(text, { exact: true }).locator("..");

for (const lang of ofToday(["en", "ru"] as const)) {
  const w = words[lang];
  for (const viewport of [
    { width: 1440, height: 900 },
    { width: 390, height: 844 },
  ]) {
    test.describe(`in ${lang}, ${viewport.width} px`, () => {
      test.use({ lang, viewport, undoSendSeconds: 30 });
      test("what was sent opens again as it was, and nothing has gone out", async ({ page, server }) => {
        await server.pismo("mailbox", "add", "anna");
        await server.deliver({ from: "Anna <anna@pismo.localhost>", subject: "Question", text: "Are you there?" });
        await page.goto(server.url);
        await page.getByRole("link", { name: /Question/ }).click();
        await page.keyboard.press("r");
        const dialog = page.getByRole("dialog");
        const text = dialog.locator(".ProseMirror");
        await expect(text).toBeFocused();
        await page.keyboard.type("Yes, with a picture");
        await dialog
          .locator("input[type=file]")
          .setInputFiles({ name: "red.png", mimeType: "image/png", buffer: png(64, 48, [200, 30, 30]) });
        await expect(dialog.getByRole("img", { name: "red.png" })).toBeVisible();
        await page.keyboard.press("Control+Enter");
        await expect(dialog).toBeHidden();

        const toast = toastOf(page, w.sent);
        await expect(toast).toBeVisible();
        await toast.getByRole("button", { name: w.undo, exact: true }).focus();
        await page.keyboard.press("Enter");
        await expect(text).toContainText("Yes, with a picture");
        await expect(dialog.getByRole("img", { name: "red.png" })).toBeVisible();
        await expect(dialog.getByRole("button", { name: /Anna|anna@/ }).first()).toBeVisible();
        await expect(dialog.locator('input[type="text"]').last()).toHaveValue(/Question$/);
        await dialog.getByRole("button", { name: w.quote, exact: true }).click();
        await expect(dialog.getByText("Are you there?")).toBeVisible();

        const you = await mailboxOf(server);
        expect(await you.emails("sent")).toEqual([]);
        const [draft] = await you.emails("drafts");
        expect(draft!.keywords).toMatchObject({ $draft: true });
        const { list } = await you.client.call("EmailSubmission/get", { accountId: you.accountId });
        expect(list.map(({ undoStatus }) => undoStatus)).toEqual(["canceled"]);
        const [question] = await you.emails("inbox");
        await expect.poll(async () => (await you.emails("inbox"))[0]!.keywords).not.toHaveProperty("$answered");
        expect(draft!.inReplyTo).toEqual(question!.messageId);
        const anna = await mailboxOf(server, "anna");
        expect(await anna.emails("inbox")).toEqual([]);
      });
    });
  }

  test.describe(`in ${lang}`, () => {
    test.use({ lang, undoSendSeconds: 30 });
    test("of two that wait, each says which one it is, and its own is undone", async ({ page, server }) => {
      const first = await composeToAnna(page, server, lang);
      await first.subject.fill("Budget");
      await first.send.click();
      await expect(toastOf(page, w.sent)).toBeVisible();
      const second = await compose(page, lang);
      await second.to.fill("anna@pismo.localhost");
      await second.subject.fill("Holidays");
      await second.send.click();
      await expect(toastOf(page, `${w.sent}: Holidays`)).toBeVisible();
      const undo = toastOf(page, `${w.sent}: Budget`).getByRole("button", { name: w.undo, exact: true });
      await expect(undo).toHaveAccessibleDescription(`${w.sent}: Budget`);
      await expectAccessible(page);
      await undo.click();
      await expect(first.subject).toHaveValue("Budget");
      const you = await mailboxOf(server);
      await expect
        .poll(async () => (await you.emails("drafts")).filter(({ keywords }) => keywords?.["$draft"]))
        .toHaveLength(1);
      await expect(toastOf(page, `${w.sent}: Holidays`)).toBeVisible();
    });

    test("undone too late, it says so, and the letter stays sent", async ({ page, server }) => {
      const popup = await composeToAnna(page, server, lang);
      await popup.subject.fill("Too late");
      await popup.send.click();
      const toast = toastOf(page, w.sent);
      await expect(toast).toBeVisible();
      const you = await mailboxOf(server);
      const { accountId, client } = you;
      const { ids } = await client.call("EmailSubmission/query", { accountId });
      await client.call("Outbox/retry", { accountId, ids });
      await (await mailboxOf(server, "anna")).onlyMessage();
      await toast.getByRole("button", { name: w.undo, exact: true }).click();
      await expect(page.getByRole("alert").getByText(w.late)).toBeVisible();
      expect((await you.emails("sent")).map(({ subject }) => subject)).toEqual(["Too late"]);
      expect(await you.emails("drafts")).toEqual([]);
    });
  });
}

test.describe("while another letter is written", () => {
  test.use({ undoSendSeconds: 30 });
  test("that one is minimised with its file, and both go on", async ({ page, server }) => {
    const popup = await composeToAnna(page, server);
    await popup.subject.fill("The first");
    await popup.send.click();
    await expect(popup.dialog).toBeHidden();
    await compose(page);
    await popup.subject.fill("The second");
    await popup.files.setInputFiles({ name: "red.png", mimeType: "image/png", buffer: png(64, 48, [200, 30, 30]) });
    await expect(popup.dialog.getByRole("img", { name: "red.png" })).toBeVisible();
    const toast = toastOf(page, "Letter sent");
    await toast.getByRole("button", { name: "Undo" }).click();
    await expect(popup.subject).toHaveValue("The first");
    await expect(popup.dialog.getByRole("img", { name: "red.png" })).toBeHidden();
    await popup.cancel.click();
    await expect(popup.dialog).toBeHidden();
    const minimised = page.getByRole("region", { name: "Minimised letters" }).getByRole("button");
    await expect(minimised).toHaveText(["The second"]);
    await minimised.click();
    await expect(popup.subject).toHaveValue("The second");
    await expect(popup.dialog.getByRole("img", { name: "red.png" })).toBeVisible();
  });
});

test.describe("for a moment", () => {
  test.use({ undoSendSeconds: 5 });
  test("the letter goes out though the page is closed, once, and stands in Drafts until then", async ({
    page,
    server,
    context,
  }) => {
    const popup = await composeToAnna(page, server);
    await popup.subject.fill("By itself");
    await popup.send.click();
    await expect(page.getByText("Letter sent")).toBeVisible();
    await context.close();
    const you = await mailboxOf(server);
    const anna = await mailboxOf(server, "anna");
    const { parsed } = await anna.onlyMessage();
    expect(parsed.subject).toBe("By itself");
    const [sent] = await you.emails("sent");
    expect(sent).toMatchObject({ subject: "By itself", keywords: { $seen: true } });
    expect(await you.emails("drafts")).toEqual([]);
  });
});

test.describe("by default", () => {
  test.use({ undoSendSeconds: 10 });
  test("it can be undone for ten seconds; the setting is under Writing and holds after a reload", async ({
    page,
    server,
  }) => {
    await page.goto(`${server.url}/settings/writing`);
    const choice = page.getByRole("combobox", { name: "Undo send" });
    await expect(choice).toHaveValue("10");
    await expect(choice.getByRole("option")).toHaveText([
      "5 seconds",
      "10 seconds",
      "20 seconds",
      "30 seconds",
      "Do not wait",
    ]);
    await expectAccessible(page);
    await choice.selectOption("Do not wait");
    await expect(page.getByText("The setting is saved")).toBeVisible();
    await page.reload();
    await expect(choice).toHaveValue("0");

    await server.pismo("mailbox", "add", "anna");
    const popup = await compose(page);
    await popup.to.fill("anna@pismo.localhost");
    await popup.subject.fill("At once");
    await popup.send.click();
    await expect(toastOf(page, "Letter sent")).toBeVisible();
    await expect(toastOf(page, "Letter sent").getByRole("button", { name: "Undo" })).toBeHidden();
    await (await mailboxOf(server, "anna")).onlyMessage();
  });
});

test.describe("for half a minute", () => {
  test.use({ undoSendSeconds: 30 });

  test("a draft that was sent in another tab is no form there, but a letter that can be taken back", async ({
    page,
    server,
  }) => {
    const { popup, drafts, draft } = await composeBesideDrafts(page, server);
    await draft.click();
    const goOn = drafts.getByRole("button", { name: "Continue here" });
    await expect(goOn).toBeVisible();
    await popup.send.click();
    await expect(page.getByText(words.en.sent)).toBeVisible();
    await goOn.click();
    const waiting = drafts.getByRole("region", { name: "Not sent yet" });
    await expect(waiting).toBeVisible();
    await expect(drafts.getByRole("dialog")).toHaveCount(0);
    await waiting.getByRole("button", { name: /^Edit/ }).click();
    await expect(popupOf(drafts).text).toHaveText("one");
  });
});
