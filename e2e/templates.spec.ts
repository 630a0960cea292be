/** Templates: kept from a letter, inserted by the toolbar and by ";name", with fields; and emoji by ":name". */
import { ofToday } from "../packages/server/test/support/of-today.ts";
import { canRunDovecot, type Dovecot, startDovecot } from "../packages/server/test/servers/dovecot.ts";
import { foreignClient } from "../packages/server/test/servers/foreign-client.ts";
import { expectAccessible } from "./support/axe.ts";
import { compose, composeToAnna, mailboxOf, popupOf } from "./support/compose.ts";
import { fixture } from "./support/fixture.ts";
import { enter, hostedAt } from "./support/hosted.ts";
import { png } from "./support/images.ts";
import { expect, test } from "./support/story.ts";

const prices = png(30, 20, [20, 120, 60]);

const words = {
  en: {
    tool: "Templates",
    save: "Save as template …",
    name: "Name of the template",
    saved: "Template saved: Thanks",
    text: "Thank you, {name}! Yours, {company}",
    company: "{company}",
    filled: /^Thank you, Anna! Yours, Pismo/,
  },
  ru: {
    tool: "Шаблоны",
    save: "Сохранить как шаблон …",
    name: "Название шаблона",
    saved: "Шаблон сохранён: Thanks",
    text: "Thank you, {имя}! Yours, {компания}",
    company: "{компания}",
    filled: /^Thank you, Anna! Yours, Pismo/,
  },
} as const;

for (const lang of ofToday(["en", "ru"] as const)) {
  const { tool, save, name, saved, text, company, filled } = words[lang];
  test.describe(`in ${lang}`, () => {
    test.use({ lang });

    test("a template is kept without the signature, and comes back by its name and by the toolbar", async ({
      page,
      server,
    }) => {
      await server.pismo("mailbox", "add", "anna");
      const you = await mailboxOf(server);
      const { accountId, client } = you;
      const [own] = (await client.call("Identity/get", { accountId, ids: null })).list;
      await client.call("Identity/set", { accountId, update: { [own!.id!]: { textSignature: "Yours" } } });
      await page.goto(server.url);
      const popup = await compose(page, lang);
      await popup.text.focus();
      await page.keyboard.press("Control+Home");
      await page.keyboard.type(text);
      await popup.tool(tool).click();
      await page.getByRole("menuitem", { name: save }).click();
      const field = popup.dialog.getByRole("textbox", { name });
      await expect(field).toBeFocused();
      await expectAccessible(page);
      await page.keyboard.type("Thanks");
      await page.screenshot({ path: `test-results/template-name-${lang}.png` });
      await page.keyboard.press("Enter");
      await expect(page.getByText(saved)).toBeVisible();
      await popup.cancel.click();
      await expect(popup.dialog).toBeHidden();

      // By keys alone.
      await compose(page, lang);
      await page.keyboard.type("Anna <anna@pismo.localhost>,");
      await popup.text.focus();
      await page.keyboard.press("Control+Home");
      await page.keyboard.type(";tha");
      const offer = page.getByRole("option", { name: "Thanks" });
      await expect(offer).toHaveAttribute("aria-selected", "true");
      await expectAccessible(page);
      // Under the line that is typed.
      const [under, over] = [(await offer.boundingBox())!, (await popup.text.boundingBox())!];
      expect(under.y).toBeGreaterThan(over.y + 20);
      expect(under.y).toBeLessThan(over.y + 80);
      await page.screenshot({ path: `test-results/template-offer-${lang}.png` });
      await page.keyboard.press("Escape");
      await expect(offer).toBeHidden();
      await expect(popup.dialog).toBeVisible();
      await page.keyboard.press("Backspace");
      await page.keyboard.press("Backspace");
      await page.keyboard.press("Backspace");
      await page.keyboard.press("Backspace");
      await page.keyboard.type(";t");
      await expect(offer).toBeVisible();
      await page.keyboard.press("Enter");
      await expect(popup.text).toContainText(company);
      // The open field is selected.
      await page.keyboard.type("Pismo");
      await expect(popup.text).not.toContainText("{");
      await expect(popup.subject).toHaveValue("Thanks");
      await popup.send.click();
      await expect(popup.dialog).toBeHidden();
      const { parsed } = await (await mailboxOf(server, "anna")).onlyMessage();
      expect(parsed.text).toMatch(filled);
      expect(parsed.text?.match(/Yours\s*$/g)).toHaveLength(1);

      await compose(page, lang);
      await popup.tool(tool).click();
      await page.getByRole("menuitem", { name: "Thanks" }).click();
      await expect(popup.text).toContainText(company);
      // It is still there.
      const drafts = await you.emails("drafts");
      expect(drafts.filter(({ keywords }) => keywords?.["pismo-template"])).toHaveLength(1);
    });
  });
}

test("emoji are offered by what they are called, and times and faces of signs are left alone", async ({
  page,
  server,
}) => {
  await page.goto(server.url);
  const popup = await compose(page);
  await popup.text.focus();
  await page.keyboard.type("At 5:30 :) :ros");
  await expect(page.getByRole("option", { name: "rose" })).toBeVisible();
  await page.keyboard.press("Tab");
  await page.keyboard.type(" :улы");
  await page.getByRole("option", { name: "улыбка" }).click();
  await expect(popup.text).toHaveText("At 5:30 :) 🌹 🙂");
  await expect(popup.text).toBeFocused();
});

