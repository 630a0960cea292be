/** Several addresses of one account: which one writes, and what comes with it. */
import { ofToday } from "../packages/server/test/support/of-today.ts";
import { expectAccessible } from "./support/axe.ts";
import { compose, mailboxOf, popupOf } from "./support/compose.ts";
import { giveAddresses } from "./support/identities.ts";
import { readByPython } from "./support/other-parser.ts";
import { expect, test } from "./support/story.ts";

for (const [lang, from] of ofToday([
  ["en", "From"],
  ["ru", "От кого"],
] as const)) {
  test.describe(`in ${lang}`, () => {
    test.use({ lang });

    test("the person chooses who writes; signature, reply address and blind copy come with it", async ({
      page,
      server,
    }) => {
      await giveAddresses(server);
      await page.goto(server.url);
      const popup = await compose(page, lang);
      const choice = popup.dialog.getByRole("combobox", { name: from, exact: true });
      await expect(choice.locator("option")).toHaveText([
        "You <you@pismo.localhost>",
        "The shop <you+shop@pismo.localhost>",
        "Post <postmaster@pismo.localhost>",
        // Those of other accounts.
        "anna@pismo.localhost",
        "archive@pismo.localhost",
      ]);
      await expect(popup.text).toContainText("Yours");
      await page.keyboard.type("anna@pismo.localhost,");
      await popup.subject.fill("Hello");
      await popup.text.focus();
      await page.keyboard.press("Control+Home");
      await page.keyboard.type("Good day");
      // By keys alone.
      await choice.focus();
      await page.keyboard.press("ArrowDown");
      await expect(choice.locator("option:checked")).toHaveText("The shop <you+shop@pismo.localhost>");
      await expect(popup.text).toContainText("The shop, Main street");
      await expect(popup.text).not.toContainText("Yours");
      await expect(popup.chip("archive@pismo.localhost")).toBeVisible();
      await choice.selectOption({ label: "Post <postmaster@pismo.localhost>" });
      await expect(popup.text).toContainText("The post");
      await expect(popup.text).not.toContainText("Main street");
      await expect(popup.chip("archive@pismo.localhost")).toBeHidden();
      await choice.selectOption({ label: "The shop <you+shop@pismo.localhost>" });
      await expectAccessible(page);
      await page.screenshot({ path: `test-results/identities-${lang}.png` });

      // A draft that is opened again is by the same one.
      await expect(popup.saved).toBeVisible();
      await popup.close.click();
      await expect(popup.dialog).toBeHidden();
      await page.goto(`${server.url}/drafts?letters=all`);
      await page.getByRole("link", { name: /Hello/ }).click();
      await expect(choice.locator("option:checked")).toHaveText("The shop <you+shop@pismo.localhost>");
      await popup.send.click();
      await expect(popup.dialog).toBeHidden();

      const { parsed, source } = await (await mailboxOf(server, "anna")).onlyMessage();
      const reading = await readByPython(source);
      expect(reading.from).toEqual([["The shop", "you+shop@pismo.localhost"]]);
      expect(reading["reply-to"]).toEqual([["", "office@pismo.localhost"]]);
      expect(parsed.from).toMatchObject({ name: "The shop", address: "you+shop@pismo.localhost" });
      expect(parsed.replyTo).toMatchObject([{ address: "office@pismo.localhost" }]);
      expect(parsed.text).toMatch(/^Good day\r?\n-- \r?\nThe shop, Main street\s*$/);
      expect(parsed.bcc ?? []).toEqual([]);
      const copy = await (await mailboxOf(server, "archive")).onlyMessage();
      expect(copy.parsed.subject).toBe("Hello");
    });
  });
}

test("an answer is by the address that the letter came to, and the conversation keeps the one that was chosen", async ({
  page,
  server,
}) => {
  await giveAddresses(server);
  const popup = popupOf(page);
  const chosen = popup.dialog.getByRole("combobox", { name: "From", exact: true }).locator("option:checked");
  const first = { from: "anna@pismo.localhost", messageId: "<first@mail.example>", subject: "An order", text: "Hi" };
  await server.deliver({ ...first, to: "postmaster@pismo.localhost" });
  await page.goto(server.url);
  await page.getByRole("link", { name: /An order/ }).click();
  await page.getByRole("button", { name: "Reply", exact: true }).click();
  await expect(chosen).toHaveText("Post <postmaster@pismo.localhost>");
  await popup.dialog.getByRole("combobox", { name: "From", exact: true }).selectOption({ index: 1 });
  await popup.send.click();
  await expect(popup.dialog).toBeHidden();

  const anna = await mailboxOf(server, "anna");
  const { parsed } = await anna.onlyMessage();
  expect(parsed.from?.address).toBe("you+shop@pismo.localhost");
  // She writes to the other address again.
  await server.deliver({
    from: "anna@pismo.localhost",
    to: "postmaster@pismo.localhost",
    subject: "Re: An order",
    inReplyTo: parsed.messageId!,
    references: [first.messageId, parsed.messageId!],
    text: "Another thing",
  });
  await page.goto(server.url);
  await page.getByRole("link", { name: /An order/ }).click();
  await expect(page.getByText("Another thing")).toBeVisible();
  await page.getByRole("button", { name: "Reply", exact: true }).first().click();
  await expect(chosen).toHaveText("The shop <you+shop@pismo.localhost>");
});

