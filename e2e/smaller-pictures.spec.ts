/** Large pictures go smaller where a person says so. */
import type { Page } from "@playwright/test";
import { ofToday } from "../packages/server/test/support/of-today.ts";
import { pngChunk } from "../packages/images/test/support/images.ts";
import { expectAccessible } from "./support/axe.ts";
import { composeToAnna, mailboxOf, popupOf } from "./support/compose.ts";
import { heavyPng, png } from "./support/images.ts";
import { photograph } from "./support/photograph.ts";
import { expect, test } from "./support/story.ts";

const words = {
  en: { label: "Large pictures", original: /^Original: [\d.]+ Mb$/, large: /^Large: /, medium: /^Medium: / },
  ru: { label: "Большие картинки", original: /^Как есть: /, large: /^Крупные: /, medium: /^Средние: / },
} as const;

const shapeOf = (page: Page, octets: Uint8Array): Promise<number[]> =>
  page.evaluate(async (base64) => {
    const answer = await fetch(`data:image/jpeg;base64,${base64}`).catch(() => undefined);
    const bytes = Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));
    const bitmap = await createImageBitmap(answer ? await answer.blob() : new Blob([bytes], { type: "image/jpeg" }));
    return [bitmap.width, bitmap.height];
  }, Buffer.from(octets).toString("base64"));

for (const lang of ofToday(["en", "ru"] as const)) {
  test.describe(`in ${lang}`, () => {
    test.use({ lang });

    test("a photograph is sent smaller, upright, and back as it was as long as it is not sent", async ({
      page,
      server,
    }) => {
      const w = words[lang];
      const popup = await composeToAnna(page, server, lang);
      await popup.subject.fill("A photograph");
      const buffer = await photograph(page);
      await popup.files.setInputFiles([
        { name: "photo.jpg", mimeType: "image/jpeg", buffer },
        { name: "small.png", mimeType: "image/png", buffer: png(20, 10, [1, 2, 3]) },
      ]);
      const choice = popup.dialog.getByRole("combobox", { name: w.label });
      await expect(choice).toBeVisible();
      await expect(choice.getByRole("option")).toHaveText([w.original, w.large, w.medium]);
      await expectAccessible(page);
      const size = popup.dialog.getByText(/\d Kb$|\d Кб$/).first();
      const before = await size.textContent();
      await choice.selectOption("medium");
      await expect(size).not.toHaveText(before!);
      await choice.selectOption("original");
      await expect(size).toHaveText(before!);
      await choice.selectOption("medium");
      await expect(popup.dialog.getByRole("progressbar")).toHaveCount(0);
      await popup.send.click();
      await expect(popup.dialog).toBeHidden();
      const { parsed } = await (await mailboxOf(server, "anna")).onlyMessage();
      expect(parsed.attachments.map(({ filename }) => filename)).toEqual(["photo.jpg", "small.png"]);
      const sent = Buffer.from(parsed.attachments[0]!.content as ArrayBuffer);
      expect(sent.length).toBeLessThan(buffer.length / 2);
      expect(sent.toString("latin1")).not.toMatch(/55\.7558|Exif/);
      expect(await shapeOf(page, sent)).toEqual([960, 1280]);
      expect(Buffer.from(parsed.attachments[1]!.content as ArrayBuffer)).toEqual(png(20, 10, [1, 2, 3]));
    });
  });
}

interface Decoding {
  open: number;
  most: number;
  decoded: number;
}

/** Counts the files whose pixels are in memory. */
async function watchDecoding(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const seen: Decoding = { open: 0, most: 0, decoded: 0 };
    Object.assign(window, { seen });
    const create = window.createImageBitmap.bind(window) as (...args: unknown[]) => Promise<ImageBitmap>;
    const counted = async (source: unknown, ...rest: unknown[]): Promise<ImageBitmap> => {
      if (!(source instanceof Blob)) return create(source, ...rest);
      seen.most = Math.max(seen.most, ++seen.open);
      seen.decoded++;
      const bitmap = await create(source, ...rest);
      const close = bitmap.close.bind(bitmap);
      bitmap.close = () => {
        seen.open--;
        close();
      };
      return bitmap;
    };
    Object.assign(window, { createImageBitmap: counted });
  });
}

const decodingIn = (page: Page): Promise<Decoding> =>
  page.evaluate(() => ({ ...(window as unknown as { seen: Decoding }).seen }));

test("of many photographs one at a time is in memory", async ({ page, server }) => {
  await watchDecoding(page);
  const popup = await composeToAnna(page, server);
  const buffer = await photograph(page);
  const names = ["1.jpg", "2.jpg", "3.jpg", "4.jpg"];
  await popup.files.setInputFiles(names.map((name) => ({ name, mimeType: "image/jpeg", buffer })));
  await expect.poll(() => decodingIn(page)).toEqual({ open: 0, most: 1, decoded: 4 });
});

