/** What a reader sees of a message that is not to be trusted: hidden images, links that lead elsewhere, names that hide something. */
import type { Page } from "@playwright/test";
import { expectAccessible } from "./support/axe.ts";
import { png } from "./support/images.ts";
import { createServerFor } from "./support/server.ts";
import { expect, test } from "./support/story.ts";

const html =
  `<p style="background:#ffeedd url(https://shop.example/back.png)">Our offer</p><img src="https://shop.example/a.png" alt="Shoes" width="200" height="100">` +
  `<img src="https://shop.example/b.png" alt="Hats"><img src="https://count.example/p.gif" width="1" height="1">`;

const line = (page: Page) => page.getByRole("region", { name: "Pictures from the internet" });
const image = (page: Page, alt: string) =>
  page.frameLocator("article iframe[sandbox^=allow-popups]").getByRole("img", { name: alt });

const results = (verdict: string): Record<string, string> => ({
  "Authentication-Results": `mx.home.example; dmarc=${verdict} header.from=shop.example`,
});

/** The server's image proxy, with something to give; there is no internet in a test. */
async function withImages(page: Page): Promise<string[]> {
  const fetched: string[] = [];
  await page.route("**/jmap/image/**", async (route) => {
    const url = new URL(route.request().url()).searchParams.get("url") ?? "";
    fetched.push(url);
    if (url.endsWith("b.png")) await route.fulfill({ status: 502, json: { type: "about:blank", status: 502 } });
    else await route.fulfill({ contentType: "image/png", body: png(20, 10, [200, 30, 30]) });
  });
  return fetched;
}

