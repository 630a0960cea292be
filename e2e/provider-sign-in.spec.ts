/** A mail server that takes no passwords: one signs in with its provider, at a real authorisation server. */
import type { Page } from "@playwright/test";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import {
  startAuthorizationServer,
  type TestAuthorizationServer,
} from "../packages/server/test/servers/authorization-server.ts";
import { canRunDovecot, type Dovecot, startDovecot } from "../packages/server/test/servers/dovecot.ts";
import { expectAccessible } from "./support/axe.ts";
import { fixture } from "./support/fixture.ts";
import { hostedAt } from "./support/hosted.ts";
import { expect, test as base } from "./support/story.ts";

interface World {
  authority: TestAuthorizationServer;
  dovecot: Dovecot;
  /** The file that describes it. */
  providers: string;
  /** Several people are served. */
  isHosted: boolean;
}

const test = base.extend<World>({
  authority: fixture(startAuthorizationServer, (authority) => authority.close()),
  dovecot: async ({ authority }, provide) => {
    const dovecot = await startDovecot({ introspection: authority.introspection });
    await provide(dovecot);
    await dovecot.stop();
  },
  providers: async ({ authority, dovecot }, provide) => {
    const folder = await mkdtemp(join(tmpdir(), "pismo-providers-"));
    const file = join(folder, "providers.json");
    const provider = {
      id: "example",
      name: "Example Mail",
      domains: ["example.org"],
      issuer: authority.issuer,
      clientId: "pismo",
      clientSecret: "the client's secret",
      scopes: ["openid", "email", "offline_access"],
      imap: `imap://127.0.0.1:${dovecot.port}`,
    };
    await writeFile(file, JSON.stringify([provider]));
    await provide(file);
    await rm(folder, { recursive: true });
  },
  isHosted: [true, { option: true }],
  env: ({ isHosted, providers, dovecot }, provide) =>
    provide({ PISMO_OAUTH_FILE: providers, ...(isHosted && hostedAt(dovecot.port)) }),
});

test.skip(!canRunDovecot, "Dovecot is not installed");

/** What a person does at the provider. */
async function signInAt(page: Page, authority: TestAuthorizationServer, person: string): Promise<void> {
  await expect(page).toHaveURL(new RegExp(`^${authority.issuer}/interaction/`));
  await page.getByPlaceholder("Enter any login").fill(person);
  await page.getByPlaceholder("and password").fill("x");
  await page.getByRole("button", { name: "Sign-in" }).click();
  await page.getByRole("button", { name: "Continue" }).click();
}

