/** Letters are moved and copied from one account into another, and come back. */
import type { Locator, Page } from "@playwright/test";
import { expectAccessible } from "./support/axe.ts";
import { fixture } from "./support/fixture.ts";
import { canRunMailWorld, type MailWorld, startMailWorld } from "./support/mail-world.ts";
import { quotaOf } from "../packages/server/test/servers/dovecot.ts";
import { addFound, menuButton } from "./support/own-account.ts";
import type { PismoServer } from "./support/server.ts";
import { expect, test } from "./support/story.ts";

const row = (page: Page, subject: string): Locator => page.getByRole("link", { name: new RegExp(subject) });

/** The menu with its folders. */
const ofAccount = (page: Page, name = "anna"): Locator => page.getByRole("menu", { name: `${name}@pismo.localhost` });

async function prepare(page: Page, server: PismoServer): Promise<void> {
  await server.pismo("mailbox", "add", "anna");
  for (const subject of ["First", "Second", "Third"]) await server.deliver({ from: "x@mail.example", subject });
  await page.goto(server.url);
  await expect(row(page, "Third")).toBeVisible();
}

/** Subjects in one of Anna's folders. */
async function ofAnna(server: PismoServer, role: string): Promise<string[]> {
  const client = await server.client("anna@pismo.localhost");
  const accountId = Object.keys((await client.session()).accounts)[0]!;
  const { list } = await client.call("Mailbox/get", { accountId });
  const inMailbox = list.find((mailbox) => mailbox.role === role)!.id!;
  const { ids } = await client.call("Email/query", { accountId, filter: { inMailbox } });
  const emails = await client.call("Email/get", { accountId, ids, properties: ["subject"] });
  return emails.list.map(({ subject }) => subject ?? "").toSorted();
}

test("a letter is moved by its page, and Undo brings it back where it was", async ({ page, server }) => {
  // React reports each error page, however short it is shown.
  const reported: string[] = [];
  page.on("console", (message) => message.type() === "error" && reported.push(message.text()));
  await prepare(page, server);
  await row(page, "Second").click();
  await page.getByRole("button", { name: "Move to folder" }).click();
  await page.getByRole("menuitem", { name: "anna@pismo.localhost" }).hover();
  const archive = ofAccount(page).getByRole("menuitem", { name: "Archive" });
  await expect(archive).toBeVisible();
  await expectAccessible(page);
  await archive.click();
  await expect(page.getByText("1 letter moved to “Archive” of anna@pismo.localhost")).toBeVisible();
  await expect(row(page, "Third")).toBeVisible();
  await expect(row(page, "Second")).toBeHidden();
  expect(reported.filter((text) => text.includes("NotFound"))).toEqual([]);
  // Its focus holds the notice, however long the server takes.
  await page.getByRole("button", { name: "Undo" }).focus();
  await expect.poll(() => ofAnna(server, "archive")).toEqual(["Second"]);
  await page.getByRole("button", { name: "Undo" }).click();
  await expect(row(page, "Second")).toBeVisible();
  await expect.poll(() => ofAnna(server, "archive")).toEqual([]);
  await page.reload();
  await expect(row(page, "Second")).toBeVisible();
});

test("a whole folder is copied and stays; a whole folder is moved and the list is empty", async ({ page, server }) => {
  await prepare(page, server);
  await page.keyboard.press("ControlOrMeta+a");
  await page.getByRole("button", { name: "Move to folder" }).click();
  await page.getByRole("menuitem", { name: "Copy to another account" }).hover();
  const copies = page.getByRole("menu", { name: "Copy to another account" });
  await copies.getByRole("menuitem", { name: "anna@pismo.localhost" }).hover();
  await ofAccount(page).getByRole("menuitem", { name: "Inbox" }).click();
  await expect(page.getByText("3 letters copied to “Inbox” of anna@pismo.localhost")).toBeVisible();
  await expect.poll(() => ofAnna(server, "inbox")).toEqual(["First", "Second", "Third"]);
  await expect(row(page, "First")).toBeVisible();

  await page.keyboard.press("ControlOrMeta+a");
  await page.getByRole("button", { name: "Move to folder" }).click();
  await page.getByRole("menuitem", { name: "anna@pismo.localhost" }).hover();
  await ofAccount(page).getByRole("menuitem", { name: "Trash" }).click();
  await expect(page.getByRole("main").getByText("No letters", { exact: true })).toBeVisible();
  await expect.poll(() => ofAnna(server, "trash")).toEqual(["First", "Second", "Third"]);
  await page.reload();
  await expect(page.getByRole("main").getByText("No letters", { exact: true })).toBeVisible();
});

