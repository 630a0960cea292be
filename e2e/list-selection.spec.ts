/** Several Emails at once: selected, acted upon, dragged. */
import type { Locator, Page } from "@playwright/test";
import { expectAccessible } from "./support/axe.ts";
import { putEmails } from "./support/emails.ts";
import type { PismoServer } from "./support/server.ts";
import { expect, test } from "./support/story.ts";

const link = (page: Page, subject: string): Locator => page.getByRole("link", { name: new RegExp(subject) });
const row = (page: Page, subject: string): Locator => page.getByRole("listitem").filter({ has: link(page, subject) });
const hoursAgo = (hours: number): Date => new Date(Date.now() - hours * 3_600_000);

test("click, Shift-click and Ctrl+A select; the toolbar acts on all, Undo takes it back for 10 s", async ({
  page,
  server,
}) => {
  const subjects = ["Alpha", "Beta", "Gamma", "Delta"];
  await putEmails(
    server,
    subjects.map((subject, index) => ({ subject, receivedAt: hoursAgo(index + 1), keywords: ["$seen"] })),
  );
  await page.clock.install();
  await page.goto(server.url);
  await row(page, "Alpha").hover();
  await page.getByRole("checkbox", { name: /Alpha/ }).click();
  await page.getByRole("checkbox", { name: /Gamma/ }).click({ modifiers: ["Shift"] });
  const toolbar = page.getByRole("toolbar", { name: /selected letters/ });
  await expect(toolbar.getByText("3 conversations selected")).toBeVisible();
  for (const name of [
    "Mark as unread",
    "Flag",
    "Mark as important",
    "Archive",
    "Move to folder",
    "Report spam",
    "Delete",
  ]) {
    await expect(toolbar.getByRole("button", { name, exact: true })).toBeVisible();
  }
  // It replaces the header, the filter too.
  await expect(page.getByRole("button", { name: "Filter" })).toBeHidden();
  await expectAccessible(page);
  await toolbar.getByRole("button", { name: "Archive", exact: true }).click();
  await expect(link(page, "Alpha")).toBeHidden();
  await expect(link(page, "Delta")).toBeVisible();
  await page.getByRole("button", { name: "Undo" }).click();
  for (const subject of subjects) await expect(link(page, subject)).toBeVisible();

  await link(page, "Delta").focus();
  await page.keyboard.press("Control+a");
  await expect(toolbar.getByText("4 conversations selected")).toBeVisible();
  await toolbar.getByRole("button", { name: "Delete", exact: true }).click();
  await expect(page.getByRole("main").getByText("No letters", { exact: true })).toBeVisible();
  await expect(page.getByText("4 letters moved to trash")).toBeVisible();
  await page.clock.runFor(9000);
  await expect(page.getByRole("button", { name: "Undo" })).toBeVisible();
  await page.clock.runFor(1500);
  await expect(page.getByRole("button", { name: "Undo" })).toBeHidden();
});

test("Emails drag onto a folder, all that are selected together", async ({ page, server }) => {
  await putEmails(server, [{ subject: "One" }, { subject: "Two" }, { subject: "Three" }]);
  await page.goto(server.url);
  await row(page, "One").hover();
  await page.getByRole("checkbox", { name: /“One”/ }).click();
  await page.getByRole("checkbox", { name: /“Two”/ }).click();
  await link(page, "One").dragTo(page.getByRole("link", { name: /^Spam/ }));
  await expect(link(page, "One")).toBeHidden();
  await expect(link(page, "Two")).toBeHidden();
  await expect(link(page, "Three")).toBeVisible();
  await page.getByRole("link", { name: /^Spam/ }).click();
  await expect(link(page, "One")).toBeVisible();
  await expect(link(page, "Two")).toBeVisible();
});

/** How many Emails a folder holds at the server. */
async function countIn(server: PismoServer, role: string): Promise<number> {
  const client = await server.client();
  const accountId = Object.keys((await client.session()).accounts)[0]!;
  const { list } = await client.call("Mailbox/get", { accountId, ids: null });
  return list.find((mailbox) => mailbox.role === role)!.totalEmails!;
}

const manyEmails = (count: number) => Array.from({ length: count }, (_, n) => ({ subject: `Letter ${n}` }));

test("an action on a whole folder that a reload breaks off is finished by the next page, on what was there", async ({
  page,
  server,
}) => {
  for (const _ of [1, 2, 3]) await putEmails(server, manyEmails(400));
  await page.goto(server.url);
  await expect(link(page, "Letter 399").first()).toBeVisible();
  // The first portion goes through, the others do not.
  let portions = 0;
  let isBroken = true;
  await page.route("**/jmap/api*", async (route) => {
    const isPortion = route.request().postData()?.includes('"Email/set"');
    if (!isPortion || !isBroken || portions++ === 0) await route.continue();
  });
  page.on("dialog", (dialog) => void dialog.accept());
  await link(page, "Letter 399").first().press("ControlOrMeta+a");
  await page.keyboard.press("e");
  await expect.poll(() => portions).toBe(2);
  const archived = await countIn(server, "archive");
  expect(archived).toBeGreaterThan(0);
  expect(archived).toBeLessThan(1200);
  await putEmails(server, [{ subject: "Came later", receivedAt: new Date(Date.now() + 60_000) }]);
  isBroken = false;
  await page.reload();
  await expect(page.getByText("The interrupted action is finished: 1200 letters")).toBeVisible();
  await expect(link(page, "Came later")).toBeVisible();
  await expect(link(page, "Letter 5")).toHaveCount(0);
  expect(await countIn(server, "archive")).toBe(1200);
  expect(await countIn(server, "inbox")).toBe(1);
  await page.reload();
  await expect(link(page, "Came later")).toBeVisible();
  await expect(page.getByText("The interrupted action is finished")).toHaveCount(0);
});
