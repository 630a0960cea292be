/** Emails in Spam, and ones marked as phishing: their words, where their links would lead, and nothing to follow. */
import type { Page } from "@playwright/test";
import { expectAccessible } from "./support/axe.ts";
import { putEmails } from "./support/emails.ts";
import { expect, test } from "./support/story.ts";

const html =
  `<p>Your account is closed. <a href="https://attack.test/in">https://www.bank.example</a></p>` +
  `<img src="https://attack.test/p.png" alt="Sign in" width="200" height="80">`;
const spam = { subject: "Account closed", text: "", html };
const shownFrame = (page: Page) => page.locator("article iframe[sandbox^=allow-popups]");

test("an Email in Spam is words alone, with the true targets of its links; Not spam gives it back whole", async ({
  page,
  server,
}) => {
  const [id] = await putEmails(server, [{ ...spam, folder: "junk" }]);
  await page.goto(`${server.url}/email/${id}`);
  const email = page.getByRole("article");
  await expect(email).toContainText("This letter is in Spam: only its text is shown");
  await expect(email).toContainText("https://www.bank.example <https://attack.test/in>");
  await expect(email).toContainText("[Sign in]");
  await expect(email.getByRole("link")).toHaveCount(0);
  await expect(email.locator("iframe")).toHaveCount(0);
  await expect(page.getByRole("region", { name: "Pictures from the internet" })).toHaveCount(0);
  await expectAccessible(page);

  await email
    .getByText("This letter is in Spam")
    .locator("..")
    .getByRole("button", { name: "Not spam" })
    .press("Enter");
  await expect(
    shownFrame(page)
      .contentFrame()
      .getByRole("link", { name: /bank\.example/ }),
  ).toBeVisible();
  await expect(page.getByRole("region", { name: "Pictures from the internet" })).toBeVisible();
  const client = await server.client();
  const accountId = Object.keys((await client.session()).accounts)[0]!;
  const { list: mailboxes } = await client.call("Mailbox/get", { accountId, ids: null });
  const inbox = mailboxes.find(({ role }) => role === "inbox")!.id!;
  const stands = async () =>
    (await client.call("Email/get", { accountId, ids: [id!], properties: ["mailboxIds"] })).list[0]?.mailboxIds;
  await expect.poll(stands).toEqual({ [inbox]: true });
});

test.describe("in Russian", () => {
  test.use({ lang: "ru" });
  test("an Email that a server has marked as phishing is words alone in any folder, until one says otherwise", async ({
    page,
    server,
  }) => {
    await page.setViewportSize({ width: 390, height: 800 });
    const [id] = await putEmails(server, [{ ...spam, keywords: ["$phishing"] }]);
    await page.goto(`${server.url}/email/${id}`);
    const email = page.getByRole("article");
    await expect(email).toContainText("Письмо отмечено как мошенническое");
    await expect(email.getByRole("link")).toHaveCount(0);
    await expect(email.locator("iframe")).toHaveCount(0);
    await email.getByRole("button", { name: "Это не мошенничество" }).click();
    await expect(
      shownFrame(page)
        .contentFrame()
        .getByRole("link", { name: /bank\.example/ }),
    ).toBeVisible();
  });
});