test.describe("in Russian, by the keyboard alone", () => {
  test.use({ lang: "ru" });

  test("a selected letter goes into the other account's folder, and comes back", async ({ page, server }) => {
    await prepare(page, server);
    await page.keyboard.press("j");
    await page.keyboard.press("x");
    const move = page.getByRole("button", { name: "Переместить в папку" });
    await expect(move).toBeVisible();
    await move.focus();
    await page.keyboard.press("Enter");
    const account = page.getByRole("menuitem", { name: "anna@pismo.localhost" });
    await expect(account).toBeVisible();
    await page.keyboard.press("ArrowUp");
    await expect(page.getByRole("menuitem", { name: "Копировать в другой аккаунт" })).toBeFocused();
    await page.keyboard.press("ArrowUp");
    await expect(account).toBeFocused();
    await page.keyboard.press("ArrowRight");
    const inbox = ofAccount(page).getByRole("menuitem", { name: "Входящие" });
    await expect(inbox).toBeVisible();
    await expect(inbox).toBeFocused();
    await page.keyboard.press("Enter");
    await expect(page.getByText("1 письмо перемещено: anna@pismo.localhost, папка «Входящие»")).toBeVisible();
    await expect.poll(() => ofAnna(server, "inbox")).toHaveLength(1);
    const [subject] = await ofAnna(server, "inbox");
    await expect(row(page, subject!)).toBeHidden();
    await page.keyboard.press("z");
    await expect(row(page, subject!)).toBeVisible();
    await expect.poll(() => ofAnna(server, "inbox")).toEqual([]);
  });
});

test.describe("of a mail server", () => {
  const withWorld = test.extend<object, { world: MailWorld }>({
    world: [fixture(startMailWorld, (world) => world.stop()), { scope: "worker" }],
    env: ({ world }, provide) => provide(world.env),
  });
  withWorld.skip(!canRunMailWorld, "Dovecot and Postfix are not installed");

  withWorld("a letter leaves when the server has it, and comes back", async ({ page, server, world }) => {
    await world.put("ann", "From the server");
    await server.deliver({ from: "x@mail.example", subject: "Local letter" });
    await page.goto(server.url);
    await addFound(page, "ann");
    await expect(row(page, "From the server")).toBeVisible();
    await row(page, "From the server").click();
    await page.getByRole("button", { name: "Move to folder" }).click();
    await page.getByRole("menuitem", { name: "you@pismo.localhost" }).hover();
    await ofAccount(page, "you").getByRole("menuitem", { name: "Inbox" }).click();
    await expect(row(page, "From the server")).toBeHidden();
    // Its focus holds the notice, however long the server takes.
    await page.getByRole("button", { name: "Undo" }).focus();
    await expect.poll(() => world.subjectsIn("ann", "INBOX")).toEqual([]);
    await page.getByRole("button", { name: "Undo" }).click();
    await expect.poll(() => world.subjectsIn("ann", "INBOX")).toEqual(["From the server"]);
    await expect(row(page, "From the server")).toBeVisible();
  });

  withWorld("while their server is away the notice tells how many wait", async ({ page, server, world }) => {
    test.slow();
    for (const subject of ["First", "Second", "Third"]) await server.deliver({ from: "x@mail.example", subject });
    await page.goto(server.url);
    await addFound(page, "ben");
    await menuButton(page).click();
    await page.getByRole("menuitemradio", { name: /you@pismo\.localhost/ }).click();
    await expect(row(page, "Third")).toBeVisible();
    await world.dovecot.kill();
    await page.keyboard.press("ControlOrMeta+a");
    await page.getByRole("button", { name: "Move to folder" }).click();
    await page.getByRole("menuitem", { name: "ben@mail.test" }).hover();
    await page.getByRole("menu", { name: "ben@mail.test" }).getByRole("menuitem", { name: "Inbox" }).click();
    await expect(page.getByText("3 letters moved to “Inbox” of ben@mail.test")).toBeVisible();
    // Its focus holds the notice, however long the server takes.
    await page.getByRole("button", { name: "Undo" }).focus();
    await expect(page.getByText("3 letters stay here too until the server of ben@mail.test has them")).toBeVisible();
    // There is room for one.
    await world.restart(quotaOf(10_000, 1));
    await expect(page.getByText("2 letters stay here too until the server of ben@mail.test has them")).toBeVisible({
      timeout: 30_000,
    });
    await world.restart();
    await expect(page.getByText("3 letters moved to “Inbox” of ben@mail.test")).toBeVisible({ timeout: 60_000 });
    await expect(page.getByRole("button", { name: "Undo" })).toBeFocused();
    expect((await world.subjectsIn("ben", "INBOX")).toSorted()).toEqual(["First", "Second", "Third"]);
    await page.screenshot({ path: "test-results/transfer-settled.png" });
  });
});
