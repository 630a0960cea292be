/** How the server behind an account is doing, on the screen; and which of its folders is for what. */
import type { Page } from "@playwright/test";
import { canRunDovecot, type Dovecot, startDovecot } from "../packages/server/test/servers/dovecot.ts";
import { type FaultProxy, startFaultProxy } from "../packages/server/test/servers/fault-proxy.ts";
import { testMessage } from "../packages/server/test/imap/mirrored.ts";
import { foreignClient } from "../packages/server/test/servers/foreign-client.ts";
import { ofToday } from "../packages/server/test/support/of-today.ts";
import { expectAccessible } from "./support/axe.ts";
import { fixture } from "./support/fixture.ts";
import { enter, hostedAt } from "./support/hosted.ts";
import { expect, test as base } from "./support/story.ts";

const test = base.extend<{ dovecot: Dovecot; wire: FaultProxy }>({
  dovecot: fixture(
    () => startDovecot({ password: "secret", specialFolders: {} }),
    (dovecot) => dovecot.stop(),
  ),
  wire: async ({ dovecot }, provide) => {
    const wire = await startFaultProxy(dovecot.port);
    await provide(wire);
    await wire.close();
  },
  env: ({ wire }, provide) => provide(hostedAt(wire.port)),
});

test.skip(!canRunDovecot, "Dovecot is not installed");

const account = (page: Page) => page.locator("header").getByRole("button", { name: /ann@example\.org/ });

test("the account menu says how its server is doing, as it happens, and looks when one asks", async ({
  page,
  server,
  wire,
  dovecot,
}) => {
  await enter(page, server.url, "secret");
  await account(page).click();
  const menu = page.getByRole("menu");
  await expect(menu.getByText("Up to date")).toBeVisible();
  await expectAccessible(page);
  const client = await foreignClient(dovecot.port, "ann@example.org");
  await client.mailboxCreate("Nobody told");
  await menu.getByRole("menuitem", { name: "Check now" }).click();
  await expect(page.getByRole("link", { name: "Nobody told" })).toBeVisible();

  await account(page).click();
  wire.isDown = true;
  wire.cutAll();
  await expect(menu.getByText(/No connection to the server since \d/)).toBeVisible();
  await expect(menu.getByText("The connection was lost")).toBeVisible();
  await page.screenshot({ path: "test-results/mirror-offline-en-white-1280.png" });
  wire.isDown = false;
  await menu.getByRole("menuitem", { name: "Check now" }).click();
  await account(page).click();
  await expect(menu.getByText("Up to date")).toBeVisible();
  client.close();
});

test("a folder is not called empty before anybody has looked into it", async ({ page, server, wire, dovecot }) => {
  const client = await foreignClient(dovecot.port, "ann@example.org");
  await client.append("INBOX", testMessage("waited for"));
  client.close();
  // Signing in works, and then the server takes its time.
  wire.onChunk = ({ from, bytes }) => {
    if (from === "client" && /\bLIST\b/.test(String(bytes))) wire.delay = 20_000;
    return "pass";
  };
  await enter(page, server.url, "secret");
  await expect(page.getByRole("status", { name: "Loading…" })).toBeVisible();
  await expect(page.getByText("No letters", { exact: true })).toBeHidden();
  wire.isDown = true;
  wire.cutAll();
  await expect(page.getByRole("main").getByText("No letters yet")).toBeVisible();
  await expect(page.getByRole("main").getByText(/No connection to the server since \d/)).toBeVisible();
  await expectAccessible(page);
  await page.screenshot({ path: "test-results/mirror-no-letters-yet-en-white-1280.png" });
  Object.assign(wire, { onChunk: undefined, delay: 0, isDown: false });
  await account(page).click();
  await page.getByRole("menuitem", { name: "Check now" }).click();
  await expect(page.getByRole("link", { name: /waited for/ })).toBeVisible();
  await page.getByRole("link", { name: "Drafts" }).click();
  await expect(page.getByText("No letters", { exact: true })).toBeVisible();
});

