/** Rules that send letters on to another address. */
import { expectAccessible } from "./support/axe.ts";
import { type Peer, startPeer } from "../packages/server/test/support/smtp-peer.ts";
import { fixture } from "./support/fixture.ts";
import { row } from "./support/rules.ts";
import { expect, test } from "./support/story.ts";

test("a rule sends letters on once the person has allowed it, which the inbox and the sessions say", async ({
  page,
  server,
}) => {
  await page.goto(`${server.url}/settings/rules`);
  await page.getByRole("button", { name: "New rule" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("textbox", { name: "Text of condition 1" }).fill("shop");
  await dialog.getByRole("checkbox", { name: "Send it on" }).check();
  await dialog.getByRole("textbox", { name: "To the address" }).fill("ann");
  await dialog.getByRole("button", { name: "Save", exact: true }).click();
  await expect(dialog.getByRole("alert")).toHaveText("Write the whole address to send letters on to");
  await dialog.getByRole("textbox", { name: "To the address" }).fill("You+loop@pismo.localhost");
  await dialog.getByRole("button", { name: "Save", exact: true }).click();
  await expect(dialog.getByRole("alert")).toContainText("come back: it is the address of this mailbox");
  await expect(dialog.getByRole("button", { name: "Save", exact: true })).toBeFocused();
  await dialog.getByRole("textbox", { name: "To the address" }).fill("ann@b.example");
  await dialog.getByRole("button", { name: "Save", exact: true }).click();
  await expect(dialog.getByText("Letters that arrive will be sent on to ann@b.example")).toBeVisible();
  await expectAccessible(page);
  await dialog.getByRole("button", { name: "Allow and save" }).click();
  await expect(dialog).toBeHidden();
  await expect(page.getByRole("list", { name: "Rules", exact: true })).toContainText("send it on to ann@b.example");

  await page.goto(`${server.url}/inbox`);
  await expect(page.getByRole("region", { name: "Letters that are sent on" })).toContainText("ann@b.example");
  await expectAccessible(page);
  await page.goto(`${server.url}/settings/sessions`);
  await page.getByRole("button", { name: "Send nothing on to ann@b.example" }).click();
  await expect(page.getByText("Letters are no longer sent on to ann@b.example").first()).toBeVisible();
  await expect(page.getByRole("list", { name: "Rules send your letters on" })).toHaveCount(0);
});

const bounded = test.extend<{ peer: Peer; limit: number }>({
  limit: [1, { option: true }],
  peer: fixture(
    () => startPeer(),
    (peer) => peer.close(),
  ),
  env: ({ peer, limit }, provide) =>
    provide({ PISMO_SMTP_URL: `smtp://127.0.0.1:${peer.port}`, PISMO_REDIRECT_LIMIT: `${limit}` }),
});

bounded("what is over the bound of a day stays in the inbox, and the rules say why", async ({ page, server, peer }) => {
  await page.goto(`${server.url}/settings/rules`);
  await page.getByRole("button", { name: "New rule" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("textbox", { name: "Text of condition 1" }).fill("shop");
  await dialog.getByRole("checkbox", { name: "Send it on" }).check();
  await dialog.getByRole("textbox", { name: "To the address" }).fill("ann@b.example");
  await dialog.getByRole("button", { name: "Save", exact: true }).click();
  await dialog.getByRole("button", { name: "Allow and save" }).click();
  await expect(dialog).toBeHidden();
  for (const subject of ["First", "Second"]) await server.deliver({ from: "a@shop.example", subject, text: "…" });
  await page.goto(`${server.url}/inbox?letters=all`);
  await expect(row(page, "Second")).toBeVisible();
  await expect.poll(() => peer.messages.length).toBe(1);
  await page.goto(`${server.url}/settings/rules`);
  await expect(page.getByText(/: a letter stayed in the inbox\. No more letters are sent on today$/)).toBeVisible();
  await expect(page.getByText(/^Used 1 time, last: /)).toBeVisible();
  await expectAccessible(page);
  expect(peer.messages.map(({ to }) => to)).toEqual([["ann@b.example"]]);
});

bounded.describe("where the administrator forbids it", () => {
  bounded.use({ limit: 0 });
  bounded("rules are not offered to send letters on", async ({ page, server }) => {
    await page.goto(`${server.url}/settings/rules`);
    await page.getByRole("button", { name: "New rule" }).click();
    const dialog = page.getByRole("dialog");
    await expect(dialog.getByRole("checkbox", { name: "Flag it" })).toBeVisible();
    await expect(dialog.getByRole("checkbox", { name: "Send it on" })).toHaveCount(0);
  });
});
