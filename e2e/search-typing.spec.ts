/** What is typed into the search: what is offered, where it looks, and the way back. */
import { ofToday } from "../packages/server/test/support/of-today.ts";
import { expectAccessible } from "./support/axe.ts";
import { putEmails } from "./support/emails.ts";
import { box, emails, link, start, subjects } from "./support/search.ts";
import { expect, test } from "./support/story.ts";

test("without words the folder from which the search began is shown again", async ({ page, server }) => {
  await putEmails(server, emails);
  await page.goto(`${server.url}/archive?letters=all`);
  await expect(link(page, "Старые планы")).toBeVisible();
  await box(page).fill("проданы");
  await expect(link(page, "Отчёт")).toBeVisible();
  await page.reload();
  await expect(link(page, "Отчёт")).toBeVisible();
  await box(page).focus();
  await page.keyboard.press("Escape");
  await expect(page).toHaveURL(`${server.url}/archive?letters=all`);
  await expect(link(page, "Старые планы")).toBeVisible();
  await expect(box(page)).toBeFocused();
});

for (const [lang, onlyIn, inAll] of ofToday([
  ["en", "Search only in “Inbox”", "Search in all mail"],
  ["ru", "Искать только в папке «Входящие»", "Искать во всей почте"],
] as const)) {
  test.describe(`while one types, in ${lang}`, () => {
    test.use({ lang });
    for (const width of [1440, 899, 390]) {
      test(`the folder or all mail is chosen in the list of suggestions, at ${width} px`, async ({ page, server }) => {
        await page.setViewportSize({ width, height: 844 });
        await start(page, server);
        if (width === 390) await page.getByRole("button", { name: /^(?:Search|Найти)$/ }).click();
        // The people that are offered lie over the page's own choice.
        await box(page).fill("от:бо");
        const option = (name: string) => page.getByRole("option", { name });
        await expect(option(onlyIn)).toBeInViewport({ ratio: 1 });
        await expectAccessible(page);
        await page.screenshot({ path: `test-results/search-scope-${lang}-${width}.png` });
        await option(onlyIn).click();
        await expect(page).toHaveURL(/\/inbox\?q=/);
        await expect(box(page)).toBeFocused();
        await expect(option(onlyIn)).toBeHidden();
        // By keys: the last of the list, one step up from the field.
        await page.keyboard.type("р");
        await expect(option(inAll)).toBeVisible();
        await page.keyboard.press("ArrowUp");
        await expect(option(inAll)).toHaveAttribute("aria-selected", "true");
        await page.keyboard.press("Enter");
        await expect(page).toHaveURL(/\/all\?q=/);
        await expect(box(page)).toHaveValue("от:бор");
        await expect.poll(() => subjects(page)).toEqual(["Отчёт"]);
        // Each choice is a step of the history, and the list before the search another.
        await page.goBack();
        await expect(page).toHaveURL(/\/inbox\?q=/);
        await expect(box(page)).toHaveValue("от:бо");
        await page.goBack();
        await expect(page).toHaveURL(`${server.url}/inbox?letters=all`);
      });
    }
  });
}

test("Back leads to the search before: each that was begun is a step, what is typed in between is none", async ({
  page,
  server,
}) => {
  await start(page, server);
  const type = async (words: string): Promise<void> => {
    await box(page).selectText();
    // One by one: each is a search of its own.
    await box(page).pressSequentially(words);
  };
  const shows = async (words: string, found: number): Promise<void> => {
    await expect(page).toHaveURL(`${server.url}/all?q=${encodeURIComponent(words).replaceAll("%20", "+")}`);
    await expect(box(page)).toHaveValue(words);
    await expect.poll(() => subjects(page)).toHaveLength(found);
  };
  await type("билеты");
  await shows("билеты", 3);
  await type("накладная");
  await shows("накладная", 1);
  // Nothing has begun the first one.
  await page.goBack();
  await expect(page).toHaveURL(`${server.url}/inbox?letters=all`);
  await expect(box(page)).toHaveValue("");

  await type("билеты");
  await box(page).press("Enter");
  await shows("билеты", 3);
  await type("is:read");
  await box(page).press("Enter");
  await shows("is:read", 1);
  await type("билеты from:борис");
  await shows("билеты from:борис", 1);
  // What is offered lies over the chips. Escape before it is there would empty the field.
  await expect(page.getByRole("listbox")).toBeVisible();
  await box(page).press("Escape");
  await expect(page.getByRole("listbox")).toBeHidden();
  await page.getByRole("button", { name: /^(?:Remove “|Убрать «)/ }).click();
  await shows("билеты", 3);
  await page.goBack();
  await shows("билеты from:борис", 1);
  await page.goBack();
  await shows("is:read", 1);
  await page.goBack();
  await shows("билеты", 3);
  // What is typed on from there is a step of its own, and emptying it leads back.
  await type("накладная");
  await shows("накладная", 1);
  await box(page).press("Escape");
  await box(page).press("Escape");
  await expect(page).toHaveURL(`${server.url}/inbox?letters=all`);
  await page.goBack();
  await shows("билеты", 3);
  await page.goBack();
  await expect(page).toHaveURL(`${server.url}/inbox?letters=all`);
});

