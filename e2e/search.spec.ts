/** Search: all mail or a folder, operators in both languages, what is understood of them and what is not. */
import type { Locator, Page } from "@playwright/test";
import { ofToday } from "../packages/server/test/support/of-today.ts";
import { expectAccessible } from "./support/axe.ts";
import { type GivenEmail, putEmails } from "./support/emails.ts";
import type { PismoServer } from "./support/server.ts";
import { expect, test } from "./support/story.ts";

const link = (page: Page, subject: string): Locator => page.getByRole("link", { name: new RegExp(subject) });
const box = (page: Page): Locator => page.getByRole("combobox", { name: /Search|Поиск/ });
const subjects = async (page: Page): Promise<string[]> => {
  const names = await page.locator("[data-letter]").evaluateAll((rows) => rows.map((row) => row.getAttribute("href")));
  return names.map((href) => new URL(href ?? "", "http://a").searchParams.get("title") ?? "");
};

const emails: GivenEmail[] = [
  { subject: "Поездка", text: "Билеты на поезд куплены", receivedAt: new Date("2024-05-16T09:00:00Z") },
  { subject: "Отчёт", from: { name: "Борис", email: "boris@mail.example" }, text: "Билеты проданы" },
  { subject: "Старые планы", folder: "archive", text: "Билеты не нужны", keywords: ["$seen"] },
  { subject: "Выигрыш", folder: "junk", text: "Билеты бесплатно" },
  { subject: "Выброшено", folder: "trash", text: "Билеты просрочены" },
  {
    subject: "Накладная",
    text: "см. файл",
    files: [{ name: "Накладная.pdf", type: "application/pdf", content: Buffer.from("%PDF-1.4") }],
  },
];

async function start(page: Page, server: PismoServer): Promise<void> {
  await putEmails(server, emails);
  await page.goto(`${server.url}/inbox?letters=all`);
  await expect(link(page, "Накладная")).toBeVisible();
}

test("a search looks in all mail but Spam and Trash, which it offers at the end, or in the folder by one click", async ({
  page,
  server,
}) => {
  await start(page, server);
  await box(page).fill("билет");
  await expect(page).toHaveURL(`${server.url}/all?q=${encodeURIComponent("билет")}`);
  await expect.poll(() => subjects(page)).toEqual(expect.arrayContaining(["Поездка", "Отчёт", "Старые планы"]));
  await expect(page.getByText("3 conversations", { exact: true })).toBeVisible();
  await expect(page.getByRole("link", { name: "1 more in Trash" })).toBeVisible();
  await expectAccessible(page);
  await page.getByRole("link", { name: "1 more in Spam" }).click();
  await expect.poll(() => subjects(page)).toEqual(["Выигрыш"]);
  await page.goBack();
  const where = page.getByRole("group", { name: "Where to search" });
  await where.getByRole("link", { name: "Inbox" }).click();
  await expect(page).toHaveURL(`${server.url}/inbox?q=${encodeURIComponent("билет")}`);
  await expect(link(page, "Старые планы")).toBeHidden();
  await expect(page.getByText("2 conversations", { exact: true })).toBeVisible();
  await expect(box(page)).toHaveValue("билет");
  // It stays in the folder while one goes on typing.
  await box(page).fill("билеты прод");
  await expect.poll(() => subjects(page)).toEqual(["Отчёт"]);
  expect(new URL(page.url()).pathname).toBe("/inbox");
  await page.reload();
  await expect.poll(() => subjects(page)).toEqual(["Отчёт"]);
});

test("what a filtered search finds in Spam is shown with its filters", async ({ page, server }) => {
  await putEmails(server, [{ subject: "Прочитано", folder: "junk", text: "Билеты", keywords: ["$seen"] }]);
  await start(page, server);
  await page.goto(`${server.url}/all?q=${encodeURIComponent("билет")}&read=false`);
  await page.getByRole("link", { name: "1 more in Spam" }).click();
  await expect(page).toHaveURL(/\/spam\?.*read=false/);
  await expect.poll(() => subjects(page)).toEqual(["Выигрыш"]);
});

test("the first rows of a search do not wait for their number, which comes with those after them", async ({
  page,
  server,
}) => {
  const many = Array.from({ length: 40 }, (_, n): GivenEmail => ({ subject: `Карта ${n}`, text: "Билеты" }));
  await putEmails(server, many);
  await page.goto(`${server.url}/inbox?letters=all`);
  await expect(link(page, "Карта 39")).toBeVisible();
  const counting = Promise.withResolvers<void>();
  await page.route("**/jmap/api", async (route) => {
    const { methodCalls } = route.request().postDataJSON() as { methodCalls: [string, Record<string, unknown>][] };
    const isOfSearch = methodCalls.some(([, args]) => JSON.stringify(args["filter"] ?? {}).includes("билет"));
    if (isOfSearch && methodCalls.some(([, { calculateTotal }]) => calculateTotal === true)) await counting.promise;
    await route.continue();
  });
  await box(page).fill("билет");
  await expect(page).toHaveURL(/q=/);
  await expect(link(page, "Карта 39")).toBeVisible();
  await expect(page.getByText(/\d+ conversations/)).toBeHidden();
  counting.resolve();
  await expect(page.getByText("40 conversations", { exact: true })).toBeVisible();
  await page.locator("[data-letter]").first().focus();
  await page.keyboard.press("End");
  await expect(link(page, "Карта 0")).toBeVisible();
});

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

