import { expect, test } from "vitest";
import { countOf, readRanges, Vanished } from "./vanished.ts";

test("ranges are read as they stand, in either order; what is none is left out", () => {
  expect(readRanges("1:5,7,9:8,x,-1,1:,:,1:2:3,99999999999,4294967295")).toEqual([
    [1, 5],
    [7, 7],
    [8, 9],
    [4294967295, 4294967295],
  ]);
  expect(readRanges("")).toEqual([]);
});

test("what has vanished is told of the uids that are known, however much was named", () => {
  const vanished = new Vanished();
  vanished.add(readRanges("900:4294967295,5,1:2,2:3"));
  expect(vanished.among([1, 2, 3, 4, 5, 6, 899, 900, 1_000_000])).toEqual([1, 2, 3, 5, 900, 1_000_000]);
  expect(countOf(readRanges("1:4294967295"))).toBe(4294967295);
});

test("a million ranges take no longer than those within the limit", () => {
  const vanished = new Vanished();
  for (let count = 0; count < 10; count++) vanished.add(readRanges("1,3,".repeat(500_000)));
  expect(vanished.among(Array.from({ length: 100_000 }, (_, index) => index))).toEqual([1, 3]);
});
