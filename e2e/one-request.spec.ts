/** What one does to an Email is one request: the page knows what it did itself (RFC 8620 §5.3). */
import type { Locator, Page } from "@playwright/test";
import { putEmails } from "./support/emails.ts";
import { expect, test } from "./support/story.ts";

const link = (page: Page, subject: string): Locator => page.getByRole("link", { name: new RegExp(subject) });
const row = (page: Page, subject: string): Locator => page.getByRole("listitem").filter({ has: link(page, subject) });

/** The method calls of each request to the API, but for what is fetched ahead of an Email that may be opened. */
function listen(page: Page): string[][] {
  const requests: string[][] = [];
  page.on("request", (request) => {
    const body = request.url().endsWith("/jmap/api") ? (request.postData() ?? "") : "";
    if (body === "" || body.includes("fetchHTMLBodyValues")) return;
    const names = (JSON.parse(body) as { methodCalls: [string][] }).methodCalls.map(([name]) => name);
    // Of a row that has come into sight.
    if (names.join() !== "EmailFact/get") requests.push(names);
  });
  return requests;
}

/** Nothing is asked for longer than any request or push takes to come. */
async function quiet(page: Page, requests: string[][]): Promise<void> {
  for (let before = -1; before !== requests.length;) {
    before = requests.length;
    await page.waitForTimeout(1500);
  }
}

const counted = ["Email/set", "Mailbox/changes", "Mailbox/get"];

test("reading, flagging, moving, archiving and deleting are one request each", async ({ page, server }) => {
  await putEmails(
    server,
    Array.from({ length: 40 }, (_, index) => ({
      subject: `Letter ${index} of many`,
      receivedAt: new Date(Date.UTC(2026, 0, 1, 0, index)),
    })),
  );
  const requests = listen(page);
  await page.goto(server.url);
  await expect(link(page, "Letter 39 of")).toBeVisible();
  await quiet(page, requests);

  const requestsOf = async (work: () => Promise<void>): Promise<string[][]> => {
    requests.length = 0;
    await work();
    await quiet(page, requests);
    return requests;
  };

  const dot = row(page, "Letter 39 of").getByRole("button", { name: "Mark as read" });
  expect(await requestsOf(() => dot.click())).toEqual([counted]);
  const flag = row(page, "Letter 38 of").getByRole("button", { name: "Flag" });
  expect(await requestsOf(() => flag.click())).toEqual([["Email/set"]]);

  const select = (subject: string) => row(page, subject).getByRole("checkbox").check();
  const toolbar = page.getByRole("toolbar", { name: "Actions for the selected letters" });
  const byToolbar = (subject: string, name: string) => async () => {
    await select(subject);
    await toolbar.getByRole("button", { name, exact: true }).click();
    await expect(link(page, subject)).toHaveCount(0);
  };
  expect(await requestsOf(byToolbar("Letter 37 of", "Archive"))).toEqual([counted]);
  expect(await requestsOf(byToolbar("Letter 36 of", "Delete"))).toEqual([counted]);
  const move = async (): Promise<void> => {
    await select("Letter 35 of");
    await toolbar.getByRole("button", { name: "Move to folder" }).click();
    await page.getByRole("menuitem", { name: "Spam" }).click();
    await expect(link(page, "Letter 35 of")).toHaveCount(0);
  };
  expect(await requestsOf(move)).toEqual([counted]);

  // What it shows is what the server has.
  await page.reload();
  await expect(page.getByRole("link", { name: /^Inbox/ })).toContainText("36");
  await expect(row(page, "Letter 39 of").getByRole("button", { name: "Mark as unread" })).toBeVisible();
  await expect(row(page, "Letter 38 of").getByRole("button", { name: "Remove the flag" })).toBeVisible();
});
