/** A signature for each address: given in the account menu, and under every Email that is begun. */
import type { Page } from "@playwright/test";
import { ofToday } from "../packages/server/test/support/of-today.ts";
import { expectAccessible } from "./support/axe.ts";
import { expect, test } from "./support/story.ts";

const signature = "Анна Петрова\nPismo & Co <anna>";

async function openDialog(page: Page, account: RegExp, item: string): Promise<void> {
  await page.getByRole("button", { name: account }).click();
  await page.getByRole("menuitem", { name: item }).click();
}

test("it stands in new Emails and above the quote of answers, and goes out as mail programs set it off", async ({
  page,
  server,
}) => {
  await server.deliver({ from: "Friend <you@pismo.localhost>", subject: "A question", text: "What do you say?" });
  await page.goto(server.url);
  await openDialog(page, /[Aa]ccount/, "Signature");
  const dialog = page.getByRole("dialog", { name: "Signature" });
  const field = dialog.getByRole("textbox", { name: "Signature of you@pismo.localhost" });
  await expect(field).toHaveValue("");
  await field.fill(signature);
  await expectAccessible(page);
  await page.keyboard.press("Tab");
  await page.keyboard.press("Tab");
  await page.keyboard.press("Enter");
  await expect(dialog).toBeHidden();

  await page.getByRole("button", { name: "Compose" }).click();
  const popup = page.getByRole("dialog");
  const text = popup.getByRole("textbox", { name: /Compose/ });
  await expect(text).toContainText("--");
  await expect(text).toContainText("Pismo & Co <anna>");
  // Nothing was written: nothing is kept.
  await page.keyboard.press("Escape");
  await expect(popup).toBeHidden();

  await page.getByRole("link", { name: /A question/ }).click();
  await page.getByRole("button", { name: "Reply", exact: true }).click();
  await expect(text).toBeFocused();
  await page.keyboard.type("I say yes.");
  await popup.getByRole("button", { name: "Send" }).click();
  await expect(popup).toBeHidden();

  const client = await server.client();
  const accountId = Object.keys((await client.session()).accounts)[0]!;
  const find = async (filter: object) => (await client.call("Email/query", { accountId, filter })).ids;
  await expect.poll(() => find({ subject: "Re: A question" })).not.toHaveLength(0);
  const ids = await find({ subject: "Re: A question" });
  const { list } = await client.call("Email/get", {
    accountId,
    ids: ids.slice(0, 1),
    properties: ["bodyValues", "textBody"],
    fetchTextBodyValues: true,
  });
  const [body] = Object.values(list[0]!.bodyValues ?? {});
  expect(body?.value).toMatch(
    /^I say yes\.\r?\n-- \r?\nАнна Петрова\r?\nPismo & Co <anna>\r?\n\r?\n.*\r?\n> What do you say\?/,
  );
  const drafts = await client.call("Mailbox/get", { accountId, ids: null });
  expect(drafts.list.find(({ role }) => role === "drafts")?.totalEmails).toBe(0);
});

for (const [lang, theme, width] of ofToday([
  ["ru", "white", 390],
  ["ru", "dark", 1440],
  ["en", "white", 899],
] as const)) {
  test.describe(`${lang}, ${theme}, ${width}`, () => {
    test.use({ lang, theme, viewport: { width, height: 844 } });
    test("the dialog reads, and nothing sticks out", async ({ page, server }) => {
      await page.goto(server.url);
      const name = lang === "ru" ? "Подпись" : "Signature";
      await openDialog(page, /account|аккаунт/i, name);
      await page.getByRole("dialog").getByRole("textbox").fill(signature);
      await expectAccessible(page);
      await page.screenshot({ path: `test-results/signature-${lang}-${theme}-${width}.png` });
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
    });
  });
}
