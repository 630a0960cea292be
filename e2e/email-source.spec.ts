/** An Email as it came: all its fields in order, its source as text, and the whole of it as a file. */
import { expectAccessible } from "./support/axe.ts";
import { expect, test } from "./support/story.ts";

test("all header fields in their order and the source, nothing of it alive, by keys alone", async ({
  server,
  page,
}) => {
  await server.deliver({
    from: "Anna <anna@mail.example>",
    subject: "Hello",
    headers: { "X-First": "one", "X-Second": "a\u202eb <img src=x onerror=alert(1)>" },
    html: `<p>Text</p><script>alert(1)</script><a href="https://attack.test">x</a>`,
  });
  await page.goto(server.url);
  await page.getByRole("link", { name: /Hello/ }).click();
  await page.getByRole("article").getByRole("button", { name: "More", exact: true }).press("Enter");
  await expect(page.getByRole("menuitem", { name: "Download original" })).toBeVisible();
  await page.getByRole("menuitem", { name: "Source and headers" }).press("Enter");
  const dialog = page.getByRole("dialog", { name: "Source and headers" });
  await expect(dialog.getByRole("term").filter({ hasText: /^X-First$/ })).toBeVisible();
  const names = await dialog.getByRole("term").allTextContents();
  expect(names.indexOf("Received")).toBeLessThan(names.indexOf("X-First"));
  expect(names.indexOf("X-First")).toBeLessThan(names.indexOf("X-Second"));
  await expect(dialog.locator("pre")).toContainText("<script>alert(1)</script>");
  await expect(dialog.getByRole("link")).toHaveCount(1);
  expect(await dialog.locator("img, script").count()).toBe(0);
  await expectAccessible(page);
  const whole = page.waitForEvent("download");
  await dialog.getByRole("link", { name: /Download original/ }).click();
  expect((await whole).suggestedFilename()).toBe("Hello.eml");
  await page.keyboard.press("Escape");
  await expect(dialog).toHaveCount(0);
});

test("characters that turn or hide text are shown by their number", async ({ server, page }) => {
  const client = await server.client();
  const accountId = Object.keys((await client.session()).accounts)[0]!;
  const source = "From: a@mail.example\r\nSubject: Raw\r\nX-Turned: a\u202eb\r\n\r\nexe\u202egpj\r\n";
  const { blobId } = await client.upload(accountId, new TextEncoder().encode(source), "message/rfc822");
  const { ids } = await client.call("Mailbox/query", { accountId, filter: { role: "inbox" } });
  const emails = { a: { blobId, mailboxIds: { [ids[0]!]: true as const } } };
  const { created } = await client.call("Email/import", { accountId, emails });
  await page.goto(`${server.url}/email/${created!["a"]!.id}`);
  await page.getByRole("article").getByRole("button", { name: "More", exact: true }).click();
  await page.getByRole("menuitem", { name: "Source and headers" }).click();
  const dialog = page.getByRole("dialog", { name: "Source and headers" });
  await expect(dialog.getByRole("definition").filter({ hasText: "a‹U+202E›b" })).toBeVisible();
  await expect(dialog.locator("pre")).toContainText("exe‹U+202E›gpj");
});

test.describe("in Russian", () => {
  test.use({ lang: "ru" });
  test("of an enormous Email its beginning is shown and the rest is for the file, on a phone too", async ({
    server,
    page,
  }) => {
    await page.setViewportSize({ width: 390, height: 800 });
    await server.deliver({ from: "a@mail.example", subject: "Огромное", text: "много слов ".repeat(50_000) });
    await page.goto(server.url);
    await page.getByRole("link", { name: /Огромное/ }).click();
    await page.getByRole("article").getByRole("button", { name: "Ещё", exact: true }).click();
    await page.getByRole("menuitem", { name: "Исходный текст и заголовки" }).click();
    const dialog = page.getByRole("dialog", { name: "Исходный текст и заголовки" });
    await expect(dialog).toContainText("Показано начало письма: 200 Кб");
    expect((await dialog.locator("pre").textContent())!.length).toBeLessThanOrEqual(200_000);
    const box = (await dialog.boundingBox())!;
    expect(box.x + box.width).toBeLessThanOrEqual(390);
  });
});
