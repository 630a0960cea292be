/** A server for several people: a person signs in with their mail server's password, reads, and leaves nothing behind. */
import { createTransport } from "nodemailer";
import { ofToday } from "../packages/server/test/support/of-today.ts";
import { canRunDovecot, type Dovecot, startDovecot } from "../packages/server/test/servers/dovecot.ts";
import { foreignClient } from "../packages/server/test/servers/foreign-client.ts";
import { expectAccessible } from "./support/axe.ts";
import { fixture } from "./support/fixture.ts";
import { enter, hostedAt } from "./support/hosted.ts";
import { saveData } from "./support/save-data.ts";
import { expect, test as base } from "./support/story.ts";
import type { Page } from "@playwright/test";

const secret = "pässword-17";
const test = base.extend<{ dovecot: Dovecot }>({
  dovecot: fixture(
    () => startDovecot({ password: secret }),
    (dovecot) => dovecot.stop(),
  ),
  env: ({ dovecot }, provide) => provide(hostedAt(dovecot.port)),
});

test.skip(!canRunDovecot, "Dovecot is not installed");

async function put(dovecot: Dovecot, subject: string): Promise<void> {
  const { message } = await createTransport({ streamTransport: true, buffer: true }).sendMail({
    from: "Boris <boris@mail.example>",
    to: "ann@example.org",
    subject,
    text: "The text of it",
  });
  const client = await foreignClient(dovecot.port, "ann", dovecot.password);
  await client.append("INBOX", message as Buffer);
  await client.logout();
}

