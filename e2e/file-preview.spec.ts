/** Files are shown without a download, and nothing in them runs or loads. */
import type { Page } from "@playwright/test";
import { ofToday } from "../packages/server/test/support/of-today.ts";
import { expectAccessible } from "./support/axe.ts";
import { docx } from "./support/docx.ts";
import { putEmails } from "./support/emails.ts";
import { png } from "./support/images.ts";
import { hostilePdf, pdf } from "./support/pdf.ts";
import { expect, test } from "./support/story.ts";
import { watchPage } from "./support/watch-page.ts";
import { xlsx } from "./support/xlsx.ts";

/** Half a second of silence. */
function wav(): Buffer {
  const samples = Buffer.alloc(4000, 128);
  const header = Buffer.alloc(44);
  header.write("RIFF", 0);
  header.writeUInt32LE(36 + samples.length, 4);
  header.write("WAVEfmt ", 8);
  header.writeUInt32LE(16, 16);
  header.writeUInt16LE(1, 20);
  header.writeUInt16LE(1, 22);
  header.writeUInt32LE(8000, 24);
  header.writeUInt32LE(8000, 28);
  header.writeUInt16LE(1, 32);
  header.writeUInt16LE(8, 34);
  header.write("data", 36);
  header.writeUInt32LE(samples.length, 40);
  return Buffer.concat([header, samples]);
}

const file = (name: string, type: string, content: string | Buffer) => ({
  name,
  type,
  content: Buffer.from(content as string),
});

const hostileLetter = `From: Eve <eve@mail.example>\r\nTo: you@mail.example\r\nSubject: Inner letter\r\nMIME-Version: 1.0\r
Content-Type: text/html; charset=utf-8\r\n\r\n<p>Words within</p><script>alert(1)</script>
<img src="https://tracker.example/seen.png" onerror="alert(2)"><a href="javascript:alert(3)">x</a>\r\n`;

const files = [
  file("sea.png", "image/png", png(40, 30, [10, 90, 200])),
  file("report.pdf", "application/pdf", pdf(["Hello from page one", "And page two"])),
  file("notes.txt", "text/plain", "First line\n<b>not bold</b>\n"),
  file("table.csv", "text/csv", "Name;Price\nApple;3\nPear;4\n"),
  file("tone.wav", "audio/wav", wav()),
  file(
    "meeting.ics",
    "text/calendar",
    "BEGIN:VCALENDAR\r\nVERSION:2.0\r\nBEGIN:VEVENT\r\nUID:1\r\nSUMMARY:Tea with Anna\r\nDTSTART:20260301T120000Z\r\nEND:VEVENT\r\nEND:VCALENDAR\r\n",
  ),
  file("anna.vcf", "text/vcard", "BEGIN:VCARD\r\nVERSION:3.0\r\nFN:Anna Petrova\r\nEND:VCARD\r\n"),
  file("drawing.svg", "image/svg+xml", '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(5)</script></svg>'),
  file("contract.docx", "application/vnd.openxmlformats-officedocument.wordprocessingml.document", docx("Dear Anna")),
  file("old.doc", "application/msword", Buffer.from([0xd0, 0xcf, 0x11, 0xe0, 0, 0, 0, 0])),
  file("bundle.zip", "application/zip", "PK"),
];

