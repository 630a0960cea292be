/** A letter is given to another account while it is written: its draft, its files and who sends it go there. */
import { ofToday } from "../packages/server/test/support/of-today.ts";
import { expectAccessible } from "./support/axe.ts";
import { compose, mailboxOf, popupOf } from "./support/compose.ts";
import { fixture } from "./support/fixture.ts";
import { png } from "./support/images.ts";
import { giveAddresses } from "./support/identities.ts";
import { canRunMailWorld, type MailWorld, startMailWorld } from "./support/mail-world.ts";
import { readByPython, structureOf } from "./support/other-parser.ts";
import { addFound } from "./support/own-account.ts";
import { expect, test } from "./support/story.ts";

const picture = { name: "plan.png", mimeType: "image/png", buffer: png(30, 20, [20, 120, 60]) };

for (const [lang, theme, width, from, reply] of ofToday([
  ["en", "white", 1440, "From", "Reply"],
  ["ru", "dark", 390, "От кого", "Ответить"],
] as const)) {
  test.describe(`${lang}, ${theme}, ${width}`, () => {
    test.use({ lang, theme, viewport: { width, height: 844 } });

    test("an answer goes from another account by keys, whole, and leaves nothing behind", async ({ page, server }) => {
      for (const name of ["anna", "boris"]) await server.pismo("mailbox", "add", name);
      const [you, anna] = [await mailboxOf(server), await mailboxOf(server, "anna")];
      for (const [{ client, accountId }, textSignature] of [
        [you, "Yours"],
        [anna, "Anna's"],
      ] as const) {
        const [own] = (await client.call("Identity/get", { accountId, ids: null })).list;
        await client.call("Identity/set", { accountId, update: { [own!.id!]: { textSignature } } });
      }
      await server.deliver({ from: "boris@pismo.localhost", subject: "A plan", text: "Where is it?" });
      await page.goto(server.url);
      await page.getByRole("link", { name: /A plan/ }).click();
      await page.getByRole("button", { name: reply, exact: true }).click();
      const popup = popupOf(page, lang);
      await expect(popup.text).toBeFocused();
      await page.keyboard.type("Here");
      await popup.files.setInputFiles(picture);
      await expect(popup.saved).toBeVisible();
      await expect.poll(async () => (await you.emails("drafts")).length).toBe(1);

      const choice = popup.dialog.getByRole("combobox", { name: from, exact: true });
      await expect(popup.text).toContainText("Yours");
      await choice.focus();
      await page.keyboard.press("ArrowDown");
      await expect(choice.locator("option:checked")).toHaveText("anna <anna@pismo.localhost>");
      await expect(popup.text).toContainText("Anna's");
      await expect(popup.text).not.toContainText("Yours");
      await expect(choice).toBeFocused();
      await expectAccessible(page);
      await page.screenshot({ path: `test-results/another-account-${lang}-${theme}-${width}.png` });
      await expect
        .poll(async () => (await anna.emails("drafts")).map(({ subject }) => subject))
        .toEqual(["Re: A plan"]);
      await expect.poll(() => you.emails("drafts")).toEqual([]);
      await expect(popup.dialog.getByRole("img", { name: "plan.png" })).toBeVisible();
      await popup.send.click();
      await expect(popup.dialog).toBeHidden();

      const { parsed, source } = await (await mailboxOf(server, "boris")).onlyMessage();
      expect(parsed).toMatchObject({ from: { address: "anna@pismo.localhost" }, subject: "Re: A plan" });
      expect(source).not.toMatch(/^X-Pismo/im);
      expect(parsed.text).toMatch(/^Here\r?\n-- \r?\nAnna's\r?\n[^]*> Where is it\?/);
      expect(Buffer.from(parsed.attachments[0]!.content as ArrayBuffer).equals(picture.buffer)).toBe(true);
      expect((await readByPython(source)).from).toEqual([["anna", "anna@pismo.localhost"]]);
      await expect.poll(async () => (await anna.emails("sent")).length).toBe(1);
      expect(await you.emails("sent")).toEqual([]);
      await expect.poll(async () => (await you.emails("inbox"))[0]?.keywords?.["$answered"]).toBe(true);
    });
  });
}

test("an alias is chosen again once the letter is back in its account, and the one of that name elsewhere", async ({
  page,
  server,
}) => {
  await giveAddresses(server);
  const anna = await mailboxOf(server, "anna");
  const shop = { email: "anna+shop@pismo.localhost", name: "The shop", textSignature: "The shop, by Anna" };
  const { accountId } = anna;
  await anna.client.call("Identity/set", { accountId, create: { shop } });
  await page.goto(server.url);
  const popup = await compose(page);
  await popup.subject.fill("From whom");
  const from = popup.dialog.getByRole("combobox", { name: "From", exact: true });
  const chosen = from.locator("option:checked");
  const elsewhere = async (address: string): Promise<void> => {
    await from.selectOption({ label: address });
    await expect(popup.dialog.locator("form")).toHaveAttribute("aria-busy", "false");
  };
  await from.selectOption({ label: "Post <postmaster@pismo.localhost>" });
  await expect(popup.text).toContainText("The post");
  // No identity there is that one.
  await elsewhere("anna@pismo.localhost");
  await expect(chosen).toHaveText("anna <anna@pismo.localhost>");
  // Said before it is chosen.
  await elsewhere("Post <postmaster@pismo.localhost>");
  await expect(chosen).toHaveText("Post <postmaster@pismo.localhost>");
  await expect(popup.text).toContainText("The post");

  await from.selectOption({ label: "The shop <you+shop@pismo.localhost>" });
  await expect(popup.text).toContainText("The shop, Main street");
  await elsewhere("anna <anna@pismo.localhost>");
  // As it wrote the letter before.
  await expect(chosen).toHaveText("anna <anna@pismo.localhost>");
  await popup.cancel.click();
  await expect(popup.dialog).toBeHidden();

  const second = await compose(page);
  await from.selectOption({ label: "The shop <you+shop@pismo.localhost>" });
  await elsewhere("anna@pismo.localhost");
  await expect(chosen).toHaveText("The shop <anna+shop@pismo.localhost>");
  await expect(second.text).toContainText("The shop, by Anna");
});

test("opened again from its draft, an answer that another account took over still marks its letter", async ({
  page,
  server,
}) => {
  await server.pismo("mailbox", "add", "anna");
  const [you, anna] = [await mailboxOf(server), await mailboxOf(server, "anna")];
  await server.deliver({ from: "anna@pismo.localhost", subject: "A plan", text: "Where is it?" });
  await page.goto(server.url);
  await page.getByRole("link", { name: /A plan/ }).click();
  await page.getByRole("button", { name: "Reply", exact: true }).click();
  const popup = popupOf(page);
  await expect(popup.text).toBeFocused();
  await page.keyboard.type("Here");
  const choice = popup.dialog.getByRole("combobox", { name: "From", exact: true });
  await choice.selectOption({ label: "anna@pismo.localhost" });
  await expect(choice.locator("option:checked")).toHaveText("anna <anna@pismo.localhost>");
  await expect.poll(async () => (await anna.emails("drafts")).length).toBe(1);
  await expect(popup.saved).toBeVisible();
  await popup.close.click();
  await expect(popup.dialog).toBeHidden();
  await page.getByRole("link", { name: "All drafts" }).click();
  await page.getByRole("link", { name: /A plan/ }).click();
  await expect(popup.text).toContainText("Here");
  await popup.send.click();
  await expect(popup.dialog).toBeHidden();
  await expect.poll(async () => (await you.emails("inbox"))[0]?.keywords?.["$answered"]).toBe(true);
  expect((await anna.onlyMessage()).source).not.toMatch(/^X-Pismo/im);
});

test("a letter in which nothing is written leaves no draft in either account", async ({ page, server }) => {
  await server.pismo("mailbox", "add", "anna");
  await page.goto(server.url);
  const popup = popupOf(page);
  await popup.openButton.click();
  const choice = popup.dialog.getByRole("combobox", { name: "From", exact: true });
  await choice.selectOption({ label: "anna@pismo.localhost" });
  await expect(choice.locator("option:checked")).toHaveText("anna <anna@pismo.localhost>");
  await popup.close.click();
  await expect(popup.dialog).toBeHidden();
  for (const name of [undefined, "anna"]) expect(await (await mailboxOf(server, name)).emails("drafts")).toEqual([]);
});

test("a letter on its way takes nothing and says so; its new draft is the letter that is open", async ({
  page,
  server,
}) => {
  await server.pismo("mailbox", "add", "anna");
  const [you, anna] = [await mailboxOf(server), await mailboxOf(server, "anna")];
  await page.goto(`${server.url}/drafts?account=all`);
  const popup = await compose(page);
  await popup.subject.fill("A plan");
  await popup.files.setInputFiles(picture);
  await popup.close.click();
  const row = page.getByRole("link", { name: /A plan/ });
  const released = Promise.withResolvers<void>();
  await page.route("**/jmap/download/**", async (route) => {
    await released.promise;
    await route.continue();
  });
  await row.click();
  const choice = popup.dialog.getByRole("combobox", { name: "From", exact: true });
  await choice.selectOption({ label: "anna@pismo.localhost" });
  await expect(popup.dialog.getByText("Moving to the other account…")).toBeVisible();
  // The fields, and the buttons below them.
  await expect(popup.dialog.locator("[inert]")).toHaveCount(2);
  await expectAccessible(page);
  await page.screenshot({ path: "test-results/another-account-moving.png" });
  released.resolve();
  await expect(choice.locator("option:checked")).toHaveText("anna <anna@pismo.localhost>");
  await expect(choice).toBeFocused();
  await expect.poll(async () => (await anna.emails("drafts")).length).toBe(1);
  await expect.poll(() => you.emails("drafts")).toEqual([]);
  await popup.dialog.getByRole("button", { name: "Minimise the letter" }).click();
  await row.click();
  await expect(popup.subject).toHaveValue("A plan");
  await expect(popup.dialog.getByRole("img", { name: "plan.png" })).toBeVisible();
});

const mirrored = test.extend<object, { world: MailWorld }>({
  world: [fixture(startMailWorld, (world) => world.stop()), { scope: "worker" }],
  env: ({ world }, provide) => provide(world.env),
});

mirrored.describe("with an account at a mail server", () => {
  mirrored.skip(!canRunMailWorld, "Dovecot and Postfix are not installed");

  mirrored(
    "its draft goes from there and comes back with its file, and its server sends it",
    async ({ page, server, world }) => {
      await page.goto(server.url);
      await addFound(page, "ann");
      await page.goto(server.url);
      const popup = popupOf(page);
      await popup.openButton.click();
      await expect(popup.to).toBeFocused();
      const subject = `A plan ${crypto.randomUUID()}`;
      await page.keyboard.type("friend@b.example,");
      await popup.subject.fill(subject);
      await popup.files.setInputFiles(picture);
      await expect(popup.saved).toBeVisible();
      // It begins in the account that was added.
      const choice = popup.dialog.getByRole("combobox", { name: "From", exact: true });
      await expect(choice.locator("option:checked")).toHaveText("ann Test <ann@mail.test>");
      await expect.poll(() => world.subjectsIn("ann", "Drafts")).toContain(subject);
      await choice.selectOption({ label: "you@pismo.localhost" });
      const you = await mailboxOf(server);
      await expect.poll(async () => (await you.emails("drafts")).length).toBe(1);
      await expect.poll(() => world.subjectsIn("ann", "Drafts")).not.toContain(subject);
      await choice.selectOption({ label: "ann Test <ann@mail.test>" });
      await expect.poll(() => world.subjectsIn("ann", "Drafts")).toContain(subject);
      await expect.poll(() => you.emails("drafts")).toEqual([]);
      await popup.send.click();
      await expect(popup.dialog).toBeHidden();
      const sent = (): string | undefined => world.postfix.messages().find((text) => text.includes(subject));
      await expect.poll(sent).toContain("From: ann Test <ann@mail.test>");
      // The first address is not told by it either.
      expect(sent()!.slice(sent()!.indexOf("From: ann"))).not.toContain("pismo.localhost");
      expect(structureOf(await readByPython(sent()!))).toMatch(/^mixed\(.*image\/png\)$/);
      await expect.poll(() => world.subjectsIn("ann", "Sent")).toContain(subject);
      await expect.poll(() => world.subjectsIn("ann", "Drafts")).not.toContain(subject);
    },
  );
});