test("with one address nothing is chosen; with two accounts the popup names the one that writes, and the other", async ({
  page,
  server,
}) => {
  await page.goto(server.url);
  const alone = await compose(page);
  await expect(alone.text).toBeVisible();
  await expect(alone.dialog.getByText("you@pismo.localhost")).toBeHidden();
  await server.pismo("mailbox", "add", "anna");
  await page.reload();
  const popup = await compose(page);
  const choice = popup.dialog.getByRole("combobox", { name: "From" });
  await expect(choice.getByRole("option")).toHaveText(["you@pismo.localhost", "anna@pismo.localhost"]);
  await expect(choice.locator("option:checked")).toHaveText("you@pismo.localhost");
  await expectAccessible(page);
});

const settingsWords = {
  en: {
    list: /^Addresses of/,
    add: "Add address",
    name: "Name",
    address: "Address",
    bcc: "Always send a blind copy to",
    signature: "Signature",
    save: "Save",
    refused: "The server does not let you write from this address",
    wrong: "This is not an address: here",
    edit: "Edit The shop <you+shop@pismo.localhost>",
    remove: "Delete The shop <you+shop@pismo.localhost>",
    undo: "Undo",
  },
  ru: {
    list: /^Адреса аккаунта/,
    add: "Добавить адрес",
    name: "Имя",
    address: "Адрес",
    bcc: "Всегда отправлять скрытую копию",
    signature: "Подпись",
    save: "Сохранить",
    refused: "Сервер не разрешает писать с этого адреса",
    wrong: "Это не адрес: here",
    edit: "Изменить The shop <you+shop@pismo.localhost>",
    remove: "Удалить The shop <you+shop@pismo.localhost>",
    undo: "Отменить",
  },
} as const;

for (const [lang, theme, width] of ofToday([
  ["en", "white", 1440],
  ["ru", "dark", 899],
  ["ru", "white", 390],
] as const)) {
  const words = settingsWords[lang];
  test.describe(`settings, ${lang}, ${theme}, ${width}`, () => {
    test.use({ lang, theme, viewport: { width, height: 844 } });

    test("an address is added, refused, signed, changed, deleted and brought back", async ({ page, server }) => {
      await page.goto(`${server.url}/settings/addresses`);
      const rows = page.getByRole("list", { name: words.list }).getByRole("listitem");
      await expect(rows).toHaveText([/you@pismo\.localhost/]);
      await page.getByRole("button", { name: words.add }).focus();
      await page.keyboard.press("Enter");
      const dialog = page.getByRole("dialog");
      const field = (name: string) => dialog.getByRole("textbox", { name, exact: true });
      await field(words.name).fill("The shop");
      await field(words.address).fill("else@other.example");
      await field(words.bcc).fill("here");
      await page.keyboard.press("Enter");
      await expect(dialog.getByText(words.wrong)).toBeVisible();
      await field(words.bcc).fill("");
      await page.keyboard.press("Enter");
      await expect(dialog.getByText(words.refused)).toBeVisible();
      await field(words.address).fill("you+shop@pismo.localhost");
      await field(words.signature).focus();
      await page.keyboard.press("Control+b");
      await page.keyboard.type("The shop");
      await expectAccessible(page);
      await page.screenshot({ path: `test-results/identity-${lang}-${theme}-${width}.png` });
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
      await dialog.getByRole("button", { name: words.save }).click();
      await expect(dialog).toBeHidden();
      await expect(rows).toHaveText([/you@pismo\.localhost/, /The shop <you\+shop@pismo\.localhost>/]);
      await expectAccessible(page);
      await page.screenshot({ path: `test-results/identities-page-${lang}-${theme}-${width}.png` });

      const { client, accountId } = await mailboxOf(server);
      const made = async () => {
        const { list } = await client.call("Identity/get", { accountId, ids: null });
        return list.find(({ email }) => email === "you+shop@pismo.localhost");
      };
      expect(await made()).toMatchObject({ textSignature: "The shop", htmlSignature: expect.stringContaining("<b>") });
      await page.getByRole("button", { name: words.edit }).click();
      await expect(field(words.name)).toHaveValue("The shop");
      await field(words.bcc).fill("you@pismo.localhost");
      await page.keyboard.press("Enter");
      await expect(dialog).toBeHidden();
      await expect.poll(async () => (await made())?.bcc).toEqual([{ name: null, email: "you@pismo.localhost" }]);

      await page.getByRole("button", { name: words.remove }).click();
      await expect(rows).toHaveCount(1);
      // Its focus holds the notice, however long the server takes.
      await page.getByRole("button", { name: words.undo, exact: true }).focus();
      await expect.poll(made).toBeUndefined();
      await page.getByRole("button", { name: words.undo, exact: true }).click();
      await expect(rows).toHaveCount(2);
      await expect.poll(made).toMatchObject({ name: "The shop", bcc: [{ email: "you@pismo.localhost" }] });
    });
  });
}
