/** Snooze: a letter goes away until a time, lies among the snoozed ones, and comes back on top with the reason. */
import { ofToday } from "../packages/server/test/support/of-today.ts";
import { expectAccessible } from "./support/axe.ts";
import { mailboxOf } from "./support/compose.ts";
import { putTalk, row, rows } from "./support/conversations.ts";
import type { PismoServer } from "./support/server.ts";
import { expect, test } from "./support/story.ts";

const words = {
  en: {
    snooze: "Snooze",
    title: "Snooze until",
    tomorrow: /^Tomorrow morning/,
    pick: /^Pick a time/,
    when: "Day and time",
    pickTitle: "When to bring it back",
    said: /^2 letters snoozed: /,
    undo: "Undo",
    folder: /^Snoozed/,
    none: "No snoozed letters",
    newFolder: "New folder",
    until: /Comes back: /,
    back: /, came back,/,
    away: /, snoozed,/,
    now: "Bring back now",
    isBack: "1 letter is back in its place",
    more: "More",
  },
  ru: {
    snooze: "Отложить",
    title: "Отложить до",
    tomorrow: /^Завтра утром/,
    pick: /^Выбрать время/,
    when: "День и время",
    pickTitle: "Когда вернуть",
    said: /^2 письма отложены: /,
    undo: "Отменить",
    folder: /^Отложенные/,
    none: "Отложенных писем нет",
    newFolder: "Новая папка",
    until: /Вернётся: /,
    back: /, вернулось,/,
    away: /, отложено,/,
    now: "Вернуть сейчас",
    isBack: "1 письмо снова на месте",
    more: "Ещё",
  },
} as const;

/** Until when the letters of the inbox's conversation are away. */
async function timesOf(server: PismoServer): Promise<Date[]> {
  const { client, accountId } = await mailboxOf(server);
  const { list: mailboxes } = await client.call("Mailbox/get", { accountId, ids: null });
  const snoozed = mailboxes.find(({ role }) => role === "snoozed");
  if (!snoozed) return [];
  const { ids } = await client.call("Email/query", { accountId, filter: { inMailbox: snoozed.id! } });
  const { list } = await client.call("Snooze/get", { accountId, ids });
  return list.map(({ until }) => new Date(until));
}

