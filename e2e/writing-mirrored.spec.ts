/** Redirects, receipts and the completion of names for an account at a mail server: Dovecot has the letters, Postfix sends. */
import type { Page } from "@playwright/test";
import PostalMime from "postal-mime";
import { foreignClient } from "../packages/server/test/servers/foreign-client.ts";
import { fixture } from "./support/fixture.ts";
import { canRunMailWorld, type MailWorld, startMailWorld, worldPassword } from "./support/mail-world.ts";
import { readByPython, structureOf } from "./support/other-parser.ts";
import { addFound } from "./support/own-account.ts";
import { expect, test as base } from "./support/story.ts";

const test = base.extend<object, { world: MailWorld }>({
  world: [fixture(startMailWorld, (world) => world.stop()), { scope: "worker" }],
  env: ({ world }, provide) => provide(world.env),
});

test.skip(!canRunMailWorld, "Dovecot and Postfix are not installed");

const asAnn = async <T>(world: MailWorld, work: (client: Awaited<ReturnType<typeof foreignClient>>) => Promise<T>) => {
  const client = await foreignClient(world.dovecot.port, "ann", worldPassword);
  try {
    return await work(client);
  } finally {
    await client.logout();
  }
};

/** A letter that came from a friend, with fields of its own. */
const letter = (subject: string, ...fields: string[]): string =>
  [
    "From: Friend Akunin <friend@b.example>",
    "To: ann@mail.test",
    `Subject: ${subject}`,
    `Message-ID: <${crypto.randomUUID()}@b.example>`,
    ...fields,
    "",
    "What do you say?",
    "",
  ].join("\r\n");

async function openLetter(page: Page, url: string, subject: string): Promise<void> {
  await page.goto(url);
  await addFound(page, "ann");
  await page.getByRole("link", { name: new RegExp(subject) }).click();
  await expect(page.getByRole("article")).toContainText("What do you say?");
}

/** What the server says of the letter with this subject, in lower case: it takes either (RFC 9051 §2.3.2). */
const flagsOf = (world: MailWorld, subject: string): Promise<string[]> =>
  asAnn(world, async (client) => {
    await client.mailboxOpen("INBOX", { readOnly: true });
    const all = await client.fetchAll("1:*", { flags: true, envelope: true });
    return all
      .filter(({ envelope }) => envelope?.subject === subject)
      .flatMap(({ flags }) => [...(flags ?? [])].map((flag) => flag.toLowerCase()));
  });

test("a letter is redirected to one who is found by their name, octet for octet", async ({ page, server, world }) => {
  const subject = `A question ${crypto.randomUUID()}`;
  const source = letter(subject, "X-Kept: as it came");
  await asAnn(world, (client) => client.append("INBOX", source));
  await openLetter(page, server.url, subject);
  await page.getByRole("article").getByRole("button", { name: "More", exact: true }).press("Enter");
  await page.getByRole("menuitem", { name: "Redirect …" }).press("Enter");
  const dialog = page.getByRole("dialog", { name: "Redirect the letter" });
  await expect(dialog.getByRole("combobox", { name: "To", exact: true })).toBeFocused();
  await dialog.getByRole("combobox", { name: "To", exact: true }).fill("aku");
  await expect(page.getByRole("option")).toHaveText([/Friend Akunin/]);
  await page.keyboard.press("Enter");
  await dialog.getByRole("button", { name: "Redirect", exact: true }).press("Enter");
  await expect(dialog).toBeHidden();
  const sent = (): string | undefined => world.postfix.messages().find((text) => text.includes(subject));
  await expect.poll(sent).toContain("Resent-From:");
  const parsed = await PostalMime.parse(sent()!);
  const fields = new Map(parsed.headers.map(({ key, value }) => [key, value]));
  expect(fields.get("resent-from")).toContain("ann@mail.test");
  expect(fields.get("resent-to")).toContain("friend@b.example");
  expect(fields.get("x-kept")).toBe("as it came");
  expect(parsed.from).toMatchObject({ name: "Friend Akunin", address: "friend@b.example" });
  expect(sent()!.replaceAll("\r\n", "\n")).toContain(source.replaceAll("\r\n", "\n"));
  expect((await readByPython(sent()!)).from).toEqual([["Friend Akunin", "friend@b.example"]]);
  await expect.poll(() => flagsOf(world, subject)).toContain("$forwarded");
});

test("a letter of one's own goes once more by the account's server, which gets it as another letter", async ({
  page,
  server,
  world,
}) => {
  const subject = `Minutes ${crypto.randomUUID()}`;
  const source = letter(subject, "X-Kept: as it came")
    .replace(/^From: .*$/m, "From: Ann <ann@mail.test>")
    .replace(/^To: .*$/m, "To: friend@b.example");
  await asAnn(world, (client) => client.append("INBOX", source));
  await openLetter(page, server.url, subject);
  await page.getByRole("article").getByRole("button", { name: "More", exact: true }).press("Enter");
  await page.getByRole("menuitem", { name: "Send again …" }).press("Enter");
  const dialog = page.getByRole("dialog", { name: "Send the letter again" });
  await expect(dialog.getByRole("combobox", { name: "To", exact: true })).toBeFocused();
  await expect(dialog.getByRole("listitem", { name: "friend@b.example" })).toBeVisible();
  await dialog.getByRole("button", { name: "Send again", exact: true }).press("Enter");
  await expect(dialog).toBeHidden();
  const sent = (): string | undefined => world.postfix.messages().find((text) => text.includes(subject));
  await expect.poll(sent).toContain("X-Kept: as it came");
  const first = await PostalMime.parse(source);
  const again = await PostalMime.parse(sent()!);
  expect(again).toMatchObject({ from: first.from, to: first.to, text: first.text });
  expect(again.messageId).not.toBe(first.messageId);
  expect((await readByPython(sent()!)).from).toEqual([["Ann", "ann@mail.test"]]);
  const inSent = () =>
    asAnn(world, async (client) => {
      const folder = (await client.list()).find(({ specialUse }) => specialUse === "\\Sent");
      if (!folder) return [];
      await client.mailboxOpen(folder.path, { readOnly: true });
      const all = await client.fetchAll("1:*", { envelope: true }).catch(() => []);
      return all.filter(({ envelope }) => envelope?.subject === subject).map(({ envelope }) => envelope?.messageId);
    });
  await expect.poll(inSent).toEqual([again.messageId]);
});

test("a receipt goes out when the person says so, and the server is told that it was answered", async ({
  page,
  server,
  world,
}) => {
  const subject = `Tickets ${crypto.randomUUID()}`;
  const source = letter(subject, "Disposition-Notification-To: friend@b.example");
  await asAnn(world, (client) => client.append("INBOX", source));
  await openLetter(page, server.url, subject);
  const question = page.getByRole("region", { name: "Request for a receipt" });
  await expect(question).toContainText("Friend Akunin");
  expect(world.postfix.messages().filter((text) => text.includes(subject))).toEqual([]);
  await question.getByRole("button", { name: "Send a receipt" }).press("Enter");
  await expect(question).toBeHidden();
  const sent = (): string | undefined => world.postfix.messages().find((text) => text.includes(subject));
  await expect.poll(sent).toContain("Disposition: manual-action/MDN-sent-manually; displayed");
  expect(await PostalMime.parse(sent()!)).toMatchObject({
    from: { address: "ann@mail.test" },
    subject: `Read: ${subject}`,
  });
  expect(structureOf(await readByPython(sent()!))).toMatch(/^report\(text\/plain message\/disposition-notification/);
  await expect.poll(() => flagsOf(world, subject)).toContain("$mdnsent");
});
