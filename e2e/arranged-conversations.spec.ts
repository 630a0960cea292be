/** Conversations by hand: a letter is split off, conversations are joined, and both are taken back. */
import { ofToday } from "../packages/server/test/support/of-today.ts";
import { expectAccessible } from "./support/axe.ts";
import { ago, anna, boris, putTalk, row } from "./support/conversations.ts";
import { putEmails } from "./support/emails.ts";
import type { PismoServer } from "./support/server.ts";
import { expect, test } from "./support/story.ts";

const putTwo = (server: Parameters<typeof putTalk>[0]) =>
  putEmails(server, [
    { subject: "Plan", from: anna, text: "Shall we?", messageId: "1@x", receivedAt: ago(9) },
    { subject: "The plan once more", from: boris, text: "We shall", messageId: "2@x", receivedAt: ago(8) },
    { subject: "Alone", from: boris, text: "Another thing", messageId: "3@x", receivedAt: ago(7) },
  ]);

async function lettersOf(server: PismoServer, mailbox: string): Promise<number> {
  const client = await server.client(mailbox);
  const accountId = Object.keys((await client.session()).accounts)[0]!;
  return (await client.call("Email/query", { accountId, calculateTotal: true })).total!;
}

for (const [lang, more, splitOff, splitFrom, apart, undo, join, joined, actions, joinWith] of ofToday([
  [
    "en",
    /^More: letter from/,
    "Split off this letter",
    "Split off from here",
    "1 letter split off the conversation",
    "Undo",
    "Join conversations",
    "2 conversations joined",
    "More",
    "Join with…",
  ],
  [
    "ru",
    /^Ещё: письмо от/,
    "Отделить это письмо",
    "Отделить переписку отсюда",
    "1 письмо отделено от переписки",
    "Отменить",
    "Объединить переписки",
    "2 переписки объединены",
    "Ещё",
    "Объединить с…",
  ],
] as const)) {
  test.describe(`in ${lang}`, () => {
    test.use({ lang });

    test("a letter is split off on the page of its conversation, and comes back", async ({ page, server }) => {
      await putTalk(server, 3, 0);
      await page.goto(server.url);
      await expect(row(page, /Talk/)).toHaveCount(1);
      await row(page, /Talk/).click();
      await expect(page.getByText("Words of letter 2")).toBeVisible();
      const menus = page.getByRole("button", { name: more });
      await expect(menus).toHaveCount(3);
      await menus.nth(1).focus();
      await page.keyboard.press("Enter");
      await expect(page.getByRole("menuitem", { name: splitFrom })).toBeVisible();
      await expectAccessible(page);
      await page.getByRole("menuitem", { name: splitOff }).press("Enter");
      await expect(page.getByText(apart)).toBeVisible();
      await expect(page.getByText("Words of letter 2")).toBeHidden();
      await expect(menus).toHaveCount(2);
      await page.goBack();
      await expect(row(page, /Talk/)).toHaveCount(2);
      await page.reload();
      await expect(row(page, /Talk/)).toHaveCount(2);

      await row(page, /Talk/).first().click();
      await menus.last().click();
      await page.getByRole("menuitem", { name: splitOff }).click();
      await page.getByRole("button", { name: undo }).click();
      // The first letter was read before, and is folded to a line.
      await expect(page.getByText("Words of letter 1")).toBeVisible();
      await expect(menus).toHaveCount(1);
    });

    test("selected conversations become one row, by the keyboard, and come apart again", async ({ page, server }) => {
      await putTwo(server);
      await page.goto(server.url);
      await expect(row(page, /plan|alone/i)).toHaveCount(3);
      await row(page, /plan once more/).focus();
      await page.keyboard.press("x");
      await page.keyboard.press("j");
      await expect(row(page, /Plan/)).toBeFocused();
      await page.keyboard.press("x");
      await page.getByRole("button", { name: join }).press("Enter");
      await expect(page.getByText(joined)).toBeVisible();
      await expect(row(page, /plan|alone/i)).toHaveCount(2);
      await row(page, /plan once more/).click();
      await expect(page.getByText("Shall we?")).toBeVisible();
      await expect(page.getByText("We shall")).toBeVisible();
      await page.keyboard.press("z");
      await expect(page.getByText("Shall we?")).toBeHidden();
      await page.goBack();
      await expect(row(page, /plan|alone/i)).toHaveCount(3);
    });

    test("on the page of a letter another conversation is found and joined with it, and comes apart again", async ({
      page,
      server,
    }) => {
      await putTwo(server);
      await page.goto(server.url);
      await row(page, /Alone/).click();
      await expect(page.getByText("Another thing")).toBeVisible();
      await page.getByRole("toolbar").getByRole("button", { name: actions, exact: true }).press("Enter");
      await page.getByRole("menuitem", { name: joinWith }).press("Enter");
      const dialog = page.getByRole("dialog", { name: joinWith });
      await expect(dialog.getByRole("searchbox")).toBeFocused();
      await expect(dialog.getByRole("listitem")).toHaveCount(2);
      await expect(dialog.getByRole("button", { name: /Alone/ })).toHaveCount(0);
      await expectAccessible(page);
      await page.screenshot({ path: `test-results/join-with-${lang}.png` });
      await page.keyboard.type("once more");
      await expect(dialog.getByRole("listitem")).toHaveCount(1);
      await page.keyboard.press("ArrowDown");
      await expect(dialog.getByRole("button", { name: /The plan once more/ })).toBeFocused();
      await page.keyboard.press("Enter");
      await expect(page.getByText(joined)).toBeVisible();
      await expect(page.getByText("We shall")).toBeVisible();
      await expect(page.getByText("Another thing")).toBeVisible();
      await page.getByRole("button", { name: undo }).click();
      await expect(page.getByText("We shall")).toBeHidden();
      await expect(page.getByText("Another thing")).toBeVisible();
    });
  });
}

