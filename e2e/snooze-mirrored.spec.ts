/** Snooze in an account at a mail server: the letter lies in the folder Snoozed there, and comes back. */
import { foreignClient } from "../packages/server/test/servers/foreign-client.ts";
import { row, rows } from "./support/conversations.ts";
import { fixture } from "./support/fixture.ts";
import { canRunMailWorld, type MailWorld, startMailWorld, worldPassword } from "./support/mail-world.ts";
import { addFound } from "./support/own-account.ts";
import { expect, test as base } from "./support/story.ts";

const test = base.extend<object, { world: MailWorld }>({
  world: [fixture(startMailWorld, (world) => world.stop()), { scope: "worker" }],
  env: ({ world }, provide) => provide(world.env),
});

test.skip(!canRunMailWorld, "Dovecot and Postfix are not installed");

test("a letter goes into the folder Snoozed at the server, and an answer brings it back on top", async ({
  page,
  server,
  world,
}) => {
  const client = await foreignClient(world.dovecot.port, "ann", worldPassword);
  try {
    const append = (number: number, subject: string, ...fields: string[]) =>
      client.append(
        "INBOX",
        [
          "From: Friend <friend@b.example>",
          `Subject: ${subject}`,
          `Message-ID: <${number}@b.example>`,
          ...fields,
          "",
          `Words of letter ${number}`,
          "",
        ].join("\r\n"),
      );
    const countIn = async (folder: string): Promise<number | undefined> => {
      try {
        const status = await client.status(folder, { messages: true });
        return status === false ? undefined : status.messages;
      } catch {
        // There is no such folder yet.
        return undefined;
      }
    };
    await append(1, "A plan");
    await page.goto(server.url);
    await addFound(page, "ann");
    await row(page, /A plan/).click();
    await page.getByRole("toolbar").getByRole("button", { name: "Snooze", exact: true }).click();
    const dialog = page.getByRole("dialog", { name: "Snooze until" });
    await dialog.getByRole("button", { name: /^Tomorrow morning/ }).click();
    await expect(page.getByText(/^1 letter snoozed: /)).toBeVisible();
    await expect.poll(() => countIn("Snoozed")).toBe(1);
    expect(await countIn("INBOX")).toBe(0);
    await append(2, "Re: A plan", "References: <1@b.example>");
    await page.getByRole("link", { name: /^Inbox/ }).click();
    await expect(rows(page).first()).toContainText("Words of letter 2");
    await expect(row(page, /Re: A plan/)).toHaveAccessibleName(/, came back,/);
    await expect.poll(() => countIn("Snoozed")).toBe(0);
    await expect.poll(() => countIn("INBOX")).toBe(2);
  } finally {
    await client.logout();
  }
});
