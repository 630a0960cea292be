/** Several accounts together: labels of each, searches for one's own letters and for the best match, and titles. */
import type { Locator, Page } from "@playwright/test";
import { ofToday } from "../packages/server/test/support/of-today.ts";
import { expectAccessible } from "./support/axe.ts";
import { putEmails } from "./support/emails.ts";
import type { PismoServer } from "./support/server.ts";
import { expect, test } from "./support/story.ts";

const row = (page: Page, subject: string): Locator => page.getByRole("link", { name: new RegExp(subject) });
const hoursAgo = (hours: number): Date => new Date(Date.now() - hours * 3_600_000);
const address = { you: "you@pismo.localhost", anna: "anna@pismo.localhost" };

const clientOf = async (server: PismoServer, user: keyof typeof address) => {
  const client = await server.client(address[user]);
  return { client, accountId: Object.keys((await client.session()).accounts)[0]! };
};

async function putLabel(server: PismoServer, user: keyof typeof address, name: string): Promise<void> {
  const { client, accountId } = await clientOf(server, user);
  await client.call("Label/set", { accountId, create: { label: { name } } });
}

async function putOn(server: PismoServer, user: keyof typeof address, subject: string, keyword: string) {
  const { client, accountId } = await clientOf(server, user);
  const { ids } = await client.call("Email/query", { accountId, filter: { subject } });
  const update = Object.fromEntries(ids.map((id) => [id, { [`keywords/${keyword}`]: true }]));
  await client.call("Email/set", { accountId, update });
}

/** How many Emails of an account have a keyword. */
async function labelled(server: PismoServer, user: keyof typeof address, hasKeyword: string): Promise<number> {
  const { client, accountId } = await clientOf(server, user);
  return (await client.call("Email/query", { accountId, filter: { hasKeyword } })).ids.length;
}

async function labelNames(server: PismoServer, user: keyof typeof address): Promise<string[]> {
  const { client, accountId } = await clientOf(server, user);
  return (await client.call("Label/get", { accountId, ids: null })).list.map(({ name = "" }) => name);
}

async function start(page: Page, server: PismoServer): Promise<void> {
  await server.pismo("mailbox", "add", "anna");
  await putEmails(server, [
    { subject: "Roof", text: "The observatory has a roof", receivedAt: hoursAgo(1) },
    { subject: "Mine", folder: "sent", from: { email: address.you }, receivedAt: hoursAgo(3) },
  ]);
  await putEmails(
    server,
    [
      { subject: "Observatory", text: "Walls", receivedAt: hoursAgo(5) },
      { subject: "From you", from: { email: address.you }, receivedAt: hoursAgo(4) },
      { subject: "Sale", folder: "sent", from: { email: "anna+sales@pismo.localhost" }, receivedAt: hoursAgo(6) },
    ],
    address.anna,
  );
  await putLabel(server, "you", "House");
  await putLabel(server, "anna", "House");
  await putLabel(server, "anna", "Garden");
  await page.goto(`${server.url}/accounts/inbox?letters=all`);
  await expect(row(page, "Roof")).toBeVisible();
}

const words = {
  en: {
    title: /^\(\d+\) Inbox – All accounts – Pismo$/,
    labels: "Labels",
    hint: "only labels that each of them has",
    find: "Find a label",
    named: /labels: House/,
    undo: "Undo",
    off: "Take off the label “Garden”",
    me: "from:me",
    best: "Best match",
    save: "Save this search",
    remove: "Remove",
    removed: "Label “Home” removed",
    notInEach: "“Garden” was not put on",
  },
  ru: {
    title: /^\(\d+\) Входящие – Все аккаунты – Pismo$/,
    labels: "Метки",
    hint: "только метки, которые есть в каждом из них",
    find: "Найти метку",
    named: /метки: House/,
    undo: "Отменить",
    off: "Снять метку «Garden»",
    me: "от:меня",
    best: "По совпадению",
    save: "Сохранить поиск",
    remove: "Удалить",
    removed: "Метка «Home» удалена",
    notInEach: "Метка «Garden» не поставлена",
  },
} as const;