for (const [lang, query, wrong, problem, removed] of ofToday([
  ["en", "билеты from:boris after:2024", "билеты in:nowhere", "There is no folder “nowhere”", "Remove “From: boris”"],
  ["ru", "билеты от:boris после:2024", "билеты в:нигде", "Папки «нигде» нет", "Убрать «От: boris»"],
] as const)) {
  test.describe(lang, () => {
    test.use({ lang });
    test("operators are understood, shown and taken out; a wrong one is said and searched as words", async ({
      page,
      server,
    }) => {
      await start(page, server);
      await box(page).fill(query);
      await expect.poll(() => subjects(page)).toEqual(["Отчёт"]);
      await expect(page.getByRole("button", { name: removed })).toBeVisible();
      for (const width of [1440, 899, 390]) {
        await page.setViewportSize({ width, height: width === 390 ? 844 : 900 });
        await page.screenshot({ path: `test-results/search-${lang}-${width}.png` });
      }
      await page.setViewportSize({ width: 1440, height: 900 });
      await expectAccessible(page);
      await page.getByRole("button", { name: removed }).focus();
      await page.keyboard.press("Enter");
      await expect.poll(() => subjects(page)).toHaveLength(3);
      await expect(box(page)).toBeFocused();
      await box(page).fill(wrong);
      await expect(page.getByRole("status").filter({ hasText: problem })).toBeVisible();
      await expect.poll(() => subjects(page)).toEqual([]);
    });
  });
}

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
  // What is offered lies over the chips.
  await box(page).press("Escape");
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

test("what matches is marked in sender, subject and the text around the first match", async ({ page, server }) => {
  const far = `${"Ничего особенного. ".repeat(40)}Поезд уходит в полдень.`;
  await putEmails(server, [
    { subject: "Поезда и <b>самолёты</b>", from: { name: "Поезд Сапсан", email: "train@mail.example" }, text: far },
  ]);
  await page.goto(`${server.url}/all?q=${encodeURIComponent("поезда")}`);
  const row = page.getByRole("listitem").filter({ has: page.locator("[data-letter]") });
  await expect(row.locator("mark")).toHaveText(["Поезд", "Поезда", "Поезд"]);
  await expect(row).toContainText("Поезд уходит в полдень");
  await expect(row).toContainText("и <b>самолёты</b>");
  await expectAccessible(page);
  for (const width of [1440, 390]) {
    await page.setViewportSize({ width, height: 844 });
    await page.screenshot({ path: `test-results/search-marks-${width}.png` });
    // A phone has no room for the field that says it.
    await expect(page.getByText("“поезда”")).toBeVisible({ visible: width === 390 });
  }
});

for (const [typed, meant, subject] of [
  [",bktns", "билеты", "Поездка"],
  // Of two letters each has one writing of the name.
  ["chernyshev", "чернышев", "Отчёт"],
] as const) {
  test(`${typed} suggests ${meant}`, async ({ page, server }) => {
    await putEmails(server, [
      { subject: "Поездка", text: "Билеты куплены" },
      { subject: "Отчёт", from: { name: "Борис Чернышёв", email: "b@mail.example" } },
      { subject: "Report", from: { name: "Anna Chernyshev", email: "a@mail.example" } },
    ]);
    await page.goto(`${server.url}/all?q=${encodeURIComponent(typed)}`);
    const suggestion = page.getByRole("link", { name: `${meant} (1)` });
    await expect(suggestion).toBeVisible();
    await expectAccessible(page);
    await suggestion.click();
    await expect.poll(() => subjects(page)).toEqual([subject]);
    await expect(box(page)).toHaveValue(meant);
  });
}

test("the best match comes first by one click, which the address keeps", async ({ page, server }) => {
  await putEmails(server, [
    { subject: "Kazan", receivedAt: new Date("2024-05-16T09:00:00Z") },
    { subject: "Other", text: "Kazan", receivedAt: new Date("2025-05-16T09:00:00Z") },
  ]);
  await page.goto(`${server.url}/all?q=kazan`);
  await expect.poll(() => subjects(page)).toEqual(["Other", "Kazan"]);
  const order = page.getByRole("group", { name: "Order of the results" });
  await order.getByRole("link", { name: "Best match" }).click();
  await expect.poll(() => subjects(page)).toEqual(["Kazan", "Other"]);
  await expect(order.getByRole("link", { name: "Best match" })).toHaveAttribute("aria-current", "true");
  await page.reload();
  await expect.poll(() => subjects(page)).toEqual(["Kazan", "Other"]);
  await order.getByRole("link", { name: "By date" }).click();
  await expect.poll(() => subjects(page)).toEqual(["Other", "Kazan"]);
});

for (const [text, found] of [
  ["has:file", ["Накладная"]],
  ["type:pdf", ["Накладная"]],
  ["файл:накладная", ["Накладная"]],
  ["on:2024-05-16", ["Поездка"]],
  ["до:2025", ["Поездка"]],
  ["in:spam билеты", ["Выигрыш"]],
  ["билеты is:read", ["Старые планы"]],
  ["тема:отчет OR subject:поездка", ["Отчёт", "Поездка"]],
  ["билеты -from:boris is:unread", ["Поездка"]],
  ['"билеты проданы"', ["Отчёт"]],
] as const) {
  test(`${text} finds ${found.join(", ")}`, async ({ page, server }) => {
    await putEmails(server, emails);
    await page.goto(`${server.url}/all?q=${encodeURIComponent(text)}`);
    await expect.poll(() => subjects(page)).toEqual(found);
  });
}

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
      await page.keyboard.press("ArrowDown");
      await expect(list.getByRole("option", { selected: true })).toContainText(unread);
      await page.keyboard.press("Enter");
      await expect.poll(() => subjects(page)).toEqual(["Отчёт"]);
      await expect(box(page)).toHaveValue(`${operator}boris@mail.example ${unread} `);
      await page.keyboard.press("Escape");
      await expect(box(page)).toHaveValue("");
      await page.keyboard.type("boris@");
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
