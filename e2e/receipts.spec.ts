/** Read receipts: asked for by choice, answered by the person alone (RFC 9007, RFC 8098). */
import type { Page } from "@playwright/test";
import PostalMime from "postal-mime";
import { ofToday } from "../packages/server/test/support/of-today.ts";
import { expectAccessible } from "./support/axe.ts";
import { composeToAnna, mailboxOf } from "./support/compose.ts";
import { readByPython, structureOf } from "./support/other-parser.ts";
import type { PismoServer } from "./support/server.ts";
import { expect, test } from "./support/story.ts";

const letter = {
  from: "Anna <anna@pismo.localhost>",
  to: "you@pismo.localhost",
  subject: "Tickets",
  messageId: "<tickets@mail.example>",
  headers: { "Disposition-Notification-To": "anna@pismo.localhost" } as Record<string, string>,
  text: "Have you seen them?",
};

const words = {
  en: {
    label: "Request for a receipt",
    send: "Send a receipt",
    decline: "Do not send",
    sent: "Receipt sent",
    subject: "Read: Tickets",
    menu: "Schedule",
    ask: "Ask for a receipt",
    card: "Receipt",
    opened: "says that your letter was opened:",
  },
  ru: {
    label: "Запрос уведомления о прочтении",
    send: "Отправить уведомление",
    decline: "Не отправлять",
    sent: "Уведомление отправлено",
    subject: "Прочитано: Tickets",
    menu: "Запланировать",
    ask: "Запросить уведомление о прочтении",
    card: "Уведомление о прочтении",
    opened: "сообщает, что ваше письмо открыто:",
  },
} as const;

async function open(page: Page, server: PismoServer): Promise<void> {
  await page.goto(server.url);
  await page.getByRole("link", { name: /Tickets/ }).click();
  await expect(page.getByRole("article")).toContainText("Have you seen them?");
}

const keywordsIn = async (server: PismoServer): Promise<string[]> =>
  (await (await mailboxOf(server)).emails("inbox")).flatMap(({ keywords }) => Object.keys(keywords ?? {}));

