/** A reload: the list stands before the server has answered, and then shows what holds. */
import type { Page } from "@playwright/test";
import { ofToday } from "../packages/server/test/support/of-today.ts";
import { putEmails } from "./support/emails.ts";
import { expect, test } from "./support/story.ts";

const link = (page: Page, subject: string) => page.getByRole("link", { name: new RegExp(subject) });
const hoursAgo = (hours: number): Date => new Date(Date.now() - hours * 3_600_000);

/** Nothing that is asked gets an answer until what this gives is called. */
async function holdAnswers(page: Page): Promise<() => Promise<void>> {
  const held: (() => Promise<void>)[] = [];
  let isHeld = true;
  await page.route(/\/(?:jmap|\.well-known)\//, async (route) => {
    if (isHeld) await new Promise<void>((resolve) => held.push(async () => resolve()));
    await route.fallback().catch(() => undefined);
  });
  return async () => {
    isHeld = false;
    for (const release of held) await release();
  };
}

test("a reloaded list stands before the server has answered; what has changed since comes with the answer", async ({
  page,
  server,
}) => {
  await putEmails(server, [
    { subject: "Stays", receivedAt: hoursAgo(2) },
    { subject: "Becomes read", receivedAt: hoursAgo(3) },
  ]);
  await page.goto(server.url);
  await expect(link(page, "Becomes read")).toBeVisible();
  const release = await holdAnswers(page);
  await page.reload();
  await expect(link(page, "Stays")).toBeVisible();
  await expect(link(page, "Becomes read")).toHaveAccessibleName(/^Unread/);
  await expect(page.getByRole("navigation").getByRole("link", { name: /^Inbox/ })).toContainText("2");

  await server.deliver({ from: "friend@b.example", subject: "Came meanwhile", text: "Text" });
  const client = await server.client();
  const [accountId = ""] = Object.keys((await client.session()).accounts);
  const { ids } = await client.call("Email/query", { accountId, filter: { subject: "Becomes read" } });
  await client.call("Email/set", { accountId, update: { [ids[0]!]: { "keywords/$seen": true } } });
  await release();
  await expect(link(page, "Came meanwhile")).toBeVisible();
  await expect(link(page, "Becomes read")).not.toHaveAccessibleName(/^Unread/);
  await expect(page.getByRole("listitem").filter({ has: page.locator("[data-letter]") })).toHaveCount(3);
});

test("what was kept for a reload is gone once it was used, and not shown in another folder", async ({
  page,
  server,
}) => {
  await putEmails(server, [{ subject: "In the inbox", receivedAt: hoursAgo(2) }]);
  await page.goto(server.url);
  await expect(link(page, "In the inbox")).toBeVisible();
  await page.reload();
  await expect(link(page, "In the inbox")).toBeVisible();
  expect(await page.evaluate(() => sessionStorage.getItem("page"))).toBeNull();
  const release = await holdAnswers(page);
  await page.goto(`${server.url}/archive?letters=all`);
  await expect(page.getByRole("heading", { level: 1, name: "Archive" })).toBeAttached();
  await expect(link(page, "In the inbox")).toHaveCount(0);
  await release();
  await expect(page.getByText("No letters", { exact: true })).toBeVisible();
});

for (const [lang, previous, next] of ofToday([
  ["en", "Previous letter", "Next letter"],
  ["ru", "Предыдущее письмо", "Следующее письмо"],
] as const)) {
  test.describe(`in ${lang}`, () => {
    test.use({ lang });
    test("a letter that was reloaded has ways to those beside it in its folder, by keyboard too", async ({
      page,
      server,
    }) => {
      await putEmails(
        server,
        ["Newest", "Second", "Third", "Oldest"].map((subject, index) => ({ subject, receivedAt: hoursAgo(index + 1) })),
      );
      await page.goto(server.url);
      await link(page, "Second").click();
      await expect(page.getByRole("heading", { name: "Second" })).toBeVisible();
      await page.reload();
      await page.getByRole("button", { name: next }).click();
      await expect(page.getByRole("heading", { name: "Third" })).toBeVisible();
      await expect(page).toHaveURL(/title=Third$/);
      await expect(page.getByRole("button", { name: next })).toBeEnabled();
      await page.keyboard.press("j");
      await expect(page.getByRole("heading", { name: "Oldest" })).toBeVisible();
      await expect(page.getByRole("button", { name: previous })).toBeEnabled();
      await expect(page.getByRole("button", { name: next })).toBeDisabled();
      await page.reload();
      await expect(page.getByRole("button", { name: previous })).toBeEnabled();
      await page.getByRole("button", { name: previous }).press("Enter");
      await expect(page.getByRole("heading", { name: "Third" })).toBeVisible();
    });
  });
}
