/** Files of an Email: which are taken, what is shown of them, and that they go when the popup closes. */
import { ofToday } from "../packages/server/test/support/of-today.ts";
import { expectAccessible } from "./support/axe.ts";
import { compose, composeToAnna, mailboxOf } from "./support/compose.ts";
import {
  jpeg as jpegWith,
  jpegExif,
  jpegOf,
  jpegPixels,
  png as pngWith,
} from "../packages/images/test/support/images.ts";
import { heavyPng, png } from "./support/images.ts";
import { expect, test } from "./support/story.ts";

const image = (name: string, width = 10, height = 10) => ({
  name,
  mimeType: "image/png",
  buffer: png(width, height, [0, 128, 0]),
});
const jpeg = jpegWith();

test("the button opens a picker for several files, png, jpg and jpeg only", async ({ page, server }) => {
  await page.goto(server.url);
  const popup = await compose(page);
  const chooser = page.waitForEvent("filechooser");
  await popup.addFiles.click();
  const picker = await chooser;
  expect(picker.isMultiple()).toBe(true);
  await expect(popup.files).toHaveAttribute("accept", ".png,.jpg,.jpeg");
  await picker.setFiles([image("a.png"), { name: "b.jpg", mimeType: "image/jpeg", buffer: jpeg }, image("c.PNG")]);
  await expect(popup.dialog.getByRole("img")).toHaveCount(3);
});

test("previews are data URLs; the size is the sum of decoded lengths / 1000 in Kb; Clear empties the selection", async ({
  page,
  server,
}) => {
  await page.goto(server.url);
  const popup = await compose(page);
  const noise = heavyPng(12_300);
  const files = [image("small.png"), { name: "large.png", mimeType: "image/png", buffer: noise }];
  await popup.files.setInputFiles(files);
  const previews = popup.dialog.getByRole("img");
  await expect(previews).toHaveCount(2);
  for (const [index, { buffer }] of files.entries()) {
    await expect(previews.nth(index)).toHaveAttribute("src", `data:image/png;base64,${buffer.toString("base64")}`);
  }
  const total = files.reduce((sum, { buffer }) => sum + buffer.length, 0);
  const kb = new Intl.NumberFormat("en-US", { maximumFractionDigits: 1 }).format(total / 1000);
  await expect(popup.dialog.getByText(`Files size: ${kb} Kb`)).toBeVisible();
  await popup.dialog.getByRole("button", { name: "Remove file small.png" }).click();
  await expect(previews).toHaveCount(1);
  await popup.clear.click();
  await expect(previews).toHaveCount(0);
  await expect(popup.dialog.getByText(/Files size/)).toBeHidden();
});

for (const [lang, text, widening] of ofToday([
  ["en", "Selected images are not of valid type!", "Mail settings → Writing lets you attach any file"],
  ["ru", "Выбранные изображения имеют недопустимый тип!", "Любые файлы разрешает страница «Написание»"],
] as const)) {
  test.describe(lang, () => {
    test.use({ lang });
    test(`what does not match by name, declared type and first bytes is left out; where nothing does, an alert (${lang})`, async ({
      page,
      server,
    }) => {
      await page.goto(server.url);
      const popup = await compose(page, lang);
      const alert = popup.dialog.getByRole("alert");
      const wrong = [
        { name: "notes.txt", mimeType: "text/plain", buffer: Buffer.from("text") },
        { name: "drawn.svg", mimeType: "image/svg+xml", buffer: Buffer.from("<svg/>") },
        { ...image("renamed.gif") },
        { ...image("declared.png"), mimeType: "image/gif" },
        { name: "fake.png", mimeType: "image/png", buffer: Buffer.from("<svg/>") },
      ];
      for (const file of wrong) {
        await popup.files.setInputFiles(file);
        await expect(alert).toHaveText(text);
        await expect(popup.dialog.getByRole("img")).toHaveCount(0);
        await expect(popup.dialog.getByRole("status").filter({ hasText: widening })).toBeVisible();
      }
      await popup.files.setInputFiles([...wrong, image("good.png")]);
      await expect(popup.dialog.getByRole("img", { name: "good.png" })).toBeVisible();
      await expect(popup.dialog.getByRole("img")).toHaveCount(1);
      await expect(alert).toBeHidden();
      await expect(popup.dialog.getByText(/notes\.txt/)).toContainText(widening);
    });
  });
}

for (const how of ofToday(["cancel", "close"] as const)) {
  test(`the selection is cleared when the popup closes (${how})`, async ({ page, server }) => {
    await page.goto(server.url);
    let popup = await compose(page);
    await popup.files.setInputFiles([image("a.png"), image("b.png")]);
    await expect(popup.dialog.getByRole("img")).toHaveCount(2);
    await popup[how].click();
    await expect(popup.dialog).toBeHidden();
    popup = await compose(page);
    await expect(popup.dialog.getByRole("img")).toHaveCount(0);
    await expect(popup.dialog.getByText(/Files size/)).toBeHidden();
  });
}

