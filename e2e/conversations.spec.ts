/** Conversations: a row for all Emails of a Thread, acted on as one; the switch that brings single letters back. */
import type { Page } from "@playwright/test";
import { ofToday } from "../packages/server/test/support/of-today.ts";
import { expectAccessible } from "./support/axe.ts";
import { ago, anna, boris, putTalk, row, rows } from "./support/conversations.ts";
import { putEmails } from "./support/emails.ts";
import { png } from "./support/images.ts";
import type { PismoServer } from "./support/server.ts";
import { expect, test } from "./support/story.ts";

const me = { name: "You", email: "you@pismo.localhost" };

/** Four letters of one conversation, one of them sent, one thrown away; and a letter that stands alone. */
const putPlan = (server: PismoServer): Promise<string[]> =>
  putEmails(server, [
    { subject: "Plan", from: anna, text: "Shall we?", messageId: "1@x", receivedAt: ago(9), keywords: ["$seen"] },
    {
      subject: "Re: Plan",
      from: me,
      to: [anna],
      text: "Yes",
      folder: "sent",
      messageId: "2@x",
      references: ["1@x"],
      receivedAt: ago(8),
      keywords: ["$seen"],
    },
    {
      subject: "Re: Plan",
      from: boris,
      text: "Here is the map",
      messageId: "3@x",
      references: ["1@x", "2@x"],
      receivedAt: ago(7),
      files: [{ name: "map.png", type: "image/png", content: png(20, 20, [0, 90, 200]) }],
    },
    {
      subject: "Re: Plan",
      from: { name: "Zoe", email: "zoe@mail.example" },
      text: "Thrown away",
      folder: "trash",
      references: ["1@x"],
      receivedAt: ago(2),
    },
    {
      subject: "Re: Plan",
      from: anna,
      text: "See you then",
      messageId: "4@x",
      references: ["1@x", "2@x", "3@x"],
      receivedAt: ago(1),
    },
    { subject: "Invoice", from: boris, text: "Alone", receivedAt: ago(3), keywords: ["$seen"] },
  ]);

for (const [lang, plan, names, inbox, archive, undo] of ofToday([
  ["en", /^Unread, Anna, me, Борис, letters: 4, Re: Plan/, "Anna, me, Борис", /^Inbox/, /^Archive/, "Undo"],
  ["ru", /^Непрочитанное, Anna, я, Борис, писем: 4, Re: Plan/, "Anna, я, Борис", /^Входящие/, /^Архив/, "Отменить"],
] as const)) {
  test.describe(`in ${lang}`, () => {
    test.use({ lang });
    test("a conversation is one row: who took part, how many letters, the newest text, one clip", async ({
      page,
      server,
    }) => {
      await putPlan(server);
      await page.goto(`${server.url}/inbox?letters=all`);
      await expect(row(page, plan)).toBeVisible();
      const first = rows(page).first();
      await expect(first.getByText(names, { exact: true })).toBeVisible();
      await expect(first.getByText("4", { exact: true })).toBeVisible();
      await expect(first.getByText("See you then")).toBeVisible();
      await expect(row(page, /Invoice/)).toHaveAccessibleName(/^Борис, Invoice/);
      await expect(first).toHaveCSS("height", "48px");
      await expectAccessible(page);
      // As it was drawn first, so it is after a reload.
      await page.reload();
      await expect(row(page, plan)).toBeVisible();

      await row(page, plan).focus();
      await page.keyboard.press("e");
      await expect(row(page, plan)).toBeHidden();
      await page.getByRole("link", { name: archive }).click();
      await expect(row(page, /Re: Plan/)).toBeVisible();
      await page.getByRole("button", { name: undo }).click();
      await expect(row(page, /Re: Plan/)).toBeHidden();
      await page.getByRole("link", { name: inbox }).click();
      await expect(row(page, plan)).toBeVisible();
    });
  });
}

test("the dot reads all of it, the flag flags it, and a selection counts rows", async ({ page, server }) => {
  await putPlan(server);
  await page.goto(`${server.url}/inbox?letters=all`);
  const first = rows(page).first();
  await first.getByRole("button", { name: "Mark as read" }).click();
  await expect(row(page, /^Anna, me, Борис, letters: 4/)).toBeVisible();
  await first.getByRole("button", { name: "Flag", exact: true }).click();
  await expect(row(page, /^Flagged, Anna/)).toBeVisible();
  await page.getByRole("link", { name: /^Inbox$/ }).click();
  await first.getByRole("checkbox").check();
  await expect(page.getByText("1 conversation selected")).toBeVisible();
  await page.keyboard.press("Delete");
  await expect(row(page, /Plan/)).toBeHidden();
  await page.getByRole("button", { name: "Undo" }).click();
  await expect(row(page, /^Flagged, Anna, me, Борис, letters: 4/)).toBeVisible();
});

