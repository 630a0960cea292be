import { expect, test } from "vitest";
import { countPause } from "./count-pause.ts";

test("quick counts follow one another, slow ones take a twentieth of the time, up to the longest pause", () => {
  expect([0, 10, 100, 400, 60_000, Infinity].map(countPause)).toEqual([500, 500, 2000, 8000, 10_000, 10_000]);
});