for (const [lang, preview, next, page1, table, textAlone] of ofToday([
  ["en", "Preview: sea.png", "Next file", "Page 1 of 2", "table.csv", "This is the text of the document"],
  ["ru", "Посмотреть: sea.png", "Следующий файл", "Страница 1 из 2", "table.csv", "Это текст документа"],
] as const)) {
  test.describe(`in ${lang}`, () => {
    test.use({ lang });
    test("all files of a letter, one after the other, by keyboard", async ({ page, server }) => {
      const seen = watchPage(page, new URL(server.url).origin);
      const [id] = await putEmails(server, [{ subject: "Everything", files }]);
      await page.goto(`${server.url}/email/${id}`);
      const opener = page.getByRole("button", { name: preview });
      await opener.focus();
      await page.keyboard.press("Enter");
      const dialog = page.getByRole("dialog", { name: "sea.png" });
      const picture = dialog.getByRole("img", { name: "sea.png" });
      await expect.poll(() => picture.evaluate((img: HTMLImageElement) => img.naturalWidth)).toBe(40);
      await page.keyboard.press("r");
      await expect(picture).toHaveAttribute("data-quarters", "1");
      await page.keyboard.press("+");
      await expect(dialog.getByRole("region", { name: "sea.png" })).toBeVisible();
      await expectAccessible(page);

      const shown = (name: string) => page.getByRole("dialog", { name });
      await page.keyboard.press("-");
      await page.keyboard.press("ArrowRight");
      const sheet = shown("report.pdf").getByRole("group", { name: page1 });
      await expect(sheet).toHaveAttribute("data-drawn", "");
      await expect(sheet).toContainText("Hello from page one");
      // The red bar at the foot of the page: pixels have come out.
      const foot = await sheet.locator("canvas").evaluate((canvas: HTMLCanvasElement) => {
        const copy = document.createElement("canvas");
        [copy.width, copy.height] = [canvas.width, canvas.height];
        const context = copy.getContext("2d")!;
        context.drawImage(canvas, 0, 0);
        return [...context.getImageData(copy.width / 2, copy.height - 10, 1, 1).data];
      });
      expect(foot).toEqual([255, 0, 0, 255]);
      await expectAccessible(page);

      await page.keyboard.press("ArrowRight");
      await expect(shown("notes.txt").getByText("<b>not bold</b>")).toBeVisible();
      await page.keyboard.press("ArrowRight");
      await expect(shown(table).getByRole("columnheader", { name: "Price" })).toBeVisible();
      await expect(shown(table).getByRole("cell", { name: "Pear" })).toBeVisible();
      await page.keyboard.press("ArrowRight");
      const sound = shown("tone.wav").locator("audio");
      await expect.poll(() => sound.evaluate((audio: HTMLAudioElement) => audio.duration)).toBeCloseTo(0.5, 1);
      expect(await sound.evaluate((audio: HTMLAudioElement) => audio.paused)).toBe(true);
      await expect(page.getByRole("button", { name: next })).toBeVisible();
      await page.keyboard.press("ArrowRight");
      await expect(shown("meeting.ics").getByText("Tea with Anna")).toBeVisible();
      await page.keyboard.press("ArrowRight");
      await expect(shown("anna.vcf").getByText("Anna Petrova").first()).toBeVisible();
      await page.keyboard.press("ArrowRight");
      await expect(shown("drawing.svg").getByText("<script>alert(5)</script>")).toBeVisible();
      await page.keyboard.press("ArrowRight");
      await expect(shown("contract.docx").getByText("Dear Anna")).toBeVisible();
      await expect(shown("contract.docx").getByText(textAlone)).toBeVisible();
      await expectAccessible(page);
      await page.keyboard.press("ArrowRight");
      await expect(shown("old.doc").getByRole("link").last()).toHaveAttribute("download", "old.doc");
      await page.keyboard.press("ArrowRight");
      await expect(shown("bundle.zip").getByRole("link").last()).toHaveAttribute("download", "bundle.zip");
      await expectAccessible(page);
      await page.keyboard.press("Escape");
      await expect(page.getByRole("dialog")).toHaveCount(0);
      await expect(opener).toBeFocused();
      expect(seen).toEqual([]);
    });
  });
}

/** Half a second of a red rectangle, recorded by the browser itself. */
async function recordVideo(page: Page): Promise<Buffer> {
  const octets = await page.evaluate(async () => {
    const canvas = document.createElement("canvas");
    [canvas.width, canvas.height] = [64, 48];
    const context = canvas.getContext("2d")!;
    const recorder = new MediaRecorder(canvas.captureStream(25), { mimeType: "video/webm;codecs=vp8" });
    const chunks: Blob[] = [];
    recorder.addEventListener("dataavailable", ({ data }) => chunks.push(data));
    const stopped = new Promise((resolve) => recorder.addEventListener("stop", resolve));
    recorder.start();
    const painting = setInterval(() => {
      context.fillStyle = "red";
      context.fillRect(0, 0, 64, 48);
    }, 20);
    setTimeout(() => recorder.stop(), 500);
    await stopped;
    clearInterval(painting);
    return [...new Uint8Array(await new Blob(chunks).arrayBuffer())];
  });
  return Buffer.from(octets);
}

