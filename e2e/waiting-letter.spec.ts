/** A letter that waits to be sent, on its own page: found by a search, after a reload, in a second tab, deleted. */
import type { Page } from "@playwright/test";
import { ofToday } from "../packages/server/test/support/of-today.ts";
import { expectAccessible } from "./support/axe.ts";
import { composeToAnna, mailboxOf, popupOf } from "./support/compose.ts";
import type { PismoServer } from "./support/server.ts";
import { expect, test } from "./support/story.ts";

const words = {
  en: {
    later: "Schedule",
    tomorrow: /^Tomorrow morning/,
    waiting: "Not sent yet",
    when: /Will be sent: /,
    edit: "Edit: On Monday",
    now: "Send now: On Monday",
    not: "Do not send: On Monday",
    canceled: "The letter is in Drafts and will not be sent",
    deleted: "The letter will not be sent",
    trashed: "1 letter moved to trash",
    goOn: "Continue writing",
    reply: "Reply",
    undo: "Undo",
    sent: "Letter sent",
    notStopped: "No connection: sending was not stopped",
    remind: /^Remind me if no answer comes/,
    days: "After how many days",
    reminds: "If no answer comes, you are reminded in 3 days",
    asBefore: /^As before: /,
    again: /^Will be sent: /,
  },
  ru: {
    later: "Запланировать",
    tomorrow: /^Завтра утром/,
    waiting: "Ещё не отправлено",
    when: /Отправим: /,
    edit: "Изменить: On Monday",
    now: "Отправить сейчас: On Monday",
    not: "Не отправлять: On Monday",
    canceled: "Письмо лежит в черновиках и не уйдёт",
    deleted: "Письмо не уйдёт",
    trashed: "1 письмо в корзине",
    goOn: "Продолжить письмо",
    reply: "Ответить",
    undo: "Отменить",
    sent: "Письмо отправлено",
    notStopped: "Нет связи: отправка не остановлена",
    remind: /^Напомнить, если не ответят/,
    days: "Через сколько дней",
    reminds: "Если не ответят, напомним через 3 дня",
    asBefore: /^Как раньше: /,
    again: /^Отправим: /,
  },
} as const;

type Words = (typeof words)["en" | "ru"];

const noticesOf = (page: Page) => page.getByRole("region", { name: /^(?:Notifications|Уведомления)$/ });
const button = (page: Page, name: string) => page.getByRole("button", { name, exact: true });
const waitingOf = (page: Page, w: Words) => page.getByRole("region", { name: w.waiting });

/** A letter to anna, sent with Undo or for tomorrow morning. */
async function write(
  page: Page,
  server: PismoServer,
  lang: "en" | "ru",
  { isLater, reminds = false }: { isLater: boolean; reminds?: boolean },
) {
  const popup = await composeToAnna(page, server, lang);
  await popup.subject.fill("On Monday");
  await popup.text.pressSequentially("Good morning");
  if (reminds) {
    await button(page, words[lang].later).click();
    await page.getByRole("menuitem", { name: words[lang].remind }).click();
    await page.getByRole("dialog", { name: words[lang].remind }).getByLabel(words[lang].days).press("Enter");
    await expect(popup.dialog.getByText(words[lang].reminds)).toBeVisible();
  }
  if (isLater) {
    await button(page, words[lang].later).click();
    await page.getByRole("menuitem", { name: words[lang].tomorrow }).click();
  } else await popup.send.click();
  await expect(popup.dialog).toBeHidden();
  return mailboxOf(server);
}

async function openFromSearch(page: Page, server: PismoServer, w: Words): Promise<void> {
  await page.goto(`${server.url}/all?q=Monday`);
  await page.getByRole("link", { name: /On Monday/ }).click();
  await expect(waitingOf(page, w)).toContainText(w.when);
}

