/** The gate runs a part of what is slow each day: a week has run it all. */
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { missingStories, storiesOfOtherDays } from "../../../e2e/support/stories-of-today.ts";
import { filesOfOtherDays, ofToday, thirdOfToday } from "./support/of-today.ts";

const week = [0, 1, 2, 3, 4, 5, 6];

test.each([1, 2, 3, 4, 7, 8, 57])("of %i variants each day has some, and a week has all", (count) => {
  const variants = Array.from({ length: count }, (_, index) => index);
  const days = week.map((day) => ofToday(variants, day));
  expect(days.filter((today) => today.length === 0)).toEqual([]);
  expect(new Set(days.flat())).toEqual(new Set(variants));
});

test("of thirds each file has two days that follow one another, on which two variants take turns", () => {
  const files = Array.from({ length: 20 }, (_, index) => index);
  const days = week.map((day) => new Set(thirdOfToday(files, day)));
  for (const file of files) {
    const own = week.filter((day) => days[day]!.has(file));
    expect(own.length).toBeGreaterThanOrEqual(2);
    expect(own.map((day) => day % 2)).toEqual(expect.arrayContaining([0, 1]));
  }
});

test("every story runs on some day of a week, and those that are named as daily are there", () => {
  const files = readdirSync(join(import.meta.dirname, "../../../e2e"));
  const stories = files.filter((name) => name.endsWith(".spec.ts"));
  const run = week.flatMap((day) => {
    const left = new Set(storiesOfOtherDays(files, day));
    return stories.filter((name) => !left.has(name));
  });
  expect(new Set(run)).toEqual(new Set(stories));
  expect(missingStories(files)).toEqual([]);
});

test("a file that is not slow is never left out", () => {
  const files = ["a.slow.test.ts", "b.slow.spec.ts", "c.test.ts", "slow.test.ts"];
  const left = new Set(week.flatMap((day) => filesOfOtherDays(files, day)));
  expect(left).toEqual(new Set(["a.slow.test.ts", "b.slow.spec.ts"]));
});

test("every slow file of ours runs on some day of a week", () => {
  const root = join(import.meta.dirname, "../../..");
  const files = ["e2e", "fuzz", "packages/jmap", "packages/server", "packages/web"]
    .flatMap((folder) => readdirSync(join(root, folder), { recursive: true, encoding: "utf8" }))
    .filter((name) => !name.includes("node_modules"));
  const slow = files.filter((name) => name.includes(".slow."));
  expect(slow.length).toBeGreaterThan(0);
  // A name that the runner does not know as slow would be run daily.
  expect(slow.filter((name) => !/\.slow\.(?:test|spec)\.tsx?$/.test(name))).toEqual([]);
  const run = week.flatMap((day) => {
    const left = new Set(filesOfOtherDays(files, day));
    return slow.filter((name) => !left.has(name));
  });
  expect(new Set(run)).toEqual(new Set(slow));
});
