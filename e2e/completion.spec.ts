/** Who is offered while recipients are typed: people of letters, contacts and groups. */
import { ofToday } from "../packages/server/test/support/of-today.ts";
import { startPeer } from "../packages/server/test/support/smtp-peer.ts";
import { expectAccessible } from "./support/axe.ts";
import { cardOf, putCards } from "./support/cards.ts";
import { compose, popupOf } from "./support/compose.ts";
import { putEmails } from "./support/emails.ts";
import { fixture } from "./support/fixture.ts";
import { expect, test as base } from "./support/story.ts";
import type { Page } from "@playwright/test";

/** It knows all addresses but those that begin with "gone". */
const test = base.extend<{ peer: Awaited<ReturnType<typeof startPeer>> }>({
  peer: fixture(
    () => startPeer({ onRecipient: (address) => (address.startsWith("gone") ? "550 5.1.1 No such user" : undefined) }),
    (peer) => peer.close(),
  ),
  env: ({ peer }, provide) => provide({ PISMO_SMTP_URL: `smtp://127.0.0.1:${peer.port}` }),
});

const options = (page: Page) => page.getByRole("option");

for (const [lang, lookFor] of ofToday([
  ["en", ["петр", "petr", "gtnh"]],
  ["ru", ["петр", "petr", "gtnh", "фтт"]],
] as const)) {
  test.describe(`in ${lang}`, () => {
    test.use({ lang });
    test("contacts are found in either alphabet and keyboard layout, and groups unfold", async ({ page, server }) => {
      await putCards(server, [
        cardOf("Анна", "Петрова", "anna@mail.example", { uid: "anna" }),
        cardOf("Boris", "Akunin", "boris@mail.example", { uid: "boris" }),
        { kind: "group", name: { full: "Readers" }, members: { anna: true, boris: true } },
      ]);
      const to = [{ name: "Boris", email: "boris@mail.example" }];
      await putEmails(server, [{ subject: "x", to, folder: "sent" }]);
      await page.goto(server.url);
      const popup = await compose(page, lang);
      for (const text of lookFor) {
        await popup.to.fill(text);
        await expect(options(page)).toHaveText([/Анна Петрова/]);
      }
      await popup.to.fill("mail.example");
      await expect(options(page)).toHaveText([/Boris Akunin/, /Анна Петрова/]);
      await popup.to.fill("read");
      await expect(options(page)).toHaveText([/Readers/]);
      await expect(options(page)).toContainText("anna@mail.example, boris@mail.example");
      await expectAccessible(page);
      await page.keyboard.press("Enter");
      await expect(popup.chip(/Анна Петрова/)).toBeVisible();
      await expect(popup.chip(/Boris Akunin/)).toBeVisible();
    });
  });
}

test("an address that is written out stays, though a contact resembles it", async ({ page, server }) => {
  await putCards(server, [cardOf("Ася", "Кнопкина", "asya@knopkina.example", { uid: "asya" })]);
  await page.goto(server.url);
  const popup = await compose(page);
  await popup.to.fill("Ася <a@knopkina.example>");
  await expect(options(page)).toHaveText([/Ася Кнопкина/]);
  await page.keyboard.press("Enter");
  await expect(popup.chip("a@knopkina.example")).toBeVisible();
  await popup.to.fill("Ася");
  await expect(options(page)).toHaveText([/Ася Кнопкина/]);
  await page.keyboard.press("Tab");
  await expect(popup.chip("asya@knopkina.example")).toBeVisible();
});

