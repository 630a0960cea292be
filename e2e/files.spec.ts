/** The page of files: the attachments of all letters, without opening one. */
import { ofToday } from "../packages/server/test/support/of-today.ts";
import { expectAccessible } from "./support/axe.ts";
import { docx } from "./support/docx.ts";
import { putEmails } from "./support/emails.ts";
import { png } from "./support/images.ts";
import { expect, test } from "./support/story.ts";

const hoursAgo = (hours: number): Date => new Date(Date.now() - hours * 3_600_000);
const text = (name: string, content = "one\ntwo\n") => ({ name, type: "text/plain", content: Buffer.from(content) });
const picture = (name: string) => ({ name, type: "image/png", content: png(40, 30, [10, 90, 200]) });

const letters = [
  {
    subject: "Numbers",
    from: { name: "Zoe", email: "z@mail.example" },
    files: [text("report.txt"), picture("sea.png")],
  },
  { subject: "Plans", from: { name: "Boris", email: "b@mail.example" }, files: [text("plan.txt", "x".repeat(3000))] },
  { subject: "Thrown away", folder: "trash", files: [text("secret.txt")] },
].map((letter, index) => ({ ...letter, receivedAt: hoursAgo(index + 1) }));

for (const [lang, files, documents, pictures, search, letterOf] of ofToday([
  ["en", "Files", "Documents", "Pictures", "Search files", "Letter: Numbers"],
  ["ru", "Файлы", "Документы", "Картинки", "Поиск по файлам", "Письмо: Numbers"],
] as const)) {
  test.describe(`in ${lang}`, () => {
    test.use({ lang });
    test("files are listed, sorted and searched by keyboard, and lead to their letters", async ({ page, server }) => {
      await putEmails(server, letters);
      await page.goto(server.url);
      const way = page.getByRole("navigation").getByRole("link", { name: files, exact: true });
      await way.focus();
      await page.keyboard.press("Enter");
      await expect(page).toHaveURL(/\/files$/);
      const list = page.getByRole("list", { name: documents });
      await expect(list.getByRole("listitem")).toHaveCount(2);
      await expect(list.getByText("secret.txt")).toHaveCount(0);
      await expectAccessible(page);

      await page.getByRole("combobox").last().selectOption("size");
      await expect(list.getByRole("listitem").first()).toContainText("plan.txt");
      await page.getByRole("searchbox", { name: search }).fill("report");
      await expect(list.getByRole("listitem")).toHaveCount(1);
      await expect(page).toHaveURL(/q=report/);
      await page.reload();
      await expect(list.getByRole("listitem")).toHaveCount(1);
      await page.getByRole("searchbox", { name: search }).fill("sea");
      // There is none among documents, but among pictures.
      await expect(page.getByRole("link", { name: `${pictures}: 1` })).toBeVisible();
      await page.getByRole("searchbox", { name: search }).fill("");
      await expect(list.getByRole("listitem")).toHaveCount(2);

      const first = list.locator("[data-main]").first();
      await first.focus();
      await page.keyboard.press("ArrowDown");
      await expect(list.locator("[data-main]").nth(1)).toBeFocused();
      await page.keyboard.press("Home");
      await expect(first).toBeFocused();

      await page.getByRole("link", { name: pictures, exact: true }).click();
      const grid = page.getByRole("list", { name: pictures });
      await expect(grid.getByRole("listitem")).toHaveCount(1);
      await expect.poll(() => grid.locator("img").evaluate((img: HTMLImageElement) => img.naturalWidth)).toBe(40);
      await expectAccessible(page);
      await page.getByRole("link", { name: documents, exact: true }).click();
      await list.getByRole("link", { name: letterOf }).click();
      await expect(page.getByRole("heading", { name: "Numbers" })).toBeVisible();
    });
  });
}

test("a letter that comes brings its files, and a phone has room for them", async ({ page, server }) => {
  await page.setViewportSize({ width: 390, height: 760 });
  await putEmails(server, letters);
  await page.goto(`${server.url}/files`);
  const list = page.getByRole("list", { name: "Documents" });
  await expect(list.getByRole("listitem")).toHaveCount(2);
  await putEmails(server, [{ subject: "Later", files: [text("later.txt")] }]);
  await expect(list.getByRole("listitem").first()).toContainText("later.txt");
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
  await expectAccessible(page);
});

test("pictures stand in the order that was chosen for documents", async ({ page, server }) => {
  await putEmails(server, letters);
  await page.goto(`${server.url}/files?order=size`);
  await page.getByRole("link", { name: "Pictures", exact: true }).click();
  await expect(page).toHaveURL(/show=pictures&order=size/);
  await expect(page.getByRole("combobox", { name: "Order" })).toHaveValue("size");
});

test("without files there is no way to them, and the page says what would be there", async ({ page, server }) => {
  await page.goto(server.url);
  await expect(page.getByRole("link", { name: "Trash" })).toBeVisible();
  await page.goto(`${server.url}/files`);
  await expect(page.getByText("The attachments of all letters are here")).toBeVisible();
});

const minutes = {
  name: "minutes.docx",
  type: "application/vnd.openxmlformats-officedocument.wordprocessingml.document",
  content: docx("The observatory is approved"),
};

for (const [lang, inFile] of ofToday([
  ["en", "in minutes.docx"],
  ["ru", "в файле minutes.docx"],
] as const)) {
  test.describe(`in ${lang}`, () => {
    test.use({ lang });
    test("a letter is found by the text inside its file, which its row names", async ({ page, server }) => {
      await putEmails(server, [{ subject: "Attached", files: [minutes] }]);
      // Files are read in the background.
      await expect(async () => {
        await page.goto(`${server.url}/inbox?q=observatory`);
        await expect(page.getByRole("main").getByText(inFile)).toBeVisible({ timeout: 2000 });
      }).toPass();
      await expect(page.getByRole("link", { name: new RegExp(`Attached.*, ${inFile}$`) })).toBeVisible();
      await page.goto(`${server.url}/files?q=observatory`);
      await expect(page.getByRole("button", { name: "minutes.docx" })).toBeVisible();
    });
  });
}

for (const [lang, name] of ofToday([
  ["en", "Event.ics"],
  ["ru", "Событие.ics"],
] as const)) {
  test.describe(`in ${lang}`, () => {
    test.use({ lang });
    test("the calendar of an invitation, which has no name, has the one of its letter's page", async ({
      page,
      server,
    }) => {
      const content = Buffer.from("BEGIN:VCALENDAR\r\nBEGIN:VEVENT\r\nSUMMARY:Tea\r\nEND:VEVENT\r\nEND:VCALENDAR\r\n");
      const [id] = await putEmails(server, [{ subject: "Tea", files: [{ name: "", type: "text/calendar", content }] }]);
      await page.goto(`${server.url}/email/${id}?title=Tea`);
      await expect(page.getByRole("article").getByText(name)).toBeVisible();
      await page.goto(`${server.url}/files?q=`);
      await expect(page.getByRole("button", { name })).toBeVisible();
      await page.screenshot({ path: `test-results/unnamed-calendar-${lang}.png` });
    });
  });
}