for (const [lang, begun, operator, unread] of ofToday([
  ["en", "fr", "from:", "is:unread"],
  ["ru", "от", "от:", "это:непрочитанное"],
] as const)) {
  test.describe(lang, () => {
    test.use({ lang });
    test("people, operators, their values and recent searches are offered, by keyboard alone", async ({
      page,
      server,
    }) => {
      await start(page, server);
      await page.keyboard.press("/");
      await expect(box(page)).toBeFocused();
      const list = page.getByRole("listbox");
      await page.keyboard.type(begun);
      await expect(list.getByRole("option").first()).toContainText(operator);
      await expect(box(page)).toHaveAttribute("aria-expanded", "true");
      await page.keyboard.press("ArrowDown");
      await expect(list.getByRole("option", { selected: true })).toContainText(operator);
      await expectAccessible(page);
      for (const width of [1440, 899]) {
        await page.setViewportSize({ width, height: 900 });
        await page.screenshot({ path: `test-results/search-suggestions-${lang}-${width}.png` });
      }
      await page.keyboard.press("Enter");
      await expect(box(page)).toHaveValue(operator);
      await page.keyboard.type("bor");
      await expect(list.getByRole("option")).toContainText(["Борис"]);
      await page.keyboard.press("ArrowDown");
      await page.keyboard.press("Enter");
      await expect.poll(() => subjects(page)).toEqual(["Отчёт"]);
      await expect(list).toBeHidden();
      await page.keyboard.type(unread.slice(0, -3));
      await expect(list.getByRole("option").first()).toBeVisible();
      await page.keyboard.press("ArrowDown");
      await expect(list.getByRole("option", { selected: true })).toContainText(unread);
      await page.keyboard.press("Enter");
      await expect.poll(() => subjects(page)).toEqual(["Отчёт"]);
      await expect(box(page)).toHaveValue(`${operator}boris@mail.example ${unread} `);
      await page.keyboard.press("Escape");
      await expect(box(page)).toHaveValue("");
      await page.keyboard.type("boris@");
      await expect(list.getByRole("option").first()).toBeVisible();
      await page.keyboard.press("ArrowDown");
      await expect(list.getByRole("option", { selected: true })).toContainText(unread);
      await page.keyboard.press("Escape");
      await expect(list).toBeHidden();
      await expect(box(page)).toHaveValue("boris@");
      await page.keyboard.type("m");
      await expect(list.getByRole("option").first()).toBeVisible();
      await page.keyboard.press("Escape");
      await expect(list).toBeHidden();
      await expect(box(page)).toHaveValue("boris@m");
      await page.keyboard.press("Escape");
      await expect(box(page)).toHaveValue("");
    });
  });
}

for (const [lang, button, from, words, search, text] of ofToday([
  ["en", "Search by fields", "From", "Has the words", "Search", "билеты from:boris has:file"],
  ["ru", "Поиск по полям", "От кого", "Есть слова", "Искать", "билеты от:boris есть:файл"],
] as const)) {
  test.describe(lang, () => {
    test.use({ lang });
    test("the form writes the search", async ({ page, server }) => {
      await start(page, server);
      await box(page).fill("билеты");
      await expect.poll(() => subjects(page)).toHaveLength(3);
      await page.getByRole("button", { name: button }).focus();
      await page.keyboard.press("Enter");
      const form = page.getByRole("dialog", { name: button });
      await expect(form).toBeVisible();
      await expectAccessible(page);
      for (const width of [1440, 390]) {
        await page.setViewportSize({ width, height: 844 });
        await page.screenshot({ path: `test-results/search-form-${lang}-${width}.png` });
      }
      await page.setViewportSize({ width: 1440, height: 844 });
      await form.getByLabel(from, { exact: true }).fill("boris");
      await form.getByRole("checkbox").check();
      await form.getByRole("button", { name: search, exact: true }).click();
      await expect(form).toBeHidden();
      await expect(box(page)).toHaveValue(text);
      await expect.poll(() => subjects(page)).toEqual([]);
      // Opened again, it has each part in its field.
      await page.getByRole("button", { name: button }).click();
      await expect(form.getByLabel(from, { exact: true })).toHaveValue("boris");
      await expect(form.getByLabel(words, { exact: true })).toHaveValue("билеты");
      await expect(form.getByRole("checkbox")).toBeChecked();
    });
  });
}

test("the form finds the words of a field in any order, and what is quoted as it stands", async ({ page, server }) => {
  await putEmails(server, [{ subject: "Quarterly budget zebra" }, { subject: "Zebra quarterly" }]);
  await page.goto(`${server.url}/inbox?letters=all`);
  const button = page.getByRole("button", { name: "Search by fields" });
  const form = page.getByRole("dialog", { name: "Search by fields" });
  const subject = form.getByLabel("Subject", { exact: true });
  const searchFor = async (typed: string) => {
    await subject.fill(typed);
    await form.getByRole("button", { name: "Search", exact: true }).click();
    await expect(form).toBeHidden();
  };
  await box(page).focus();
  await box(page).fill("subject:zebra");
  await button.click();
  await searchFor("quarterly zebra");
  await expect(box(page)).toHaveValue("subject:(quarterly zebra)");
  await expect
    .poll(async () => (await subjects(page)).toSorted())
    .toEqual(["Quarterly budget zebra", "Zebra quarterly"]);
  await button.click();
  await expect(subject).toHaveValue("quarterly zebra");
  await searchFor('"budget zebra" quarterly');
  await expect.poll(() => subjects(page)).toEqual(["Quarterly budget zebra"]);
  await button.click();
  await expect(subject).toHaveValue('"budget zebra" quarterly');
});
