/** Which account an address shows: its parameter `account`, left out for the first one. */
import type { Locator, Page } from "@playwright/test";
import { ofToday } from "../packages/server/test/support/of-today.ts";
import { expectAccessible } from "./support/axe.ts";
import type { PismoServer } from "./support/server.ts";
import { expect, test } from "./support/story.ts";

const row = (page: Page, subject: string): Locator => page.getByRole("link", { name: new RegExp(subject) });

const words = {
  en: {
    account: "Account",
    sent: "Sent",
    filter: "Filter",
    unread: "Unread",
    reset: "Reset all",
    settings: "Mail settings",
    notFound: "not found",
  },
  ru: {
    account: "Аккаунт",
    sent: "Отправленные",
    filter: "Фильтр",
    unread: "Непрочитанные",
    reset: "Сбросить всё",
    settings: "Настройки почты",
    notFound: "не найдена",
  },
} as const;

/** Two accounts, each with a letter, and a folder of the second one's own. @returns the address of that folder */
async function start(page: Page, server: PismoServer): Promise<string> {
  await server.pismo("mailbox", "add", "anna");
  for (const [subject, to] of [
    ["Yours", "you"],
    ["Annas", "anna"],
  ] as const) {
    await server.deliver({ from: "zoe@mail.example", to: `${to}@pismo.localhost`, subject, text: `${subject} text` });
  }
  const client = await server.client("anna@pismo.localhost");
  const accountId = Object.keys((await client.session()).accounts)[0]!;
  const { created } = await client.call("Mailbox/set", { accountId, create: { own: { name: "Orchard" } } });
  const { list } = await client.call("Mailbox/get", { accountId, ids: null });
  const { ids } = await client.call("Email/query", { accountId, filter: { subject: "Annas" } });
  const folder = created?.["own"]?.id ?? "";
  const inbox = list.find(({ role }) => role === "inbox")?.id ?? "";
  await client.call("Email/set", {
    accountId,
    update: { [ids[0] ?? ""]: { mailboxIds: { [inbox]: true, [folder]: true } } },
  });
  await page.goto(`${server.url}/inbox?letters=all`);
  await expect(row(page, "Yours")).toBeVisible();
  return `/${folder}?letters=all&account=${accountId}`;
}

async function choose(page: Page, menu: string, name: string): Promise<void> {
  await page.getByRole("button", { name: new RegExp(`^${menu} `) }).click();
  await page.getByRole("menuitemradio", { name: new RegExp(`^${name}`) }).click();
  await page.keyboard.press("Escape");
}

test("the address of a letter that names no account leads to the account that has it, and an unknown one to none", async ({
  page,
  server,
}) => {
  const folder = await start(page, server);
  await page.goto(server.url + folder);
  const letter = new URL((await row(page, "Annas").getAttribute("href"))!, server.url);
  const account = letter.searchParams.get("account")!;
  letter.searchParams.delete("account");
  await page.goto(letter.href);
  await expect(page.getByText("Annas text")).toBeVisible();
  await expect(page).toHaveURL(new RegExp(`account=${account}$`));
  await page.reload();
  await expect(page.getByText("Annas text")).toBeVisible();
  await page.goto(`${server.url}/email/e99999?title=None`);
  await expect(page.getByRole("heading", { name: "Letter not found" })).toBeVisible();
});

