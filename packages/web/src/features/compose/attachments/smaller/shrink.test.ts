import { expect, test } from "vitest";
import { jfif, jpegOf, jpegPixels, png } from "../../../../../../images/test/support/images.ts";
import { isScalable } from "./shrink.ts";

test("what has no pixels to spare is not decoded", () => {
  expect(isScalable(png({ width: 1280, height: 960 }))).toBe(false);
  expect(isScalable(png({ width: 960, height: 1281 }))).toBe(true);
});

test("what is too large to decode goes as it is, by its header; a telephone's fifty million pixels are not", () => {
  expect(isScalable(jpegOf(jfif, jpegPixels(8160, 6120)))).toBe(true);
  expect(isScalable(jpegOf(jfif, jpegPixels(12_000, 9000)))).toBe(false);
  expect(isScalable(png({ width: 50_400_000, height: 1 }))).toBe(false);
});

test("what the header says nothing of goes as it is", () => {
  expect(isScalable(jpegOf(jfif))).toBe(false);
  expect(isScalable(new TextEncoder().encode("text"))).toBe(false);
});
