import { expect, test } from "vitest";
import { jfif, jpegOf, jpegPixels, png, pngChunk, webpChunk } from "../../../../../../images/test/support/images.ts";
import { isScalable } from "./shrink.ts";

/** VP8X of 4000 by 3000 pixels (RFC 9649 §2.7.1). */
function webp(flags: number): Buffer {
  const extended = webpChunk("VP8X", Buffer.of(flags, 0, 0, 0, 0x9f, 0x0f, 0, 0xb7, 0x0b, 0));
  return webpChunk("RIFF", Buffer.concat([Buffer.from("WEBP"), extended, webpChunk("VP8 ", Buffer.alloc(10, 1))]));
}

test("what has no pixels to spare is not decoded", () => {
  expect(isScalable(png({ width: 1280, height: 960 }))).toBe(false);
  expect(isScalable(png({ width: 960, height: 1281 }))).toBe(true);
});

test("what is too large to decode goes as it is, by its header; a telephone's fifty million pixels are not", () => {
  expect(isScalable(jpegOf(jfif, jpegPixels(8160, 6120)))).toBe(true);
  expect(isScalable(jpegOf(jfif, jpegPixels(12_000, 9000)))).toBe(false);
  expect(isScalable(png({ width: 50_400_000, height: 1 }))).toBe(false);
});

test("an animation would stand still", () => {
  const frames = pngChunk("acTL", "\0\0\0\x02\0\0\0\0");
  expect(isScalable(png({ width: 4000, height: 3000, before: [frames] }))).toBe(false);
  expect(isScalable(webp(0x00))).toBe(true);
  expect(isScalable(webp(0x02))).toBe(false);
});

test("what the header says nothing of goes as it is", () => {
  expect(isScalable(jpegOf(jfif))).toBe(false);
  expect(isScalable(new TextEncoder().encode("text"))).toBe(false);
});
