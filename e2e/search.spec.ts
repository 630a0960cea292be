/** Search: all mail or a folder, operators in both languages, what is understood of them and what is not. */
import type { Request } from "@playwright/test";
import { ofToday } from "../packages/server/test/support/of-today.ts";
import { expectAccessible } from "./support/axe.ts";
import { type GivenEmail, putEmails } from "./support/emails.ts";
import { box, emails, link, start, subjects } from "./support/search.ts";
import { expect, test } from "./support/story.ts";

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

test("what Spam has and another spelling finds is counted in conversations, as the results are", async ({
  page,
  server,
}) => {
  const first = { subject: "Zebra", messageId: "zebra@mail.example", text: "Zebra" };
  const answer = { subject: "Re: Zebra", references: ["zebra@mail.example"] };
  await putEmails(server, [
    { ...first, folder: "junk" },
    { ...answer, folder: "junk", text: "Zebra" },
  ]);
  await page.goto(`${server.url}/all?q=zebra`);
  await expect(page.getByRole("link", { name: "1 more in Spam" })).toBeVisible();
  await page.goto(`${server.url}/spam?q=${encodeURIComponent("зебра")}`);
  await expect(page.getByRole("link", { name: "zebra (1)" })).toBeVisible();
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

const isCounting = (request: Request): boolean =>
  /"text":"билет".*"limit":76,"calculateTotal":true/.test(request.postData() ?? "");

test("what is counted for words that were replaced is given up", async ({ page, server }) => {
  await putEmails(
    server,
    Array.from({ length: 40 }, (_, index) => ({ subject: `Карта ${index}`, text: "Билеты" })),
  );
  await page.goto(`${server.url}/inbox?letters=all`);
  await expect(link(page, "Карта 39")).toBeVisible();
  const counting = Promise.withResolvers<void>();
  let givenUp = 0;
  page.on("requestfailed", (request) => {
    if (isCounting(request)) givenUp++;
  });
  await page.route("**/jmap/api", async (route) => {
    if (isCounting(route.request())) await counting.promise;
    await route.continue().catch(() => undefined);
  });
  await box(page).fill("билет");
  await expect(page).toHaveURL(/q=/);
  await expect.poll(() => link(page, "Карта 39").isVisible()).toBe(true);
  await box(page).fill("карта");
  await expect.poll(() => givenUp).toBeGreaterThan(0);
  await expect(page.getByText("40 conversations", { exact: true })).toBeVisible();
  // The first words are counted once they are opened again.
  counting.resolve();
  await box(page).fill("билет");
  await expect(page.getByText("40 conversations", { exact: true })).toBeVisible();
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
  ["от:вера", "от:vera", "Report"],
  ["от:dthf", "от:вера", "Смета"],
] as const) {
  test(`${typed} suggests ${meant}`, async ({ page, server }) => {
    await putEmails(server, [
      { subject: "Поездка", text: "Билеты куплены" },
      { subject: "Отчёт", from: { name: "Борис Чернышёв", email: "b@mail.example" } },
      { subject: "Report", from: { name: "Vera Chernyshev", email: "a@mail.example" } },
      { subject: "Смета", from: { name: "Вера", email: "s@mail.example" } },
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

test("signs alone find nothing, and a line says so", async ({ page, server }) => {
  await start(page, server);
  await box(page).fill("!!!");
  await expect(page).toHaveURL(`${server.url}/all?q=%21%21%21`);
  await expect(page.getByRole("status").filter({ hasText: "Nothing is found by “!!!”" })).toBeVisible();
  await expect.poll(() => subjects(page)).toEqual([]);
  await expectAccessible(page);
});

for (const lang of ofToday(["ru", "en"] as const))
  for (const width of [600, 720, 900, 1000]) {
    test.describe(`${lang}, ${width} px`, () => {
      test.use({ lang, viewport: { width, height: 760 } });
      test("the number of results is whole, and nothing beside it sticks out", async ({ page, server }) => {
        await putEmails(server, emails);
        await page.goto(`${server.url}/all?q=${encodeURIComponent("билет")}`);
        const bar = page.locator("main").getByText(lang === "ru" ? /^3 / : /^3 conv/, { exact: false });
        await expect(bar).toBeVisible();
        const cut = await bar.evaluate((count) => {
          const line = count.parentElement!.getBoundingClientRect();
          return [...count.parentElement!.children].some((each) => {
            const { left, right, top, bottom } = each.getBoundingClientRect();
            const isOut = left < line.left || right > line.right + 1 || top < line.top || bottom > line.bottom + 1;
            return isOut || each.scrollWidth > each.clientWidth + 1;
          });
        });
        await page.screenshot({ path: `test-results/results-${lang}-${width}.png` });
        expect(cut).toBe(false);
      });
    });
  }
