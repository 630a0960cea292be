import { expect, test } from "vitest";
import { isTinySize } from "./tiny-image.ts";

test.each([
  [1, 1, true],
  [2, 40, true],
  [3, 3, false],
  [600, 20, false],
])("%i × %i", (width, height, expected) => {
  expect(isTinySize({ width, height })).toBe(expected);
});