for (const lang of ofToday(["en", "ru"] as const)) {
  const { title, labels, hint, find, named, undo, off, me, best, save, remove, removed, notInEach } = words[lang];
  test.describe(`in ${lang}`, () => {
    test.use({ lang });

    test("letters of several accounts get a label that both have, by keyboard, and lose it by one undo", async ({
      page,
      server,
    }) => {
      await start(page, server);
      await expect(page).toHaveTitle(title);
      for (const each of ["Roof", "Observatory"]) {
        await row(page, each).focus();
        await page.keyboard.press("x");
      }
      await page.keyboard.press("l");
      const dialog = page.getByRole("dialog", { name: labels });
      await expect(dialog.getByText(hint)).toBeVisible();
      await expect(dialog.getByRole("checkbox")).toHaveCount(1);
      await expect(dialog.getByRole("textbox", { name: find })).toBeFocused();
      await expectAccessible(page);
      await page.screenshot({ path: `test-results/all-accounts-labels-${lang}.png` });
      await page.keyboard.type("hou");
      await page.keyboard.press("Enter");
      await expect(dialog.getByRole("checkbox", { name: "House" })).toBeChecked();
      await page.keyboard.press("Escape");
      await expect(row(page, "Roof")).toHaveAccessibleName(named);
      await expect(row(page, "Observatory")).toHaveAccessibleName(named);
      // Its focus holds the notice, however long the server takes.
      await page.getByRole("button", { name: undo, exact: true }).focus();
      await expect.poll(() => labelled(server, "you", "house")).toBe(1);
      await expect.poll(() => labelled(server, "anna", "house")).toBe(1);
      await page.getByRole("button", { name: undo, exact: true }).click();
      await expect(row(page, "Observatory")).not.toHaveAccessibleName(named);
      await expect.poll(() => labelled(server, "you", "house")).toBe(0);
      await expect.poll(() => labelled(server, "anna", "house")).toBe(0);
    });

    test("letters of one account have all its labels, in the row and on their page, and lists of them", async ({
      page,
      server,
    }) => {
      await start(page, server);
      await row(page, "Observatory").focus();
      await page.keyboard.press("l");
      const dialog = page.getByRole("dialog", { name: labels });
      await expect(dialog.getByRole("checkbox")).toHaveCount(2);
      await expect(dialog.getByText(hint)).toHaveCount(0);
      await dialog.getByRole("checkbox", { name: "Garden" }).check();
      await page.keyboard.press("Escape");
      await row(page, "Observatory").click();
      await expect(page.getByRole("button", { name: off })).toBeVisible();
      await expectAccessible(page);
      await page.getByRole("main").getByRole("link", { name: "Garden" }).click();
      await expect(row(page, "Observatory")).toHaveAccessibleName(/Garden/);
      await expect(row(page, "Roof")).toHaveCount(0);
    });

    test("labels stand in the navigation, those of one name once with what is unread in all accounts", async ({
      page,
      server,
    }) => {
      await start(page, server);
      const nav = page.getByRole("navigation").first();
      await expect(nav.getByRole("link", { name: /^House$/ })).toBeVisible();
      await expect(nav.getByRole("link", { name: /^Garden$/ })).toBeVisible();
      await putOn(server, "you", "Roof", "house");
      await putOn(server, "anna", "Observatory", "house");
      const house = nav.getByRole("link", { name: /^House\s*2 / });
      await expect(house).toHaveCount(1);
      await expectAccessible(page);
      await page.screenshot({ path: `test-results/all-accounts-label-lines-${lang}.png` });
      await house.focus();
      await page.keyboard.press("Enter");
      await expect(page).toHaveURL(/\/all\?label=[^&]+&account=all$/);
      await expect(house).toHaveAttribute("aria-current", "page");
      await expect(row(page, "Roof")).toBeVisible();
      await expect(row(page, "Observatory")).toBeVisible();
      await expect(row(page, "From you")).toHaveCount(0);
    });

    test("labels are dropped on, changed and removed for every account that has them", async ({ page, server }) => {
      await start(page, server);
      const nav = page.getByRole("navigation").first();
      const line = (name: string) => nav.getByRole("link", { name: new RegExp(`^${name}`) });
      await row(page, "Observatory").dragTo(line("Garden"));
      await expect(row(page, "Observatory")).toHaveAccessibleName(/Garden/);
      await expect.poll(() => labelled(server, "anna", "garden")).toBe(1);
      await row(page, "Roof").dragTo(line("Garden"));
      await expect(page.getByText(notInEach)).toBeVisible();
      await row(page, "Roof").dragTo(line("House"));
      await expect.poll(() => labelled(server, "you", "house")).toBe(1);
      expect(await labelled(server, "you", "garden")).toBe(0);

      await nav.getByRole("button", { name: /House/ }).focus();
      await page.keyboard.press("Enter");
      // Where the pointer still rests after the drag, the menu opens without a focused item.
      await page.getByRole("menuitem").first().press("Enter");
      await page.getByRole("dialog").getByRole("textbox").fill("Home");
      await page.keyboard.press("Enter");
      await expect(line("Home")).toHaveCount(1);
      await expect(line("House")).toHaveCount(0);
      for (const user of ["you", "anna"] as const) expect(await labelNames(server, user)).toContain("Home");
      await expectAccessible(page);

      await nav.getByRole("button", { name: /Home/ }).focus();
      await page.keyboard.press("Enter");
      await page.getByRole("menuitem", { name: remove }).click();
      await expect(line("Home")).toBeHidden();
      const takeBack = page
        .getByText(removed)
        .locator("xpath=ancestor::*[.//button][1]")
        .getByRole("button", { name: undo, exact: true });
      // Its focus holds the notice, however long the server takes.
      await takeBack.focus();
      await expect.poll(() => labelled(server, "you", "house")).toBe(0);
      for (const user of ["you", "anna"] as const) expect(await labelNames(server, user)).not.toContain("Home");
      await takeBack.click();
      await expect(line("Home")).toHaveCount(1);
      await expect.poll(() => labelled(server, "you", "house")).toBe(1);
      for (const user of ["you", "anna"] as const) await expect.poll(() => labelNames(server, user)).toContain("Home");
    });

    test("a search in all of them is kept with what it finds in each, and brought back", async ({ page, server }) => {
      await start(page, server);
      const { client, accountId } = await clientOf(server, "anna");
      const own = { name: "Of Anna", text: "walls", mailboxId: null };
      await client.call("SavedSearch/set", { accountId, create: { own } });
      const nav = page.getByRole("navigation").first();
      await expect(nav.getByRole("link", { name: /^Of Anna\s*1 / })).toBeVisible();
      await page.locator("[data-search-box]").fill("observatory");
      await expect(row(page, "Roof")).toBeVisible();
      await page.getByRole("button", { name: save }).click();
      await page.getByRole("dialog", { name: save }).getByRole("textbox").fill("Towers");
      await page.keyboard.press("Enter");
      const line = nav.getByRole("link", { name: /^Towers\s*2 / });
      await expect(line).toHaveAttribute("aria-current", "page");
      await expectAccessible(page);
      await page.goto(`${server.url}/accounts/inbox?letters=all`);
      await line.click();
      await expect(page).toHaveURL(/\/all\?q=observatory&account=all$/);
      await expect(row(page, "Observatory")).toBeVisible();
      for (const name of ["Towers", "Of Anna"]) {
        const each = nav.getByRole("link", { name: new RegExp(`^${name}`) });
        await nav.getByRole("button", { name: new RegExp(name) }).focus();
        await page.keyboard.press("Enter");
        await page.getByRole("menuitem", { name: remove }).click();
        await expect(each).toBeHidden();
        await page.getByRole("button", { name: undo, exact: true }).click();
        await expect(each).toBeVisible();
      }
      const { list } = await client.call("SavedSearch/get", { accountId, ids: null });
      expect(list.map(({ name }) => name)).toEqual(["Of Anna"]);
    });

    test("one's own letters are those of each account's addresses, and the best match is first", async ({
      page,
      server,
    }) => {
      await start(page, server);
      const { client, accountId } = await clientOf(server, "anna");
      const identity = { name: "Sales", email: "anna+sales@pismo.localhost" };
      const { created } = await client.call("Identity/set", { accountId, create: { sales: identity } });
      expect(created).toHaveProperty("sales");
      await page.goto(`${server.url}/all?${new URLSearchParams({ q: me, account: "all" })}`);
      await expect(row(page, "Mine")).toBeVisible();
      await expect(row(page, "Sale")).toBeVisible();
      await expect(page.locator("[data-letter]")).toHaveCount(2);

      await page.goto(`${server.url}/all?q=observatory&account=all`);
      await expect(page.locator("[data-letter]").first()).toHaveAccessibleName(/Roof/);
      await page.getByRole("link", { name: best }).click();
      await expect(page.locator("[data-letter]").first()).toHaveAccessibleName(/Observatory/);
      await expect(row(page, "Roof")).toBeVisible();
      await expectAccessible(page);
    });
  });
}