for (const lang of ofToday(["en", "ru"] as const)) {
  const w = words[lang];
  test.describe(`in ${lang}`, () => {
    test.use({ lang });

    test("by the keyboard: until tomorrow, and an answer brings the conversation back on top", async ({
      page,
      server,
    }) => {
      await putTalk(server, 2, 2);
      await server.deliver({ from: "Ann <ann@mail.example>", subject: "Later one", text: "Newer" });
      await page.goto(`${server.url}/snoozed`);
      await expect(page.getByRole("main").getByText(w.none)).toBeVisible();
      await expectAccessible(page);
      await page.goto(`${server.url}/inbox?letters=all`);
      await expect(rows(page).first()).toContainText("Later one");
      await row(page, /Re: Talk/).focus();
      const dialog = page.getByRole("dialog", { name: w.title });
      await expect(async () => {
        await page.keyboard.press("h");
        await expect(dialog).toBeVisible({ timeout: 1000 });
      }).toPass();
      await expectAccessible(page);
      await page.screenshot({ path: `test-results/snooze-dialog-${lang}.png` });
      await dialog.getByRole("button", { name: w.tomorrow }).focus();
      await page.keyboard.press("Enter");
      await expect(dialog).toBeHidden();
      await expect(page.getByText(w.said)).toBeVisible();
      await expect(row(page, /Re: Talk/)).toBeHidden();
      // Eight in the morning of the page's zone.
      const times = await timesOf(server);
      expect(times.map((time) => time.toLocaleTimeString("ru", { timeZone: "Europe/Moscow" }))).toEqual([
        "08:00:00",
        "08:00:00",
      ]);

      // Under what makes a folder: it is no folder that a person made.
      for (const name of [w.newFolder, w.folder])
        await expect(page.getByRole("navigation").getByRole("link", { name })).toBeVisible();
      const links = await page.getByRole("navigation").getByRole("link").allInnerTexts();
      expect(links.findIndex((text) => w.folder.test(text))).toBeGreaterThan(links.indexOf(w.newFolder));
      await page.goto(`${server.url}/snoozed?letters=all`);
      await expect(page.getByRole("link", { name: w.folder })).toHaveAttribute("aria-current", "page");
      await expect(rows(page).filter({ hasText: "Re: Talk" })).toContainText(w.until);
      await expect(row(page, /Re: Talk/)).toHaveAccessibleName(w.away);
      await expectAccessible(page);
      await page.screenshot({ path: `test-results/snooze-folder-${lang}.png` });
      await page.goto(`${server.url}/inbox?letters=all`);
      await expect(rows(page).first()).toContainText("Later one");
      await server.deliver({
        from: "Zoe <zoe@mail.example>",
        subject: "Re: Talk",
        text: "An answer",
        inReplyTo: "<talk1@x>",
      });
      await expect(rows(page).first()).toContainText("An answer");
      await expect(row(page, /Re: Talk/)).toHaveAccessibleName(w.back);
      expect(await timesOf(server)).toEqual([]);
      await page.screenshot({ path: `test-results/snooze-back-${lang}.png` });
    });

    test("it is undone, and comes back in its place", async ({ page, server }) => {
      await putTalk(server, 2, 2);
      await server.deliver({ from: "Ann <ann@mail.example>", subject: "Later one", text: "Newer" });
      await page.goto(`${server.url}/inbox?letters=all`);
      await row(page, /Re: Talk/).click();
      await page.getByRole("toolbar").getByRole("button", { name: w.snooze, exact: true }).click();
      await page.getByRole("dialog", { name: w.title }).getByRole("button", { name: w.tomorrow }).click();
      await expect(page.getByText(w.said)).toBeVisible();
      await page.getByRole("button", { name: w.undo }).click();
      await expect(async () => expect(await timesOf(server)).toEqual([])).toPass();
      await page.goto(`${server.url}/inbox?letters=all`);
      await expect(rows(page).nth(1)).toContainText("Re: Talk");
      await expect(row(page, /Re: Talk/)).not.toHaveAccessibleName(w.back);
    });
  });
}

for (const lang of ofToday(["en", "ru"] as const)) {
  const w = words[lang];
  test.describe(`of all accounts together in ${lang}`, () => {
    test.use({ lang });

    test("those of each account are one list, from which they are brought back", async ({ page, server }) => {
      await server.pismo("mailbox", "add", "anna");
      const inAnHour = new Date(Date.now() + 3_600_000).toISOString().replace(/\.\d+Z$/, "Z");
      for (const user of ["you", "anna"]) {
        const email = `${user}@pismo.localhost`;
        await server.deliver({ from: "Zoe <zoe@mail.example>", to: email, subject: `To ${user}`, text: "Hello" });
        const client = await server.client(email);
        const accountId = Object.keys((await client.session()).accounts)[0]!;
        const { ids } = await client.call("Email/query", { accountId, filter: { text: "Zoe" } });
        await client.call("Snooze/put", { accountId, emails: { [ids[0]!]: inAnHour } });
      }
      await page.goto(`${server.url}/snoozed?account=all`);
      await expect(page).toHaveURL(/\/away\?letters=all&account=all$/);
      for (const user of ["you", "anna"]) {
        await expect(row(page, new RegExp(`To ${user}`))).toHaveAccessibleName(w.away);
        await expect(rows(page).filter({ hasText: `To ${user}` })).toContainText(w.until);
      }
      const line = page.getByRole("navigation").first().getByRole("link", { name: w.folder });
      await expect(line).toHaveAttribute("aria-current", "page");
      await expectAccessible(page);
      await page.screenshot({ path: `test-results/snoozed-together-${lang}.png` });
      await row(page, /To anna/).click();
      await page.getByRole("button", { name: w.now }).click();
      await expect(page.getByText(w.isBack)).toBeVisible();
      await line.click();
      await expect(row(page, /To you/)).toBeVisible();
      await expect(row(page, /To anna/)).toBeHidden();
      await page.goto(`${server.url}/inbox?letters=all&account=all`);
      await expect(row(page, /To anna/)).toBeVisible();
    });
  });
}