test("who has to sign in again sees a sign in the header, and hears it once", async ({ page, server, dovecot }) => {
  await enter(page, server.url, "secret");
  await account(page).click();
  await expect(page.getByRole("menu").getByText("Up to date")).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(account(page)).not.toHaveAccessibleDescription(/sign in/);
  dovecot.configure({ password: "another" });
  await dovecot.restart();
  await expect(account(page)).toHaveAccessibleDescription("ann@example.org: you need to sign in again");
  await expect(page.getByRole("status").filter({ hasText: "you need to sign in again" })).toHaveCount(1);
  await account(page).click();
  await expect(page.getByRole("menu").getByText("You need to sign in again")).toBeVisible();
  await expectAccessible(page);
  await page.screenshot({ path: "test-results/mirror-sign-in-en-white-1280.png" });
  await page.getByRole("menuitem", { name: "Sign in again" }).click();
  await page.locator('input[autocomplete="username"]').fill("ann@example.org");
  await page.locator('input[type="password"]').fill("another");
  await page.keyboard.press("Enter");
  await expect(account(page)).not.toHaveAccessibleDescription(/sign in/);
  await account(page).click();
  await expect(page.getByRole("menu").getByText("Up to date")).toBeVisible();
});

test("a person says which folder is for the Emails that they send", async ({ page, server, dovecot }) => {
  const client = await foreignClient(dovecot.port, "ann@example.org");
  await client.mailboxCreate("My copies");
  await client.append("My copies", testMessage("written long ago"));
  await enter(page, server.url, "secret");
  await expect(page.getByRole("link", { name: "My copies" })).toBeVisible();
  await account(page).click();
  await page.getByRole("menuitem", { name: "Special folders" }).click();
  const dialog = page.getByRole("dialog", { name: "Special folders" });
  await dialog.getByRole("combobox", { name: "Sent" }).selectOption("My copies");
  await expectAccessible(page);
  await page.screenshot({ path: "test-results/folder-roles-en-white-1280.png" });
  await dialog.getByRole("combobox", { name: "Trash" }).selectOption("My copies");
  await expect(dialog.getByRole("alert")).toHaveText("A folder can serve one purpose only");
  await expect(dialog.getByRole("button", { name: "Save" })).toBeDisabled();
  await dialog.getByRole("combobox", { name: "Trash" }).selectOption("Trash");
  await dialog.getByRole("button", { name: "Save" }).click();
  await expect(dialog).toBeHidden();
  await page.getByRole("link", { name: /^Sent/ }).click();
  await expect(page.getByRole("link", { name: /written long ago/ })).toBeVisible();
  await expect(page.getByRole("link", { name: "My copies" })).toBeHidden();
  client.close();
});

for (const [lang, theme, width] of ofToday([
  ["ru", "white", 390],
  ["ru", "dark", 1440],
] as const)) {
  test.describe(`${lang}, ${theme}, ${width}`, () => {
    test.use({ lang, theme, viewport: { width, height: 844 } });
    test("menu and dialogs read, and nothing sticks out", async ({ page, server, wire }) => {
      await enter(page, server.url, "secret");
      await account(page).click();
      await expect(page.getByRole("menu").getByText("Почта обновлена")).toBeVisible();
      wire.isDown = true;
      wire.cutAll();
      await expect(page.getByRole("menu").getByText(/Нет связи с сервером с/)).toBeVisible();
      await expectAccessible(page);
      await page.screenshot({ path: `test-results/mirror-${lang}-${theme}-${width}.png` });
      for (const [item, name] of [
        ["Служебные папки", "roles"],
        ["Где вы вошли", "sessions"],
      ] as const) {
        await page.getByRole("menuitem", { name: item }).click();
        await expect(page.getByRole("dialog")).toBeVisible();
        await expectAccessible(page);
        await page.screenshot({ path: `test-results/${name}-${lang}-${theme}-${width}.png` });
        expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
        await page.keyboard.press("Escape");
        await expect(page.getByRole("dialog")).toBeHidden();
        await account(page).click();
      }
    });
  });
}
