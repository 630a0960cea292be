/** Rules that send letters on to another address. */
import { expectAccessible } from "./support/axe.ts";
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
