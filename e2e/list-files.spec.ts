/** The preview of a row's files, by pointer and by keyboard. */
import type { Locator, Page } from "@playwright/test";
import { expectAccessible } from "./support/axe.ts";
import { putEmails } from "./support/emails.ts";
import { png } from "./support/images.ts";
import { expect, test } from "./support/story.ts";

const link = (page: Page, subject: string): Locator => page.getByRole("link", { name: new RegExp(subject) });
const row = (page: Page, subject: string): Locator => page.getByRole("listitem").filter({ has: link(page, subject) });
const hoursAgo = (hours: number): Date => new Date(Date.now() - hours * 3_600_000);

test("the clip shows thumbnails, names and sizes, by pointer and by keyboard", async ({ page, server }) => {
  await putEmails(server, [
    {
      subject: "With a picture",
      files: [
        { name: "sea.png", type: "image/png", content: png(40, 30, [10, 90, 200]) },
        { name: "list.txt", type: "text/plain", content: Buffer.from("one\ntwo\n") },
      ],
    },
  ]);
  await page.goto(server.url);
  const clip = row(page, "With a picture").getByRole("button", { name: "Show attachments" });
  await clip.hover();
  const popover = page.getByRole("dialog", { name: "Attachments" });
  await expect(popover.getByText("sea.png")).toBeVisible();
  await expect(popover.getByText("list.txt")).toBeVisible();
  await expect(popover.getByText("8 bytes")).toBeVisible();
  await expect.poll(() => popover.locator("img").evaluate((img: HTMLImageElement) => img.naturalWidth)).toBe(40);
  await page.mouse.move(0, 0);
  await expect(popover).toBeHidden();
  await row(page, "With a picture").getByRole("button", { name: "Flag", exact: true }).focus();
  await page.keyboard.press("Tab");
  await expect(clip).toBeFocused();
  await expect(popover.getByText("sea.png")).toBeVisible();
  await page.keyboard.press("Enter");
  await expect(popover.getByText("sea.png")).toBeVisible();
  await expect(clip).toBeFocused();
  await expectAccessible(page);
  await page.keyboard.press("Escape");
  await expect(popover).toBeHidden();
  await expect(clip).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(popover.getByText("sea.png")).toBeVisible();
  await clip.click();
  await expect(popover.getByText("sea.png")).toBeVisible();
});

test("Tab passes by the preview of a row's files", async ({ page, server }) => {
  const files = [{ name: "list.txt", type: "text/plain", content: Buffer.from("one") }];
  await putEmails(server, [
    { subject: "With a file", files, receivedAt: hoursAgo(1) },
    { subject: "Without", receivedAt: hoursAgo(2) },
  ]);
  await page.goto(server.url);
  const line = row(page, "With a file");
  const clip = line.getByRole("button", { name: "Show attachments" });
  const flag = line.getByRole("button", { name: "Flag", exact: true });
  const popover = page.getByRole("dialog", { name: "Attachments" });
  // Nothing else stands after the list.
  await page.evaluate(() => {
    const button = document.createElement("button");
    button.textContent = "What comes next";
    document.body.append(button);
  });
  /** What has the focus, where it is something that a person can use. */
  const focused = (): Promise<string> =>
    page.evaluate(() => {
      const { activeElement: at } = document;
      const isGuard = at?.hasAttribute("data-base-ui-focus-guard") || at?.closest("[data-preview]");
      return !at || at === document.body || isGuard ? "nothing" : at.outerHTML.slice(0, 80);
    });
  await flag.focus();
  await page.keyboard.press("Tab");
  await expect(popover.getByText("list.txt")).toBeVisible();
  await page.keyboard.press("Tab");
  const next = await focused();
  expect(next).not.toBe("nothing");
  await expect(popover).toBeHidden();
  for (const opened of ["Enter", "Space"]) {
    await flag.focus();
    await page.keyboard.press("Tab");
    await page.keyboard.press(opened);
    await expect(popover.getByText("list.txt")).toBeVisible();
    await page.keyboard.press("Tab");
    expect(await focused()).toBe(next);
    await expect(popover).toBeHidden();
    expect(await focused()).toBe(next);
    await page.keyboard.press("Shift+Tab");
    await expect(clip).toBeFocused();
    await page.keyboard.press(opened);
    await page.keyboard.press("Shift+Tab");
    await expect(flag).toBeFocused();
    await expect(popover).toBeHidden();
    await expect(flag).toBeFocused();
  }
});
