/** Several addresses of an account at a mail server: Dovecot has the letters, Postfix sends them. */
import { foreignClient } from "../packages/server/test/servers/foreign-client.ts";
import { expectAccessible } from "./support/axe.ts";
import { popupOf } from "./support/compose.ts";
import { fixture } from "./support/fixture.ts";
import { png } from "./support/images.ts";
import { canRunMailWorld, type MailWorld, startMailWorld, worldPassword } from "./support/mail-world.ts";
import { readByPython, structureOf } from "./support/other-parser.ts";
import { addFound } from "./support/own-account.ts";
import { expect, test as base } from "./support/story.ts";

/** Whose each address is. */
const senders = { "ann@mail.test": "ann", "sales@mail.test": "ann", "boss@mail.test": "boss" };

const test = base.extend<object, { world: MailWorld }>({
  world: [
    fixture(
      () => startMailWorld({ senders }),
      (world) => world.stop(),
    ),
    { scope: "worker" },
  ],
  env: ({ world }, provide) => provide(world.env),
});

test.skip(!canRunMailWorld, "Dovecot and Postfix are not installed");

test("an answer goes out by the alias that the letter was delivered to; an address that the server refuses is said before", async ({
  page,
  server,
  world,
}) => {
  const client = await foreignClient(world.dovecot.port, "ann", worldPassword);
  const lines = [
    "Delivered-To: sales@mail.test",
    "From: Friend <friend@b.example>",
    "To: a list of customers <customers@b.example>",
    "Subject: An order",
    "Message-ID: <order@b.example>",
    "",
    "Two of them",
    "",
  ];
  await client.append("INBOX", lines.join("\r\n"));
  await client.logout();
  await page.goto(server.url);
  await addFound(page, "ann");
  await expect(page.getByRole("link", { name: /An order/ })).toBeVisible();
  await page.goto(`${server.url}/settings/addresses`);
  const list = page.getByRole("list", { name: /ann@mail\.test/ });
  await page.getByRole("button", { name: /^Add address to the account .*ann/ }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("textbox", { name: "Name", exact: true }).fill("Sales");
  await dialog.getByRole("textbox", { name: "Address", exact: true }).fill("sales@mail.test");
  const logo = { name: "logo.png", mimeType: "image/png", buffer: png(30, 20, [200, 30, 30]) };
  await dialog.locator("input[type=file]").setInputFiles(logo);
  await dialog.getByRole("textbox", { name: /^What it shows/ }).fill("Our logo");
  await dialog.getByRole("button", { name: "Save" }).click();
  await expect(list.getByRole("listitem")).toHaveCount(2);
  await page.getByRole("button", { name: /^Add address to the account .*ann/ }).click();
  await dialog.getByRole("textbox", { name: "Address", exact: true }).fill("boss@mail.test");
  await dialog.getByRole("button", { name: "Save" }).click();
  await expect(list.getByRole("listitem").filter({ hasText: "boss@mail.test" })).toContainText("not owned by user ann");
  await expect(list.getByText(/does not send from this address/)).toHaveCount(1);
  await expectAccessible(page);
  await page.screenshot({ path: "test-results/refused-address-settings.png" });

  await page.getByRole("link", { name: /Inbox/ }).first().click();
  await page.getByRole("link", { name: /An order/ }).click();
  await page.getByRole("button", { name: "Reply", exact: true }).click();
  const popup = popupOf(page);
  const from = popup.dialog.getByRole("combobox", { name: "From", exact: true });
  await expect(from.locator("option:checked")).toHaveText("Sales <sales@mail.test>");
  await expect(popup.text).toBeFocused();
  await page.keyboard.type("They are on their way");
  await from.selectOption({ label: "boss@mail.test: refused by the server" });
  await expect(from).toHaveAccessibleDescription(/does not send from boss@mail\.test\. .* not owned by user ann/);
  // The pointer rests on a tool of the text, whose name would be shown.
  await from.hover();
  await expect(page.locator("[data-tooltip-popup]")).toBeHidden();
  await expectAccessible(page);
  await page.screenshot({ path: "test-results/refused-address.png" });
  await from.selectOption({ label: "Sales <sales@mail.test>" });
  await expect(from).toHaveAccessibleDescription("");
  await popup.send.click();
  await expect(popup.dialog).toBeHidden();
  const sent = (): string | undefined =>
    world.postfix.messages().find((text) => text.includes("Subject: Re: An order"));
  await expect.poll(sent).toContain("From: Sales <sales@mail.test>");
  const reading = await readByPython(sent()!);
  expect(reading.from).toEqual([["Sales", "sales@mail.test"]]);
  expect(structureOf(reading)).toBe("alternative(text/plain related(text/html image/png))");
  await expect.poll(() => world.subjectsIn("ann", "Sent")).toContain("Re: An order");
});
