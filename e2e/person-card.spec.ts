/** The card over a name in a letter: who it is, the way to all letters and files, and what the address is good for. */
import type { Page } from "@playwright/test";
import { ofToday } from "../packages/server/test/support/of-today.ts";
import { expectAccessible } from "./support/axe.ts";
import { cardOf, putCards } from "./support/cards.ts";
import { mailboxOf, popupOf } from "./support/compose.ts";
import { png } from "./support/images.ts";
import type { PismoServer } from "./support/server.ts";
import { expect, test } from "./support/story.ts";

const words = {
  en: {
    letters: "All letters",
    files: "Last files",
    copy: "Copy address anna@mail.example",
    copied: "Address copied: anna@mail.example",
    add: "Add to contacts",
    show: "Contact: Anna Petrova",
    write: "Write",
  },
  ru: {
    letters: "Все письма",
    files: "Последние файлы",
    copy: "Скопировать адрес anna@mail.example",
    copied: "Адрес скопирован: anna@mail.example",
    add: "Добавить в контакты",
    show: "Контакт: Anna Petrova",
    write: "Написать",
  },
} as const;

const from = '"Anna Petrova" <anna@mail.example>';
const file = (filename: string) => ({ filename, contentType: "text/plain", content: Buffer.from("a") });

async function openLetter(page: Page, server: PismoServer): Promise<void> {
  await server.deliver({ from, subject: "With a plan", text: "1", attachments: [file("plan.txt")] });
  await server.deliver({
    from: "Hannah <hanna@mail.example>",
    subject: "2",
    text: "2",
    attachments: [file("other.txt")],
  });
  await server.deliver({ from, subject: "The last one", text: "Hello", attachments: [file("notes.txt")] });
  await page.goto(server.url);
  await page.getByRole("link", { name: /The last one/ }).click();
  await expect(page.getByRole("heading", { name: "The last one" })).toBeVisible();
}
const nameIn = (page: Page) => page.getByRole("button", { name: "Anna Petrova", exact: true });
const cardIn = (page: Page) => page.getByRole("dialog", { name: "Anna Petrova" });