test("a person signs in at the provider, reads, and signs in again when the provider has ended it", async ({
  page,
  server,
  dovecot,
  authority,
}) => {
  const button = page.getByRole("button", { name: "Sign in with Example Mail" });
  await page.goto(`${server.url}/archive?letters=all`);
  await expect(button).toBeVisible();
  await expect(page.getByLabel("Password")).toBeHidden();
  await expectAccessible(page);

  // A no at the provider is told in words, and nothing of its answer stays in the address.
  await button.click();
  await page.getByRole("link", { name: "Cancel" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "The sign-in failed" })).toBeVisible();
  await expect(page.getByRole("alert")).toHaveText(
    "Access to the mail was not allowed. If you change your mind, sign in again and allow it",
  );
  await expect(page).toHaveURL(`${server.url}/sign-in/provider?problem=denied&provider=example`);
  await expectAccessible(page);
  await page.getByRole("link", { name: "Go to the sign-in page" }).click();

  await button.focus();
  await page.keyboard.press("Enter");
  await signInAt(page, authority, "ann@example.org");
  await expect(page).toHaveURL(`${server.url}/inbox?letters=all`);
  await expect(page.getByText("No letters", { exact: true })).toBeVisible();
  const text = "From: Boris <boris@mail.example>\r\nSubject: For who may read it\r\nMessage-ID: <1@x>\r\n\r\nHello\r\n";
  // The server makes the mailbox when the mirror comes for the first time.
  const put = () => writeFile(join(dovecot.mailDir("ann@example.org"), "new", "1.M1P1.here"), text, { mode: 0o644 });
  await expect(put).toPass();
  await expect(page.getByRole("link", { name: /For who may read it/ })).toBeVisible();

  // Neither tokens nor the code are anywhere in the browser.
  const kept = await page.evaluate(() => ({ keys: Object.keys(localStorage), cookie: document.cookie }));
  expect(kept).toEqual({ keys: expect.arrayContaining(["lang", "theme"]), cookie: "" });
  expect(kept.keys).toHaveLength(2);
  const cookies = (await page.context().cookies(server.url)).map(({ name, httpOnly }) => ({ name, httpOnly }));
  const port = new URL(server.url).port;
  expect(cookies).toEqual([{ name: `pismo_session_${port}`, httpOnly: true }]);

  await authority.revokeAll("ann@example.org");
  await dovecot.restart();
  const again = page.getByRole("menuitem", { name: "Sign in with Example Mail again" });
  await expect(async () => {
    await page.getByRole("button", { name: /^Account ann@example.org/ }).click();
    await expect(again).toBeVisible({ timeout: 2000 });
  }).toPass({ timeout: 60_000 });
  await again.click();
  await page.getByRole("button", { name: "Continue" }).click();
  await expect(page.getByText("You are signed in: ann@example.org is kept up to date again")).toBeVisible();
  await expect(page).toHaveURL(`${server.url}/inbox?letters=all`);
  await expect(page.getByRole("link", { name: /For who may read it/ })).toBeVisible();
});

test.describe("on one's own machine", () => {
  test.use({ isHosted: false });
  test("an account is added by its provider, out of the dialog and back into its Emails", async ({
    page,
    server,
    authority,
  }) => {
    // The form has changes, and leads to the provider: that asks nothing.
    const asked: string[] = [];
    page.on("dialog", (question) => {
      asked.push(question.type());
      void question.accept();
    });
    await page.goto(server.url);
    await page.getByRole("button", { name: /^Account / }).click();
    await page.getByRole("menuitem", { name: "Add account" }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByLabel("Email address").fill("ann@example.org");
    await page.keyboard.press("Enter");
    const button = dialog.getByRole("button", { name: "Sign in with Example Mail" });
    await expect(button).toBeVisible();
    await expect(dialog.getByLabel("Password")).toBeHidden();
    await expectAccessible(page);
    await button.click();
    await signInAt(page, authority, "ann@example.org");
    await expect(page.getByText("ann@example.org is added: its letters are being downloaded")).toBeVisible();
    expect(asked).toEqual([]);
    await expect(page).toHaveURL(`${server.url}/inbox?letters=all`);
    await expect(page.getByRole("button", { name: /^Account ann@example.org/ })).toBeVisible();
    await page.reload();
    await expect(page.getByText("No letters", { exact: true })).toBeVisible();
  });
});

test.describe("in Russian, on a phone", () => {
  test.use({ lang: "ru", theme: "dark", viewport: { width: 390, height: 844 } });
  test("the way in and what went wrong are there too, and nothing sticks out", async ({ page, server }) => {
    await page.goto(server.url);
    await expect(page.getByRole("button", { name: "Войти через Example Mail" })).toBeVisible();
    await expectAccessible(page);
    // The answer to another sign-in, or an old one.
    await page.goto(`${server.url}/auth/oauth/callback?code=stolen&state=unknown`);
    await expect(page.getByRole("heading", { level: 1, name: "Не удалось войти" })).toBeVisible();
    await expect(page).toHaveURL(`${server.url}/sign-in/provider?problem=expired`);
    await expect(page.getByRole("link", { name: "К странице входа" })).toBeVisible();
    await expectAccessible(page);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
  });
});
