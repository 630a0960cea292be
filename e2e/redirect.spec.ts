/** A letter that came goes on to others as it is: RFC 5322 §3.6.6. */
import type { Page } from "@playwright/test";
import { ofToday } from "../packages/server/test/support/of-today.ts";
import { expectAccessible } from "./support/axe.ts";
import { mailboxOf } from "./support/compose.ts";
import { readByPython } from "./support/other-parser.ts";
import { expect, test } from "./support/story.ts";

const letter = {
  from: "Boris <boris@pismo.localhost>",
  to: "you@pismo.localhost",
  subject: "A question for Vera",
  messageId: "<question@mail.example>",
  headers: { "X-Kept": "as it came" },
  text: "Who knows the answer?",
};

const words = {
  en: { more: "More", item: "Redirect …", title: "Redirect the letter", to: "To", send: "Redirect", undo: "Undo" },
  ru: {
    more: "Ещё",
    item: "Перенаправить …",
    title: "Перенаправить письмо",
    to: "Кому",
    send: "Перенаправить",
    undo: "Отменить",
  },
} as const;

/** By keys alone. */
async function openDialog(page: Page, url: string, lang: "en" | "ru") {
  const { more, item, title, to, send } = words[lang];
  await page.goto(url);
  await page.getByRole("link", { name: /A question for Vera/ }).click();
  await page.getByRole("article").getByRole("button", { name: more, exact: true }).press("Enter");
  await page.getByRole("menuitem", { name: item, exact: true }).press("Enter");
  const dialog = page.getByRole("dialog", { name: title });
  const field = dialog.getByRole("combobox", { name: to, exact: true });
  await expect(field).toBeFocused();
  return { dialog, field, send: dialog.getByRole("button", { name: send, exact: true }) };
}

for (const lang of ofToday(["en", "ru"] as const)) {
  test.describe(`in ${lang}`, () => {
    test.use({ lang });

    test("a letter is redirected by keys, and comes as it was sent, with who redirected it", async ({
      page,
      server,
    }) => {
      await server.pismo("mailbox", "add", "vera");
      await server.deliver(letter);
      const { dialog, field } = await openDialog(page, server.url, lang);
      await page.keyboard.type("vera@pismo.localhost");
      await page.keyboard.press("Enter");
      await expect(dialog.getByRole("listitem").getByRole("button", { name: /vera@/ }).first()).toBeVisible();
      await expectAccessible(page);
      // Nothing is left to type: the button is the next thing but one.
      await expect(field).toBeFocused();
      await dialog.getByRole("button", { name: words[lang].send, exact: true }).press("Enter");
      await expect(dialog).toBeHidden();
      const { email, source, parsed } = await (await mailboxOf(server, "vera")).onlyMessage();
      expect(email.subject).toBe("A question for Vera");
      expect(parsed).toMatchObject({
        messageId: "<question@mail.example>",
        from: { address: "boris@pismo.localhost" },
      });
      const fields = new Map(parsed.headers.map(({ key, value }) => [key, value]));
      expect(fields.get("resent-from")).toContain("you@pismo.localhost");
      expect(fields.get("resent-to")).toBe("vera@pismo.localhost");
      expect(fields.get("x-kept")).toBe("as it came");
      expect((await readByPython(source)).from).toEqual([["Boris", "boris@pismo.localhost"]]);
      const you = await mailboxOf(server);
      const { source: own } = await you.onlyMessage();
      expect(source.endsWith(own)).toBe(true);
      await expect
        .poll(async () => (await you.emails("inbox")).map(({ keywords }) => keywords?.["$forwarded"]))
        .toEqual([true]);
    });
  });

  test.describe(`with Undo in ${lang}`, () => {
    test.use({ lang, undoSendSeconds: 30 });

    test("it is taken back as long as it has not gone", async ({ page, server }) => {
      await server.pismo("mailbox", "add", "vera");
      await server.deliver(letter);
      const { dialog, send } = await openDialog(page, server.url, lang);
      await page.keyboard.type("vera@pismo.localhost");
      await send.click();
      await expect(dialog).toBeHidden();
      await page.getByRole("button", { name: words[lang].undo, exact: true }).click();
      const you = await mailboxOf(server);
      const { client, accountId } = you;
      const submissions = async () =>
        (await client.call("EmailSubmission/get", { accountId, ids: null })).list.map(({ undoStatus }) => undoStatus);
      await expect.poll(submissions).toEqual(["canceled"]);
      await expect.poll(async () => (await you.emails("inbox"))[0]?.keywords?.["$forwarded"]).toBeUndefined();
      expect(await (await mailboxOf(server, "vera")).emails("inbox")).toEqual([]);
      // It is asked once more to whom it goes.
      await expect(dialog.getByRole("listitem").getByRole("button", { name: /vera@/ }).first()).toBeVisible();
    });

    test("after a reload it is taken back by keys, and asks again; a second tab's Undo changes nothing more", async ({
      page,
      server,
    }) => {
      await server.pismo("mailbox", "add", "vera");
      await server.deliver(letter);
      const { dialog, send } = await openDialog(page, server.url, lang);
      await page.keyboard.type("vera@pismo.localhost");
      await send.press("Enter");
      await expect(dialog).toBeHidden();
      const { client, accountId, emails } = await mailboxOf(server);
      const isForwarded = async () => (await emails("inbox"))[0]?.keywords?.["$forwarded"];
      await expect.poll(isForwarded).toBe(true);
      const undoIn = (tab: Page) => tab.getByRole("button", { name: words[lang].undo, exact: true });
      const other = await page.context().newPage();
      await other.addInitScript((language) => localStorage.setItem("lang", language), lang);
      await other.goto(server.url);
      await expect(undoIn(other)).toBeVisible();
      await page.reload();
      await undoIn(page).focus();
      await expectAccessible(page);
      await page.keyboard.press("Enter");
      await expect(dialog.getByRole("listitem").getByRole("button", { name: /vera@/ }).first()).toBeVisible();
      await expect.poll(isForwarded).toBeUndefined();
      await undoIn(other).click();
      await expect(undoIn(other)).toBeHidden();
      await expect(other.getByRole("dialog")).toHaveCount(0);
      const { list } = await client.call("EmailSubmission/get", { accountId, ids: null });
      expect(list.map(({ undoStatus }) => undoStatus)).toEqual(["canceled"]);
      await page.keyboard.press("Escape");
      await page.reload();
      await expect(page.getByRole("article")).toBeVisible();
      await expect(undoIn(page)).toHaveCount(0);
    });
  });
}