test("a new answer joins its row, which comes to the top", async ({ page, server }) => {
  await putPlan(server);
  await putEmails(server, [{ subject: "Newest", receivedAt: ago(0.5), keywords: ["$seen"] }]);
  await page.goto(`${server.url}/inbox?letters=all`);
  await expect(rows(page).first()).toContainText("Newest");
  await putEmails(server, [
    { subject: "Re: Plan", from: boris, text: "Agreed", references: ["1@x", "4@x"], messageId: "5@x" },
  ]);
  await expect(rows(page).first()).toContainText("Agreed");
  await expect(row(page, /letters: 5, Re: Plan/)).toBeVisible();
  await expect(row(page, /Plan/)).toHaveCount(1);
});

test("the switch under Reading brings single letters back at once, is undone, and holds after a reload", async ({
  page,
  server,
}) => {
  await putPlan(server);
  await page.goto(`${server.url}/settings/reading`);
  const grouping = page.getByRole("switch", { name: "Group letters into conversations" });
  await expect(grouping).toBeChecked();
  await expectAccessible(page);
  await grouping.uncheck();
  await expect(page.getByText("The setting is saved")).toBeVisible();
  await page.getByRole("link", { name: /^Inbox/ }).click();
  await expect(row(page, /Plan/)).toHaveCount(3);
  await page.reload();
  await expect(row(page, /Plan/)).toHaveCount(3);
  await page.goto(`${server.url}/settings/reading`);
  await grouping.check();
  await page.getByRole("button", { name: "Undo" }).click();
  await expect(grouping).not.toBeChecked();
});

test("on a phone a conversation's row keeps its two lines", async ({ page, server }) => {
  await page.setViewportSize({ width: 390, height: 760 });
  await putPlan(server);
  await page.goto(`${server.url}/inbox?letters=all`);
  await expect(row(page, /letters: 4/)).toBeVisible();
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
});

const letters = (page: Page, name: string) => page.getByRole("list", { name }).getByRole("listitem");

test("n and p show the beginning of a letter that is longer than the page", async ({ page, server }) => {
  const long = Array.from({ length: 60 }, (_, line) => `Line ${line}`).join("\n\n");
  await putEmails(
    server,
    Array.from({ length: 3 }, (_, at) => ({
      subject: "Re: Long",
      from: anna,
      text: long,
      messageId: `${at}@x`,
      references: at === 0 ? [] : ["0@x"],
      receivedAt: ago(9 - at),
    })),
  );
  await page.goto(`${server.url}/inbox?letters=all`);
  await row(page, /Re: Long/).click();
  const all = letters(page, "Letters of the conversation");
  await expect(all).toHaveCount(3);
  await expect(all.nth(2).getByText("Line 59")).toBeAttached();
  const fold = (at: number) => all.nth(at).getByRole("button", { expanded: true }).first();
  for (const [key, at] of [
    ["n", 1],
    ["n", 2],
    ["p", 1],
    ["p", 0],
  ] as const) {
    await page.keyboard.press(key);
    await expect(fold(at)).toBeFocused();
    await expect(fold(at)).toBeInViewport();
  }
});

