/** Sending later: the choice of a time by keyboard, the page of what waits, and what can be done with it. */
import type { Page } from "@playwright/test";
import { ofToday } from "../packages/server/test/support/of-today.ts";
import { expectAccessible } from "./support/axe.ts";
import { compose, mailboxOf, popupOf } from "./support/compose.ts";
import type { PismoServer } from "./support/server.ts";
import { expect, test } from "./support/story.ts";

const words = {
  en: {
    later: "Schedule",
    tomorrow: /^Tomorrow morning/,
    pick: /^Pick a time/,
    when: "Day and time",
    title: "When to send",
    past: "This time has passed",
    tooLate: "A letter can wait for 30 days at most",
    limit: "At most 30 days from now. Time zone: Europe/Moscow",
    waiting: "Not sent yet",
    willBe: /^Will be sent: /,
    said: /^Will be sent: /,
    notScheduled: /^Not scheduled any more: it was to be sent /,
    scheduled: /^Scheduled/,
    drafts: /^Drafts/,
    edit: "Edit: On Monday",
    now: "Send now: On Monday",
    not: "Do not send: On Monday",
  },
  ru: {
    later: "Запланировать",
    tomorrow: /^Завтра утром/,
    pick: /^Выбрать время/,
    when: "День и время",
    title: "Когда отправить",
    past: "Это время уже прошло",
    tooLate: "Письмо может ждать не дольше 30 дней",
    limit: "Не дальше чем на 30 дней вперёд. Часовой пояс: Europe/Moscow",
    waiting: "Ещё не отправлено",
    willBe: /^Отправим: /,
    said: /^Уйдёт: /,
    notScheduled: /^Уже не запланировано: письмо должно было уйти /,
    scheduled: /^Запланированные/,
    drafts: /^Черновики/,
    edit: "Изменить: On Monday",
    now: "Отправить сейчас: On Monday",
    not: "Не отправлять: On Monday",
  },
} as const;

const noticesOf = (page: Page) => page.getByRole("region", { name: /^(?:Notifications|Уведомления)$/ });

/** A letter to anna that is to be sent tomorrow morning, by the keyboard. */
async function sendTomorrow(page: Page, lang: "en" | "ru"): Promise<void> {
  const w = words[lang];
  const popup = popupOf(page, lang);
  if (page.viewportSize()!.width < 900) {
    // The button lies behind the menu.
    await expect(page.getByRole("main").getByText(/^(?:No letters|Писем нет)$/)).toBeVisible();
    await page.keyboard.press("c");
  } else await popup.openButton.click();
  await expect(popup.to).toBeFocused();
  await popup.to.fill("anna@pismo.localhost");
  await popup.subject.fill("On Monday");
  await popup.text.pressSequentially("Good morning");
  const later = popup.dialog.getByRole("button", { name: w.later, exact: true });
  await popup.send.focus();
  await page.keyboard.press("Tab");
  await expect(later).toBeFocused();
  await page.keyboard.press("Enter");
  await page.getByRole("menuitem", { name: w.tomorrow }).focus();
  await page.keyboard.press("Enter");
  await expect(popup.dialog).toBeHidden();
  await expect(noticesOf(page).getByText(w.said)).toBeVisible();
}

async function annaOf(server: PismoServer) {
  await server.pismo("mailbox", "add", "anna");
  return () => mailboxOf(server, "anna");
}

for (const lang of ofToday(["en", "ru"] as const)) {
  const w = words[lang];
  test.describe(`in ${lang}`, () => {
    test.use({ lang });
    test("a letter waits until tomorrow morning, is edited, and is sent at once in the end", async ({
      page,
      server,
    }) => {
      const anna = await annaOf(server);
      await page.goto(server.url);
      await expect(page.getByRole("link", { name: w.scheduled })).toBeHidden();
      await sendTomorrow(page, lang);
      await page.getByRole("link", { name: w.scheduled }).click();
      await expect(page).toHaveURL(/\/scheduled$/);
      const card = page.getByRole("main").getByRole("listitem").filter({ hasText: "On Monday" });
      await expect(card).toContainText("anna@pismo.localhost");
      await expectAccessible(page);
      const you = await mailboxOf(server);
      const { list } = await you.client.call("EmailSubmission/get", { accountId: you.accountId });
      // Eight in the morning of the page's zone.
      expect(new Date(list[0]!.sendAt!).toLocaleTimeString("ru", { timeZone: "Europe/Moscow" })).toBe("08:00:00");

      // It stands in Drafts no more, and is not counted there.
      await page.getByRole("link", { name: w.drafts }).click();
      await expect(page.getByRole("link", { name: /On Monday/ })).toBeHidden();
      await expect(page.getByRole("link", { name: w.drafts })).not.toContainText("1");
      await page.reload();
      await expect(page.getByRole("link", { name: w.scheduled })).toContainText("1");
      await page.getByRole("link", { name: w.scheduled }).click();
      await card.getByRole("button", { name: w.edit }).click();
      const dialog = page.getByRole("dialog");
      await expect(dialog.locator(".ProseMirror")).toContainText("Good morning");
      await expect(card).toBeHidden();
      await expect(dialog.getByText(w.notScheduled)).toBeVisible();
      await page.keyboard.press("Escape");
      await expect(dialog).toBeHidden();
      expect(await (await anna()).emails("inbox")).toEqual([]);

      await sendTomorrow(page, lang);
      await card.getByRole("button", { name: w.now }).click();
      await (await anna()).onlyMessage();
      await expect(card).toBeHidden();
      expect((await you.emails("sent")).map(({ subject }) => subject)).toEqual(["On Monday"]);
    });

    test("a time is picked by the keyboard; one that has passed or is too far off is refused", async ({
      page,
      server,
    }) => {
      await annaOf(server);
      await page.goto(server.url);
      const popup = await compose(page, lang);
      await popup.to.fill("anna@pismo.localhost");
      await popup.subject.fill("On Monday");
      await popup.dialog.getByRole("button", { name: w.later, exact: true }).click();
      await page.getByRole("menuitem", { name: w.pick }).click();
      const when = page.getByLabel(w.when);
      const asking = page.getByRole("dialog", { name: w.title });
      const confirm = asking.getByRole("button", { name: w.later });
      await when.press("Escape");
      await expect(asking).toBeHidden();
      await expect(popup.dialog).toBeVisible();
      await popup.dialog.getByRole("button", { name: w.later, exact: true }).click();
      await page.getByRole("menuitem", { name: w.pick }).click();
      await expect(when).toHaveAccessibleDescription(w.limit);
      await expect(asking.getByText(w.limit)).toBeVisible();
      await page.screenshot({ path: `test-results/pick-time-${lang}.png` });
      await when.fill("2020-01-01T08:00");
      await page.keyboard.press("Enter");
      await expect(page.getByRole("alert").getByText(w.past)).toBeVisible();
      await when.fill("2199-01-01T08:00");
      await confirm.click();
      await expect(page.getByRole("alert").getByText(w.tooLate)).toBeVisible();
      const inAWeek = new Date(Date.now() + 7 * 86_400_000).toISOString().slice(0, 10);
      await when.fill(`${inAWeek}T09:30`);
      await confirm.click();
      await expect(popup.dialog).toBeHidden();
      const you = await mailboxOf(server);
      const { list } = await you.client.call("EmailSubmission/get", { accountId: you.accountId });
      expect(list.map(({ sendAt }) => sendAt)).toEqual([`${inAWeek}T06:30:00Z`]);
    });
  });
}

