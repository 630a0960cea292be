/** Files of a letter: which are taken, what is shown of them, and that they go when the popup closes. */
import { compose, gate, mailboxOf } from "./support/compose.ts";
import { png } from "./support/pictures.ts";
import { expect, test } from "./support/story.ts";

const picture = (name: string, width = 10, height = 10) => ({
  name,
  mimeType: "image/png",
  buffer: png(width, height, [0, 128, 0]),
});
/** The smallest beginning of a JPEG: what is shown of it does not matter here. */
const jpeg = Buffer.from([0xff, 0xd8, 0xff, 0xe0, 0, 16, 0x4a, 0x46, 0x49, 0x46, 0]);

test("the button opens a picker for several files, png, jpg and jpeg only", async ({ page, server }) => {
  await page.goto(server.url);
  const popup = await compose(page);
  const chooser = page.waitForEvent("filechooser");
  await popup.addFiles.click();
  const picker = await chooser;
  expect(picker.isMultiple()).toBe(true);
  await expect(popup.files).toHaveAttribute("accept", ".png,.jpg,.jpeg");
  await picker.setFiles([picture("a.png"), { name: "b.jpg", mimeType: "image/jpeg", buffer: jpeg }, picture("c.PNG")]);
  await expect(popup.dialog.getByRole("img")).toHaveCount(3);
});

test("previews are data URLs; the size is the sum of decoded lengths / 1000 in Kb; Clear empties the selection", async ({
  page,
  server,
}) => {
  await page.goto(server.url);
  const popup = await compose(page);
  const noise = Buffer.concat([picture("x").buffer, Buffer.alloc(12_300, 7)]);
  const files = [picture("small.png"), { name: "large.png", mimeType: "image/png", buffer: noise }];
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

for (const [lang, text] of [
  ["en", "Selected images are not of valid type!"],
  ["ru", "Выбранные изображения имеют недопустимый тип!"],
] as const) {
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
        { ...picture("renamed.gif") },
        { ...picture("declared.png"), mimeType: "image/gif" },
        { name: "fake.png", mimeType: "image/png", buffer: Buffer.from("<svg/>") },
      ];
      for (const file of wrong) {
        await popup.files.setInputFiles(file);
        await expect(alert).toHaveText(text);
        await expect(popup.dialog.getByRole("img")).toHaveCount(0);
      }
      await popup.files.setInputFiles([...wrong, picture("good.png")]);
      await expect(popup.dialog.getByRole("img", { name: "good.png" })).toBeVisible();
      await expect(popup.dialog.getByRole("img")).toHaveCount(1);
      await expect(alert).toBeHidden();
      await expect(popup.dialog.getByText(/notes\.txt/)).toBeVisible();
    });
  });
}

for (const how of ["cancel", "close"] as const) {
  test(`the selection is cleared when the popup closes (${how})`, async ({ page, server }) => {
    await page.goto(server.url);
    let popup = await compose(page);
    await popup.files.setInputFiles([picture("a.png"), picture("b.png")]);
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
    const large = { ...picture("large.png"), buffer: Buffer.concat([picture("x").buffer, Buffer.alloc(150_000)]) };
    await popup.files.setInputFiles([picture("a.png"), large, picture("b.png")]);
    await expect(popup.dialog.getByRole("alert")).toHaveText("large.png: 150 Kb is over the limit of 102 Kb");
    await expect(popup.dialog.getByRole("img")).toHaveCount(2);
    const half = (name: string) => ({ ...large, name, buffer: large.buffer.subarray(0, 60_000) });
    await popup.files.setInputFiles([half("one.png"), half("two.png")]);
    await expect(popup.dialog.getByRole("alert")).toHaveText(/^two\.png \(60 Kb\) has no room.*102 Kb$/);
    await expect(popup.dialog.getByRole("img")).toHaveCount(3);
  });
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
  await popup.files.setInputFiles(picture("kept.png", 30, 20));
  await expect(popup.saved).toBeVisible();
  await popup.close.click();
  await page.getByRole("link", { name: /^Drafts/ }).click();
  await page.getByRole("link", { name: /With a picture/ }).click();
  const preview = popup.dialog.getByRole("img", { name: "kept.png" });
  await expect(preview).toHaveAttribute(
    "src",
    `data:image/png;base64,${picture("", 30, 20).buffer.toString("base64")}`,
  );
  for (const text of ["one ", "two "]) {
    await popup.text.pressSequentially(text);
    await expect(popup.saved).toBeHidden();
    await expect(popup.saved).toBeVisible();
  }
  await popup.to.fill("anna@pismo.localhost");
  await popup.send.click();
  await expect(page.getByText("Letter sent")).toBeVisible();
  const anna = await mailboxOf(server, "anna");
  const { parsed } = await anna.onlyLetter();
  expect(parsed.attachments.map(({ filename }) => filename)).toEqual(["kept.png"]);
  expect(Buffer.from(parsed.attachments[0]!.content as ArrayBuffer)).toEqual(picture("", 30, 20).buffer);
});

test("a file is uploaded with progress, and once more where that failed", async ({ page, server }) => {
  await page.goto(server.url);
  const popup = await compose(page);
  const { opened, open } = gate();
  await page.route("**/jmap/upload/**", async (route) => {
    await opened;
    await route.fulfill({ status: 413, json: { type: "about:blank", status: 413 } });
  });
  await popup.files.setInputFiles(picture("slow.png"));
  await expect(popup.dialog.getByRole("progressbar", { name: "Uploading slow.png" })).toBeVisible();
  open();
  const again = popup.dialog.getByRole("button", { name: /^Try again/ });
  await expect(again).toBeVisible();
  await popup.to.fill("you@pismo.localhost");
  await popup.send.click();
  await expect(popup.dialog.getByRole("alert")).toHaveText(/not uploaded/);
  await page.unrouteAll();
  await again.click();
  await expect(again).toBeHidden();
  await expect(popup.dialog.getByRole("progressbar")).toHaveCount(0);
});
