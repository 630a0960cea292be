/** Accounts with servers of their own: added, told apart by what is wrong with them, switched, written from, removed. */
import { startDovecot } from "../packages/server/test/servers/dovecot.ts";
import { expectAccessible } from "./support/axe.ts";
import { canRunMailWorld, type MailWorld, startMailWorld, worldPassword } from "./support/mail-world.ts";
import { fixture } from "./support/fixture.ts";
import { addFound, dialog, menuButton, openAdd } from "./support/own-account.ts";
import { expect, test as base } from "./support/story.ts";

const test = base.extend<object, { world: MailWorld }>({
  world: [fixture(startMailWorld, (world) => world.stop()), { scope: "worker" }],
  env: ({ world }, provide) => provide(world.env),
});

test.skip(!canRunMailWorld, "Dovecot and Postfix are not installed");
// Real servers are asked in every story, one after the other.

test("an account is added by address and password: its servers are found, shown, and its Emails appear", async ({
  page,
  server,
  world,
}) => {
  await world.put("ann", "Already there");
  await page.goto(server.url);
  await openAdd(page);
  await expectAccessible(page);
  await dialog(page).getByRole("button", { name: "Continue" }).click();
  await expect(dialog(page).getByLabel("Email address")).toBeFocused();
  await expect(dialog(page).getByRole("alert")).toHaveText("Enter the email address");
  await dialog(page).getByLabel("Your name").fill("Ann Test");
  await dialog(page).getByLabel("Email address").fill("ann@mail.test");
  await dialog(page).getByLabel("Password").fill("wrong");
  await page.keyboard.press("Enter");
  const found = dialog(page).getByRole("region", { name: "Servers found" });
  await expect(found).toContainText(`localhost:${world.dovecot.tlsPort}, TLS`);
  await expect(found).toContainText(`localhost:${world.postfix.port}, STARTTLS`);
  await expectAccessible(page);

  await dialog(page).getByRole("button", { name: "Add", exact: true }).click();
  await expect(dialog(page).getByRole("alert")).toContainText("localhost rejected this user name or password");
  await expect(dialog(page).getByLabel("Password")).toBeFocused();
  await expectAccessible(page);
  await dialog(page).getByLabel("Password").fill(worldPassword);
  await page.keyboard.press("Enter");
  await expect(dialog(page)).toBeHidden();
  await expect(page.getByRole("link", { name: /Already there/ })).toBeVisible();
  await expect(menuButton(page)).toHaveAccessibleName(/ann@mail\.test/);

  // It is this account's tab, also after a reload; nothing of the password is kept here.
  await page.reload();
  await expect(page.getByRole("link", { name: /Already there/ })).toBeVisible();
  const kept = await page.evaluate(() => ({
    local: Object.keys(localStorage).sort(),
    all: JSON.stringify([Object.entries(localStorage), Object.entries(sessionStorage), document.cookie, location.href]),
  }));
  expect(kept.local).toEqual(["lang", "theme"]);
  expect(kept.all).not.toContain(worldPassword);

  await openAdd(page);
  await dialog(page).getByLabel("Email address").fill("ann@mail.test");
  await dialog(page).getByLabel("Password").fill(worldPassword);
  await page.keyboard.press("Enter");
  await expect(dialog(page).getByRole("region", { name: "Servers found" })).toBeVisible();
  await dialog(page).getByRole("button", { name: "Add", exact: true }).click();
  await expect(dialog(page).getByRole("alert")).toHaveText("This account already exists");
});

test("servers that are not found are typed in, and each mistake stands beside its field", async ({
  page,
  server,
  world,
}) => {
  await world.put("bob", "For Bob");
  await page.goto(server.url);
  await openAdd(page);
  await dialog(page).getByLabel("Email address").fill("bob@nowhere.test");
  await dialog(page).getByLabel("Password").fill(worldPassword);
  await page.keyboard.press("Enter");
  await expect(dialog(page).getByText("No servers were found for nowhere.test")).toBeVisible({ timeout: 60_000 });
  const [imap, imapPort, smtp, smtpPort] = ["IMAP server", "IMAP port", "SMTP server", "SMTP port"].map((name) =>
    dialog(page).getByRole("textbox", { name }),
  );
  await expect(imap!).toHaveValue("imap.nowhere.test");
  const add = dialog(page).getByRole("button", { name: "Add", exact: true });
  const alert = dialog(page).getByRole("alert");

  await imap!.fill("imap.nowhere.invalid");
  await add.click();
  await expect(alert).toContainText("Server imap.nowhere.invalid was not found");
  await expect(imap!).toBeFocused();
  await expect(imap!).toHaveAttribute("aria-invalid", "true");
  await expectAccessible(page);

  await imap!.fill("localhost");
  await imapPort!.fill(String(world.strangers.tlsPort));
  await add.click();
  await expect(alert).toContainText("is self-signed");

  await imapPort!.fill("0");
  await add.click();
  await expect(alert).toContainText("The port is a number from 1 to 65535");

  await imapPort!.fill(String(world.dovecot.tlsPort));
  await dialog(page).getByRole("textbox", { name: "User name" }).fill("bob");
  await smtp!.fill("localhost");
  await smtpPort!.fill(String(world.postfix.port));
  await add.click();
  await expect(alert).toContainText(`Port ${world.postfix.port} of localhost is not a mail server`);
  await expect(smtp!).toBeFocused();

  // Without protection it goes out only where that is chosen.
  await dialog(page).getByRole("combobox", { name: "SMTP security" }).selectOption("None");
  await smtp!.fill("smtp.nowhere.test");
  await expect(dialog(page).getByText("are sent unencrypted")).toBeVisible();
  await smtp!.fill("localhost");
  await add.click();
  await expect(alert).toContainText("requires encryption");
  await dialog(page).getByRole("combobox", { name: "SMTP security" }).selectOption("STARTTLS");
  await smtpPort!.fill(String(world.postfix.port));
  await add.click();
  await expect(dialog(page)).toBeHidden();
  await expect(page.getByRole("link", { name: /For Bob/ })).toBeVisible();
});