test("a video waits to be played, and plays by keyboard", async ({ page, server }) => {
  await page.goto(server.url);
  const content = await recordVideo(page);
  const [id] = await putEmails(server, [{ subject: "Video", files: [file("red.webm", "video/webm", content)] }]);
  await page.goto(`${server.url}/email/${id}`);
  await page.getByRole("button", { name: "Preview: red.webm" }).click();
  const dialog = page.getByRole("dialog", { name: "red.webm" });
  const video = dialog.locator("video");
  await expect.poll(() => video.evaluate((each: HTMLVideoElement) => each.videoWidth)).toBe(64);
  expect(await video.evaluate((each: HTMLVideoElement) => each.paused)).toBe(true);
  await expectAccessible(page);
  await video.focus();
  await page.keyboard.press("Space");
  await expect.poll(() => video.evaluate((each: HTMLVideoElement) => each.currentTime)).toBeGreaterThan(0);
});

test("a letter in a file is sanitized and isolated as any letter", async ({ page, server }) => {
  const seen = watchPage(page, new URL(server.url).origin);
  const [id] = await putEmails(server, [
    { subject: "Outer", files: [file("inner.eml", "message/rfc822", hostileLetter)] },
  ]);
  await page.goto(`${server.url}/email/${id}`);
  await page.getByRole("button", { name: "Preview: inner.eml" }).click();
  const dialog = page.getByRole("dialog", { name: "inner.eml" });
  await expect(dialog.getByRole("heading", { name: "Inner letter" })).toBeVisible();
  const frame = dialog.locator("iframe").last();
  await expect(frame).toHaveAttribute("sandbox", /^(?!.*allow-scripts)/);
  await expect(dialog.frameLocator("iframe").last().getByText("Words within")).toBeVisible();
  expect(seen).toEqual([]);
});

test("a hostile PDF is shown, and runs, sends and fetches nothing", async ({ page, server }) => {
  const seen = watchPage(page, new URL(server.url).origin);
  const content = hostilePdf("https://tracker.example");
  const [id] = await putEmails(server, [{ subject: "Evil", files: [file("evil.pdf", "application/pdf", content)] }]);
  await page.goto(`${server.url}/email/${id}`);
  await page.getByRole("button", { name: "Preview: evil.pdf" }).click();
  const dialog = page.getByRole("dialog", { name: "evil.pdf" });
  const first = dialog.getByRole("group", { name: "Page 1 of 2" });
  await expect(first).toHaveAttribute("data-drawn", "");
  // Where its link, its form and its program are.
  await first.click();
  await page.keyboard.press("a");
  await expect(dialog.locator("input, a[href*='tracker'], iframe, object, embed")).toHaveCount(0);
  await dialog.getByRole("region", { name: "evil.pdf" }).press("End");
  await expect(dialog.getByRole("group", { name: "Page 2 of 2" })).toHaveAttribute("data-drawn", "");
  expect(seen).toEqual([]);
  expect(page.url()).toContain(`/email/${id}`);
});

test("a file that is damaged or no such file says so, and the next one is there", async ({ page, server }) => {
  const [id] = await putEmails(server, [
    {
      subject: "Broken",
      files: [
        file("broken.pdf", "application/pdf", "no PDF at all"),
        file("broken.png", "image/png", "no picture"),
        file("fine.txt", "text/plain", "fine"),
      ],
    },
  ]);
  await page.goto(`${server.url}/email/${id}`);
  await page.getByRole("button", { name: "Preview: broken.pdf" }).click();
  await expect(page.getByRole("alert")).toContainText("could not be shown");
  await page.keyboard.press("ArrowRight");
  await expect(page.getByRole("dialog", { name: "broken.png" }).getByRole("alert")).toBeVisible();
  await page.keyboard.press("ArrowRight");
  await expect(page.getByRole("dialog", { name: "fine.txt" }).getByText("fine", { exact: true })).toBeVisible();
});

test("from the page of files to the letter, and on in a letter of one's own", async ({ page, server }) => {
  await page.setViewportSize({ width: 390, height: 760 });
  await putEmails(server, [{ subject: "With a report", files: [files[1]!, files[2]!] }]);
  await page.goto(`${server.url}/files?q=report`);
  await page.getByRole("button", { name: "report.pdf" }).click();
  const dialog = page.getByRole("dialog", { name: "report.pdf" });
  await expect(dialog.getByRole("group", { name: "Page 1 of 2" })).toHaveAttribute("data-drawn", "");
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
  await expectAccessible(page);
  await dialog.getByRole("button", { name: "Forward file" }).click();
  const popup = page.getByRole("dialog").filter({ has: page.getByRole("textbox", { name: "Subject" }) });
  await expect(popup.getByText("report.pdf").first()).toBeVisible();
});

