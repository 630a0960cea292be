/** Several mailboxes of one person: each is an account, switched in the account menu. */
import { expect, test } from "./support/story.ts";

test("another mailbox is shown by the account menu, with its own Emails, and sends under its own name", async ({
  page,
  server,
}) => {
  await server.pismo("mailbox", "add", "anna");
  await server.deliver({ from: "x@mail.example", to: "you@pismo.localhost", subject: "For you", text: "text" });
  await server.deliver({ from: "x@mail.example", to: "anna@pismo.localhost", subject: "For Anna", text: "text" });
  await page.goto(server.url);
  await expect(page.getByRole("link", { name: /For you/ })).toBeVisible();
  await page.getByRole("button", { name: /^Account/ }).click();
  await page.getByRole("menuitemradio", { name: /anna@pismo\.localhost/ }).click();
  await page.keyboard.press("Escape");
  await expect(page.getByRole("link", { name: /For Anna/ })).toBeVisible();
  await expect(page.getByRole("link", { name: /For you/ })).toBeHidden();

  await page.getByRole("button", { name: "Compose" }).click();
  const popup = page.getByRole("dialog");
  await popup.getByRole("combobox", { name: "To" }).fill("you@pismo.localhost");
  await popup.getByRole("textbox", { name: "Subject" }).fill("From Anna");
  await popup.getByRole("button", { name: "Send" }).click();
  await expect(popup).toBeHidden();
  const you = await server.client("you@pismo.localhost");
  const accountId = Object.keys((await you.session()).accounts)[0]!;
  await expect
    .poll(async () => (await you.call("Email/query", { accountId, filter: { from: "anna@pismo.localhost" } })).ids)
    .toHaveLength(1);
});