test("two accounts: each has its Emails and its unread number, and answers under its own name into its own Sent", async ({
  page,
  server,
  world,
}) => {
  await world.put("cora", "To Cora");
  await world.put("dora", "To Dora");
  await page.goto(server.url);
  await addFound(page, "cora");
  await expect(page.getByRole("link", { name: /To Cora/ })).toBeVisible();
  await addFound(page, "dora");
  await expect(page.getByRole("link", { name: /To Dora/ })).toBeVisible();
  await expect(page.getByRole("link", { name: /To Cora/ })).toBeHidden();

  await menuButton(page).click();
  await expect(page.getByRole("menuitemradio", { name: /cora@mail\.test.*1 unread/ })).toBeVisible();
  await expectAccessible(page);
  await page.getByRole("menuitemradio", { name: /cora@mail\.test/ }).click();
  await page.getByRole("link", { name: /To Cora/ }).click();
  await page.getByRole("button", { name: "Reply", exact: true }).click();
  await expect(page.getByRole("textbox", { name: "Subject" })).toHaveValue("Re: To Cora");
  await page.getByRole("button", { name: "Send", exact: true }).click();
  await expect
    .poll(() => world.postfix.messages().find((text) => text.includes("Subject: Re: To Cora")))
    .toContain("From: cora Test <cora@mail.test>");
  await expect.poll(() => world.subjectsIn("cora", "Sent")).toEqual(["Re: To Cora"]);
  expect(await world.subjectsIn("dora", "Sent")).toEqual([]);

  // An Email that comes to the other one is there when one goes back.
  await world.put("dora", "Later to Dora");
  await menuButton(page).click();
  await page.getByRole("menuitemradio", { name: /dora@mail\.test/ }).click();
  await expect(page.getByRole("link", { name: /Later to Dora/ })).toBeVisible();
});

test("an account's settings are tried before they are kept, and Emails go out under the new name", async ({
  page,
  server,
  world,
}) => {
  await page.goto(server.url);
  await addFound(page, "emma");
  await menuButton(page).click();
  await page.getByRole("menuitem", { name: "Account settings" }).click();
  await expect(dialog(page).getByRole("heading", { name: "Account emma@mail.test" })).toBeVisible();
  await expect(dialog(page).getByRole("textbox", { name: "IMAP server" })).toHaveValue("localhost");
  await expect(dialog(page).getByLabel("Password")).toHaveValue("");
  await expectAccessible(page);
  await dialog(page).getByLabel("Password").fill("wrong");
  await dialog(page).getByRole("button", { name: "Save" }).click();
  await expect(dialog(page).getByRole("alert")).toContainText("rejected this user name or password");
  await dialog(page).getByLabel("Password").fill("");
  await dialog(page).getByLabel("Your name").fill("Emma Other");
  await dialog(page).getByRole("button", { name: "Save" }).click();
  await expect(dialog(page)).toBeHidden();
  await page.getByRole("button", { name: "Compose" }).click();
  await dialog(page).getByRole("combobox", { name: "To" }).fill("friend@b.example");
  await dialog(page).getByRole("textbox", { name: "Subject" }).fill("By another name");
  await dialog(page).getByRole("button", { name: "Send" }).click();
  await expect(dialog(page)).toBeHidden();
  await expect
    .poll(() => world.postfix.messages().find((text) => text.includes("Subject: By another name")))
    .toContain("From: Emma Other <emma@mail.test>");
});