test("forty files are folded after two rows", async ({ page, server }) => {
  const many = Array.from({ length: 40 }, (_, index) => file(`part${index + 1}.txt`, "text/plain", String(index)));
  const [id] = await putEmails(server, [{ subject: "Many", files: many }]);
  await page.goto(`${server.url}/email/${id}`);
  const region = page.getByRole("region", { name: "Attachments" });
  await expect(region.getByRole("listitem")).toHaveCount(12);
  await region.getByRole("button", { name: "28 more files" }).click();
  await expect(region.getByRole("listitem")).toHaveCount(40);
  await region.getByRole("button", { name: "Show fewer files" }).click();
  await expect(region.getByRole("listitem")).toHaveCount(12);
  await page.setViewportSize({ width: 390, height: 844 });
  await expect(region.getByRole("listitem")).toHaveCount(4);
});

test("the browser's Back closes a preview and stays on the page; a button leaves no step behind", async ({
  page,
  server,
}) => {
  const [id] = await putEmails(server, [{ subject: "With a report", files: [files[1]!, files[2]!] }]);
  await page.goto(`${server.url}/inbox?letters=all`);
  await page.getByRole("link", { name: /With a report/ }).click();
  const opener = page.getByRole("button", { name: "Preview: report.pdf" });
  const dialog = page.getByRole("dialog");
  const isOver = () => page.evaluate(() => history.state?.isOverPage === true);
  await opener.click();
  await expect(dialog).toBeVisible();
  await expect.poll(isOver).toBe(true);
  await page.goBack();
  await expect(dialog).toHaveCount(0);
  expect(page.url()).toContain(`/email/${id}`);
  await expect(opener).toBeFocused();
  // Forward leads nowhere: what was closed is not there any more.
  await page.goForward();
  await expect.poll(isOver).toBe(false);
  await expect(opener).toBeVisible();
  expect(page.url()).toContain(`/email/${id}`);

  await opener.click();
  await page.keyboard.press("ArrowRight");
  await expect(page.getByRole("dialog", { name: "notes.txt" })).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(dialog).toHaveCount(0);
  // The step is gone with the preview: it is the entry of the letter again.
  await expect.poll(isOver).toBe(false);
  expect(page.url()).toContain(`/email/${id}`);
  await page.goBack();
  await expect(page).toHaveURL(/\/inbox\?letters=all$/);

  // From the page of files the letter takes the preview's place.
  await page.goto(`${server.url}/files`);
  await page.getByRole("button", { name: "report.pdf" }).click();
  await dialog.getByRole("link", { name: /With a report/ }).click();
  await expect(page).toHaveURL(new RegExp(`/email/${id}`));
  await page.goBack();
  await expect(page).toHaveURL(/\/files$/);
  await expect(dialog).toHaveCount(0);
});

for (const [lang, preview, values, cut] of ofToday([
  ["en", "Preview: prices.xlsx", "These are the values of the table", "Only the beginning is shown"],
  ["ru", "Посмотреть: prices.xlsx", "Это значения таблицы", "Показано только начало"],
] as const)) {
  test.describe(`a workbook, in ${lang}`, () => {
    test.use({ lang });
    test("is shown as rows and columns, as far as there is room for them", async ({ page, server }) => {
      const many = Array.from({ length: 1200 }, (_, n) => [`Item ${n}`, String(n), "kg", "every day"]);
      const content = xlsx({
        Prices: [
          ["Name", "Price"],
          ["Pear", "4"],
        ],
        Stock: [["What", "How many"], ...many],
      });
      const type = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet";
      const [id] = await putEmails(server, [{ subject: "Prices", files: [{ name: "prices.xlsx", type, content }] }]);
      await page.goto(`${server.url}/email/${id}`);
      await page.getByRole("button", { name: preview }).press("Enter");
      const dialog = page.getByRole("dialog", { name: "prices.xlsx" });
      const table = dialog.getByRole("table", { name: "Prices" });
      await expect(table.getByRole("columnheader", { name: "Price" })).toBeVisible();
      await expect(table.getByRole("row").last().getByRole("cell")).toHaveText(["Pear", "4"]);
      await expect(dialog.getByText(values)).toBeVisible();
      await expect(dialog.getByRole("table", { name: "Stock" }).getByRole("row")).toHaveCount(1000);
      await expect(dialog.getByText(cut)).toBeVisible();
      await expectAccessible(page);
      for (const width of [1440, 390]) {
        await page.setViewportSize({ width, height: 844 });
        await page.screenshot({ path: `test-results/preview-workbook-${lang}-${width}.png` });
      }
    });
  });
}