for (const lang of ofToday(["en", "ru"] as const)) {
  test.describe(`in ${lang}`, () => {
    test.use({ lang });
    const w = words[lang];

    test("the question stands above the letter, and a receipt goes when the person says so", async ({
      page,
      server,
    }) => {
      await server.pismo("mailbox", "add", "anna");
      await server.deliver(letter);
      await open(page, server);
      const question = page.getByRole("region", { name: w.label });
      await expect(question).toContainText("Anna");
      await expectAccessible(page);
      const anna = await mailboxOf(server, "anna");
      expect(await anna.emails("inbox")).toEqual([]);
      await question.getByRole("button", { name: w.send }).press("Enter");
      await expect(page.getByText(w.sent)).toBeVisible();
      await expect(question).toBeHidden();
      const { source, parsed } = await anna.onlyMessage();
      expect(parsed).toMatchObject({ subject: w.subject, inReplyTo: "<tickets@mail.example>" });
      expect(structureOf(await readByPython(source))).toMatch(/^report\(text\/plain message\/disposition-notification/);
      expect(source).toContain("Disposition: manual-action/MDN-sent-manually; displayed");
      expect(await keywordsIn(server)).toContain("$mdnsent");
      await page.reload();
      await expect(page.getByRole("article")).toContainText("Have you seen them?");
      await expect(question).toBeHidden();
    });

    test("none goes where the person does not want it, and it is not asked again", async ({ page, server }) => {
      await server.pismo("mailbox", "add", "anna");
      await server.deliver(letter);
      await open(page, server);
      const question = page.getByRole("region", { name: w.label });
      await question.getByRole("button", { name: w.decline }).click();
      await expect(question).toBeHidden();
      await expect.poll(() => keywordsIn(server)).toContain("$mdnsent");
      await page.reload();
      await expect(page.getByRole("article")).toContainText("Have you seen them?");
      await expect(question).toBeHidden();
      expect(await (await mailboxOf(server, "anna")).emails("inbox")).toEqual([]);
    });

    test("a letter asks for one by the menu beside Send, and the one that comes says so", async ({ page, server }) => {
      const popup = await composeToAnna(page, server, lang);
      await popup.subject.fill("Tickets");
      await popup.dialog.getByRole("button", { name: w.menu, exact: true }).press("Enter");
      const wish = page.getByRole("menuitemcheckbox", { name: w.ask });
      await expect(wish).not.toBeChecked();
      await wish.press("Enter");
      await popup.dialog.getByRole("button", { name: w.menu, exact: true }).press("Enter");
      await expect(wish).toBeChecked();
      await expectAccessible(page);
      await page.keyboard.press("Escape");
      await popup.send.click();
      await expect(popup.dialog).toBeHidden();
      const anna = await mailboxOf(server, "anna");
      const { email, source } = await anna.onlyMessage();
      const { headers } = await PostalMime.parse(Buffer.from(source, "latin1"));
      expect(headers.find(({ key }) => key === "disposition-notification-to")?.value).toContain("you@pismo.localhost");

      const { client, accountId } = anna;
      const [identity] = (await client.call("Identity/get", { accountId, ids: null })).list;
      const { notSent } = await client.call("MDN/send", {
        accountId,
        identityId: identity!.id!,
        send: {
          r: {
            forEmailId: email.id!,
            subject: "A receipt",
            disposition: { actionMode: "manual-action", sendingMode: "mdn-sent-manually", type: "displayed" },
          },
        },
      });
      expect(notSent).toBeNull();
      await page.getByRole("link", { name: /A receipt/ }).click();
      const card = page.getByRole("region", { name: w.card, exact: true });
      await expect(card).toContainText(w.opened);
      await expectAccessible(page);
      await card.getByRole("link", { name: "Tickets" }).click();
      await expect(page.getByRole("heading", { name: "Tickets" })).toBeVisible();
    });
  });
}

test("lists, programs and spam are given no answer, and the person is not asked", async ({ page, server }) => {
  const others: Record<string, string>[] = [
    { "List-Id": "<all.mail.example>" },
    { Precedence: "bulk" },
    { "Auto-Submitted": "auto-generated" },
  ];
  for (const [index, headers] of others.entries()) {
    await server.deliver({
      ...letter,
      subject: `Tickets ${index}`,
      messageId: `<t${index}@mail.example>`,
      headers: { ...letter.headers, ...headers },
    });
  }
  await server.deliver({ ...letter, subject: "Tickets asked", messageId: "<asked@mail.example>" });
  const question = page.getByRole("region", { name: words.en.label });
  for (const index of others.keys()) {
    await page.goto(server.url);
    // What is asked of the server about the letter has been answered.
    const answered = page.waitForResponse(
      (response) => response.request().postData()?.includes("header:Precedence") === true,
    );
    await page.getByRole("link", { name: `Tickets ${index}` }).click();
    await answered;
    await expect(page.getByRole("article")).toContainText("Have you seen them?");
    await expect(question).toBeHidden();
  }
  await page.goto(server.url);
  await page.getByRole("link", { name: "Tickets asked" }).click();
  await expect(question).toBeVisible();
  // As spam it is not asked about.
  const { client, accountId, emails } = await mailboxOf(server);
  const asked = (await emails("inbox")).find(({ subject }) => subject === "Tickets asked")!;
  const { list } = await client.call("Mailbox/get", { accountId, ids: null });
  const junk = list.find(({ role }) => role === "junk")!.id!;
  await client.call("Email/set", { accountId, update: { [asked.id!]: { mailboxIds: { [junk]: true } } } });
  await expect(question).toBeHidden();
});

test("where the receipt would go to another than the sender, that is said", async ({ page, server }) => {
  await server.deliver({ ...letter, headers: { "Disposition-Notification-To": "spy@elsewhere.example" } });
  await open(page, server);
  const question = page.getByRole("region", { name: words.en.label });
  await expect(question).toContainText("It would go to another address: spy@elsewhere.example.");
});

for (const lang of ofToday(["en", "ru"] as const)) {
  test.describe(`the address that answers, in ${lang}`, () => {
    test.use({ lang });

    test("the question names it before the asker learns it, and the receipt comes from it", async ({
      page,
      server,
    }) => {
      await server.pismo("mailbox", "add", "anna");
      const { client, accountId } = await mailboxOf(server);
      const shop = { email: "you+shop@pismo.localhost", name: "The shop" };
      await client.call("Identity/set", { accountId, create: { shop } });
      await server.deliver({ ...letter, to: shop.email });
      // A blind copy: the letter does not say to which address it came.
      await server.deliver({
        ...letter,
        to: "all@mail.example",
        subject: "Seats",
        messageId: "<seats@mail.example>",
        envelope: { from: "anna@pismo.localhost", to: shop.email },
      });
      const named = { en: "It would be sent from your address", ru: "Уведомление уйдёт с вашего адреса" }[lang];
      const question = page.getByRole("region", { name: words[lang].label });
      await page.goto(server.url);
      await page.getByRole("link", { name: /Seats/ }).click();
      await expect(question).toContainText(`${named} you@pismo.localhost.`);
      await page.goto(server.url);
      await page.getByRole("link", { name: /Tickets/ }).click();
      await expect(question).toContainText(`${named} ${shop.email}.`);
      await expectAccessible(page);
      await question.getByRole("button", { name: words[lang].send }).click();
      const { parsed } = await (await mailboxOf(server, "anna")).onlyMessage();
      expect(parsed.from).toMatchObject({ address: shop.email });
    });
  });
}

test("a draft keeps the wish", async ({ page, server }) => {
  const popup = await composeToAnna(page, server);
  await popup.subject.fill("Kept");
  await popup.dialog.getByRole("button", { name: words.en.menu, exact: true }).click();
  await page.getByRole("menuitemcheckbox", { name: words.en.ask }).click();
  const you = await mailboxOf(server);
  const wishes = async (): Promise<unknown[]> => {
    const ids = (await you.emails("drafts")).map(({ id }) => id!);
    const properties = ["header:Disposition-Notification-To:asAddresses"] as never[];
    const { list } = await you.client.call("Email/get", { accountId: you.accountId, ids, properties });
    return list.map((email) => email[properties[0]!]);
  };
  await expect.poll(wishes).toEqual([[expect.objectContaining({ email: "you@pismo.localhost" })]]);
  await popup.close.click();
  await expect(popup.dialog).toBeHidden();
  await page.getByRole("link", { name: /^Drafts/ }).click();
  await page.getByRole("link", { name: /Kept/ }).click();
  await popup.dialog.getByRole("button", { name: words.en.menu, exact: true }).click();
  await expect(page.getByRole("menuitemcheckbox", { name: words.en.ask })).toBeChecked();
});

test.describe("on a phone", () => {
  test.use({ viewport: { width: 390, height: 760 }, hasTouch: true });

  test("the question and its buttons have room", async ({ page, server }) => {
    await server.pismo("mailbox", "add", "anna");
    await server.deliver(letter);
    await open(page, server);
    const question = page.getByRole("region", { name: words.en.label });
    const { x, width } = (await question.boundingBox())!;
    expect(x + width).toBeLessThanOrEqual(390);
    await expectAccessible(page);
    await question.getByRole("button", { name: words.en.send }).tap();
    await (await mailboxOf(server, "anna")).onlyMessage();
  });
});

test("where it is the rule, every letter asks, and one can be without", async ({ page, server }) => {
  await page.goto(`${server.url}/settings/writing`);
  await page.getByRole("switch", { name: "Ask for receipts" }).click();
  await expect(page.getByText("The setting is saved")).toBeVisible();
  const popup = await composeToAnna(page, server);
  await popup.subject.fill("Without");
  await popup.dialog.getByRole("button", { name: words.en.menu, exact: true }).click();
  const wish = page.getByRole("menuitemcheckbox", { name: words.en.ask });
  await expect(wish).toBeChecked();
  await wish.click();
  await popup.send.click();
  await expect(popup.dialog).toBeHidden();
  const { source } = await (await mailboxOf(server, "anna")).onlyMessage();
  expect(source).not.toContain("Disposition-Notification-To");
});