test("what is no address, and no address at all, is said at the field, which has the way out", async ({
  page,
  server,
}) => {
  await server.deliver(letter);
  const { dialog, field, send } = await openDialog(page, server.url, "en");
  await send.click();
  await expect(dialog.getByRole("alert")).toHaveText("Add at least one recipient");
  await field.fill("nonsense");
  await send.click();
  await expect(dialog.getByRole("alert")).toHaveText("Check the address: nonsense");
  await expectAccessible(page);
  await page.keyboard.press("Escape");
  await page.getByRole("dialog", { name: "Leave without saving?" }).getByRole("button", { name: "Leave" }).click();
  await expect(dialog).toBeHidden();
});

test("a recipient who is not here is named by the server, and the dialog stays", async ({ page, server }) => {
  await server.deliver(letter);
  const { dialog, send } = await openDialog(page, server.url, "en");
  await page.keyboard.type("missing@pismo.localhost");
  await send.click();
  await expect(dialog.getByRole("alert")).toHaveText("There is no such recipient: missing@pismo.localhost");
  await expect(
    dialog
      .getByRole("listitem")
      .getByRole("button", { name: /missing@/ })
      .first(),
  ).toBeVisible();
});

test("a letter that a program put into the mailbox is not redirected, and the reason is said", async ({
  page,
  server,
}) => {
  const { client, accountId } = await mailboxOf(server);
  const { list } = await client.call("Mailbox/get", { accountId, ids: null });
  const inbox = list.find(({ role }) => role === "inbox")!.id!;
  const text = "From: boss@bank.example\r\nTo: you@pismo.localhost\r\nSubject: A question for Vera\r\n\r\nPay\r\n";
  const { blobId } = await client.upload(accountId, new TextEncoder().encode(text), "message/rfc822");
  await client.call("Email/import", { accountId, emails: { e: { blobId, mailboxIds: { [inbox]: true } } } });
  await server.pismo("mailbox", "add", "vera");
  const { dialog, send } = await openDialog(page, server.url, "en");
  await page.keyboard.type("vera@pismo.localhost");
  await send.click();
  await expect(dialog.getByRole("alert")).toHaveText(
    "Only a letter that came to this account can be redirected. Forward it instead",
  );
});

test("one whose answer was lost goes once, however often it is asked for", async ({ page, server }) => {
  await server.pismo("mailbox", "add", "vera");
  await server.deliver(letter);
  const { dialog, send } = await openDialog(page, server.url, "en");
  await page.keyboard.type("vera@pismo.localhost");
  const answers = { lost: 0, came: 0 };
  await page.route("**/jmap/api", async (route) => {
    if (!route.request().postData()?.includes("Outbox/redirect")) return route.fallback();
    const response = await route.fetch();
    if (answers.lost++ < 2) return route.abort();
    answers.came++;
    return route.fulfill({ response });
  });
  for (const lost of [1, 2]) {
    await send.click();
    await expect.poll(() => answers.lost).toBe(lost);
    await expect(dialog.getByRole("alert")).toBeVisible();
    await expect(send).toBeEnabled();
  }
  await send.click();
  await expect(dialog).toBeHidden();
  expect(answers.came).toBe(1);
  const { client, accountId } = await mailboxOf(server);
  expect((await client.call("EmailSubmission/get", { accountId, ids: null })).list).toHaveLength(1);
  await (await mailboxOf(server, "vera")).onlyMessage();
});

test("a letter of one's own is not offered to be redirected", async ({ page, server }) => {
  const menuOf = async (subject: string) => {
    await page.goto(server.url);
    await page.getByRole("link", { name: subject }).click();
    await page.getByRole("article").getByRole("button", { name: "More", exact: true }).press("Enter");
    await expect(page.getByRole("menuitem", { name: "Forward as file" })).toBeVisible();
    return page.getByRole("menuitem", { name: words.en.item, exact: true });
  };
  await server.deliver(letter);
  await server.deliver({
    ...letter,
    from: "You <YOU@pismo.localhost>",
    subject: "A note to oneself",
    messageId: "<n@m.example>",
  });
  await expect(await menuOf("A question for Vera")).toBeVisible();
  await expect(await menuOf("A note to oneself")).toBeHidden();
});

test.describe("on a phone", () => {
  test.use({ viewport: { width: 390, height: 760 }, hasTouch: true });

  test("the dialog has room for the field and its buttons", async ({ page, server }) => {
    await server.pismo("mailbox", "add", "vera");
    await server.deliver(letter);
    const { dialog, send } = await openDialog(page, server.url, "en");
    await page.keyboard.type("vera@pismo.localhost, ");
    await expect(send).toBeInViewport({ ratio: 1 });
    const { width } = (await dialog.boundingBox())!;
    expect(width).toBeLessThanOrEqual(390);
    await expectAccessible(page);
    await send.tap();
    await expect(dialog).toBeHidden();
    await (await mailboxOf(server, "vera")).onlyMessage();
  });
});