for (const [lang, list, more, fold, reply, newest] of ofToday([
  [
    "en",
    "Letters of the conversation",
    "4 more letters",
    "Fold the letter from Anna",
    "Reply",
    "Newest letters on top",
  ],
  ["ru", "Письма переписки", "Ещё 4 письма", "Свернуть письмо от Anna", "Ответить", "Новые письма сверху"],
] as const)) {
  test.describe(`opened in ${lang}`, () => {
    test.use({ lang });
    test("what was read is folded, the first unread letter is open and in sight; n and p go from letter to letter", async ({
      page,
      server,
    }) => {
      await putTalk(server, 8, 6);
      await page.goto(`${server.url}/inbox?letters=all`);
      await row(page, /Re: Talk/).click();
      await expect(page.getByRole("heading", { level: 1 })).toHaveText("Re: Talk");
      const all = letters(page, list);
      await expect(all).toHaveCount(5);
      await expect(all.nth(0)).toContainText("Words of letter 1");
      await expect(all.nth(1).getByRole("button")).toHaveText(more);
      await expect(all.nth(3).getByRole("region", { name: /^Anna/ })).toBeVisible();
      await expect(all.nth(3)).toBeInViewport();
      await expect(all.nth(3).getByText("Words of letter 7")).toBeVisible();
      await expect(all.nth(4).getByText("Words of letter 8")).toBeVisible();
      await expect(all.nth(4).getByRole("button", { name: reply, exact: true })).toBeVisible();
      await expectAccessible(page);
      for (const width of [1440, 390]) {
        await page.setViewportSize({ width, height: 844 });
        await page.screenshot({ path: `test-results/conversation-${lang}-${width}.png` });
      }
      await page.keyboard.press("n");
      await expect(all.nth(4).getByRole("button", { expanded: true }).first()).toBeFocused();
      await page.keyboard.press("p");
      await expect(all.nth(3).getByRole("button", { name: fold })).toBeFocused();
      await page.keyboard.press("p");
      await expect(all.nth(2).getByRole("button", { expanded: false })).toBeFocused();
      await page.keyboard.press("Enter");
      await expect(all.nth(2).getByRole("button", { name: /Борис/, expanded: true })).toBeFocused();
      await expect(all.nth(2).getByRole("button", { name: reply, exact: true })).toBeVisible();
      await page.keyboard.press("Enter");
      await expect(all.nth(2).getByRole("button", { name: reply, exact: true })).toBeHidden();
      await all.nth(1).getByRole("button").click();
      await expect(all).toHaveCount(8);
      // Those that were opened are read, on the next visit too.
      await page.reload();
      await expect(letters(page, list).last().getByText("Words of letter 8")).toBeVisible();
      await expect(letters(page, list).getByRole("region")).toHaveCount(1);

      await page.goto(`${server.url}/settings/reading`);
      await page.getByRole("switch", { name: newest }).click();
      await expect(page.getByRole("switch", { name: newest })).toBeChecked();
      await page.goto(`${server.url}/inbox?letters=all`);
      await row(page, /Re: Talk/).click();
      await expect(letters(page, list).first().getByRole("region")).toBeVisible();
    });
  });
}

test("an answer that comes while a conversation is read is added under it; the toolbar acts on all of it", async ({
  page,
  server,
}) => {
  await putTalk(server, 3, 3);
  await page.goto(`${server.url}/inbox?letters=all`);
  await row(page, /Re: Talk/).click();
  const all = letters(page, "Letters of the conversation");
  await expect(all).toHaveCount(3);
  await server.deliver({
    from: "Zoe <zoe@mail.example>",
    subject: "Re: Talk",
    text: "Just now",
    inReplyTo: "<talk2@x>",
    references: "<talk2@x>",
  });
  await expect(all).toHaveCount(4);
  await expect(all.last()).toContainText("Just now");
  await expect(all.last().getByRole("button")).toHaveAccessibleName(/^Unread, Zoe/);
  await page.getByRole("toolbar").getByRole("button", { name: "Archive" }).click();
  await expect(row(page, /Talk/)).toBeHidden();
  await page.getByRole("button", { name: "Undo" }).click();
  await expect(row(page, /letters: 4, Re: Talk/)).toBeVisible();
});

test("letters stand in the order in which they came, whatever their senders' clocks say, and show one date", async ({
  page,
  server,
}) => {
  const [first, second, written] = [ago(5), ago(4), ago(9)];
  const [id] = await putEmails(server, [
    { subject: "Clock", from: anna, text: "Came first", messageId: "1@x", receivedAt: first, sentAt: ago(1) },
    {
      subject: "Re: Clock",
      from: boris,
      text: "Came second",
      references: ["1@x"],
      receivedAt: second,
      sentAt: written,
    },
  ]);
  await page.goto(`${server.url}/email/${id}`);
  const all = page.locator("[data-thread-letter]");
  const texts = () =>
    all.evaluateAll((found) => found.map((letter) => /Came (?:first|second)/.exec(letter.textContent)?.[0]));
  const shown = new RegExp(`^${written.toISOString().slice(0, 19)}`);
  await expect(page.getByText("Came first")).toBeVisible();
  await expect(page.getByText("Came second")).toBeVisible();
  expect(await texts()).toEqual(["Came first", "Came second"]);
  await all
    .first()
    .getByRole("button", { name: /^(?:To|Кому): / })
    .click();
  await expect(all.first().getByText(/^(?:Received|Получено)$/)).toBeVisible();
  const date = all.last().locator("time");
  await expect(date).toHaveAttribute("datetime", shown);
  const text = await date.textContent();
  await all.last().locator("[data-fold]").click();
  await expect(page.getByText("Came second").locator("visible=true")).toHaveCount(1);
  // Folded, it shows the same moment; its date is the beginning of that of the open one.
  await expect(date).toHaveAttribute("datetime", shown);
  expect(text).toContain((await date.textContent())!);
});
