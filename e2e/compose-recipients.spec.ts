/** Recipients: chips, completion, pasted lists, errors under the field, all by keyboard too. */
import type { Locator } from "@playwright/test";
import { compose, mailboxOf } from "./support/compose.ts";
import { expect, test } from "./support/story.ts";

/** Pastes text as the clipboard would. */
const paste = (input: Locator, text: string): Promise<void> =>
  input.evaluate((element, pasted) => {
    const clipboardData = new DataTransfer();
    clipboardData.setData("text/plain", pasted);
    element.dispatchEvent(new ClipboardEvent("paste", { clipboardData, bubbles: true, cancelable: true }));
  }, text);

const chips = (dialog: Locator): Locator => dialog.locator("[data-chip]");

test("a pasted list is split: names, quotes, semicolons, lines, Cyrillic, international domains", async ({
  page,
  server,
}) => {
  await page.goto(server.url);
  const { dialog, to } = await compose(page);
  await paste(
    to,
    [
      'Анна Каренина <anna@mail.example>, "Smith, John" <john@mail.example>; boris@mail.example',
      "Мария <maria@почта.рф>",
      "иван@пример.рф",
      "anna@mail.example",
    ].join("\n"),
  );
  await expect(chips(dialog)).toHaveText([
    "Анна Каренина anna@mail.example",
    "Smith, John john@mail.example",
    "boris@mail.example",
    "Мария maria@почта.рф",
    "иван@пример.рф",
  ]);
  await expect(dialog.locator("[data-invalid]")).toHaveCount(0);
  await expect(to).toHaveValue("");
});

test("a comma typed within quotes is part of the name", async ({ page, server }) => {
  await page.goto(server.url);
  const { dialog, to } = await compose(page);
  await to.pressSequentially('"Ivanov, Ivan" <ivan@mail.example>, "Smith; John" <john@mail.example>;');
  await expect(chips(dialog)).toHaveText(["Ivanov, Ivan ivan@mail.example", "Smith; John john@mail.example"]);
  await expect(to).toHaveValue("");
});

test("people written to and heard from are offered; Enter takes the best, the arrows the others", async ({
  page,
  server,
}) => {
  await server.deliver({ from: "Алёна Петрова <alena@mail.example>", subject: "1", text: "1" });
  await server.deliver({ from: "Алексей <alexey@mail.example>", subject: "2", text: "2" });
  await page.goto(server.url);
  await expect(page.getByRole("link", { name: /Алексей/ })).toBeVisible();
  let popup = await compose(page);
  const option = (name: string) => popup.dialog.getByRole("option", { name });
  await popup.to.pressSequentially("але");
  await expect(popup.dialog.getByRole("option")).toHaveCount(2);
  await expect(popup.to).toHaveAttribute("aria-expanded", "true");
  await popup.to.press("Escape");
  await expect(popup.dialog.getByRole("option")).toHaveCount(0);
  await expect(popup.dialog).toBeVisible();
  await popup.to.pressSequentially("н");
  await expect(option("Алёна Петрова")).toHaveAttribute("aria-selected", "true");
  await popup.to.press("Enter");
  await expect(chips(popup.dialog)).toHaveText(["Алёна Петрова alena@mail.example"]);
  await popup.to.pressSequentially("mail");
  await expect(popup.dialog.getByRole("option")).toHaveCount(1);
  await option("Алексей").click();
  await expect(chips(popup.dialog)).toHaveCount(2);
  await popup.cancel.click();

  // Who was just written to is known at once.
  popup = await compose(page);
  await popup.to.fill("you@pismo.localhost, ");
  await popup.cc.or(popup.dialog.getByRole("button", { name: "Cc", exact: true })).click();
  await popup.cc.fill("somebody.new@pismo.localhost");
  await popup.subject.fill("New");
  await popup.send.click();
  await expect(popup.dialog.getByRole("alert")).toBeVisible();
  await popup.cancel.click();
});