for (const lang of ofToday(["en", "ru"] as const)) {
  const w = words[lang];
  test.describe(`in ${lang}`, () => {
    test.use({ lang, undoSendSeconds: 30 });
    test("found by a search it says that it waits, is taken back by the keyboard, and is a draft", async ({
      page,
      server,
    }) => {
      const you = await write(page, server, lang, { isLater: true });
      await openFromSearch(page, server, w);
      // The key that answers letters is for others; the one after it begins a letter, and that is the only one.
      await page.keyboard.press("r");
      await page.keyboard.press("c");
      const popup = popupOf(page, lang);
      await expect(popup.to).toBeFocused();
      await expect(popup.subject).toHaveValue("");
      await popup.close.click();
      await expect(popup.dialog).toBeHidden();
      await expect(button(page, w.reply)).toBeHidden();
      await expectAccessible(page);
      await page.reload();
      await expect(waitingOf(page, w)).toContainText(w.when);
      await button(page, w.not).focus();
      await page.keyboard.press("Enter");
      await expect(noticesOf(page).getByText(w.canceled)).toBeVisible();
      await expect(waitingOf(page, w)).toBeHidden();
      await expect(page.getByRole("article")).toBeFocused();
      await expect(button(page, w.goOn)).toBeVisible();
      expect((await you.emails("drafts")).map(({ keywords }) => keywords)).toEqual([{ $seen: true, $draft: true }]);
    });

    test("in a second tab it is edited while the first shows it; there it is a draft as well", async ({
      page,
      server,
      context,
    }) => {
      const { client, accountId } = await write(page, server, lang, { isLater: true, reminds: true });
      await openFromSearch(page, server, w);
      const other = await context.newPage();
      await other.goto(page.url());
      await button(other, w.edit).click();
      await expect(other.getByRole("dialog").locator(".ProseMirror")).toContainText("Good morning");
      await expect(waitingOf(page, w)).toBeHidden();
      // What was asked for with it still is.
      await expect(other.getByRole("dialog").getByText(w.reminds)).toBeVisible();
      await button(other, w.later).click();
      await other.getByRole("menuitem", { name: w.asBefore }).focus();
      await other.keyboard.press("Enter");
      await expect(other.getByRole("dialog")).toBeHidden();
      const { list } = await client.call("EmailSubmission/get", { accountId });
      expect(new Set(list.map(({ sendAt }) => sendAt)).size).toBe(1);
      expect(list.map(({ undoStatus }) => undoStatus).toSorted((a, b) => a!.localeCompare(b!))).toEqual([
        "canceled",
        "pending",
      ]);
      expect(list.map(({ remindAfterDays }) => remindAfterDays)).toEqual([3, 3]);
    });

    test("taken back elsewhere at the moment in which it is to be sent now, it is not said to have been sent", async ({
      page,
      server,
    }) => {
      const { client, accountId } = await write(page, server, lang, { isLater: true });
      await openFromSearch(page, server, w);
      const [waiting] = (await client.call("EmailSubmission/get", { accountId })).list;
      await page.route("**/jmap/api", async (route) => {
        if (route.request().postData()?.includes("Outbox/retry")) {
          const update = { [waiting!.id!]: { undoStatus: "canceled" } };
          await client.call("EmailSubmission/set", { accountId, update });
        }
        await route.continue();
      });
      await button(page, w.now).click();
      await expect(noticesOf(page).getByText(w.canceled)).toBeVisible();
      expect(await (await mailboxOf(server, "anna")).emails("inbox")).toEqual([]);
    });

    test("what only waits for Undo is sent at once from its page, once", async ({ page, server }) => {
      const you = await write(page, server, lang, { isLater: false });
      await openFromSearch(page, server, w);
      await button(page, w.now).click();
      await (await mailboxOf(server, "anna")).onlyMessage();
      await expect(waitingOf(page, w)).toBeHidden();
      expect((await you.emails("sent")).map(({ subject }) => subject)).toEqual(["On Monday"]);
      expect(await you.emails("drafts")).toEqual([]);
    });

    test("deleted, it will not be sent; undone, it waits for the same time again", async ({ page, server }) => {
      const { client, accountId, emails } = await write(page, server, lang, { isLater: true, reminds: true });
      await openFromSearch(page, server, w);
      await page.keyboard.press("Delete");
      await expect(noticesOf(page).getByText(w.deleted, { exact: true })).toBeVisible();
      const notice = noticesOf(page).getByText(w.trashed).locator("..");
      // Its focus holds the notice, however long the server takes.
      await button(page, w.undo).and(notice.getByRole("button")).focus();
      const { list } = await client.call("EmailSubmission/get", { accountId });
      expect(list.map(({ undoStatus }) => undoStatus)).toEqual(["canceled"]);
      expect((await emails("trash")).map(({ keywords }) => keywords)).toEqual([{ $seen: true, $draft: true }]);
      await button(page, w.undo).and(notice.getByRole("button")).click();
      await expect(noticesOf(page).getByText(w.again)).toBeVisible();
      expect((await emails("drafts")).map(({ keywords }) => keywords)).toEqual([{ $seen: true, $submitpending: true }]);
      const { list: after } = await client.call("EmailSubmission/get", { accountId });
      const again = after.find(({ undoStatus }) => undoStatus === "pending");
      expect(again).toMatchObject({ sendAt: list[0]!.sendAt, remindAfterDays: 3 });
    });

    test("undone without a connection, it says so, can be tried again, and what it says goes by itself", async ({
      page,
      server,
      context,
    }) => {
      await page.clock.install();
      await write(page, server, lang, { isLater: false });
      await expect(noticesOf(page).getByText(w.sent)).toBeVisible();
      await context.setOffline(true);
      await noticesOf(page).getByRole("button", { name: w.undo, exact: true }).click();
      await expect(page.getByRole("alert").getByText(w.notStopped)).toBeVisible();
      await page.clock.runFor(31_000);
      await expect(page.getByRole("alert").getByText(w.notStopped)).toBeHidden();
    });
  });
}

test("on a phone the buttons fit, and the letter is opened to go on with it", async ({ page, server }) => {
  const { client, accountId } = await write(page, server, "en", { isLater: true });
  await page.setViewportSize({ width: 390, height: 844 });
  await openFromSearch(page, server, words.en);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
  await button(page, words.en.edit).click();
  await expect(page.getByRole("dialog").locator(".ProseMirror")).toContainText("Good morning");
  const { list } = await client.call("EmailSubmission/get", { accountId });
  expect(list.map(({ undoStatus }) => undoStatus)).toEqual(["canceled"]);
});
