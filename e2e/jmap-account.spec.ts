/** Personal mode: an account at a JMAP server beside the own mailbox. It is added, used, and removed. */
import { canRunCyrus } from "../packages/server/test/servers/cyrus.ts";
import { expectAccessible } from "./support/axe.ts";
import { row, useEngine } from "./support/engine-steps.ts";
import { cyrusEngine, type Engine, pismoEngine } from "./support/engines.ts";
import { dialog, menuButton, openAdd } from "./support/own-account.ts";
import { expect, test } from "./support/story.ts";
import type { Page } from "@playwright/test";

const engines = [
  { behind: "a second Pismo", start: pismoEngine, canRun: true },
  { behind: "Cyrus", start: cyrusEngine, canRun: canRunCyrus },
];
const email = "ann@engine.example";

async function fillAccount(page: Page, engine: Engine, password: string): Promise<void> {
  await openAdd(page);
  await dialog(page).getByLabel("Your name").fill("Ann Test");
  await dialog(page).getByLabel("Email address").fill(email);
  await dialog(page).getByLabel("Password").fill(password);
  await dialog(page).getByRole("button", { name: "Enter servers manually" }).click();
  await dialog(page).getByRole("combobox", { name: "Protocol" }).selectOption("JMAP");
  await dialog(page).getByRole("textbox", { name: "User name" }).fill(engine.name);
  await dialog(page).getByRole("textbox", { name: "JMAP server" }).fill(engine.url);
}

const addNow = (page: Page) => dialog(page).getByRole("button", { name: "Add", exact: true });

for (const { behind, start, canRun } of engines) {
  test(`an account at ${behind} is one of the person's accounts`, async ({ page, server }) => {
    test.skip(!canRun, `${behind} is not installed`);
    test.setTimeout(240_000);
    const engine = await start();
    const addresses: string[] = [];
    page.on("request", (request) => addresses.push(request.url()));
    try {
      await engine.deliver("First of all", "About tulips");
      await engine.deliver("Second of all", "About orchids");
      await server.deliver({ from: "Boris <boris@mail.example>", subject: "At home", text: "Here" });

      await test.step("it is added; a wrong password is said to be one", async () => {
        await page.goto(server.url);
        await expect(row(page, "At home")).toBeVisible();
        await fillAccount(page, engine, "wrong");
        await expectAccessible(page);
        await addNow(page).click();
        await expect(dialog(page).getByRole("alert")).toContainText("rejected this user name or password");
        await dialog(page).getByLabel("Password").fill(engine.password);
        await addNow(page).click();
        await expect(dialog(page)).toBeHidden({ timeout: 30_000 });
        await expect(row(page, "First of all")).toBeVisible();
        await expect(menuButton(page)).toHaveAccessibleName(new RegExp(email));
      });

      await useEngine(page, engine, server.url);

      await test.step("the browser keeps no password, and no address holds it", async () => {
        const kept = await page.context().storageState({ indexedDB: true });
        const ofTab = await page.evaluate(() => JSON.stringify(sessionStorage));
        expect(JSON.stringify(kept) + ofTab + addresses.join()).not.toContain(engine.password);
      });

      await test.step("the own mailbox stands beside it, and is there while the other is away", async () => {
        await menuButton(page).click();
        await page.getByRole("menuitemradio", { name: /you@pismo\.localhost/ }).click();
        await expect(row(page, "At home")).toBeVisible();
        await engine.goAway();
        await row(page, "At home").click();
        await page.getByRole("button", { name: "Flag", exact: true }).first().click();
        await menuButton(page).click();
        await page.getByRole("menuitemradio", { name: new RegExp(email) }).click();
        await expect(page.getByText(/Your changes will be sent later/).first()).toBeVisible();
        await menuButton(page).click();
        await page.getByRole("menuitemradio", { name: /you@pismo\.localhost/ }).click();
        await expect(page.getByText(/Your changes will be sent later/)).toBeHidden();
        await expect(row(page, "At home")).toBeVisible();
        await engine.comeBack();
        await menuButton(page).click();
        await page.getByRole("menuitemradio", { name: new RegExp(email) }).click();
        await expect(row(page, "First of all")).toBeVisible({ timeout: 60_000 });
      });

      await test.step("removed, it leaves nothing here", async () => {
        await menuButton(page).click();
        await page.getByRole("menuitem", { name: "Remove account" }).click();
        await dialog(page).getByRole("button", { name: "Remove", exact: true }).click();
        await expect(dialog(page)).toBeHidden();
        await expect(row(page, "At home")).toBeVisible();
        await menuButton(page).click();
        await expect(page.getByRole("menuitemradio", { name: new RegExp(email) })).toBeHidden();
      });
    } finally {
      await engine.stop();
    }
  });
}

