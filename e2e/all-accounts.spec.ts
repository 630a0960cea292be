/** Several accounts of one person, shown together: one list by date, and every action in the account that has the letter. */
import type { Locator, Page } from "@playwright/test";
import { ofToday } from "../packages/server/test/support/of-today.ts";
import { expectAccessible } from "./support/axe.ts";
import type { PismoServer } from "./support/server.ts";
import { expect, test } from "./support/story.ts";

const row = (page: Page, subject: string): Locator => page.getByRole("link", { name: new RegExp(subject) });
const subjects = (page: Page) =>
  page.locator("[data-letter]").evaluateAll((links) => links.map((link) => link.ariaLabel));

const words = {
  en: {
    inboxes: "All inboxes",
    flagged: "All flagged",
    account: "Account",
    all: "All accounts",
    archive: "Archive",
    undo: "Undo",
    reply: "Reply",
    send: "Send",
    subject: "Subject",
    operator: "account:anna",
    folderOperator: "in",
    noFolder: "There is no folder “nowhere”",
    other: /Another account is open, so “anna” was searched as words/,
    together: "Search all accounts",
    folder: "New folder",
    inOne: "A folder is made in one account",
  },
  ru: {
    inboxes: "Все входящие",
    flagged: "Все с флагом",
    account: "Аккаунт",
    all: "Все аккаунты",
    archive: "В архив",
    undo: "Отменить",
    reply: "Ответить",
    send: "Отправить",
    subject: "Тема",
    operator: "ящик:anna",
    folderOperator: "папка",
    noFolder: "Папки «nowhere» нет",
    other: /Открыт другой аккаунт, поэтому «anna» искали как слова/,
    together: "Искать во всех аккаунтах",
    folder: "Новая папка",
    inOne: "Папку создают в одном аккаунте",
  },
} as const;

/** Letters of two accounts, which came in turns. */
async function start(page: Page, server: PismoServer): Promise<void> {
  await server.pismo("mailbox", "add", "anna");
  // Whom the letters are from: an answer reaches her here.
  await server.pismo("mailbox", "add", "zoe");
  for (const [subject, to] of [
    ["First", "you"],
    ["Second", "anna"],
    ["Third", "you"],
    ["Fourth", "anna"],
  ] as const) {
    await server.deliver({
      from: "zoe@pismo.localhost",
      to: `${to}@pismo.localhost`,
      subject,
      text: `${subject} letter`,
    });
  }
  await page.goto(`${server.url}/inbox?letters=all`);
  await expect(row(page, "Third")).toBeVisible();
}

/** Ids of the Emails of an account in a folder. */
async function foundIn(server: PismoServer, user: string, role: string): Promise<number> {
  const client = await server.client(`${user}@pismo.localhost`);
  const accountId = Object.keys((await client.session()).accounts)[0]!;
  const { list } = await client.call("Mailbox/get", { accountId, ids: null });
  return list.find((mailbox) => mailbox.role === role)?.totalEmails ?? 0;
}

/** Puts the letter with this subject into a new folder of its account. */
async function putInFolder(server: PismoServer, user: string, subject: string, name: string): Promise<void> {
  const client = await server.client(`${user}@pismo.localhost`);
  const accountId = Object.keys((await client.session()).accounts)[0]!;
  const made = await client.call("Mailbox/set", { accountId, create: { folder: { name } } });
  const folderId = made.created!["folder"]!.id!;
  const { ids } = await client.call("Email/query", { accountId, filter: { subject } });
  await client.call("Email/set", { accountId, update: { [ids[0]!]: { mailboxIds: { [folderId]: true } } } });
}

