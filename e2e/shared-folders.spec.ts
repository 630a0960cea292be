/** Folders that another user shares: their owner, their rights, and one that may not be read. */
import { testMessage } from "../packages/server/test/imap/mirrored.ts";
import { canRunDovecot, type Dovecot, startDovecot } from "../packages/server/test/servers/dovecot.ts";
import { foreignClient } from "../packages/server/test/servers/foreign-client.ts";
import { sharedNamespace } from "../packages/server/test/servers/shared-namespace.ts";
import { ofToday } from "../packages/server/test/support/of-today.ts";
import { expectAccessible } from "./support/axe.ts";
import { fixture } from "./support/fixture.ts";
import { enter, hostedAt } from "./support/hosted.ts";
import { expect, test as base } from "./support/story.ts";

const user = "ann@example.org";
const test = base.extend<{ dovecot: Dovecot }>({
  dovecot: fixture(
    async () => {
      const dovecot = await startDovecot({ password: "secret" });
      dovecot.configure({ settings: sharedNamespace(dovecot) });
      await dovecot.restart();
      const bob = await foreignClient(dovecot.port, "bob");
      for (const [path, rights] of [
        ["Work", "lr"],
        ["Closed", "l"],
        ["Drop", "lrswit"],
      ] as const) {
        await bob.mailboxCreate(path);
        await bob.append(path, testMessage(`in ${path}`));
        await bob.command(
          "SETACL",
          [path, user, rights].map((value) => ({ type: "STRING", value })),
        );
      }
      await bob.logout();
      const ann = await foreignClient(dovecot.port, user);
      await ann.append("INBOX", testMessage("my own"));
      await ann.mailboxCreate("Work");
      await ann.logout();
      return dovecot;
    },
    (dovecot) => dovecot.stop(),
  ),
  env: ({ dovecot }, provide) => provide(hostedAt(dovecot.port)),
});

test.skip(!canRunDovecot, "Dovecot is not installed");

for (const [lang, words] of ofToday([
  ["en", { closed: "This folder cannot be opened", holds: "There are no letters here, only folders", move: "Move" }],
  ["ru", { closed: "Эту папку открыть нельзя", holds: "Здесь нет писем, только папки", move: "Переместить" }],
] as const)) {
  test.describe(lang, () => {
    test.use({ lang });
    test(`a shared folder stands below its owner, and offers what its rights allow (${lang})`, async ({
      page,
      server,
    }) => {
      await enter(page, server.url, "secret");
      const nav = page.getByRole("navigation").first();
      await expect(nav.getByRole("link", { name: "Other Users" })).toBeVisible();
      await expect(nav.getByRole("link", { name: "bob" })).toBeVisible();
      // One's own folder of the same name stands below, and may be there before bob's.
      const ofBob = nav.getByRole("listitem").filter({ has: page.getByRole("link", { name: "bob" }) });
      await ofBob.last().getByRole("link", { name: /^Work/ }).click();
      await expect(page).toHaveTitle(/Other Users \/ bob \/ Work/);
      const row = page.getByRole("link", { name: /in Work/ });
      await expect(row).toBeVisible();
      const item = page.getByRole("listitem").filter({ has: row });
      await item.hover();
      for (const button of await item.getByRole("button").all()) await expect(button).toBeDisabled();
      await page.screenshot({ path: `test-results/shared-list-${lang}-white-1280.png` });
      await expectAccessible(page);
      await row.click();
      const toolbar = page.getByRole("toolbar").first();
      await expect(page.getByText("Hello")).toBeVisible();
      await expect(toolbar.getByRole("button", { name: words.move })).toHaveCount(0);
      await page.screenshot({ path: `test-results/shared-letter-${lang}-white-1280.png` });
      // Keys do nothing that the toolbar does not offer, and reading marks nothing.
      await page.keyboard.press("Delete");
      await page.keyboard.press("e");
      await expect(page.getByRole("alert")).toHaveCount(0);

      await nav.getByRole("link", { name: "Closed" }).click();
      await expect(page.getByRole("main").getByText(words.closed)).toBeVisible();
      await page.screenshot({ path: `test-results/shared-closed-${lang}-white-1280.png` });
      await expectAccessible(page);
      await nav.getByRole("link", { name: "bob" }).click();
      await expect(page.getByRole("main").getByText(words.holds)).toBeVisible();

      await nav.getByRole("link", { name: /^(Inbox|Входящие)/ }).click();
      await page.getByRole("link", { name: /my own/ }).click();
      await toolbar.getByRole("button", { name: words.move }).click();
      const menu = page.getByRole("menu");
      await expect(menu.getByRole("menuitem", { name: "Other Users / bob / Drop" })).toBeVisible();
      await expect(menu.getByRole("menuitem", { name: "Other Users / bob / Work" })).toHaveCount(0);
      await expect(menu.getByRole("menuitem", { name: "Work", exact: true })).toBeVisible();
      await page.screenshot({ path: `test-results/shared-move-${lang}-white-1280.png` });
    });
  });
}