for (const [lang, inOne] of ofToday([
  ["en", "Labels are made and changed in one account: open that in the account menu."],
  ["ru", "Метки создают и меняют в одном аккаунте: откройте его в меню аккаунтов."],
] as const)) {
  test.describe(`without labels, in ${lang}`, () => {
    test.use({ lang });
    test("L says where labels are made", async ({ page, server }) => {
      await server.pismo("mailbox", "add", "anna");
      await putEmails(server, [{ subject: "Roof" }]);
      await page.goto(`${server.url}/inbox?letters=all&account=all`);
      // The key comes with the code after the first rows.
      await expect(async () => {
        await row(page, "Roof").focus();
        await page.keyboard.press("l");
        await expect(page.getByText(inOne)).toBeVisible({ timeout: 1000 });
      }).toPass();
    });
  });
}

test("a label that one account has renamed is another: it has its own letters, and stays when the other goes", async ({
  page,
  server,
}) => {
  await start(page, server);
  const { client, accountId } = await clientOf(server, "anna");
  const { list } = await client.call("Label/get", { accountId, ids: null });
  const { id } = list.find(({ name }) => name === "House")!;
  await client.call("Label/set", { accountId, update: { [id!]: { name: "Flat" } } });
  await putOn(server, "you", "Roof", "house");
  await putOn(server, "anna", "Observatory", "house");
  const line = (name: string) => page.getByRole("navigation").getByRole("link", { name: new RegExp(`^${name}`) });
  await expect(line("House")).toHaveAccessibleName(/^House ?1/);
  await expect(line("Flat")).toHaveAccessibleName(/^Flat ?1/);
  await line("House").click();
  await expect(row(page, "Roof")).toBeVisible();
  await expect(row(page, "Observatory")).toBeHidden();
  await line("Flat").click();
  await expect(row(page, "Observatory")).toBeVisible();
  await expect(row(page, "Roof")).toBeHidden();
  await line("House").locator("..").getByRole("button").click();
  await page.getByRole("menuitem", { name: words.en.remove }).click();
  await expect(line("House")).toHaveCount(0);
  await expect.poll(() => labelled(server, "you", "house")).toBe(0);
  expect(await labelled(server, "anna", "house")).toBe(1);
  expect(await labelNames(server, "anna")).toContain("Flat");
  await page.getByRole("button", { name: words.en.undo, exact: true }).click();
  await expect(line("House")).toHaveAccessibleName(/^House ?1/);
});