test.describe("with a limit of 100 kB", () => {
  test.use({ env: { PISMO_MAX_UPLOAD_SIZE: "100K" } });
  test("too large a file: its name, its size and the limit are said, the others stay", async ({ page, server }) => {
    await page.goto(server.url);
    const popup = await compose(page);
    const large = { ...image("large.png"), buffer: heavyPng(149_500) };
    await popup.files.setInputFiles([image("a.png"), large, image("b.png")]);
    await expect(popup.dialog.getByRole("alert")).toHaveText("large.png: 150 Kb exceeds the limit of 102 Kb");
    await expect(popup.dialog.getByRole("img")).toHaveCount(2);
    const half = (name: string) => ({ ...large, name, buffer: heavyPng(59_500) });
    await popup.files.setInputFiles([half("one.png"), half("two.png")]);
    await expect(popup.dialog.getByRole("alert")).toHaveText(/^two\.png \(60 Kb\) does not fit.*102 Kb$/);
    await expect(popup.dialog.getByRole("img")).toHaveCount(3);
  });
});

test("by keys a file gets another name and another place, and is looked at before it is sent", async ({
  page,
  server,
}) => {
  const popup = await composeToAnna(page, server);
  await popup.subject.fill("Two files");
  await popup.files.setInputFiles([image("first.png"), image("second.png", 40, 20)]);
  const pictures = popup.dialog.getByRole("listitem").getByRole("img");
  await expect(pictures).toHaveCount(2);
  await expect(popup.dialog.getByRole("progressbar")).toHaveCount(0);
  const menuOf = (name: string) => popup.dialog.getByRole("button", { name: `More about ${name}` });
  await menuOf("second.png").press("Enter");
  await page.getByRole("menuitem", { name: "Rename …" }).press("Enter");
  await expect(popup.dialog.getByRole("textbox", { name: "Name of the file, before .png" })).toBeFocused();
  await page.keyboard.type("plan");
  await page.keyboard.press("Enter");
  await expect(menuOf("plan.png")).toBeFocused();
  await page.keyboard.press("Enter");
  await page.getByRole("menuitem", { name: "Put before the previous one" }).press("Enter");
  await expect(pictures.first()).toHaveAttribute("alt", "plan.png");
  await expect(menuOf("plan.png")).toBeFocused();
  await expectAccessible(page);
  await page.keyboard.press("Enter");
  await page.getByRole("menuitem", { name: "Show" }).press("Enter");
  const preview = page.getByRole("dialog", { name: "plan.png" });
  await expect(preview.getByRole("img")).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(preview).toBeHidden();
  await popup.send.click();
  await expect(popup.dialog).toBeHidden();
  const { parsed } = await (await mailboxOf(server, "anna")).onlyMessage();
  expect(parsed.attachments.map(({ filename }) => filename)).toEqual(["plan.png", "first.png"]);
});

test("a person chooses that any file can be attached, and is warned of one that is often refused", async ({
  page,
  server,
}) => {
  await server.pismo("mailbox", "add", "anna");
  await page.goto(`${server.url}/settings/writing`);
  const anyFile = page.getByRole("switch", { name: "Attach any file" });
  await expect(anyFile).toBeEnabled();
  await anyFile.press("Space");
  await expect(page.getByText("The setting is saved")).toBeVisible();
  await page.goto(server.url);
  const popup = await compose(page);
  await page.keyboard.type("anna@pismo.localhost,");
  await popup.subject.fill("Files");
  await expect(popup.files).not.toHaveAttribute("accept");
  const notes = { name: "notes.txt", mimeType: "text/plain", buffer: Buffer.from("text") };
  const program = { ...notes, name: "setup.exe", mimeType: "application/x-msdownload" };
  const packed = { ...notes, name: "tool.js.zip", mimeType: "application/zip" };
  await popup.files.setInputFiles([notes, program, packed]);
  await expect(popup.dialog.getByText("notes.txt", { exact: true })).toBeVisible();
  await expect(
    popup.dialog.getByText("The mail of those who receive it may refuse setup.exe, tool.js.zip"),
  ).toBeVisible();
  // Each kind of file has a face of its own.
  const faces = popup.dialog.getByRole("listitem").locator("svg path:first-child");
  const drawn = await faces.evaluateAll((paths) => paths.map((path) => path.getAttribute("d")));
  expect(new Set(drawn.filter((d) => d?.startsWith("M11.5 2.8") || d?.startsWith("M4.3 3.8"))).size).toBe(3);
  await popup.send.click();
  await expect(popup.dialog).toBeHidden();
  const { parsed } = await (await mailboxOf(server, "anna")).onlyMessage();
  expect(parsed.attachments.map(({ filename, mimeType }) => [filename, mimeType])).toEqual([
    ["notes.txt", "text/plain"],
    ["setup.exe", "application/x-msdownload"],
    ["tool.js.zip", "application/zip"],
  ]);
});

