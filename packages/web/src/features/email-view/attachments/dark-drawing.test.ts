import { expect, test } from "vitest";
import { isDarkOnNothing } from "./dark-drawing.ts";

const pixels = (...all: [count: number, ...rgba: number[]][]): Uint8ClampedArray =>
  Uint8ClampedArray.from(all.flatMap(([count, ...rgba]) => Array.from({ length: count }, () => rgba).flat()));

test.each([
  ["a black icon on nothing", true, pixels([40, 0, 0, 0, 255], [60, 0, 0, 0, 0])],
  ["a dark blue logo on nothing", true, pixels([40, 20, 30, 90, 255], [60, 0, 0, 0, 0])],
  ["a white icon on nothing", false, pixels([40, 255, 255, 255, 255], [60, 0, 0, 0, 0])],
  ["a black icon on white", false, pixels([40, 0, 0, 0, 255], [60, 255, 255, 255, 255])],
  ["a black word beside a yellow sign", false, pixels([20, 0, 0, 0, 255], [20, 255, 220, 0, 255], [60, 0, 0, 0, 0])],
  ["a dark photograph", false, pixels([100, 10, 10, 10, 255])],
  ["nothing at all", false, pixels([100, 0, 0, 0, 0])],
])("%s: %s", (_, expected, given) => {
  expect(isDarkOnNothing(given)).toBe(expected);
});