for (const [lang, theme, width] of ofToday([
  ["en", "white", 1440],
  ["ru", "dark", 390],
] as const)) {
  const w = words[lang];
  test.describe(`read in ${lang}, ${theme}, ${width}`, () => {
    test.use({ lang, theme, viewport: { width, height: 844 } });
    test("a letter that waits is read from its row, with when it goes and what can be done", async ({
      page,
      server,
    }) => {
      const anna = await annaOf(server);
      await page.goto(server.url);
      await sendTomorrow(page, lang);
      await page.goto(`${server.url}/scheduled`);
      const card = page.getByRole("main").getByRole("listitem").filter({ hasText: "On Monday" });
      await expectAccessible(page);
      await page.screenshot({ path: `test-results/scheduled-${lang}.png` });
      // Anywhere on its words.
      const { x, y } = (await card.getByText("anna@pismo.localhost").boundingBox())!;
      await page.mouse.click(x + 10, y + 10);
      await expect(page).toHaveURL(/\/email\/[^?]+\?title=On(?:%20|\+)Monday/);
      await expect(page.getByRole("heading", { level: 1, name: "On Monday" })).toBeVisible();
      const waits = page.getByRole("region", { name: w.waiting });
      await expect(waits.getByText(w.willBe)).toBeVisible();
      await expect(page.frameLocator("main iframe").first().getByText("Good morning")).toBeVisible();
      await expectAccessible(page);
      await page.screenshot({ path: `test-results/scheduled-letter-${lang}.png` });
      await page.goBack();
      await card.getByRole("link", { name: "On Monday" }).focus();
      await page.keyboard.press("Enter");
      for (const name of [w.edit, w.not]) await expect(waits.getByRole("button", { name })).toBeVisible();
      await waits.getByRole("button", { name: w.now }).click();
      await (await anna()).onlyMessage();
    });
  });
}

test("a key that follows Escape from the menu is the letter's again", async ({ page, server }) => {
  const anna = await annaOf(server);
  await page.goto(server.url);
  const popup = await compose(page);
  await popup.to.fill("anna@pismo.localhost");
  await popup.subject.fill("Now");
  await popup.dialog.getByRole("button", { name: words.en.later, exact: true }).press("Enter");
  const tomorrow = page.getByRole("menuitem", { name: words.en.tomorrow });
  await tomorrow.focus();
  await expect(tomorrow).toBeFocused();
  await page.keyboard.press("Escape");
  await page.keyboard.press("Control+Enter");
  await expect(popup.dialog).toBeHidden();
  await (await anna()).onlyMessage();
});

test.describe("on a phone", () => {
  test.use({ viewport: { width: 390, height: 844 } });
  test("what waits survives a restart, and is not sent when that is said", async ({ page, server }) => {
    const anna = await annaOf(server);
    await page.goto(server.url);
    await sendTomorrow(page, "en");
    await server.kill();
    await server.start();
    await page.goto(`${server.url}/scheduled`);
    const card = page.getByRole("main").getByRole("listitem").filter({ hasText: "On Monday" });
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
    await card.getByRole("button", { name: words.en.not }).click();
    await expect(page.getByText("The letter is in Drafts and will not be sent")).toBeVisible();
    await expect(page.getByText("No scheduled letters")).toBeVisible();
    const you = await mailboxOf(server);
    expect((await you.emails("drafts")).map(({ subject, keywords }) => [subject, keywords])).toEqual([
      ["On Monday", { $seen: true, $draft: true }],
    ]);
    expect(await (await anna()).emails("inbox")).toEqual([]);
  });

  test("undone, it opens again as it was", async ({ page, server }) => {
    await annaOf(server);
    await page.goto(server.url);
    await sendTomorrow(page, "en");
    await noticesOf(page).getByRole("button", { name: "Undo" }).click();
    await expect(page.getByRole("dialog").locator(".ProseMirror")).toContainText("Good morning");
  });
});