test("a password that the server takes no longer is asked for again", async ({ page, server }) => {
  const dovecot = await startDovecot({ password: "first" });
  try {
    await page.goto(server.url);
    await openAdd(page);
    await dialog(page).getByLabel("Email address").fill("hal@nowhere.test");
    await dialog(page).getByLabel("Password").fill("first");
    await dialog(page).getByRole("button", { name: "Enter servers manually" }).click();
    await dialog(page).getByRole("textbox", { name: "User name" }).fill("hal");
    await dialog(page).getByRole("textbox", { name: "IMAP server" }).fill("127.0.0.1");
    await dialog(page).getByRole("combobox", { name: "IMAP security" }).selectOption("None");
    await dialog(page).getByRole("textbox", { name: "IMAP port" }).fill(String(dovecot.port));
    await dialog(page).getByRole("checkbox", { name: "Send letters from this account" }).uncheck();
    await dialog(page).getByRole("button", { name: "Add", exact: true }).click();
    await expect(dialog(page)).toBeHidden();

    dovecot.configure({ password: "second" });
    await dovecot.restart();
    await expect(async () => {
      await page.keyboard.press("Escape");
      await menuButton(page).click();
      await expect(page.getByRole("menuitem", { name: "Sign in again" })).toBeVisible({ timeout: 2000 });
    }).toPass({ timeout: 60_000 });
    await page.getByRole("menuitem", { name: "Sign in again" }).click();
    await expect(dialog(page).getByLabel("Password")).toBeFocused();
    await expectAccessible(page);
    await dialog(page).getByLabel("Password").fill("second");
    await page.keyboard.press("Enter");
    await expect(dialog(page)).toBeHidden();
    await expect(page.getByText("Settings saved")).toBeVisible();
  } finally {
    await dovecot.stop();
  }
});

test("an account is removed after a question, in other tabs too, and stays whole on its server", async ({
  page,
  context,
  server,
  world,
}) => {
  await world.put("fay", "Stays there");
  await page.goto(server.url);
  const other = await context.newPage();
  await other.goto(server.url);
  await expect(other.getByText("No letters", { exact: true })).toBeVisible();
  await addFound(page, "fay");
  await expect(page.getByRole("link", { name: /Stays there/ })).toBeVisible();
  // The other tab has heard of it by itself.
  await menuButton(other).click();
  await expect(other.getByRole("menuitemradio", { name: /fay@mail\.test/ })).toBeVisible();
  // It stays where it was, although the new account is the first one now, which has no name in addresses.
  await expect(other).toHaveURL(/\/inbox\?letters=all&account=a\d+$/);
  await expect(other.getByText("No letters", { exact: true })).toBeVisible();
  await expect(page).toHaveURL(/\/inbox\?letters=all$/);

  await menuButton(page).click();
  await page.getByRole("menuitem", { name: "Remove account" }).click();
  await expect(dialog(page).getByText("Nothing changes on the server")).toBeVisible();
  await expectAccessible(page);
  await dialog(page).getByRole("button", { name: "Cancel" }).click();
  await expect(page.getByRole("link", { name: /Stays there/ })).toBeVisible();
  await menuButton(page).click();
  await page.getByRole("menuitem", { name: "Remove account" }).click();
  await dialog(page).getByRole("button", { name: "Remove", exact: true }).click();
  await expect(dialog(page)).toBeHidden();
  await expect(menuButton(page)).toHaveAccessibleName(/you@pismo\.localhost/);
  await expect(page.getByText("No letters", { exact: true })).toBeVisible();
  await expect(other.getByRole("menuitemradio", { name: /fay@mail\.test/ })).toBeHidden();
  expect(await world.subjectsIn("fay", "INBOX")).toEqual(["Stays there"]);
});

test.describe("with the keyboard alone, in Russian, on a phone", () => {
  test.use({ lang: "ru", theme: "dark", viewport: { width: 390, height: 844 } });
  test("an account is added, and nothing sticks out", async ({ page, server, world }) => {
    await world.put("gala", "Для Галы");
    await page.goto(server.url);
    const button = page.getByRole("button", { name: /^Аккаунт/ });
    await button.focus();
    await page.keyboard.press("Enter");
    const item = page.getByRole("menuitem", { name: "Добавить аккаунт" });
    await expect(item).toBeVisible();
    for (let steps = 0; steps < 10 && !(await item.evaluate((line) => line === document.activeElement)); steps++) {
      await page.keyboard.press("ArrowDown");
    }
    await page.keyboard.press("Enter");
    await expect(page.getByLabel("Ваше имя")).toBeVisible();
    await page.getByLabel("Ваше имя").focus();
    await page.keyboard.type("Гала");
    await page.keyboard.press("Tab");
    await page.keyboard.type("gala@mail.test");
    await page.keyboard.press("Tab");
    await page.keyboard.insertText(worldPassword);
    await page.keyboard.press("Enter");
    await expect(page.getByRole("region", { name: "Серверы найдены" })).toBeVisible();
    await expectAccessible(page);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
    await page.keyboard.press("Enter");
    await expect(page.getByRole("dialog")).toBeHidden();
    await expect(page.getByRole("link", { name: /Для Галы/ })).toBeVisible();
  });
});
