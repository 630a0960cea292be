/** Contacts that lie with the provider of an account: allowed there once, then the same on both sides. */
import type { Page } from "@playwright/test";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import {
  startAuthorizationServer,
  type TestAuthorizationServer,
} from "../packages/server/test/servers/authorization-server.ts";
import { ofToday } from "../packages/server/test/support/of-today.ts";
import { canRunDovecot, type Dovecot, startDovecot } from "../packages/server/test/servers/dovecot.ts";
import { type BearerFront, startBearerFront } from "../packages/server/test/support/bearer-front.ts";
import {
  hasRadicale,
  type Radicale,
  startRadicale,
  username as anna,
  vCard,
} from "../packages/server/test/support/radicale.ts";
import { expectAccessible } from "./support/axe.ts";
import { fixture } from "./support/fixture.ts";
import { hostedAt } from "./support/hosted.ts";
import { expect, test as base } from "./support/story.ts";

interface World {
  authority: TestAuthorizationServer;
  dovecot: Dovecot;
  radicale: Radicale;
  front: BearerFront;
  /** The file that describes the provider. */
  providers: string;
}

const test = base.extend<World>({
  authority: fixture(startAuthorizationServer, (authority) => authority.close()),
  dovecot: async ({ authority }, provide) => {
    const dovecot = await startDovecot({ introspection: authority.introspection });
    await provide(dovecot);
    await dovecot.stop();
  },
  radicale: fixture(
    () => startRadicale({ believes: true }),
    (radicale) => radicale.stop(),
  ),
  front: async ({ radicale, authority }, provide) => {
    const front = await startBearerFront(radicale.url, authority.introspection, "carddav");
    await provide(front);
    await front.close();
  },
  providers: async ({ authority, dovecot, front }, provide) => {
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
      carddav: front.url,
      carddavScopes: ["carddav"],
      imap: `imap://127.0.0.1:${dovecot.port}`,
    };
    await writeFile(file, JSON.stringify([provider]));
    await provide(file);
    await rm(folder, { recursive: true });
  },
  env: ({ providers, dovecot }, provide) => provide({ PISMO_OAUTH_FILE: providers, ...hostedAt(dovecot.port) }),
});

test.skip(!canRunDovecot || !hasRadicale, "needs Dovecot and Radicale");

async function signInAt(page: Page): Promise<void> {
  await page.getByPlaceholder("Enter any login").fill(anna);
  await page.getByPlaceholder("and password").fill("x");
  await page.getByRole("button", { name: "Sign-in" }).click();
  await page.getByRole("button", { name: "Continue" }).click();
}

for (const [lang, w] of ofToday([
  [
    "en",
    {
      signIn: "Sign in with Example Mail",
      open: "Address book",
      allow: "Allow contacts at Example Mail",
      denied: "Access to the contacts was not allowed. The mail works as before",
      connected: `Contacts are connected: ${anna}`,
      same: "1 contact is the same on both sides",
      revoked: "Example Mail no longer opens the contacts. Allow it again.",
      details: "Details",
    },
  ],
  [
    "ru",
    {
      signIn: "Войти через Example Mail",
      open: "Адресная книга",
      allow: "Разрешить контакты у Example Mail",
      denied: "Доступ к контактам не разрешён. Почта работает как прежде",
      connected: `Контакты подключены: ${anna}`,
      same: "1 контакт одинаков с обеих сторон",
      revoked: "Example Mail больше не открывает контакты. Разрешите доступ ещё раз.",
      details: "Подробности",
    },
  ],
] as const)) {
  test.describe(`in ${lang}`, () => {
    test.use({ lang });
    test("contacts of the provider are allowed once, come without a password, and say when they are closed", async ({
      page,
      server,
      authority,
      radicale,
      front,
    }) => {
      await radicale.put("boris.vcf", vCard("boris", "Boris Akunin", "EMAIL:boris@mail.example"));
      await page.goto(`${server.url}/inbox?letters=all`);
      await page.getByRole("button", { name: w.signIn }).click();
      await signInAt(page);
      await expect(page).toHaveURL(`${server.url}/inbox?letters=all`);

      await page.goto(`${server.url}/settings/accounts`);
      await page.getByRole("button", { name: w.open, exact: true }).press("Enter");
      const dialog = page.getByRole("dialog");
      const allow = dialog.getByRole("button", { name: w.allow });
      await expect(allow).toBeVisible();
      await expectAccessible(page);

      // A no leaves the mail as it was.
      await allow.press("Enter");
      await page.getByRole("link", { name: "Cancel" }).click();
      await expect(page.getByRole("alert")).toHaveText(w.denied);
      await page.goto(`${server.url}/settings/accounts`);
      await page.getByRole("button", { name: w.open, exact: true }).click();
      await allow.click();
      await page.getByRole("button", { name: "Continue" }).click();
      await expect(page.getByText(w.connected)).toBeVisible();
      await expect(page).toHaveURL(/\/settings\/accounts/);
      await page.getByRole("button", { name: w.open, exact: true }).click();
      await expect(dialog.getByText(w.same)).toBeVisible();
      await expect(dialog.getByRole("textbox")).toHaveCount(0);
      await expectAccessible(page);

      // No token is anywhere in the browser.
      const kept = await page.evaluate(() => JSON.stringify([localStorage, sessionStorage, document.cookie]));
      for (const shown of front.shown) expect(kept).not.toContain(shown!.replace("Bearer ", ""));

      await authority.revokeAll(anna);
      await page.goto(`${server.url}/contacts`);
      await expect(page.getByText("Boris Akunin").first()).toBeVisible();
      await page.goto(`${server.url}/settings/accounts`);
      await page.getByRole("button", { name: w.open, exact: true }).click();
      await expect(dialog.getByText(w.revoked, { exact: true })).toBeVisible();
      // The provider's own words are in no language of ours: they stand apart.
      await dialog.getByText(w.details, { exact: true }).click();
      await expect(dialog.getByRole("group").getByRole("code")).not.toBeEmpty();
      await expect(allow).toBeVisible();
      await expectAccessible(page);
    });
  });
}
