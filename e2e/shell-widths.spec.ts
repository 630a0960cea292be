/** Nothing is lost on narrow screens. */
import { ofToday } from "../packages/server/test/support/of-today.ts";
import { putEmails } from "./support/emails.ts";
import { deliverLongWords, longWordsRow } from "./support/long-words.ts";
import { sticksOut } from "./support/measure.ts";
import { expect, test } from "./support/story.ts";

for (const width of ofToday([899, 600, 390, 320])) {
  test(`at ${width} px nothing scrolls sideways and no control sticks out, on any screen`, async ({ page, server }) => {
    await deliverLongWords(server);
    const client = await server.client();
    const accountId = Object.keys((await client.session()).accounts)[0]!;
    await client.call("Mailbox/set", { accountId, create: { a: { name: "Donaudampfschifffahrt ".repeat(4).trim() } } });
    await page.setViewportSize({ width, height: 700 });
    await page.goto(server.url);
    await expect(longWordsRow(page)).toBeVisible();
    const check = async (screen: string): Promise<void> => {
      await expect.poll(() => sticksOut(page), screen).toEqual([]);
    };
    await check("list");
    await page.getByRole("button", { name: "Filter" }).click();
    await expect(page.getByRole("menu")).toBeVisible();
    await check("filter menu");
    await page.keyboard.press("Escape");
    await expect(page.getByRole("menu")).toBeHidden();
    await page.getByRole("button", { name: /^Account/ }).click();
    await expect(page.getByRole("menu")).toBeVisible();
    await check("account menu");
    await page.keyboard.press("Escape");
    await expect(page.getByRole("menu")).toBeHidden();
    await page.getByRole("button", { name: "Open folders" }).click();
    await check("drawer");
    const drawer = page.getByRole("dialog", { name: "Folders" });
    await drawer.getByRole("link", { name: "New folder" }).click();
    await expect(page.getByRole("dialog", { name: "New folder" })).toBeVisible();
    await check("new folder");
    await page.keyboard.press("Escape");
    await drawer.getByRole("button", { name: "Settings" }).click();
    await expect(page.getByRole("region", { name: "Settings" })).toBeVisible();
    await check("appearance");
    await page.getByRole("button", { name: /^Language/ }).click();
    await check("language");
    await page.keyboard.press("Escape");
    // Not by its middle: there a control of the row may lie.
    await longWordsRow(page).press("Enter");
    await expect(page.getByRole("heading", { level: 1, name: /Donau/ })).toBeVisible();
    await check("letter");
    await page.getByRole("button", { name: "Reply", exact: true }).click();
    await expect(page.getByRole("combobox", { name: "To" })).toBeVisible();
    await check("new letter");
    await page.keyboard.press("Escape");
    await expect(page.getByRole("dialog")).toBeHidden();
    await page.goto(`${server.url}/inbox?read=false&bookmark=true&important=true&files=true`);
    await expect(page.getByRole("main").getByText("No letters", { exact: true })).toBeVisible();
    await check("empty list");
    await page.goto(`${server.url}/nowhere`);
    await expect(page.getByText("404", { exact: true })).toBeVisible();
    await check("error page");
    await page.goto(`${server.url}/no/such/page`);
    await expect(page.getByText("404", { exact: true })).toBeVisible();
    await check("error page without a shell");
  });
}

test("on a phone the three newest notices are shown, and those before them after these", async ({ page, server }) => {
  await putEmails(
    server,
    Array.from({ length: 6 }, (_, index) => ({ subject: `Letter ${index}` })),
  );
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto(server.url);
  // By their role: the initial render has none, and takes no focus.
  const rows = page.getByRole("main").getByRole("link", { name: /Letter \d/ });
  await expect(rows).toHaveCount(6);
  await rows.first().focus();
  for (let count = 1; count <= 5; count++) {
    await page.keyboard.press("e");
    await expect(rows).toHaveCount(6 - count);
  }
  const notices = page.getByRole("region", { name: "Notifications" }).getByRole("button", { name: "Undo" });
  await expect(notices).toHaveCount(3);
  await page.setViewportSize({ width: 900, height: 844 });
  await expect(notices).toHaveCount(5);
  await page.setViewportSize({ width: 390, height: 844 });
  await notices.last().click();
  await notices.last().click();
  await notices.last().click();
  await expect(notices).toHaveCount(2);
});