test.describe("where a deployment takes more", () => {
  test.use({ env: { PISMO_ATTACHMENT_TYPES: "png,jpg,jpeg,pdf" } });
  test("a PDF can be attached", async ({ page, server }) => {
    await page.goto(server.url);
    const popup = await compose(page);
    await expect(popup.files).toHaveAttribute("accept", ".png,.jpg,.jpeg,.pdf");
    await popup.files.setInputFiles({ name: "a.pdf", mimeType: "application/pdf", buffer: Buffer.from("%PDF-1.7\n") });
    await expect(popup.dialog.getByText("a.pdf")).toBeVisible();
    await popup.files.setInputFiles({ name: "a.txt", mimeType: "text/plain", buffer: Buffer.from("text") });
    await expect(popup.dialog.getByRole("alert")).toBeVisible();
  });
});

test("a draft keeps its files through every save, and sends them", async ({ page, server }) => {
  await server.pismo("mailbox", "add", "anna");
  await page.goto(server.url);
  let popup = await compose(page);
  await popup.subject.fill("With a picture");
  await popup.files.setInputFiles(image("kept.png", 30, 20));
  await expect(popup.saved).toBeVisible();
  await popup.close.click();
  await page.getByRole("link", { name: /^Drafts/ }).click();
  await page.getByRole("link", { name: /With a picture/ }).click();
  const preview = popup.dialog.getByRole("img", { name: "kept.png" });
  await expect(preview).toHaveAttribute("src", `data:image/png;base64,${image("", 30, 20).buffer.toString("base64")}`);
  for (const text of ["one ", "two "]) {
    await popup.text.pressSequentially(text);
    await expect(popup.saved).toBeHidden();
    await expect(popup.saved).toBeVisible();
  }
  await popup.to.fill("anna@pismo.localhost");
  await popup.send.click();
  await expect(page.getByText("Letter sent")).toBeVisible();
  const anna = await mailboxOf(server, "anna");
  const { parsed } = await anna.onlyMessage();
  expect(parsed.attachments.map(({ filename }) => filename)).toEqual(["kept.png"]);
  expect(Buffer.from(parsed.attachments[0]!.content as ArrayBuffer)).toEqual(image("", 30, 20).buffer);
});

for (const [lang, words] of ofToday([
  ["en", { damaged: "the file is damaged", pixels: "so many pixels" }],
  ["ru", { damaged: "файл повреждён", pixels: "слишком много пикселей" }],
] as const)) {
  test.describe(lang, () => {
    test.use({ lang });
    test(`an image that is cut off, or too large to be opened, is named at once with the reason (${lang})`, async ({
      page,
      server,
    }) => {
      await page.goto(server.url);
      const popup = await compose(page, lang);
      await popup.files.setInputFiles([
        image("good.png"),
        { name: "half.jpg", mimeType: "image/jpeg", buffer: jpeg.subarray(0, -4) },
        { name: "bomb.png", mimeType: "image/png", buffer: pngWith({ width: 20_000, height: 20_000 }) },
      ]);
      const alert = popup.dialog.getByRole("alert");
      await expect(alert).toContainText(`half.jpg: ${words.damaged}`);
      await expect(alert).toContainText(words.pixels);
      await expect(popup.dialog.getByRole("img")).toHaveCount(1);
    });
  });
}

test("a photograph leaves the browser without the place where it was taken, and is still turned right", async ({
  page,
  server,
}) => {
  await page.goto(server.url);
  const popup = await compose(page);
  const photograph = Buffer.concat([jpegOf(jpegExif(6), jpegPixels(8, 4)), Buffer.from("PK\u0003\u0004")]);
  expect(photograph.toString("latin1")).toContain("55.7558");
  await popup.files.setInputFiles({ name: "dacha.jpg", mimeType: "image/jpeg", buffer: photograph });
  const preview = popup.dialog.getByRole("img", { name: "dacha.jpg" });
  await expect(preview).toHaveAttribute("src", /^data:image\/jpeg/);
  const attached = Buffer.from((await preview.getAttribute("src"))!.split(",")[1]!, "base64").toString("latin1");
  expect(attached).not.toMatch(/55\.7558|Maker|PK/);
  // Eight pixels by four in the file, and turned by what is left of its data.
  const shape = () => preview.evaluate((drawn: HTMLImageElement) => [drawn.naturalWidth, drawn.naturalHeight]);
  await expect.poll(shape).toEqual([4, 8]);
});
