/** Sending later from an account at a mail server: a Dovecot that keeps the letter, a Postfix that takes or refuses it. */
import type { Id, JmapClient } from "@pismo/jmap";
import type { Page } from "@playwright/test";
import { expectAccessible } from "./support/axe.ts";
import { compose } from "./support/compose.ts";
import { fixture } from "./support/fixture.ts";
import { canRunMailWorld, type MailWorld, startMailWorld } from "./support/mail-world.ts";
import { addFound, dialog, menuButton } from "./support/own-account.ts";
import type { PismoServer } from "./support/server.ts";
import { expect, test as base } from "./support/story.ts";

const test = base.extend<object, { world: MailWorld }>({
  world: [fixture(startMailWorld, (world) => world.stop()), { scope: "worker" }],
  env: ({ world }, provide) => provide(world.env),
});

test.skip(!canRunMailWorld, "Dovecot and Postfix are not installed");

/** Written from the shown account, to go out tomorrow. */
async function schedule(page: Page, to: string, subject: string): Promise<void> {
  const popup = await compose(page);
  await popup.to.fill(to);
  await popup.subject.fill(subject);
  await popup.text.pressSequentially("Written days ago");
  await popup.dialog.getByRole("button", { name: "Schedule", exact: true }).click();
  await page.getByRole("menuitem", { name: /^Tomorrow morning/ }).click();
  await expect(popup.dialog).toBeHidden();
  await expect(page.getByRole("link", { name: /^Scheduled/ })).toContainText("1");
}

/** The account of a user, as another client of the same person finds it. */
async function accountOf(server: PismoServer, user: string): Promise<{ client: JmapClient; accountId: Id }> {
  const client = await server.client();
  const { accounts } = await client.session();
  const [accountId] = Object.entries(accounts).find(([, { name }]) => name.includes(`${user}@mail.test`))!;
  return { client, accountId };
}

/** Its time has come. */
async function sendNow(server: PismoServer, user: string): Promise<void> {
  const { client, accountId } = await accountOf(server, user);
  const { ids } = await client.call("EmailSubmission/query", { accountId, filter: { undoStatus: "pending" } });
  const { updated } = await client.call("Outbox/retry", { accountId, ids });
  expect(Object.keys(updated ?? {})).toEqual(ids);
  expect(ids).toHaveLength(1);
}

const messagesOf = ({ postfix }: MailWorld, subject: string): string[] =>
  postfix.messages().filter((text) => text.includes(`Subject: ${subject}`));

test("it lies in the Drafts of its server until it goes, survives a restart, and goes once", async ({
  page,
  server,
  world,
}) => {
  await page.goto(server.url);
  await addFound(page, "ida");
  await schedule(page, "friend@b.example", "From Ida");
  await expect.poll(() => world.subjectsIn("ida", "Drafts")).toEqual(["From Ida"]);
  await server.kill();
  await server.start();
  await sendNow(server, "ida");
  await expect.poll(() => world.subjectsIn("ida", "Sent")).toEqual(["From Ida"]);
  await expect.poll(() => world.subjectsIn("ida", "Drafts")).toEqual([]);
  const [message = "", ...others] = messagesOf(world, "From Ida");
  expect(message).toContain("From: ida Test <ida@mail.test>");
  expect(others).toEqual([]);
});

test("refused while nothing was open, it is a whole draft with the reason above the inbox; put right, it goes", async ({
  page,
  server,
  world,
}) => {
  await page.goto(server.url);
  await addFound(page, "jan");
  await schedule(page, "stranger@b.example", "From Jan");
  await page.goto(`${server.url}/healthz`);
  await sendNow(server, "jan");
  const { client, accountId } = await accountOf(server, "jan");
  await expect
    .poll(async () => (await client.call("Outbox/get", { accountId })).list.map(({ subject }) => subject))
    .toEqual(["From Jan"]);

  await page.goto(server.url);
  const bar = page.getByRole("list", { name: "Undelivered letters" });
  await expect(bar).toContainText("The letter “From Jan” was not sent: there is no such address");
  await expectAccessible(page);
  await expect.poll(() => world.subjectsIn("jan", "Drafts")).toEqual(["From Jan"]);
  await expect.poll(() => world.subjectsIn("jan", "Sent")).toEqual([]);
  await page.setViewportSize({ width: 390, height: 844 });
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
  await page.setViewportSize({ width: 1440, height: 900 });

  await bar.getByRole("link", { name: "Show" }).focus();
  await page.keyboard.press("Enter");
  await page.getByRole("button", { name: "Edit: From Jan" }).click();
  const popup = page.getByRole("dialog", { name: "New letter" });
  await expect(popup.locator(".ProseMirror")).toContainText("Written days ago");
  await popup.getByRole("button", { name: "Remove recipient stranger@b.example" }).click();
  await popup.getByRole("combobox", { name: "To", exact: true }).fill("friend@b.example");
  await popup.getByRole("button", { name: "Send", exact: true }).click();
  await expect(popup).toBeHidden();
  await expect.poll(() => world.subjectsIn("jan", "Sent")).toEqual(["From Jan"]);
  await expect.poll(() => world.subjectsIn("jan", "Drafts")).toEqual([]);
  expect(messagesOf(world, "From Jan")).toHaveLength(1);
  await page.goto(server.url);
  await expect(page.getByRole("link", { name: /^Drafts/ })).toBeVisible();
  await expect(bar).toBeHidden();
});

test("removing the account names what is scheduled first", async ({ page, server, world }) => {
  await page.goto(server.url);
  await addFound(page, "kim");
  await schedule(page, "friend@b.example", "From Kim");
  await menuButton(page).click();
  await page.getByRole("menuitem", { name: "Remove account" }).click();
  await dialog(page).getByRole("button", { name: "Remove", exact: true }).click();
  await expect(dialog(page)).toContainText("1 letter waits to be sent and will not be: From Kim.");
  await expectAccessible(page);
  await dialog(page).getByRole("button", { name: "Cancel" }).click();
  await expect(page.getByRole("link", { name: /^Scheduled/ })).toContainText("1");
  await menuButton(page).click();
  await page.getByRole("menuitem", { name: "Remove account" }).click();
  await dialog(page).getByRole("button", { name: "Remove", exact: true }).click();
  await dialog(page)
    .getByRole("button", { name: /anyway/i })
    .click();
  await expect(dialog(page)).toBeHidden();
  await expect(menuButton(page)).toHaveAccessibleName(/you@pismo\.localhost/);
  expect(messagesOf(world, "From Kim")).toEqual([]);
});