for (const lang of ofToday(["en", "ru"] as const)) {
  const { account, sent, filter, unread, reset, settings, notFound } = words[lang];
  test.describe(`in ${lang}`, () => {
    test.use({ lang });

    test("an address shows its account in any tab, after a reload, and on the way back and forward", async ({
      page,
      server,
      context,
    }) => {
      const folder = await start(page, server);
      const nav = page.getByRole("navigation").first();
      await expect(nav.getByRole("link", { name: new RegExp(`^${sent}`) })).toHaveAttribute(
        "href",
        "/sent?letters=all",
      );
      await choose(page, account, "anna@pismo");
      await expect(row(page, "Annas")).toBeVisible();
      await expect(row(page, "Yours")).toHaveCount(0);
      await expect(page).toHaveURL(/\/inbox\?letters=all&account=a\d+$/);
      await expect(nav.getByRole("link", { name: new RegExp(`^${sent}`) })).toHaveAttribute(
        "href",
        /^\/sent\?letters=all&account=a\d+$/,
      );
      await nav.getByRole("link", { name: /^Orchard/ }).click();
      await expect(page).toHaveURL(server.url + folder);
      await expect(row(page, "Annas")).toBeVisible();
      await page.reload();
      await expect(row(page, "Annas")).toBeVisible();
      await expect(nav.getByRole("link", { name: /^Orchard/ })).toHaveAttribute("aria-current", "page");

      const tab = await context.newPage();
      await tab.goto(server.url + folder);
      await expect(row(tab, "Annas")).toBeVisible();
      const letter = await row(tab, "Annas").getAttribute("href");
      await tab.goto(server.url + letter!);
      await expect(tab.getByText("Annas text")).toBeVisible();
      await tab.goto(server.url);
      await expect(row(tab, "Yours")).toBeVisible();
      await page.reload();
      await expect(row(page, "Annas")).toBeVisible();

      await choose(page, account, "you@pismo");
      await expect(row(page, "Yours")).toBeVisible();
      await expect(page).toHaveURL(`${server.url}/inbox?letters=all`);
      await page.goBack();
      await expect(page).toHaveURL(server.url + folder);
      await expect(row(page, "Annas")).toBeVisible();
      await page.goForward();
      await expect(row(page, "Yours")).toBeVisible();
      await expect(row(page, "Annas")).toHaveCount(0);
      await page.goBack();
      await row(page, "Annas").click();
      await expect(page.getByText("Annas text")).toBeVisible();
      await expect(page).toHaveURL(/\/email\/e\d+\?title=Annas&account=a\d+$/);
      await expectAccessible(page);
    });

    test("filters and a search stay in the account, which is nothing to reset", async ({ page, server }) => {
      await start(page, server);
      await choose(page, account, "anna@pismo");
      await page.getByRole("button", { name: filter }).click();
      await page.getByRole("menuitemcheckbox", { name: unread }).click();
      await expect(page).toHaveURL(/\/inbox\?account=a\d+&read=false$/);
      await expect(row(page, "Annas")).toBeVisible();
      await page.getByRole("menuitem", { name: reset }).click();
      await expect(page).toHaveURL(/\/inbox\?account=a\d+$/);
      await expect(row(page, "Annas")).toBeVisible();
      await page.getByRole("button", { name: filter }).click();
      await expect(page.getByRole("menuitemcheckbox", { name: unread })).toBeVisible();
      await expect(page.getByRole("menuitem", { name: reset })).toHaveCount(0);
      await page.keyboard.press("Escape");
      const box = page.locator("[data-search-box]");
      await box.fill("text");
      await expect(page).toHaveURL(/\/all\?account=a\d+&q=text$/);
      await expect(row(page, "Annas")).toBeVisible();
      await expect(row(page, "Yours")).toHaveCount(0);
      await box.fill("");
      await expect(page).toHaveURL(/\/inbox\?account=a\d+&letters=all$/);
      await expect(row(page, "Annas")).toBeVisible();
    });

    test("Mail settings are those of the account that they were opened from", async ({ page, server }) => {
      await start(page, server);
      await choose(page, account, "anna@pismo");
      await expect(row(page, "Annas")).toBeVisible();
      await page.getByRole("button", { name: new RegExp(`^${account} `) }).click();
      await page.getByRole("menuitem", { name: settings }).click();
      await expect(page).toHaveURL(/\/settings\/reading\?account=a\d+$/);
      await expect(page.getByRole("button", { name: new RegExp(`^${account} anna`) })).toBeVisible();
      await page.goBack();
      await expect(row(page, "Annas")).toBeVisible();
    });

    test("an account that the person does not have is no page", async ({ page, server }) => {
      await start(page, server);
      await page.goto(`${server.url}/inbox?letters=all&account=a99`);
      await expect(page.getByRole("heading", { name: new RegExp(notFound) })).toBeVisible();
      await expectAccessible(page);
      await page.getByRole("main").getByRole("link").click();
      await expect(page).toHaveURL(`${server.url}/inbox?letters=all`);
      await expect(row(page, "Yours")).toBeVisible();
    });
  });
}