for (const lang of ofToday(["en", "ru"] as const)) {
  const { inboxes, account, archive, undo, reply, send, subject, operator, folderOperator, noFolder, ...more } =
    words[lang];
  test.describe(`in ${lang}`, () => {
    test.use({ lang });

    test("all inboxes are one list, whose letters are moved, brought back, opened and answered in their accounts", async ({
      page,
      server,
    }) => {
      await start(page, server);
      await expect(row(page, "Fourth")).toBeHidden();
      const nav = page.getByRole("navigation").first();
      await nav.getByRole("link", { name: inboxes }).click();
      await expect(row(page, "Fourth")).toBeVisible();
      await expect(page).toHaveURL(/\/inbox\?letters=all&account=all$/);
      await expect(row(page, "Fourth")).toHaveAccessibleName(new RegExp(`${account} anna@pismo\\.localhost`));
      await expect(row(page, "Third")).toHaveAccessibleName(new RegExp(`${account} you@pismo\\.localhost`));
      const names = await subjects(page);
      const places = ["Fourth", "Third", "Second", "First"].map((each) =>
        names.findIndex((name) => name?.includes(each)),
      );
      expect(places).toEqual(places.toSorted((one, other) => one - other));
      await expect(nav.getByRole("link", { name: inboxes })).toHaveAttribute("aria-current", "page");
      await expect(nav.locator("[aria-current=page]")).toHaveCount(1);
      await expectAccessible(page);
      await page.screenshot({ path: `test-results/all-accounts-${lang}.png` });

      const before = { you: await foundIn(server, "you", "archive"), anna: await foundIn(server, "anna", "archive") };
      for (const each of ["Third", "Fourth"]) {
        await page.getByRole("checkbox", { name: new RegExp(each) }).focus();
        await page.keyboard.press("Space");
      }
      await page.getByRole("toolbar").getByRole("button", { name: archive }).click();
      await expect(row(page, "Fourth")).toBeHidden();
      await expect(row(page, "Third")).toBeHidden();
      // Its focus holds the notice, however long the server takes.
      await page.getByRole("button", { name: undo, exact: true }).focus();
      await expect.poll(() => foundIn(server, "you", "archive")).toBe(before.you + 1);
      await expect.poll(() => foundIn(server, "anna", "archive")).toBe(before.anna + 1);
      await page.getByRole("button", { name: undo, exact: true }).click();
      await expect(row(page, "Fourth")).toBeVisible();
      await expect(row(page, "Third")).toBeVisible();
      await expect.poll(() => foundIn(server, "anna", "archive")).toBe(before.anna);
      await expect.poll(() => foundIn(server, "you", "archive")).toBe(before.you);

      await page.reload();
      await row(page, "Fourth").click();
      await expect(page.getByRole("heading", { name: "Fourth" })).toBeVisible();
      await expect(page).toHaveURL(/\/email\/a\d+-e\d+\?title=Fourth&account=all$/);
      await expect(page.getByText("Fourth letter")).toBeVisible();
      const named = page.getByText(`${account} anna@pismo.localhost`);
      await expect(named).toHaveCount(1);
      await expect(page.getByRole("article").getByText("anna@pismo.localhost", { exact: true }).first()).toBeVisible();
      await expectAccessible(page);
      await page.screenshot({ path: `test-results/all-accounts-letter-${lang}.png` });
      await page.reload();
      await expect(named).toHaveCount(1);
      await page.getByRole("button", { name: reply, exact: true }).first().click();
      const popup = page.getByRole("dialog");
      await expect(popup.getByRole("textbox", { name: subject })).toHaveValue(/Fourth/);
      await popup.getByRole("button", { name: send }).click();
      await expect(popup).toBeHidden();
      await expect.poll(() => foundIn(server, "anna", "sent")).toBe(1);
      expect(await foundIn(server, "you", "sent")).toBe(0);
      await page.goBack();
      await expect(row(page, "Third")).toBeVisible();
      await expect(row(page, "Second")).toBeVisible();
    });

    test("a search in all finds what any account has, or one that it names", async ({ page, server }) => {
      await start(page, server);
      await page.goto(`${server.url}/accounts/inbox?letters=all`);
      await expect(row(page, "Fourth")).toBeVisible();
      const box = page.locator("[data-search-box]");
      await box.fill("letter");
      await expect(page).toHaveURL(/q=letter/);
      await expect(row(page, "Third")).toBeVisible();
      await expect(row(page, "Fourth")).toBeVisible();
      await box.fill(`letter ${operator}`);
      await expect(row(page, "Third")).toBeHidden();
      await expect(row(page, "Fourth")).toBeVisible();
      await expect(row(page, "Second")).toBeVisible();

      // Where one account is open the line leads to all.
      await page.goto(`${server.url}/all?${new URLSearchParams({ q: `letter ${operator}` })}`);
      await expect(page.getByRole("status").filter({ hasText: more.other })).toBeVisible();
      await expectAccessible(page);
      await page.getByRole("link", { name: more.together }).click();
      await expect(row(page, "Fourth")).toBeVisible();
      await expect(row(page, "Second")).toBeVisible();
      await expect(row(page, "Third")).toBeHidden();
    });

    test("a search in one account leads to the same in all, whether it finds anything or not", async ({
      page,
      server,
    }) => {
      await start(page, server);
      const together = page.getByRole("link", { name: more.together });
      for (const [q, others] of [
        ["letter", ["Second", "Fourth"]],
        ["fourth", ["Fourth"]],
      ] as const) {
        await page.goto(`${server.url}/inbox?${new URLSearchParams({ q, read: "false" })}`);
        await expect(together).toBeVisible();
        for (const other of others) await expect(row(page, other)).toBeHidden();
        await expectAccessible(page);
        for (const width of [1440, 390]) {
          await page.setViewportSize({ width, height: 844 });
          await page.screenshot({ path: `test-results/search-together-${lang}-${q}-${width}.png` });
        }
        await together.click();
        await expect(page).toHaveURL(`${server.url}/all?${new URLSearchParams({ q, read: "false", account: "all" })}`);
        for (const other of others) await expect(row(page, other)).toBeVisible();
        await expect(together).toBeHidden();
      }
    });

    test("a search names a folder of one account, or of several that have the name", async ({ page, server }) => {
      await start(page, server);
      await putInFolder(server, "you", "First", "Дача");
      await putInFolder(server, "anna", "Second", "дача");
      await putInFolder(server, "anna", "Fourth", "Счета 2024");
      await page.goto(`${server.url}/accounts/inbox?letters=all`);
      await expect(row(page, "Third")).toBeVisible();
      const box = page.locator("[data-search-box]");
      await box.fill(`${folderOperator}:дача `);
      await expect(row(page, "Third")).toBeHidden();
      await expect(row(page, "First")).toBeVisible();
      await expect(row(page, "Second")).toBeVisible();
      await expect(page.locator("[data-letter]")).toHaveCount(2);
      await expectAccessible(page);
      await box.fill(`${folderOperator}:дача ${operator}`);
      await expect(page.locator("[data-letter]")).toHaveCount(1);
      await expect(row(page, "Second")).toBeVisible();
      await box.fill(`${folderOperator}:"счета 2024"`);
      await expect(row(page, "Fourth")).toBeVisible();
      await expect(page.locator("[data-letter]")).toHaveCount(1);
      // The address holds it: the folders are asked for before the list.
      await page.reload();
      await expect(row(page, "Fourth")).toBeVisible();
      await expect(page.locator("[data-letter]")).toHaveCount(1);
      await box.fill(`${folderOperator}:nowhere letter`);
      await expect(page.getByRole("status").filter({ hasText: noFolder })).toBeVisible();
    });

    test("by keyboard alone, on a phone: the menu shows all accounts, and a folder needs one", async ({
      page,
      server,
    }) => {
      await page.setViewportSize({ width: 390, height: 844 });
      await start(page, server);
      await page.getByRole("button", { name: new RegExp(`^${account} `) }).focus();
      await page.keyboard.press("Enter");
      const item = page.getByRole("menuitemradio", { name: more.all });
      await item.focus();
      await expectAccessible(page);
      await page.keyboard.press("Enter");
      await page.keyboard.press("Escape");
      await expect(row(page, "Fourth")).toBeVisible();
      await expect(row(page, "Third")).toBeVisible();
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
      await page.screenshot({ path: `test-results/all-accounts-phone-${lang}.png` });
      await page.setViewportSize({ width: 1280, height: 800 });
      await page.getByRole("link", { name: more.folder }).focus();
      await page.keyboard.press("Enter");
      await expect(page.getByText(more.inOne).first()).toBeVisible();
    });
  });
}