/** Of two frames, of which the second is the first again; the drawing is 1000 by 1499 pixels. */
function animated(): Buffer {
  const still = heavyPng(1_500_000);
  const head = still.subarray(8, 33);
  const frame = (number: number): Buffer => {
    const data = Buffer.alloc(26);
    data.writeUInt32BE(number, 0);
    head.copy(data, 4, 8, 16);
    data.writeUInt16BE(1, 20);
    data.writeUInt16BE(2, 22);
    return pngChunk("fcTL", data);
  };
  const end = still.subarray(-12);
  const pixels = still.subarray(33, -12);
  const again = pngChunk("fdAT", Buffer.concat([Buffer.of(0, 0, 0, 2), pixels.subarray(8, -4)]));
  const frames = pngChunk("acTL", Buffer.of(0, 0, 0, 2, 0, 0, 0, 0));
  return Buffer.concat([still.subarray(0, 33), frames, frame(0), pixels, frame(1), again, end]);
}

test("what moves goes as it is", async ({ page, server }) => {
  await watchDecoding(page);
  const popup = await composeToAnna(page, server);
  await popup.subject.fill("It moves");
  const moving = animated();
  await popup.files.setInputFiles([
    { name: "moving.png", mimeType: "image/png", buffer: moving },
    { name: "photo.jpg", mimeType: "image/jpeg", buffer: await photograph(page) },
  ]);
  await popup.dialog.getByRole("combobox", { name: words.en.label }).selectOption("medium");
  expect(await decodingIn(page)).toMatchObject({ decoded: 1 });
  await expect(popup.dialog.getByRole("progressbar")).toHaveCount(0);
  await popup.send.click();
  await expect(popup.dialog).toBeHidden();
  const { parsed } = await (await mailboxOf(server, "anna")).onlyMessage();
  expect(Buffer.from(parsed.attachments[0]!.content as ArrayBuffer).equals(moving)).toBe(true);
});

test.describe("where files have ten megabytes of room", () => {
  test.use({ env: { PISMO_MAX_UPLOAD_SIZE: "10M", PISMO_ATTACHMENT_TYPES: "jpg,pdf" } });

  test("a size in which the pictures do not fit is refused, with their names", async ({ page, server }) => {
    const popup = await composeToAnna(page, server);
    const buffer = await photograph(page);
    await popup.files.setInputFiles({ name: "photo.jpg", mimeType: "image/jpeg", buffer });
    const choice = popup.dialog.getByRole("combobox", { name: words.en.label });
    await choice.selectOption("medium");
    const rest = Buffer.alloc(10 * 2 ** 20 - buffer.length + 1000, " ");
    rest.write("%PDF-1.7\n");
    await popup.files.setInputFiles({ name: "rest.pdf", mimeType: "application/pdf", buffer: rest });
    await expect(popup.dialog.getByText("rest.pdf")).toBeVisible();
    const alert = popup.dialog.getByRole("alert");
    await expect(alert).toBeHidden();
    await choice.selectOption("original");
    await expect(alert).toHaveText(/^photo\.jpg \([\d.]+ Mb\) does not fit: .* 10\.5 Mb$/);
    await expect(choice).toHaveValue("medium");
    await expectAccessible(page);
    await popup.dialog.getByRole("button", { name: "Remove file rest.pdf" }).click();
    await choice.selectOption("original");
    await expect(choice).toHaveValue("original");
    await expect(alert).toBeHidden();
  });
});

test.describe("where a file may have four megabytes", () => {
  test.use({ env: { PISMO_MAX_UPLOAD_SIZE: "4M" } });

  test("a picture that is too large as it is comes in the size that was chosen", async ({ page, server }) => {
    const popup = await composeToAnna(page, server);
    await popup.subject.fill("Two photographs");
    const photo = { name: "photo.png", mimeType: "image/png", buffer: heavyPng(3_900_000) };
    const larger = { name: "larger.png", mimeType: "image/png", buffer: heavyPng(4_500_000) };
    const files = popup.dialog.getByRole("listitem").getByRole("img");
    await popup.files.setInputFiles(larger);
    const alert = popup.dialog.getByRole("alert");
    await expect(alert).toHaveText(/larger\.png/);
    await popup.files.setInputFiles(photo);
    await popup.dialog.getByRole("combobox", { name: words.en.label }).selectOption("medium");
    await popup.files.setInputFiles(larger);
    await expect(files).toHaveCount(2);
    await expect(alert).toBeHidden();
    await expect(popup.dialog.getByRole("progressbar")).toHaveCount(0);
    await popup.send.click();
    await expect(popup.dialog).toBeHidden();
    const { parsed } = await (await mailboxOf(server, "anna")).onlyMessage();
    expect(parsed.attachments.map(({ filename }) => filename)).toEqual(["photo.png", "larger.png"]);
    for (const { content } of parsed.attachments) expect((content as ArrayBuffer).byteLength).toBeLessThan(3_900_000);
  });
});

test.describe("on a phone", () => {
  test.use({ viewport: { width: 390, height: 760 }, hasTouch: true });

  test("the choice stands under the pictures", async ({ page, server }) => {
    await page.goto(server.url);
    await expect(page.getByRole("main").getByText("No letters", { exact: true })).toBeVisible();
    await page.keyboard.press("c");
    const popup = popupOf(page);
    await expect(popup.to).toBeFocused();
    const buffer = await photograph(page);
    await popup.files.setInputFiles({ name: "photo.jpg", mimeType: "image/jpeg", buffer });
    const choice = popup.dialog.getByRole("combobox", { name: words.en.label });
    await expect(choice).toBeVisible();
    const { x, width } = (await choice.boundingBox())!;
    expect(x + width).toBeLessThanOrEqual(390);
    await expectAccessible(page);
  });
});