test("a time is picked, and it comes back by itself, on top", async ({ page, server }) => {
  const w = words.en;
  await server.deliver({ from: "Zoe <zoe@mail.example>", subject: "Only one", text: "Hello" });
  await server.deliver({ from: "Ann <ann@mail.example>", subject: "Later one", text: "Newer" });
  await page.goto(`${server.url}/inbox?letters=all`);
  await expect(rows(page).first()).toContainText("Later one");
  await row(page, /Only one/).click();
  await page.getByRole("toolbar").getByRole("button", { name: w.snooze, exact: true }).click();
  await page.getByRole("dialog", { name: w.title }).getByRole("button", { name: w.pick }).click();
  const inAWeek = new Date(Date.now() + 7 * 86_400_000).toISOString().slice(0, 10);
  await page.getByLabel(w.when).fill(`${inAWeek}T09:30`);
  await page.getByRole("dialog", { name: w.pickTitle }).getByRole("button", { name: w.snooze, exact: true }).click();
  await expect(async () => {
    expect((await timesOf(server)).map((time) => time.toISOString())).toEqual([`${inAWeek}T06:30:00.000Z`]);
  }).toPass();
  // The server is asked for a moment that is near; its page shows the letter's.
  const { client, accountId } = await mailboxOf(server);
  const { ids } = await client.call("Email/query", { accountId, filter: { text: "Only" } });
  const near = new Date(Math.ceil(Date.now() / 1000) * 1000 + 2000).toISOString().replace(".000Z", "Z");
  await client.call("Snooze/put", { accountId, emails: { [ids[0]!]: near } });
  await page.goto(`${server.url}/inbox?letters=all`);
  await expect(rows(page).first()).toContainText("Only one");
  await expect(row(page, /Only one/)).toHaveAccessibleName(w.back);
  await page.reload();
  await expect(rows(page).first()).toContainText("Only one");
});

test.describe("on a phone", () => {
  test.use({ viewport: { width: 390, height: 780 }, lang: "ru" });
  test("a letter is snoozed from its menu, and brought back from its page", async ({ page, server }) => {
    const w = words.ru;
    await server.deliver({ from: "Zoe <zoe@mail.example>", subject: "Only one", text: "Hello" });
    await page.goto(`${server.url}/inbox?letters=all`);
    await row(page, /Only one/).click();
    await page.getByRole("toolbar").getByRole("button", { name: w.more }).click();
    await page.getByRole("menuitem", { name: w.snooze, exact: true }).click();
    const dialog = page.getByRole("dialog", { name: w.title });
    await expect(dialog.getByRole("button", { name: w.tomorrow })).toBeVisible();
    await expectAccessible(page);
    await page.screenshot({ path: "test-results/snooze-phone.png" });
    await dialog.getByRole("button", { name: w.tomorrow }).click();
    const away = page.getByRole("region", { name: "Письмо отложено" });
    await expect(away).toContainText(w.until);
    await expectAccessible(page);
    await page.screenshot({ path: "test-results/snooze-page-phone.png" });
    await away.getByRole("button", { name: w.now }).click();
    await expect(page.getByText(w.isBack)).toBeVisible();
    await expect(away).toBeHidden();
    expect(await timesOf(server)).toEqual([]);
  });
});