test("the address of a letter of all accounts opens it in a new tab too", async ({ page, server, context }) => {
  await start(page, server);
  await page.goto(`${server.url}/accounts/inbox?letters=all`);
  const href = await row(page, "Fourth").getAttribute("href");
  const tab = await context.newPage();
  await tab.goto(server.url + href!);
  await expect(tab.getByText("Fourth letter")).toBeVisible();
});

test("with one account there is nothing of it", async ({ page, server }) => {
  await page.goto(`${server.url}/inbox?letters=all`);
  const nav = page.getByRole("navigation").first();
  await expect(nav.getByRole("link", { name: "New folder" })).toBeVisible();
  await expect(nav.getByText("All accounts")).toHaveCount(0);
  await page.goto(`${server.url}/accounts/inbox`);
  await expect(page.getByRole("heading", { name: /not|404/i })).toBeVisible();
});

test("a new letter appears in its place by itself, and counts are the sums", async ({ page, server }) => {
  await start(page, server);
  await page.goto(`${server.url}/accounts/inbox?letters=all`);
  await expect(row(page, "Fourth")).toBeVisible();
  await server.deliver({ from: "zoe@mail.example", to: "anna@pismo.localhost", subject: "Fifth", text: "more" });
  await expect(row(page, "Fifth")).toBeVisible();
  expect((await subjects(page))[0]).toContain("Fifth");
});