test("Cc and Bcc unfold, and reach only whom they should", async ({ page, server }) => {
  for (const name of ["anna", "boris", "vera"]) await server.pismo("mailbox", "add", name);
  await page.goto(server.url);
  const popup = await compose(page);
  await expect(popup.cc).toBeHidden();
  await popup.to.fill("anna@pismo.localhost");
  await popup.dialog.getByRole("button", { name: "Cc", exact: true }).click();
  await expect(popup.cc).toBeFocused();
  await popup.cc.fill("boris@pismo.localhost");
  await popup.dialog.getByRole("button", { name: "Bcc", exact: true }).click();
  await expect(popup.bcc).toBeFocused();
  await popup.bcc.fill("vera@pismo.localhost");
  await popup.subject.fill("To three");
  await popup.send.click();
  await expect(page.getByText("Letter sent")).toBeVisible();
  for (const name of ["anna", "boris", "vera"]) {
    const { parsed, source } = await (await mailboxOf(server, name)).onlyMessage();
    expect(parsed.to?.map(({ address }) => address)).toEqual(["anna@pismo.localhost"]);
    expect(parsed.cc?.map(({ address }) => address)).toEqual(["boris@pismo.localhost"]);
    if (name !== "vera") expect(source).not.toMatch(/vera@pismo/);
  }
});

test("no recipient, or a wrong address, is said under its own field, and nothing is lost", async ({ page, server }) => {
  await page.goto(server.url);
  const popup = await compose(page);
  await popup.subject.fill("Stays");
  await popup.text.pressSequentially("The text stays");
  await popup.send.click();
  const alert = popup.dialog.getByRole("alert");
  await expect(alert).toHaveText("Add at least one recipient");
  await expect(popup.to).toBeFocused();
  await expect(popup.to).toHaveAttribute("aria-invalid", "true");
  await expect(popup.to).toHaveAccessibleDescription(/Add at least one recipient/);
  const [field, text] = [await popup.to.boundingBox(), await alert.boundingBox()];
  expect(text!.y).toBeGreaterThanOrEqual(field!.y + field!.height);
  await popup.to.fill("you@pismo.localhost");
  await expect(alert).toBeHidden();
  await popup.dialog.getByRole("button", { name: "Cc", exact: true }).click();
  await popup.cc.fill("wrong@, fine@mail.example, also wrong");
  await popup.send.click();
  await expect(alert).toHaveText("Check the addresses: wrong@, also wrong");
  const wrong = popup.dialog.getByRole("button", { name: "wrong@ (not a valid address)" });
  await expect(wrong).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(popup.cc).toHaveValue("wrong@");
  await expect(popup.cc).toBeFocused();
  await expect(popup.subject).toHaveValue("Stays");
  await expect(popup.text).toHaveText("The text stays");
});

test("chips by keyboard: reached, walked, removed, corrected, and announced", async ({ page, server }) => {
  await page.goto(server.url);
  const { dialog, to } = await compose(page);
  const news = dialog.getByRole("status");
  await to.pressSequentially("a@mail.example b@mail.example,c@mail.example;");
  await expect(chips(dialog)).toHaveText(["a@mail.example", "b@mail.example", "c@mail.example"]);
  await expect(news.filter({ hasText: "Added: c@mail.example. 3 recipients" })).toHaveCount(1);
  await expect(to).toHaveAccessibleDescription(/3 recipients.*Left arrow/);
  await to.press("ArrowLeft");
  await expect(chips(dialog).nth(2)).toBeFocused();
  await page.keyboard.press("ArrowLeft");
  await expect(chips(dialog).nth(1)).toBeFocused();
  await page.keyboard.press("Delete");
  await expect(chips(dialog)).toHaveText(["a@mail.example", "c@mail.example"]);
  await expect(news.filter({ hasText: "Removed: b@mail.example" })).toHaveCount(1);
  await expect(chips(dialog).nth(1)).toBeFocused();
  await page.keyboard.press("Home");
  await page.keyboard.press("Enter");
  await expect(to).toHaveValue("a@mail.example");
  await expect(to).toBeFocused();
  await to.press("Enter");
  await to.press("Backspace");
  await expect(chips(dialog).last()).toBeFocused();
  await page.keyboard.press("Backspace");
  await expect(chips(dialog)).toHaveText(["c@mail.example"]);
  // What is typed before that goes to nothing: the chip that had the focus is gone.
  await expect(chips(dialog)).toBeFocused();
  await page.keyboard.type("d@mail.example ");
  await expect(chips(dialog)).toHaveText(["c@mail.example", "d@mail.example"]);
});