test.describe("in Russian", () => {
  test.use({ lang: "ru" });

  test("a password that is taken no longer is asked for again", async ({ page, server }) => {
    test.setTimeout(180_000);
    const engine = await pismoEngine();
    try {
      await engine.deliver("First of all", "About tulips");
      await page.goto(server.url);
      await page.getByRole("button", { name: /^Аккаунт/ }).click();
      await page.getByRole("menuitem", { name: "Добавить аккаунт" }).click();
      await dialog(page).getByLabel("Адрес почты").fill(email);
      await dialog(page).getByRole("button", { name: "Указать вручную" }).click();
      await dialog(page).getByRole("combobox", { name: "Протокол" }).selectOption("JMAP");
      await dialog(page).getByRole("textbox", { name: "Имя пользователя" }).fill(engine.name);
      await dialog(page).getByRole("textbox", { name: "Сервер JMAP" }).fill("http://mail.example");
      await dialog(page).getByLabel("Пароль").fill("неверный");
      const add = dialog(page).getByRole("button", { name: "Добавить", exact: true });
      await add.click();
      await expect(dialog(page).getByRole("alert")).toHaveText("Нужен адрес, который начинается с https://");
      await dialog(page).getByRole("textbox", { name: "Сервер JMAP" }).fill(engine.url);
      await add.click();
      await expect(dialog(page).getByRole("alert")).toContainText("не принимает имя или пароль");
      await dialog(page).getByLabel("Пароль").fill(engine.password);
      await add.click();
      await expect(row(page, "First of all")).toBeVisible({ timeout: 30_000 });

      const renewed = await engine.renewPassword();
      await page.getByRole("link", { name: /^Отправленные/ }).click();
      await expect(page.getByText("Сервер больше не принимает пароль")).toBeVisible();
      await expectAccessible(page);
      await page.getByRole("button", { name: /^Аккаунт/ }).click();
      await page.getByRole("menuitem", { name: "Войти ещё раз" }).click();
      await dialog(page).getByLabel("Пароль").fill(renewed);
      await dialog(page).getByRole("button", { name: "Войти ещё раз" }).click();
      await expect(dialog(page)).toBeHidden({ timeout: 30_000 });
      await expect(page.getByText("Сервер больше не принимает пароль")).toBeHidden();
      await page.getByRole("link", { name: /^Входящие/ }).click();
      await expect(row(page, "First of all")).toBeVisible();
    } finally {
      await engine.stop();
    }
  });
});

test("all accounts say which are not among them: those at other JMAP servers", async ({ page, server }) => {
  const engine = await pismoEngine();
  try {
    await server.pismo("mailbox", "add", "anna");
    await page.goto(server.url);
    await fillAccount(page, engine, engine.password);
    await addNow(page).click();
    await expect(dialog(page)).toBeHidden({ timeout: 30_000 });
    const nav = page.getByRole("navigation").first();
    await expect(nav.getByText(new RegExp(`Without ${email}`))).toBeVisible();
    await menuButton(page).click();
    await expect(page.getByRole("menuitemradio", { name: /All accounts/ })).toHaveAccessibleName(
      new RegExp(`Without ${email}`),
    );
    await expectAccessible(page);
  } finally {
    await engine.stop();
  }
});