test("a person signs in, reads what the mail server holds, and signs out", async ({ page, server, dovecot }) => {
  await put(dovecot, "Kept on the server");
  await page.goto(`${server.url}/archive?letters=all`);
  await expect(page).toHaveURL(/\/sign-in\?to=/);
  await expect(page.getByRole("heading", { level: 1, name: "Sign in to your mail" })).toBeVisible();
  await expectAccessible(page);

  const [name, password] = [page.getByRole("textbox", { name: "Name or address" }), page.getByLabel("Password")];
  await expect(name).toBeFocused();
  await page.getByRole("button", { name: "Sign in" }).click();
  await expect(page.getByRole("alert")).toHaveText("Enter your name or address");
  await name.fill("ann");
  await password.fill("wrong");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("alert")).toHaveText("The name or the password is wrong");
  await expect(password).toBeFocused();
  await expect(name).toHaveValue("ann");
  await expectAccessible(page);
  await password.fill(secret);
  await page.keyboard.press("Enter");

  // Where one wanted to go in the first place.
  await expect(page).toHaveURL(/\/archive\?letters=all$/);
  await page.getByRole("link", { name: /^Inbox/ }).click();
  await page.getByRole("link", { name: /Kept on the server/ }).click();
  await expect(page.getByRole("article").getByText("The text of it")).toBeVisible();
  await page.reload();
  await expect(page.getByRole("article").getByText("The text of it")).toBeVisible();

  await page.getByRole("button", { name: /^Account ann@example.org/ }).click();
  await page.getByRole("menuitem", { name: "Sign out" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Sign in to your mail" })).toBeVisible();
  await page.goto(`${server.url}/inbox?letters=all`);
  await expect(page).toHaveURL(/\/sign-in/);
  const kept = await page.evaluate(() => Object.keys(localStorage));
  expect(kept.sort()).toEqual(["lang", "theme"]);
});

test("where a session ends while one works, one signs in again in its place", async ({ page, server }) => {
  // The other folder would be there, and nothing would be asked for.
  await saveData(page);
  await enter(page, server.url, secret);
  await expect(page.getByText("No letters", { exact: true })).toBeVisible();
  // As another tab would do it.
  expect(await page.evaluate(async () => (await fetch("/auth/sign-out", { method: "POST" })).status)).toBe(204);
  await page.getByRole("link", { name: /^Sent/ }).click();
  await expect(page.getByRole("heading", { name: "Sign in again" })).toBeVisible();
  // The server is there.
  await expect(page.getByText(/Offline/)).toHaveCount(0);
  await page.getByRole("textbox", { name: "Name or address" }).fill("ann@example.org");
  await page.getByLabel("Password").fill(secret);
  await page.getByRole("button", { name: "Sign in" }).click();
  await expect(page).toHaveURL(/\/sent\?letters=all$/);
  await expect(page.getByText("No letters", { exact: true })).toBeVisible();
});

test("whom the administrator disables is shown the way out, and why, in both languages", async ({ page, server }) => {
  await enter(page, server.url, secret);
  await expect(page.getByText("No letters", { exact: true })).toBeVisible();
  await server.pismo("person", "disable", "ann");
  await page.getByRole("link", { name: /^Sent/ }).click();
  await expect(page.getByRole("heading", { name: "Sign in again" })).toBeVisible();
  await page.goto(`${server.url}/sign-in`);
  for (const [language, name, password, text] of ofToday([
    [
      "English",
      "Name or address",
      "Password",
      "The administrator has disabled this mailbox. Ask them to enable it again",
    ],
    [
      "Русский",
      "Имя или адрес",
      "Пароль",
      "Администратор отключил этот ящик. Обратитесь к нему, чтобы ящик снова открылся",
    ],
  ] as const)) {
    await page.getByRole("button", { name: language }).click();
    await page.getByRole("textbox", { name }).fill("ann@example.org");
    await page.getByLabel(password).fill(secret);
    await page.keyboard.press("Enter");
    await expect(page.getByRole("alert")).toHaveText(text);
    await expectAccessible(page);
    await page.screenshot({ path: `test-results/disabled-${language}.png` });
  }
});

test("one sees where one is signed in, and ends one session or all others", async ({ page, server, browser }) => {
  await enter(page, server.url, secret);
  await expect(page.getByText("No letters", { exact: true })).toBeVisible();
  const others: Page[] = [];
  for (const userAgent of [
    "Mozilla/5.0 (iPhone) AppleWebKit/605 Safari/604",
    "Mozilla/5.0 (X11; Linux) Firefox/140.0",
  ]) {
    const context = await browser.newContext({ userAgent, locale: "en" });
    const other = await context.newPage();
    await other.addInitScript(() => localStorage.setItem("lang", "en"));
    await enter(other, server.url, secret);
    await expect(other.getByText("No letters", { exact: true })).toBeVisible();
    others.push(other);
  }
  await page.getByRole("button", { name: /^Account ann@example.org/ }).click();
  await page.getByRole("menuitem", { name: "Where you are signed in" }).click();
  const dialog = page.getByRole("dialog", { name: "Where you are signed in" });
  const sessions = dialog.getByRole("list").getByRole("listitem");
  await expect(sessions).toHaveCount(3);
  await expect(sessions.first()).toContainText("This browser");
  await expect(sessions.first().getByRole("button")).toHaveCount(0);
  await expectAccessible(page);
  await page.screenshot({ path: "test-results/sessions-en-white-1280.png" });

  await dialog.getByRole("button", { name: /^End the session of Safari on iPhone/ }).click();
  await expect(sessions).toHaveCount(2);
  await others[0]!.goto(`${server.url}/sent?letters=all`);
  await expect(others[0]!.getByRole("heading", { level: 1, name: "Sign in to your mail" })).toBeVisible();

  await dialog.getByRole("button", { name: "End all others" }).click();
  await expect(dialog.getByText("You are signed in nowhere else.")).toBeVisible();
  await others[1]!.goto(`${server.url}/sent?letters=all`);
  await expect(others[1]!.getByRole("heading", { level: 1, name: "Sign in to your mail" })).toBeVisible();
  await dialog.getByRole("button", { name: "Close" }).last().click();
  await page.reload();
  await expect(page.getByText("No letters", { exact: true })).toBeVisible();
  for (const other of others) await other.context().close();
});

test.describe("in Russian, on a phone", () => {
  test.use({ lang: "ru", theme: "dark", viewport: { width: 390, height: 844 } });
  test("the sign-in is there too, and nothing sticks out", async ({ page, server }) => {
    await page.goto(server.url);
    await expect(page.getByRole("heading", { level: 1, name: "Вход в почту" })).toBeVisible();
    await expectAccessible(page);
    await page.screenshot({ path: "test-results/sign-in-ru-dark-390.png" });
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
    await page.getByRole("button", { name: "English" }).click();
    await expect(page.getByRole("heading", { level: 1, name: "Sign in to your mail" })).toBeVisible();
  });
});
