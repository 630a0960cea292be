/** Personal mode: an account at a JMAP server beside the own mailbox. It is added, used, and removed. */
import { canRunCyrus } from "../packages/server/test/servers/cyrus.ts";
import { expectAccessible } from "./support/axe.ts";
import { row, useEngine } from "./support/engine-steps.ts";
import { cyrusEngine, pismoEngine } from "./support/engines.ts";
import { addNow, dialog, fillJmapAccount, jmapAccount as email, menuButton } from "./support/own-account.ts";
import { expect, test } from "./support/story.ts";

const engines = [
  { behind: "a second Pismo", start: pismoEngine, canRun: true },
  { behind: "Cyrus", start: cyrusEngine, canRun: canRunCyrus },
];
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
        await fillJmapAccount(page, engine, "wrong");
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

      const missing = page.getByText(`Without the letters of ${email}`);
      await test.step("its letters are among those of all accounts, with what arrives, and what is done is done there", async () => {
        await page.goto(`${server.url}/accounts/inbox?letters=all`);
        await expect(row(page, "At home")).toBeVisible();
        await expect(row(page, "First of all")).toHaveAccessibleName(new RegExp(`Account ${email}`));
        await engine.deliver("Last of all", "About lilies");
        await expect(row(page, "Last of all")).toBeVisible();
        await row(page, "Last of all").click();
        await expect(page.getByRole("article").getByText("About lilies")).toBeVisible();
        await page.goto(`${server.url}/accounts/inbox?letters=all`);
        await row(page, "At home").focus();
        await page.keyboard.press("Control+a");
        await page.keyboard.press("Delete");
        for (const each of ["At home", "Last of all"]) await expect(row(page, each)).toBeHidden();
        await page.getByRole("button", { name: "Undo" }).click();
        for (const each of ["At home", "Last of all"]) await expect(row(page, each)).toBeVisible();
        await expect(missing).toBeHidden();
      });

      await test.step("a letter is snoozed there, and is back with Undo", async () => {
        await row(page, "Last of all").focus();
        await page.keyboard.press("h");
        await dialog(page)
          .getByRole("button", { name: /^Tomorrow morning/ })
          .click();
        await expect(row(page, "Last of all")).toBeHidden();
        await page.getByRole("button", { name: "Undo" }).click();
        await expect(row(page, "Last of all")).toBeVisible();
      });

      await test.step("the newsletters of all accounts say that its own are not among them", async () => {
        await page.goto(`${server.url}/newsletters?account=all`);
        await expect(page.getByText(`Without the newsletters of accounts at other servers: ${email}`)).toBeVisible();
        await expectAccessible(page);
      });

      const files = page.getByRole("list", { name: "Documents" });
      await test.step("its files are among those of all accounts, and lead to their letters", async () => {
        await engine.deliver("Bulbs", "See the list", { filename: "bulbs.txt", content: "Forty tulips" });
        await page.goto(`${server.url}/files?account=all`);
        const file = files.getByRole("listitem").filter({ hasText: "bulbs.txt" });
        await expect(file.getByRole("img", { name: `Account ${email}` })).toBeVisible();
        await expectAccessible(page);
        await page.screenshot({ path: "test-results/all-accounts-files-elsewhere.png" });
        await page.getByRole("combobox", { name: "Account" }).selectOption({ label: email });
        await expect(files.getByRole("listitem")).toHaveCount(1);
        await page.reload();
        await expect(page.getByRole("combobox", { name: "Account" }).locator("option:checked")).toHaveText(email);
        await expect(files.getByRole("listitem")).toHaveCount(1);
        await page.screenshot({ path: "test-results/files-of-one-elsewhere.png" });
        await file.getByRole("button", { name: "bulbs.txt" }).click();
        await expect(dialog(page).getByText("Forty tulips")).toBeVisible();
        await page.keyboard.press("Escape");
        await file.getByRole("link", { name: "Letter: Bulbs" }).click();
        await expect(page.getByRole("article").getByText("See the list")).toBeVisible();
        await page.goto(`${server.url}/accounts/inbox?letters=all`);
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
        await page.goto(`${server.url}/accounts/inbox?letters=all`);
        await expect(row(page, "At home")).toBeVisible();
        await expect(missing).toBeVisible();
        await expect(row(page, "First of all")).toBeHidden();
        await expectAccessible(page);
        await page.screenshot({ path: "test-results/all-accounts-missing.png" });
        await page.goto(`${server.url}/files?account=all`);
        await expect(page.getByText(`Without the files of ${email}`)).toBeVisible();
        await expectAccessible(page);
        await engine.comeBack();
        await expect(files.getByText("bulbs.txt")).toBeVisible({ timeout: 60_000 });
        await page.goto(`${server.url}/accounts/inbox?letters=all`);
        await expect(row(page, "First of all")).toBeVisible({ timeout: 60_000 });
        await expect(missing).toBeHidden();
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
