/** Out of the list of all accounts: into a folder of a letter's own account, and into another account. */
import type { Locator, Page } from "@playwright/test";
import { ofToday } from "../packages/server/test/support/of-today.ts";
import { expectAccessible } from "./support/axe.ts";
import type { PismoServer } from "./support/server.ts";
import { expect, test } from "./support/story.ts";

const row = (page: Page, subject: string): Locator => page.getByRole("link", { name: new RegExp(subject) });
const folders = (page: Page, account: string): Locator =>
  page.getByRole("menu", { name: `${account}@pismo.localhost` });

const words = {
  en: {
    more: "More",
    move: "Move to folder",
    copy: "Copy to another account",
    undo: "Undo",
    inbox: "Inbox",
    moved: "2 letters moved to “Orchard” of anna@pismo.localhost",
    copied: "1 letter copied to “Inbox” of anna@pismo.localhost",
  },
  ru: {
    more: "Ещё",
    move: "Переместить в папку",
    copy: "Копировать в другой аккаунт",
    undo: "Отменить",
    inbox: "Входящие",
    moved: "2 письма перемещены: anna@pismo.localhost, папка «Orchard»",
    copied: "1 письмо скопировано: anna@pismo.localhost, папка «Входящие»",
  },
} as const;

/** Two accounts, each with a letter, and a folder of the second one's own; all inboxes are shown. */
async function start(page: Page, server: PismoServer): Promise<void> {
  await server.pismo("mailbox", "add", "anna");
  const client = await server.client("anna@pismo.localhost");
  const accountId = Object.keys((await client.session()).accounts)[0]!;
  await client.call("Mailbox/set", { accountId, create: { own: { name: "Orchard" } } });
  for (const [subject, to] of [
    ["Third", "you"],
    ["Fourth", "anna"],
  ] as const) {
    await server.deliver({ from: "zoe@mail.example", to: `${to}@pismo.localhost`, subject, text: `${subject} text` });
  }
  await page.goto(`${server.url}/accounts/inbox?letters=all`);
  await expect(row(page, "Fourth")).toBeVisible();
}

/** Subjects in a folder, by its name or role. */
async function subjectsIn(server: PismoServer, user: string, folder: string): Promise<string[]> {
  const client = await server.client(`${user}@pismo.localhost`);
  const accountId = Object.keys((await client.session()).accounts)[0]!;
  const { list } = await client.call("Mailbox/get", { accountId, ids: null });
  const inMailbox = list.find(({ name, role }) => name === folder || role === folder)?.id ?? "";
  const { ids } = await client.call("Email/query", { accountId, filter: { inMailbox } });
  const emails = await client.call("Email/get", { accountId, ids, properties: ["subject"] });
  return emails.list.map(({ subject }) => subject ?? "").toSorted();
}

/** Of a letter's page, on a phone, by keyboard. */
async function openMoves(page: Page, more: string, move: string): Promise<void> {
  await page.getByRole("article").getByRole("button", { name: more, exact: true }).press("Enter");
  await page.getByRole("menuitem", { name: move }).focus();
  await page.keyboard.press("ArrowRight");
}

for (const lang of ofToday(["en", "ru"] as const)) {
  const { more, move, copy, undo, inbox, moved, copied } = words[lang];
  test.describe(`in ${lang}`, () => {
    test.use({ lang });

    test("a selection over two accounts goes into a folder of one, and is brought back as one", async ({
      page,
      server,
    }) => {
      await start(page, server);
      for (const subject of ["Third", "Fourth"]) {
        await page.getByRole("checkbox", { name: new RegExp(subject) }).focus();
        await page.keyboard.press("Space");
      }
      await page.getByRole("button", { name: move }).click();
      await page.getByRole("menuitem", { name: "anna@pismo.localhost" }).hover();
      const orchard = folders(page, "anna").getByRole("menuitem", { name: "Orchard" });
      await expect(orchard).toBeVisible();
      await expectAccessible(page);
      await page.screenshot({ path: `test-results/all-accounts-move-${lang}.png` });
      await orchard.click();
      await expect(page.getByText(moved)).toBeVisible();
      await expect(row(page, "Third")).toBeHidden();
      await expect(row(page, "Fourth")).toBeHidden();
      // Its focus holds the notice, however long the server takes.
      await page.getByRole("button", { name: undo, exact: true }).focus();
      await expect.poll(() => subjectsIn(server, "anna", "Orchard")).toEqual(["Fourth", "Third"]);
      await page.getByRole("button", { name: undo, exact: true }).click();
      await expect(row(page, "Third")).toBeVisible();
      await expect(row(page, "Fourth")).toBeVisible();
      await expect.poll(() => subjectsIn(server, "anna", "Orchard")).toEqual([]);
      await expect.poll(() => subjectsIn(server, "anna", "inbox")).toEqual(["Fourth"]);
      expect(await subjectsIn(server, "you", "inbox")).toContain("Third");
      await page.reload();
      await expect(row(page, "Third")).toBeVisible();
      await expect(row(page, "Fourth")).toBeVisible();
    });

    test("a letter is moved on its page by keyboard, on a phone, and copied into the accounts that do not have it", async ({
      page,
      server,
    }) => {
      await page.setViewportSize({ width: 390, height: 844 });
      await start(page, server);
      await row(page, "Fourth").click();
      await expect(page.getByText("Fourth text")).toBeVisible();
      await openMoves(page, more, move);
      const account = page.getByRole("menuitem", { name: "anna@pismo.localhost" });
      await expect(account).toBeVisible();
      await account.focus();
      await page.keyboard.press("ArrowRight");
      const orchard = folders(page, "anna").getByRole("menuitem", { name: "Orchard" });
      await expect(orchard).toBeVisible();
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
      await orchard.focus();
      await page.keyboard.press("Enter");
      await expect(row(page, "Third")).toBeVisible();
      await expect(row(page, "Fourth")).toBeHidden();
      await expect.poll(() => subjectsIn(server, "anna", "Orchard")).toEqual(["Fourth"]);

      await row(page, "Third").click();
      await expect(page.getByText("Third text")).toBeVisible();
      await openMoves(page, more, move);
      await page.getByRole("menuitem", { name: copy }).focus();
      await page.keyboard.press("ArrowRight");
      const copies = page.getByRole("menu", { name: copy });
      await expect(copies.getByRole("menuitem")).toHaveText(["anna@pismo.localhost"]);
      await copies.getByRole("menuitem").focus();
      await page.keyboard.press("ArrowRight");
      await folders(page, "anna").getByRole("menuitem", { name: inbox }).click();
      await expect(page.getByText(copied)).toBeVisible();
      await expect.poll(() => subjectsIn(server, "anna", "inbox")).toEqual(["Third"]);
      expect(await subjectsIn(server, "you", "inbox")).toContain("Third");
    });
  });
}
