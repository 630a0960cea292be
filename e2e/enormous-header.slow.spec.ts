/** An Email to two hundred thousand people, with a subject of 262 kB, stops neither the list nor its own page. */
import { expectAccessible } from "./support/axe.ts";
import { expect, test } from "./support/story.ts";

const people = Array.from({ length: 200_000 }, (_, index) => `"Guest ${index}" <guest${index}@mail.example>`);
const message = Buffer.from(
  [
    `From: "${"(".repeat(20_000)}" <anna@mail.example>`,
    `To: ${people.join(",\r\n ")}`,
    `Subject: Invitation ${"to all ".repeat(37_000)}`,
    "",
    "Come one, come all.",
  ].join("\r\n"),
);

test("its row and its page stand, and name as many people as one asks for", async ({ page, server }) => {
  const client = await server.client();
  const accountId = Object.keys((await client.session()).accounts)[0]!;
  const { list: mailboxes } = await client.call("Mailbox/get", { accountId, ids: null });
  const inbox = mailboxes.find(({ role }) => role === "inbox")!.id!;
  const { blobId } = await client.upload(accountId, new Uint8Array(message), "message/rfc822");
  const emails = { m: { blobId, mailboxIds: { [inbox]: true as const } } };
  expect((await client.call("Email/import", { accountId, emails })).notCreated).toBeNull();
  await page.goto(server.url);
  await page.getByRole("link", { name: /Invitation to all/ }).click();
  await expect(page.getByText("Come one, come all.")).toBeVisible();
  const recipients = page.getByRole("button", { name: /^To: Guest 0, Guest 1, 199,?998 more recipients/ });
  // All of them are fetched before the first is named.
  await expect(recipients).toBeVisible();
  await recipients.focus();
  await page.keyboard.press("Enter");
  await expect(page.getByText("guest99@mail.example")).toBeVisible();
  await expect(page.getByText("guest100@mail.example")).toHaveCount(0);
  const more = page.getByRole("button", { name: /^199,?900 more recipients/ });
  await expectAccessible(page);
  await more.focus();
  await page.keyboard.press("Enter");
  await expect(page.getByText("guest1099@mail.example")).toHaveCount(1);
  await expect(page.getByRole("button", { name: /^198,?900 more recipients/ })).toHaveCount(1);
});
