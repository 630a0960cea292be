/** Rules that keep a sender's letters out of the inbox. */
import { expectAccessible } from "./support/axe.ts";
import { row, stored } from "./support/rules.ts";
import { expect, test } from "./support/story.ts";

test("a domain is blocked with its letters, and Undo takes back both", async ({ page, server }) => {
  const from = "Win <win@spam.example>";
  await server.deliver({ from, subject: "You have won", text: "A car" });
  await server.deliver({ from: "Other <other@spam.example>", subject: "Won again", text: "A house" });
  await page.goto(`${server.url}/inbox`);
  await row(page, "You have won").click();
  await page.getByRole("toolbar").getByRole("button", { name: "More" }).click();
  await page.getByRole("menuitem", { name: "Block the sender …" }).press("Enter");
  const dialog = page.getByRole("dialog", { name: "Block a sender" });
  await expect(dialog.getByRole("checkbox", { name: "Move the 1 letter that is here, too" })).toBeVisible();
  await dialog.getByRole("radio", { name: "all addresses of spam.example" }).check();
  await dialog.getByRole("checkbox", { name: "Move the 2 letters that are here, too" }).check();
  await expectAccessible(page);
  await dialog.getByRole("button", { name: "Block", exact: true }).click();
  await expect(page.getByText("Blocked: spam.example. 2 letters moved").first()).toBeVisible();
  await server.deliver({ from, subject: "You have won more", text: "A boat" });
  await page.getByRole("link", { name: /^Spam/ }).click();
  for (const subject of ["You have won", "Won again", "You have won more"]) {
    await expect(row(page, `${subject}(?! more)`)).toBeVisible();
  }
  await stored(page, () => page.getByRole("button", { name: "Undo", exact: true }).click());
  await expect(row(page, "Won again")).toHaveCount(0);
  await server.deliver({ from, subject: "You have won nothing", text: "Sorry" });
  await page.getByRole("link", { name: /^Inbox/ }).click();
  await expect(row(page, "Won again")).toBeVisible();
  await expect(row(page, "You have won nothing")).toBeVisible();
});

test("a person's card blocks them", async ({ page, server }) => {
  await server.deliver({ from: "Win <win@spam.example>", subject: "You have won", text: "A car" });
  await page.goto(`${server.url}/inbox`);
  await row(page, "You have won").click();
  await page.getByRole("button", { name: "Win", exact: true }).press("Enter");
  await page.getByRole("dialog", { name: "Win" }).getByRole("button", { name: "Block …" }).press("Enter");
  const dialog = page.getByRole("dialog", { name: "Block a sender" });
  await dialog.getByRole("radio", { name: "Trash" }).check();
  await dialog.getByRole("button", { name: "Block", exact: true }).press("Enter");
  await expect(page.getByText("Blocked: win@spam.example").first()).toBeVisible();
  await page.goto(`${server.url}/settings/rules`);
  await expect(page.getByRole("list", { name: "Rules", exact: true })).toContainText(
    "the sender's address is “win@spam.example”",
  );
});
