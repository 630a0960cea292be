/** Automatic replies while one is away: their page, the bar above the inbox, and what is answered. */
import type { Page } from "@playwright/test";
import { ofToday } from "../packages/server/test/support/of-today.ts";
import { expectAccessible } from "./support/axe.ts";
import { mailboxOf } from "./support/compose.ts";
import { expect, test } from "./support/story.ts";

const words = {
  en: {
    title: "Automatic replies",
    on: "Reply automatically",
    lastDay: "Last day",
    firstDay: "First day",
    subject: "Subject",
    text: "Text of the answer",
    save: "Save",
    saved: "Automatic replies are on",
    until: /^Automatic replies are on until the end of \w+ \d+$/,
    off: "Automatic replies are off",
    turnOff: "Turn off",
    change: "Change",
    undo: "Undo",
    notices: "Notifications",
  },
  ru: {
    title: "Автоответ",
    on: "Отвечать автоматически",
    lastDay: "Последний день",
    firstDay: "Первый день",
    subject: "Тема",
    text: "Текст ответа",
    save: "Сохранить",
    saved: "Автоответ включён",
    until: /^Автоответ включён до \d+ [а-я]+ включительно$/,
    off: "Автоответ выключен",
    turnOff: "Выключить",
    change: "Изменить",
    undo: "Отменить",
    notices: "Уведомления",
  },
} as const;

/** As an input of the type "date" has it. */
const dayIn = (days: number): string => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);

/** Where there are several accounts, each has its own. */
const ofYou = (page: Page) => page.getByRole("region", { name: "you@pismo.localhost" });

for (const lang of ofToday(["en", "ru"] as const)) {
  const w = words[lang];
  test.describe(lang, () => {
    test.use({ lang });

    test("by keyboard alone they are switched on; a bar says so until they are switched off", async ({
      page,
      server,
    }) => {
      await server.pismo("mailbox", "add", "anna");
      const anna = await mailboxOf(server, "anna");
      await page.goto(`${server.url}/settings/vacation`);
      await expect(page.getByRole("heading", { name: w.title })).toBeVisible();
      const form = ofYou(page);
      await form.getByRole("switch", { name: w.on }).focus();
      await page.keyboard.press("Space");
      await form.getByLabel(w.lastDay).fill(dayIn(7));
      await form.getByRole("textbox", { name: w.subject }).fill("Away");
      await form.getByRole("textbox", { name: w.text }).fill("Back in a week.\nЖдите.");
      await expectAccessible(page);
      await form.getByRole("button", { name: w.save }).focus();
      await page.keyboard.press("Enter");
      await expect(page.getByRole("region", { name: w.notices }).getByText(w.saved)).toBeVisible();

      await server.deliver({ from: "anna@pismo.localhost", subject: "A question", text: "Are you there?" });
      const { parsed } = await anna.onlyMessage();
      expect(parsed).toMatchObject({ subject: "Away", from: { address: "you@pismo.localhost" } });
      expect(parsed.text?.trim()).toMatch(/^Back in a week\.\r?\nЖдите\.$/);

      await page.goto(server.url);
      const bar = page.getByRole("region", { name: w.title });
      await expect(bar.getByText(w.until)).toBeVisible();
      await expectAccessible(page);
      await bar.getByRole("button", { name: w.turnOff }).focus();
      await page.keyboard.press("Enter");
      await expect(bar).toBeHidden();
      await expect(page.getByText(w.off)).toBeVisible();
      await page.getByRole("button", { name: w.undo }).click();
      await expect(bar.getByText(w.until)).toBeVisible();
      await bar.getByRole("link", { name: w.change }).click();
      await expect(form.getByRole("textbox", { name: w.text })).toHaveValue("Back in a week.\nЖдите.");
      await expect(form.getByLabel(w.lastDay)).toHaveValue(dayIn(7));
    });
  });
}

async function problemOf(page: Page, name: string): Promise<string | null> {
  const field = page.getByLabel(name);
  await expect(field).toHaveAttribute("aria-invalid", "true");
  const id = (await field.getAttribute("aria-describedby"))!.split(" ").at(-1)!;
  return page.locator(`[id="${id}"]`).textContent();
}

