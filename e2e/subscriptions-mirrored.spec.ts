/** Newsletters of an account at a mail server: letters that are thrown away here go to the trash there. */
import type { ImapFlow } from "imapflow";
import { canRunDovecot, type Dovecot, startDovecot } from "../packages/server/test/servers/dovecot.ts";
import { foreignClient } from "../packages/server/test/servers/foreign-client.ts";
import { fixture } from "./support/fixture.ts";
import { enter, hostedAt } from "./support/hosted.ts";
import { expect, test as base } from "./support/story.ts";

const address = "ann@example.org";

const test = base.extend<{ dovecot: Dovecot; client: ImapFlow }>({
  dovecot: fixture(
    () => startDovecot(),
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

test.skip(!canRunDovecot, "Dovecot is not installed");

const issue = (number: number): string =>
  [
    "From: Garden <news@garden.example>",
    `Subject: Issue ${number}`,
    `Message-ID: <${number}@garden.example>`,
    "List-Id: Garden <weekly.garden.example>",
    "",
    "text",
  ].join("\r\n");

test("what the mail server has is counted, and only the newest is kept there too", async ({ page, server, client }) => {
  for (const number of [1, 2, 3]) {
    await client.append("INBOX", issue(number), number === 1 ? ["\\Seen"] : [], new Date(2026, 2, number));
  }
  await enter(page, server.url, "secret");
  await page.getByRole("link", { name: /Issue 3/ }).click();
  await page.getByRole("article").getByRole("link", { name: "Newsletter", exact: true }).click();
  const line = page.getByRole("main").getByRole("listitem");
  await expect(line).toContainText("of 3 opened");
  await page.getByRole("button", { name: "Actions for the newsletter: Garden" }).click();
  await page.getByRole("menuitem", { name: "Keep only the newest" }).click();
  const undo = page.getByRole("button", { name: "Undo" });
  // Its focus holds the notice, however long the server takes.
  await undo.focus();
  await expect(line).toContainText("of 1 opened");
  const kept = async () => {
    const status = await client.status("INBOX", { messages: true });
    return status ? (status.messages ?? 0) : 0;
  };
  await expect.poll(kept).toBe(1);
  await undo.click();
  await expect(line).toContainText("of 3 opened");
  await expect.poll(kept).toBe(3);
});
