/** A sent letter that nothing answers comes to the top of the inbox; an answer ends that. */
import type { Id } from "@pismo/jmap";
import type { Page } from "@playwright/test";
import { ofToday } from "../packages/server/test/support/of-today.ts";
import { expectAccessible } from "./support/axe.ts";
import { composeToAnna, mailboxOf } from "./support/compose.ts";
import { row, rows } from "./support/conversations.ts";
import type { PismoServer } from "./support/server.ts";
import { expect, test } from "./support/story.ts";

const DAY_MS = 24 * 3600_000;

const words = {
  en: {
    menu: "Schedule",
    choose: /^Remind me if no answer comes/,
    title: "Remind me if no answer comes",
    days: "After how many days",
    wrong: "From 1 to 366 days",
    chosen: "Remind me if no answer comes: in 2 days",
    drafts: /^Drafts/,
    will: "If no answer comes, you are reminded in 2 days",
    none: "Do not remind",
    state: "Waiting for an answer",
    done: /^If no answer comes, you are reminded: /,
    back: /, no answer,/,
    answered: "This letter has been answered",
  },
  ru: {
    menu: "Запланировать",
    choose: /^Напомнить, если не ответят/,
    title: "Напомнить, если не ответят",
    days: "Через сколько дней",
    wrong: "Число дней — от 1 до 366",
    chosen: "Напомнить, если не ответят: через 2 дня",
    drafts: /^Черновики/,
    will: "Если не ответят, напомним через 2 дня",
    none: "Не напоминать",
    state: "Ждёт ответа",
    done: /^Если не ответят, напомним: /,
    back: /, нет ответа,/,
    answered: "На это письмо уже ответили",
  },
} as const;

/** The reminder of the one letter in Sent, as another client finds it. */
async function reminderIn(server: PismoServer): Promise<{ id: Id; inDays: number } | undefined> {
  const { client, accountId, emails } = await mailboxOf(server);
  const ids = (await emails("sent")).map(({ id }) => id!);
  const { list } = await client.call("Snooze/get", { accountId, ids });
  const found = list.find(({ ifUnanswered }) => ifUnanswered);
  return found && { id: found.id, inDays: Math.round((Date.parse(found.until) - Date.now()) / DAY_MS) };
}

/** Opens the dialog from the menu beside Send, by the keyboard. */
async function openDialog(page: Page, lang: "en" | "ru") {
  const w = words[lang];
  await page.getByRole("button", { name: w.menu, exact: true }).focus();
  await page.keyboard.press("Enter");
  await page.getByRole("menuitem", { name: w.choose }).focus();
  await page.keyboard.press("Enter");
  const dialog = page.getByRole("dialog", { name: w.title });
  await expect(dialog.getByLabel(w.days)).toBeFocused();
  return dialog;
}

for (const lang of ofToday(["en", "ru"] as const)) {
  const w = words[lang];
  test.describe(`in ${lang}`, () => {
    test.use({ lang });

    test("chosen while writing, changed on the letter's page, it comes to the top with the reason", async ({
      page,
      server,
    }) => {
      const popup = await composeToAnna(page, server, lang);
      await popup.subject.fill("Plan");
      const dialog = await openDialog(page, lang);
      await expectAccessible(page);
      await page.screenshot({ path: `test-results/reminder-dialog-${lang}.png` });
      await page.keyboard.press("ControlOrMeta+A");
      await page.keyboard.type("400");
      await page.keyboard.press("Enter");
      await expect(dialog.getByRole("alert")).toHaveText(w.wrong);
      await page.keyboard.press("ControlOrMeta+A");
      await page.keyboard.type("2");
      await page.keyboard.press("Enter");
      await expect(dialog).toBeHidden();
      await expect(popup.dialog.getByText(w.will)).toBeVisible();
      await page.screenshot({ path: `test-results/reminder-chosen-${lang}.png` });
      // It is the draft's, wherever that is opened again.
      await expect(popup.saved).toBeVisible();
      await popup.close.click();
      await expect(popup.dialog).toBeHidden();
      await page.getByRole("link", { name: w.drafts }).click();
      await row(page, /Plan/).click();
      await expect(popup.dialog.getByText(w.will)).toBeVisible();
      await popup.send.focus();
      await page.keyboard.press("Enter");
      await expect(popup.dialog).toBeHidden();
      const anna = await mailboxOf(server, "anna");
      expect((await anna.onlyMessage()).source).not.toMatch(/^X-Pismo/im);
      await expect.poll(async () => (await reminderIn(server))?.inDays).toBe(2);

      await page.goto(`${server.url}/sent?letters=all`);
      await row(page, /Plan/).click();
      const waiting = page.getByRole("region", { name: w.state });
      await expect(waiting).toBeVisible();
      await expectAccessible(page);
      await page.screenshot({ path: `test-results/reminder-page-${lang}.png` });
      await waiting.getByRole("button").first().focus();
      await page.keyboard.press("Enter");
      await page.getByRole("dialog", { name: w.title }).getByLabel(w.days).fill("5");
      await page.keyboard.press("Enter");
      await expect(page.getByText(w.done)).toBeVisible();
      const reminder = await reminderIn(server);
      expect(reminder?.inDays).toBe(5);

      // The server is asked for a moment that is near.
      const { client, accountId } = await mailboxOf(server);
      await server.deliver({ from: "Ann <ann@mail.example>", subject: "Later one", text: "Newer" });
      const near = new Date(Math.ceil(Date.now() / 1000) * 1000 + 2000).toISOString().replace(".000Z", "Z");
      await client.call("Snooze/put", { accountId, emails: { [reminder!.id]: near }, ifUnanswered: true });
      await page.goto(`${server.url}/inbox?letters=all`);
      await expect(rows(page).first()).toContainText("Plan");
      await expect(row(page, /Plan/)).toHaveAccessibleName(w.back);
      await expectAccessible(page);
      await page.screenshot({ path: `test-results/reminder-back-${lang}.png` });
    });
  });
}

test("an answer ends it while the letter stands open, and it is not asked for again", async ({ page, server }) => {
  const w = words.en;
  const popup = await composeToAnna(page, server);
  await popup.subject.fill("Plan");
  await popup.send.click();
  await expect(popup.dialog).toBeHidden();
  const { onlyMessage } = await mailboxOf(server, "anna");
  const { parsed } = await onlyMessage();
  await page.goto(`${server.url}/sent?letters=all`);
  await row(page, /Plan/).click();
  const toolbar = page.getByRole("toolbar");
  const waiting = page.getByRole("region", { name: w.state });
  await toolbar.getByRole("button", { name: w.title }).click();
  await page.getByRole("dialog", { name: w.title }).getByRole("button", { name: "Remind me", exact: true }).click();
  await expect(waiting).toBeVisible();
  await waiting.getByRole("button", { name: w.none }).click();
  await expect(waiting).toBeHidden();
  await toolbar.getByRole("button", { name: w.title }).click();
  await page.getByRole("dialog", { name: w.title }).getByRole("button", { name: "Remind me", exact: true }).click();
  await expect(waiting).toBeVisible();
  await server.deliver({
    from: "Anna <anna@pismo.localhost>",
    subject: "Re: Plan",
    text: "Yes",
    inReplyTo: parsed.messageId!,
  });
  await expect(waiting).toBeHidden();
  expect(await reminderIn(server)).toBeUndefined();
  await toolbar.getByRole("button", { name: w.title }).click();
  await page.getByRole("dialog", { name: w.title }).getByRole("button", { name: "Remind me", exact: true }).click();
  await expect(page.getByText(w.answered)).toBeVisible();
});