test("what cannot be is said at its field, and nothing is switched on", async ({ page, server }) => {
  const w = words.en;
  await page.goto(`${server.url}/settings/vacation`);
  await page.getByRole("switch", { name: w.on }).click();
  await page.getByLabel(w.lastDay).fill(dayIn(-2));
  await page.getByRole("button", { name: w.save }).click();
  expect(await problemOf(page, w.text)).toBe("Write what the sender gets");
  expect(await problemOf(page, w.lastDay)).toBe("That day is over");
  await page.getByLabel(w.lastDay).fill(dayIn(3));
  await page.getByLabel(w.firstDay).fill(dayIn(5));
  await page.getByRole("button", { name: w.save }).click();
  expect(await problemOf(page, w.lastDay)).toBe("The last day is before the first");
  await page.goto(server.url);
  await expect(page.getByRole("main").getByText("Nothing here yet")).toBeHidden();
  await expect(page.getByRole("region", { name: w.title })).toBeHidden();
});

test("where contacts alone are answered, a stranger is not", async ({ page, server }) => {
  await server.pismo("mailbox", "add", "anna");
  await server.pismo("mailbox", "add", "boris");
  const client = await server.client();
  const accountId = Object.keys((await client.session()).accounts)[0]!;
  const { list: books } = await client.call("AddressBook/get", { accountId, ids: null });
  const card = { "@type": "Card", version: "1.0", emails: { a: { address: "anna@pismo.localhost" } } } as const;
  await client.call("ContactCard/set", {
    accountId,
    create: { c: { ...card, addressBookIds: { [books[0]!.id!]: true } } },
  });
  await page.goto(`${server.url}/settings/vacation`);
  await ofYou(page).getByRole("switch", { name: "Reply automatically" }).click();
  await ofYou(page).getByRole("textbox", { name: "Text of the answer" }).fill("Away");
  await ofYou(page).getByRole("switch", { name: "Reply to contacts only" }).click();
  await ofYou(page).getByRole("button", { name: "Save" }).click();
  await expect(page.getByRole("region", { name: "Notifications" }).getByText("Automatic replies are on")).toBeVisible();
  await server.deliver({ from: "boris@pismo.localhost", subject: "A stranger", text: "Hello" });
  await server.deliver({ from: "anna@pismo.localhost", subject: "A friend", text: "Hello" });
  const { parsed } = await (await mailboxOf(server, "anna")).onlyMessage();
  expect(parsed.subject).toBe("Auto: A friend");
  expect(await (await mailboxOf(server, "boris")).emails("inbox")).toEqual([]);
});

test("the page and the bar fit a phone, in the dark too", async ({ page, server }) => {
  for (const theme of ["white", "dark"]) {
    await page.addInitScript((name) => localStorage.setItem("theme", name), theme);
    for (const width of [1440, 899, 390]) {
      await page.setViewportSize({ width, height: 900 });
      await page.goto(`${server.url}/settings/vacation`);
      await expect(page.getByRole("textbox", { name: "Text of the answer" })).toBeVisible();
      if (!(await page.getByRole("switch", { name: "Reply automatically" }).isChecked())) {
        await page.getByRole("switch", { name: "Reply automatically" }).click();
        await page.getByRole("textbox", { name: "Text of the answer" }).fill("Away");
        await page.getByLabel("Last day").fill(dayIn(20));
        await page.getByRole("button", { name: "Save" }).click();
        await expect(
          page.getByRole("region", { name: "Notifications" }).getByText("Automatic replies are on"),
        ).toBeVisible();
      }
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
      await expectAccessible(page);
      await page.screenshot({ path: `test-results/vacation-page-${theme}-${width}.png` });
      await page.goto(server.url);
      await expect(page.getByRole("region", { name: "Automatic replies" })).toBeVisible();
      await expectAccessible(page);
      await page.screenshot({ path: `test-results/vacation-bar-${theme}-${width}.png` });
    }
  }
});