test("in the last line of a long text they are offered above it, in sight", async ({ page, server }) => {
  await page.goto(server.url);
  const popup = await compose(page);
  await popup.text.focus();
  for (let line = 0; line < 30; line++) await page.keyboard.press("Enter");
  await page.keyboard.type(":ros");
  const offer = page.getByRole("option", { name: "rose" });
  await expect(offer).toBeInViewport({ ratio: 1 });
  await offer.click();
  await expect(popup.text).toHaveText("🌹");
});

test("a letter begins with a template that is opened from Drafts, and the template stays", async ({ page, server }) => {
  await page.goto(server.url);
  const popup = await compose(page);
  await popup.text.focus();
  await page.keyboard.type("Good day");
  await popup.tool("Templates").click();
  await page.getByRole("menuitem", { name: "Save as template …" }).click();
  await page.keyboard.type("Greeting");
  await page.keyboard.press("Enter");
  await expect(page.getByText("Template saved: Greeting")).toBeVisible();
  await popup.cancel.click();
  await expect(page.getByText("Draft discarded")).toBeVisible();
  await page.goto(`${server.url}/drafts?letters=all`);
  await page.getByRole("link", { name: /Greeting/ }).click();
  await expect(popup.text).toHaveText("Good day");
  await popup.text.press("End");
  await page.keyboard.type(", Anna");
  await expect(popup.saved).toBeVisible();
  const you = await mailboxOf(server);
  await expect.poll(async () => (await you.emails("drafts")).length).toBe(2);
  expect((await you.emails("drafts")).filter(({ keywords }) => keywords?.["pismo-template"])).toHaveLength(1);
});

test("a template keeps its files, and a letter that begins with it has them", async ({ page, server }) => {
  const popup = await composeToAnna(page, server);
  await popup.text.focus();
  await page.keyboard.type("The prices");
  await popup.files.setInputFiles({ name: "prices.png", mimeType: "image/png", buffer: prices });
  await popup.tool("Templates").click();
  await page.getByRole("menuitem", { name: "Save as template …" }).click();
  await page.keyboard.type("Prices");
  await page.keyboard.press("Enter");
  await expect(page.getByText("Template saved: Prices")).toBeVisible();
  await popup.cancel.click();
  await expect(popup.dialog).toBeHidden();
  await compose(page);
  await page.keyboard.type("anna@pismo.localhost,");
  await popup.text.focus();
  await page.keyboard.type(";pri");
  await expect(page.getByRole("option", { name: "Prices" })).toBeVisible();
  await page.keyboard.press("Enter");
  await expect(popup.dialog.getByRole("img", { name: "prices.png" })).toBeVisible();
  await popup.send.click();
  await expect(popup.dialog).toBeHidden();
  const { parsed } = await (await mailboxOf(server, "anna")).onlyMessage();
  expect(parsed).toMatchObject({ subject: "Prices", text: expect.stringMatching(/^The prices/) });
  const [file, ...others] = parsed.attachments;
  expect(file).toMatchObject({ filename: "prices.png", mimeType: "image/png", disposition: "attachment" });
  expect(Buffer.from(file!.content as ArrayBuffer).equals(prices)).toBe(true);
  expect(others).toEqual([]);
  const drafts = await (await mailboxOf(server)).emails("drafts");
  const template = drafts.find(({ keywords }) => keywords?.["pismo-template"]);
  expect(template?.attachments).toMatchObject([{ name: "prices.png" }]);
});

const mirrored = test.extend<{ dovecot: Dovecot }>({
  dovecot: fixture(
    () => startDovecot({ password: "secret", specialFolders: {} }),
    (dovecot) => dovecot.stop(),
  ),
  env: ({ dovecot }, provide) => provide(hostedAt(dovecot.port)),
});

mirrored.describe("at an IMAP server", () => {
  mirrored.skip(!canRunDovecot, "Dovecot is not installed");

  mirrored("a template is a draft with a keyword, and is offered from there", async ({ page, server, dovecot }) => {
    await enter(page, server.url, "secret");
    const popup = await compose(page);
    await popup.text.focus();
    await page.keyboard.type("Good day");
    await popup.files.setInputFiles({ name: "prices.png", mimeType: "image/png", buffer: prices });
    await popup.tool("Templates").click();
    await page.getByRole("menuitem", { name: "Save as template …" }).click();
    await page.keyboard.type("Greeting");
    await page.keyboard.press("Enter");
    await expect(page.getByText("Template saved: Greeting")).toBeVisible();
    await popup.cancel.click();
    const client = await foreignClient(dovecot.port, "ann@example.org");
    const keywords = async (): Promise<string[]> => {
      for (const { path } of await client.list()) {
        if (!/draft/i.test(path)) continue;
        const lock = await client.getMailboxLock(path);
        try {
          for await (const { flags, envelope } of client.fetch("1:*", { flags: true, envelope: true })) {
            if (envelope?.subject === "Greeting") return [...(flags ?? [])];
          }
        } finally {
          lock.release();
        }
      }
      return [];
    };
    await expect.poll(keywords).toContain("pismo-template");
    await client.logout();
    await page.reload();
    await page.getByRole("button", { name: "Compose", exact: true }).click();
    await expect(popupOf(page).to).toBeFocused();
    await popup.text.focus();
    await page.keyboard.type(";gre");
    await expect(page.getByRole("option", { name: "Greeting" })).toBeVisible();
    await page.keyboard.press("Enter");
    await expect(popup.text).toHaveText("Good day");
    await expect(popup.dialog.getByRole("img", { name: "prices.png" })).toBeVisible();
  });
});