test("images from the internet stay hidden until they are wanted, and what counts readers stays away", async ({
  server,
  page,
}) => {
  const fetched = await withImages(page);
  await server.deliver({ from: "Shop <news@shop.example>", subject: "Offer", html });
  await page.goto(server.url);
  await page.getByRole("link", { name: /Offer/ }).click();
  await expect(line(page)).toContainText("3 pictures from the internet are hidden");
  await expect(line(page)).toContainText("1 tracker removed");
  await expect(line(page)).toContainText("for this letter only: the sender could not be verified");
  await expect(line(page).getByRole("button", { name: "Always" })).toHaveCount(0);
  await expect(image(page, "Shoes")).toHaveCount(0);
  expect(fetched).toEqual([]);
  await expectAccessible(page);

  await line(page).getByRole("button", { name: "Show", exact: true }).press("Enter");
  await expect(image(page, "Shoes")).toBeVisible();
  await expect(line(page)).toContainText("The pictures are shown");
  await expect(line(page)).toContainText("1 could not be loaded");
  await expect(page.frameLocator("article iframe[sandbox^=allow-popups]").getByText("Hats")).toBeVisible();
  expect(fetched.toSorted()).toEqual(["a", "b", "back"].map((name) => `https://shop.example/${name}.png`));
  const offer = page.frameLocator("article iframe[sandbox^=allow-popups]").getByText("Our offer");
  await expect(offer).toHaveCSS("background-image", /^url\("data:image\/png/);

  await page.reload();
  await expect(line(page)).toContainText("3 pictures from the internet are hidden");
});

test("a proven sender is remembered on the server, and one who only says the name is not", async ({ page }) => {
  const server = await createServerFor({ PISMO_TRUSTED_AUTHSERV_ID: "mx.home.example" });
  try {
    await withImages(page);
    const from = "Shop <news@shop.example>";
    await server.deliver({ from, subject: "First", html, headers: results("pass") });
    await server.deliver({ from, subject: "Second", html, headers: results("pass") });
    await server.deliver({ from, subject: "Forged", html, headers: results("fail") });
    await page.goto(server.url);
    await page.getByRole("link", { name: /First/ }).click();
    await line(page).getByRole("button", { name: "Always from this sender" }).click();
    await expect(image(page, "Shoes")).toBeVisible();
    await page.evaluate(() => localStorage.clear());

    await page.goto(server.url);
    await page.getByRole("link", { name: /Second/ }).click();
    await expect(image(page, "Shoes")).toBeVisible();
    await page.getByRole("link", { name: /Inbox|Входящие/ }).click();
    await page.getByRole("link", { name: /Forged/ }).click();
    await expect(page.getByRole("button", { name: /^(?:Show|Показать)$/ })).toBeVisible();
    await expect(image(page, "Shoes")).toHaveCount(0);

    await page.goto(server.url);
    await page.getByRole("link", { name: /Second/ }).click();
    await page.getByRole("button", { name: /Not from this sender|Больше не от этого/ }).click();
    await page.reload();
    await expect(page.getByRole("button", { name: /^(?:Show|Показать)$/ })).toBeVisible();
    await expect(image(page, "Shoes")).toHaveCount(0);
  } finally {
    await server.remove();
  }
});

test.describe("in Russian", () => {
  test.use({ lang: "ru" });
  test("the line speaks it, on a phone too", async ({ server, page }) => {
    await page.setViewportSize({ width: 390, height: 800 });
    await server.deliver({ from: "Shop <news@shop.example>", subject: "Offer", html });
    await page.goto(server.url);
    await page.getByRole("link", { name: /Offer/ }).click();
    const region = page.getByRole("region", { name: "Картинки из интернета" });
    await expect(region).toContainText("Скрыты 3 картинки из интернета");
    await expect(region).toContainText("Убран 1 счётчик открытий");
    const box = await region.boundingBox();
    expect(box!.x + box!.width).toBeLessThanOrEqual(390);
    await expect(region.getByRole("button", { name: "Показать" })).toBeVisible();
  });
});

test("names, subjects and files show what hides in them, in the list and in the message", async ({ server, page }) => {
  await server.deliver({
    from: { name: "An\u200bna \u202eeidnA", address: "anna@mail.example" },
    subject: "Invoice \u202egpj.exe",
    text: "Text",
    attachments: [{ filename: "photo\u202egpj.exe", content: "x" }],
  });
  await page.goto(server.url);
  const row = page.getByRole("link", { name: /Invoice ‹U\+202E›gpj\.exe/ });
  await expect(row).toHaveAccessibleName(/An‹U\+200B›na ‹U\+202E›eidnA/);
  await row.click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Invoice ‹U+202E›gpj.exe");
  await expect(page.getByRole("article").getByText("photo‹U+202E›gpj.exe")).toBeVisible();
});

test("a sender's name that is another address, and answers that go elsewhere, are told", async ({ server, page }) => {
  await server.deliver({
    from: { name: "service@bank.example", address: "x@attack.example" },
    replyTo: "y@other.test",
    subject: "Your account",
    text: "Text",
  });
  await page.goto(server.url);
  await page.getByRole("link", { name: /Your account/ }).click();
  const warnings = page.getByRole("list", { name: "Warnings about the sender" });
  await expect(warnings).toContainText("says service@bank.example, but the letter is from x@attack.example");
  await expect(warnings).toContainText("Replies to this letter go to y@other.test");
});

test("under a sender's name stands the address that the message came from", async ({ server, page }) => {
  await server.deliver({ from: { name: "Your Bank", address: "x@attack.example" }, subject: "Account", text: "Text" });
  await page.goto(server.url);
  await page.getByRole("link", { name: /Account/ }).click();
  await expect(page.getByRole("article").getByText("x@attack.example", { exact: true })).toBeVisible();
});

test.describe("what the server's check of the sender found", () => {
  test.use({ lang: "ru", env: { PISMO_TRUSTED_AUTHSERV_ID: "mx.home.example" } });
  test("and all else that is odd is told, in Russian too", async ({ server, page }) => {
    await server.deliver({
      from: { name: "service@bank.example", address: "news@shop.example" },
      replyTo: "y@other.test",
      subject: "Account",
      text: "Text",
      headers: { "Authentication-Results": "mx.home.example; spf=fail smtp.mailfrom=shop.example; dkim=fail" },
    });
    await page.goto(server.url);
    await page.getByRole("link", { name: /Account/ }).click();
    const warnings = page.getByRole("list", { name: "Предупреждения об отправителе" }).getByRole("listitem");
    await expect(warnings).toHaveText([
      /Похоже, это письмо не от news@shop\.example/,
      /В имени отправителя стоит service@bank\.example, но письмо пришло от news@shop\.example/,
      /Ответ на это письмо уйдёт на y@other\.test/,
    ]);
  });
});

test("a link says where it leads when its text says otherwise, and loses what follows the reader", async ({
  server,
  page,
}) => {
  await server.deliver({
    from: "Bank <help@bank.example>",
    subject: "Links",
    html: `<p><a href="https://attack.test/in?utm_source=mail&id=1">https://www.bank.example/in</a></p><p><a href="https://shop.example/?gclid=1">Shop</a></p>`,
  });
  await page.goto(server.url);
  await page.getByRole("link", { name: /Links/ }).click();
  const frame = page.frameLocator("article iframe[sandbox^=allow-popups]");
  const bad = frame.getByRole("link", { name: /bank\.example/ });
  await expect(bad).toHaveAccessibleName(/attack\.test/);
  await expect(bad).toHaveAttribute(
    "href",
    `${server.url}/inbox?letters=all#link:https%3A%2F%2Fattack.test%2Fin%3Fid%3D1`,
  );
  await expect(bad).toHaveAttribute("rel", "noopener noreferrer");
  await expect(frame.getByRole("link", { name: "Shop" })).toHaveAttribute("href", "https://shop.example/");
});
