/** What happens on the account's server shows in the open page without a poll or a sync pass. */
import type { Locator, Page } from "@playwright/test";
import type { ImapFlow } from "imapflow";
import { createTransport } from "nodemailer";
import { testMessage } from "../packages/server/test/imap/mirrored.ts";
import { canDovecotReceive, type Dovecot, startDovecot } from "../packages/server/test/servers/dovecot.ts";
import { foreignClient } from "../packages/server/test/servers/foreign-client.ts";
import { fixture } from "./support/fixture.ts";
import { enter, hostedAt } from "./support/hosted.ts";
import { expect, test as base } from "./support/story.ts";

const address = "ann@example.org";

const test = base.extend<{ dovecot: Dovecot; client: ImapFlow }>({
  dovecot: fixture(
    () => startDovecot({ lmtp: true }),
    (dovecot) => dovecot.stop(),
  ),
  /** Another mail client of the same person. */
  client: async ({ dovecot }, provide) => {
    const client = await foreignClient(dovecot.port, address);
    await provide(client);
    client.close();
  },
  env: ({ dovecot }, provide) => provide(hostedAt(dovecot.port)),
});

test.skip(!canDovecotReceive, "Dovecot is not installed");

const rowOf = (page: Page, subject: string): Locator => page.getByRole("listitem").filter({ hasText: subject });

async function deliver({ lmtpPort: port }: Dovecot, subject: string): Promise<void> {
  const transport = createTransport({ host: "127.0.0.1", port, lmtp: true, ignoreTLS: true });
  await transport.sendMail({ from: "friend@b.example", to: address, subject, text: "The text of it" });
  transport.close();
}

test("an Email that is delivered to the server shows in the open list, and so does what another client does with it", async ({
  page,
  server,
  dovecot,
  client,
}) => {
  await client.append("INBOX", testMessage("Was there before"));
  await enter(page, server.url, "secret");
  await expect(rowOf(page, "Was there before")).toBeVisible();
  await deliver(dovecot, "Has just come");
  await expect(rowOf(page, "Has just come")).toBeVisible();
  await client.mailboxOpen("INBOX");
  await client.messageFlagsAdd("*", ["\\Seen", "\\Flagged"]);
  const row = rowOf(page, "Has just come");
  await expect(row.getByRole("button", { name: "Mark as unread" })).toBeAttached();
  await expect(row.getByRole("button", { name: "Remove the flag" })).toBeAttached();
  await client.messageMove("*", "Archive");
  await expect(row).toBeHidden();
  await page.getByRole("link", { name: /^Archive/ }).click();
  await expect(rowOf(page, "Has just come")).toBeVisible();
});

test("so does what happens in a folder other than the inbox", async ({ page, server, client }) => {
  await client.append("Archive", testMessage("Was put away"), ["\\Seen"]);
  await enter(page, server.url, "secret");
  await page.getByRole("link", { name: /^Archive/ }).click();
  await expect(rowOf(page, "Was put away")).toBeVisible();
  await client.append("Archive", testMessage("Filed by a rule"));
  await expect(rowOf(page, "Filed by a rule")).toBeVisible();
  await client.mailboxOpen("Archive");
  await client.messageFlagsAdd("1", ["\\Flagged"]);
  await expect(rowOf(page, "Was put away").getByRole("button", { name: "Remove the flag" })).toBeAttached();
});