for (const lang of ofToday(["en", "ru"] as const)) {
  const w = words[lang];
  test.describe(`in ${lang}`, () => {
    test.use({ lang });
    test("it shows under the pointer, can be hovered, and leads on", async ({ page, server, context }) => {
      await context.grantPermissions(["clipboard-read", "clipboard-write"]);
      await openLetter(page, server);
      const elsewhere: string[] = [];
      page.on("request", (request) => {
        if (!request.url().startsWith(server.url) && !request.url().startsWith("data:")) elsewhere.push(request.url());
      });
      const card = cardIn(page);
      await nameIn(page).hover();
      await expect(card).toBeVisible();
      await expect(card.getByRole("list", { name: w.files }).getByRole("link")).toHaveText([/notes\.txt/, /plan\.txt/]);
      // The way from the name to the card, and longer than any delay of it.
      await card.getByRole("heading", { level: 2 }).hover();
      await expect(card.getByText("anna@mail.example")).toBeVisible();
      await card.getByRole("button", { name: w.copy }).click();
      await expect(page.getByText(w.copied, { exact: true })).toBeVisible();
      expect(await page.evaluate(() => navigator.clipboard.readText())).toBe("anna@mail.example");
      await expectAccessible(page);
      await card.getByRole("button", { name: w.add }).click();
      await expect(card.getByRole("link", { name: w.show })).toBeVisible();
      await card.getByRole("link", { name: w.letters }).click();
      await expect(page).toHaveURL(/\/all\?q=from%3Aanna%40mail\.example/);
      await expect(page.getByRole("main").getByRole("link", { name: /The last one|With a plan/ })).toHaveCount(2);
      expect(elsewhere).toEqual([]);
    });

    test("the keyboard shows it, Enter leads into it and Escape back, and it is nowhere in the way", async ({
      page,
      server,
    }) => {
      await openLetter(page, server);
      const card = cardIn(page);
      const shown = async (): Promise<void> => {
        await page.keyboard.press("Tab");
        await expect(nameIn(page)).toBeFocused({ timeout: 500 });
      };
      await expect(shown).toPass();
      await expect(card).toBeVisible();
      await page.keyboard.press("Escape");
      await expect(card).toBeHidden();
      await expect(page).toHaveURL(/\/email\//);
      await expect(nameIn(page)).toBeFocused();
      await page.keyboard.press("Enter");
      await expect(card.getByRole("heading", { level: 2 })).toBeFocused();
      await page.keyboard.press("Tab");
      await expect(card.getByRole("button", { name: w.add })).toBeFocused();
      await page.keyboard.press("Escape");
      await expect(card).toBeHidden();
      await expect(nameIn(page)).toBeFocused();
      await page.keyboard.press("Tab");
      await expect(nameIn(page)).not.toBeFocused();
      await expect(card).toBeHidden();
    });
  });
}

test("on a phone a tap opens it, and one beside it closes it", async ({ page, server }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await openLetter(page, server);
  await nameIn(page).click();
  const card = cardIn(page);
  await expect(card).toBeVisible();
  await expect(async () => {
    const box = (await card.boundingBox())!;
    expect(box.x).toBeGreaterThanOrEqual(0);
    expect(box.x + box.width).toBeLessThanOrEqual(390);
  }).toPass();
  await expectAccessible(page);
  await page.mouse.click(195, 800);
  await expect(card).toBeHidden();
  await nameIn(page).click();
  await card.getByRole("button", { name: "Write" }).click();
  await expect(popupOf(page).chip(/Anna Petrova/)).toBeVisible();
});

test("a letter among the files that has no file name is called by its subject, as everywhere", async ({
  page,
  server,
}) => {
  const raw = [
    `From: ${from}`,
    "Subject: With a letter",
    "MIME-Version: 1.0",
    'Content-Type: multipart/mixed; boundary="b"',
    "",
    "--b",
    "Content-Type: text/plain",
    "",
    "1",
    "--b",
    "Content-Type: message/rfc822",
    "",
    "From: boris@mail.example",
    "Subject: Plan: the house",
    "",
    "2",
    "--b--",
    "",
  ];
  await server.deliver({ from: "anna@mail.example", raw: raw.join("\r\n") });
  await openLetter(page, server);
  await nameIn(page).hover();
  const files = cardIn(page).getByRole("list", { name: words.en.files }).getByRole("link");
  await expect(files).toHaveText([/^notes\.txt/, /^plan\.txt/, /^Plan_ the house\.eml/]);
  await expectAccessible(page);
  await page.screenshot({ path: "test-results/person-card-letter.png" });
  await files.last().click();
  await expect(page.getByRole("heading", { name: "With a letter" })).toBeVisible();
});

test("of a contact it shows the picture, the name and the other addresses", async ({ page, server }) => {
  const uri = `data:image/png;base64,${png(8, 8, [10, 90, 200]).toString("base64")}`;
  await putCards(server, [
    cardOf("Анна", "Каренина", "ANNA@mail.example", {
      emails: { e1: { address: "ANNA@mail.example" }, e2: { address: "work@anna.example" } },
      organizations: { o: { name: "Railway" } },
      media: { m: { kind: "photo", uri } },
    }),
  ]);
  await openLetter(page, server);
  await nameIn(page).hover();
  const card = cardIn(page);
  await expect(card.getByRole("heading", { name: "Анна Каренина" })).toBeVisible();
  await expect(card.getByText("Railway")).toBeVisible();
  await expect(card.getByText("work@anna.example")).toBeVisible();
  await expect(card.locator("img")).toHaveAttribute("src", uri);
  await card.getByRole("link", { name: "Contact: Анна Каренина" }).click();
  await expect(page).toHaveURL(/\/contacts\//);
});

test("of a letter that may be false it shows neither the contact nor the files of whom it names", async ({
  page,
  server,
}) => {
  await putCards(server, [cardOf("Анна", "Каренина", "anna@mail.example")]);
  await openLetter(page, server);
  const card = cardIn(page);
  await nameIn(page).hover();
  await expect(card.getByRole("list", { name: words.en.files })).toBeVisible();
  await page.mouse.move(0, 0);
  await expect(card).toBeHidden();
  const { client, accountId, emails } = await mailboxOf(server);
  const letter = (await emails("inbox")).find(({ subject }) => subject === "The last one")!;
  await client.call("Email/set", { accountId, update: { [letter.id!]: { "keywords/$phishing": true } } });
  await expect(page.getByRole("article")).toContainText("marked as phishing");
  const asked: string[] = [];
  page.on("request", (request) => asked.push(request.postData() ?? ""));
  await nameIn(page).click();
  await expect(card.getByRole("heading", { name: "Anna Petrova" })).toBeVisible();
  await expect(card.getByText("anna@mail.example")).toBeVisible();
  // What the card asks for goes out before what its link leads to.
  await card.getByRole("link", { name: words.en.letters }).click();
  await expect(page.getByRole("main").getByRole("link", { name: /With a plan/ })).toBeVisible();
  expect(asked.filter((body) => body.includes('"hasAttachment":true'))).toEqual([]);
});

test("every recipient has one", async ({ page, server }) => {
  await server.deliver({
    from,
    to: "You <you@pismo.localhost>",
    cc: "Boris <boris@mail.example>",
    subject: "All",
    text: "1",
  });
  await page.goto(server.url);
  await page.getByRole("link", { name: /All/ }).first().click();
  await page.getByRole("button", { name: /^To:/ }).click();
  await page.getByRole("button", { name: "Boris", exact: true }).click();
  await expect(page.getByRole("dialog", { name: "Boris" }).getByText("boris@mail.example")).toBeVisible();
});