test("with all accounts together, those of one account are joined, found to join with, and split off", async ({
  page,
  server,
}) => {
  await server.pismo("mailbox", "add", "anna");
  await putTwo(server);
  await putEmails(server, [{ subject: "Elsewhere", from: boris, receivedAt: ago(6) }], "anna@pismo.localhost");
  await page.goto(`${server.url}/accounts/inbox?letters=all`);
  await expect(row(page, /plan|alone|elsewhere/i)).toHaveCount(4);
  const join = page.getByRole("button", { name: "Join conversations" });
  await row(page, /plan once more/).focus();
  await page.keyboard.press("x");
  await row(page, /Elsewhere/).focus();
  await page.keyboard.press("x");
  await expect(page.getByText("2 conversations selected")).toBeVisible();
  await expect(join).toBeHidden();
  await page.keyboard.press("x");
  await row(page, /Plan/).focus();
  await page.keyboard.press("x");
  await join.click();
  await expect(page.getByText("2 conversations joined")).toBeVisible();
  await expect(row(page, /plan|alone|elsewhere/i)).toHaveCount(3);

  await row(page, /plan once more/).click();
  await expect(page.getByText("Shall we?")).toBeVisible();
  await page.getByRole("toolbar").getByRole("button", { name: "More", exact: true }).click();
  await page.getByRole("menuitem", { name: "Join with…" }).click();
  const dialog = page.getByRole("dialog", { name: "Join with…" });
  // What lies in another account is none of them.
  await expect(dialog.getByRole("listitem")).toHaveText([/Alone/]);
  await dialog.getByRole("button", { name: /Alone/ }).click();
  await expect(page.getByText("Another thing")).toBeVisible();
  await page
    .getByRole("button", { name: /^More: letter from/ })
    .last()
    .click();
  await page.getByRole("menuitem", { name: "Split off this letter" }).click();
  await expect(page.getByText("Another thing")).toBeHidden();
  await page.goBack();
  await expect(row(page, /plan|alone|elsewhere/i)).toHaveCount(3);
});

test("what was split off stays so when it goes into another account, and Undo brings it back", async ({
  page,
  server,
}) => {
  await server.pismo("mailbox", "add", "anna");
  await putTalk(server, 3, 0);
  await page.goto(server.url);
  await row(page, /Talk/).click();
  await page
    .getByRole("button", { name: /^More: letter from/ })
    .nth(1)
    .click();
  await page.getByRole("menuitem", { name: "Split off this letter" }).click();
  await expect(page.getByText("1 letter split off the conversation")).toBeVisible();
  await page.goBack();
  await page.reload();
  await expect(row(page, /Talk/)).toHaveCount(2);
  await page.keyboard.press("ControlOrMeta+a");
  await page.getByRole("button", { name: "Move to folder" }).click();
  await page.getByRole("menuitem", { name: "anna@pismo.localhost" }).hover();
  const ofAnna = page.getByRole("menu", { name: "anna@pismo.localhost" });
  await ofAnna.getByRole("menuitem", { name: "Inbox" }).click();
  await expect(page.getByText("3 letters moved to “Inbox” of anna@pismo.localhost")).toBeVisible();
  await expect(row(page, /Talk/)).toHaveCount(0);
  const undo = page.getByRole("button", { name: "Undo" });
  // Its focus holds the notice while the letters go.
  await undo.focus();
  await expect.poll(() => lettersOf(server, "anna@pismo.localhost")).toBe(3);
  await undo.click();
  await expect(row(page, /Talk/)).toHaveCount(2);
  await expect.poll(() => lettersOf(server, "anna@pismo.localhost")).toBe(0);
  await page.reload();
  await expect(row(page, /Talk/)).toHaveCount(2);
});