test("a group of which all are recipients is not offered", async ({ page, server }) => {
  await putCards(server, [
    cardOf("Anna", "Petrova", "anna@mail.example", { uid: "anna" }),
    { kind: "group", name: { full: "Anna's group" }, members: { anna: true } },
  ]);
  await page.goto(server.url);
  const { to } = await compose(page);
  await to.fill("anna");
  await expect(options(page)).toHaveText([/Anna's group/, /Anna Petrova/]);
  await options(page).first().click();
  await to.fill("anna");
  await expect(options(page)).toHaveCount(0);
});

test("on a phone one tap takes a group", async ({ page, server }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await putCards(server, [
    cardOf("Anna", "Petrova", "anna@mail.example", { uid: "anna" }),
    cardOf("Boris", "Akunin", "boris@mail.example", { uid: "boris" }),
    { kind: "group", name: { full: "Readers" }, members: { anna: true, boris: true } },
  ]);
  await page.goto(server.url);
  await expect(page.getByRole("main").getByText("No letters", { exact: true })).toBeVisible();
  await page.keyboard.press("c");
  const popup = popupOf(page);
  await expect(popup.to).toBeFocused();
  await popup.to.fill("rea");
  await options(page).click();
  await expect(popup.dialog.locator("[data-chip]")).toHaveCount(2);
});

test("an address to which the last letter did not arrive is not offered again", async ({ page, server, peer }) => {
  await putCards(server, [cardOf("Gone", "Away", "gone@b.example"), cardOf("Golda", "Here", "golda@b.example")]);
  await page.goto(server.url);
  let popup = await compose(page);
  await popup.to.fill("go");
  await expect(options(page)).toHaveText([/Gone Away/, /Golda Here/]);
  await popup.to.fill("gone@b.example, golda@b.example,");
  await popup.subject.fill("To both");
  await popup.send.click();
  await expect(popup.dialog).toBeHidden();
  await expect(page.getByRole("alert").filter({ hasText: "To both" })).toBeVisible();
  expect(peer.messages.map(({ to }) => to)).toEqual([["golda@b.example"]]);
  popup = await compose(page);
  await popup.to.fill("go");
  await expect(options(page)).toHaveText([/Golda Here/]);
  await popup.cancel.click();

  // Also when what became of it has been read, and on a page that begins again.
  await page.goto(`${server.url}/outbox`);
  await page.getByRole("button", { name: "Remove from the list: To both" }).click();
  await expect(page.getByText("All letters are sent")).toBeVisible();
  await page.goto(server.url);
  popup = await compose(page);
  await popup.to.fill("go");
  await expect(options(page)).toHaveText([/Golda Here/]);
});

for (const [lang, undo, removed, settings, again, offered] of ofToday([
  ["en", "Undo", "Not offered any more: Anna Petrova", "Writing", "Offer again: anna@mail.example", "Boris Akunin"],
  [
    "ru",
    "Отменить",
    "Больше не предлагается: Anna Petrova",
    "Написание",
    "Предлагать снова: anna@mail.example",
    "Boris Akunin",
  ],
] as const)) {
  test.describe(`removed from the suggestions, in ${lang}`, () => {
    test.use({ lang });
    test("by a key or a click it is not offered again, until that is undone", async ({ page, server }) => {
      await putCards(server, [
        cardOf("Anna", "Petrova", "anna@mail.example"),
        cardOf("Boris", "Akunin", "boris@mail.example"),
      ]);
      await page.goto(server.url);
      let popup = await compose(page, lang);
      await popup.to.fill("mail");
      await expect(options(page)).toHaveText([/Anna Petrova/, /Boris Akunin/]);
      await popup.to.press("Shift+Delete");
      await expect(options(page)).toHaveText([new RegExp(offered)]);
      await expect(popup.to).toBeFocused();
      const notice = page.getByText(removed, { exact: true });
      await expect(notice).toBeVisible();
      // What is left there when the focus goes is a recipient.
      await popup.to.fill("");
      const isOffered = page.waitForResponse(
        (answer) => answer.request().postData()?.includes("Preferences/set") === true,
      );
      await page.getByRole("region").filter({ has: notice }).getByRole("button", { name: undo, exact: true }).click();
      await expect(notice).toBeHidden();
      await isOffered;
      await popup.to.fill("anna");
      await expect(options(page)).toHaveText([/Anna Petrova/]);
      await options(page).hover();
      await page.locator("[data-never-offer]").click();
      await expect(options(page)).toHaveCount(0);
      await expect(popup.dialog.locator("[data-chip]")).toHaveCount(0);
      await expect(notice).toBeVisible();

      await page.goto(`${server.url}/settings/writing`);
      await expect(page.getByRole("heading", { name: settings, level: 2 })).toBeVisible();
      await page.getByRole("button", { name: again }).click();
      await expect(page.getByRole("button", { name: again })).toBeHidden();
      await expectAccessible(page);
      await page.goto(server.url);
      popup = await compose(page, lang);
      await popup.to.fill("anna");
      await expect(options(page)).toHaveText([/Anna Petrova/]);
    });
  });
}

test("while all accounts are shown the contacts of each are offered, but for what came back to one", async ({
  page,
  server,
}) => {
  await server.pismo("mailbox", "add", "zoe");
  await putCards(server, [cardOf("Anna", "Petrova", "anna@mail.example"), cardOf("Ann", "Gone", "gone@mail.example")]);
  await putCards(
    server,
    [
      cardOf("Anka", "Lis", "anka@mail.example", { uid: "anka" }),
      cardOf("Anna", "P.", "ANNA@mail.example", { uid: "anna" }),
      { kind: "group", name: { full: "Anchors" }, members: { anka: true, anna: true } },
    ],
    "zoe@pismo.localhost",
  );
  const zoe = await server.client("zoe@pismo.localhost");
  await page.goto(`${server.url}/inbox?account=${Object.keys((await zoe.session()).accounts)[0]!}`);
  let popup = await compose(page);
  await popup.to.fill("gone@mail.example,");
  await popup.subject.fill("To none");
  await popup.send.click();
  await expect(page.getByRole("alert").filter({ hasText: "To none" })).toBeVisible();
  await page.goto(`${server.url}/inbox?account=all`);
  popup = await compose(page);
  await popup.to.fill("an");
  // The choice of the sender has options, too.
  const offered = options(page).filter({ hasText: "mail.example" });
  await expect(offered).toHaveText([/Anchors/, /Anna Petrova/, /Anka Lis/]);
  await offered.first().click();
  await expect(popup.chip(/Anka Lis/)).toBeVisible();
});
