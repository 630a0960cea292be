/** The gate runs a part of what is slow each day: a week has run it all. */
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { filesOfOtherDays, ofToday } from "./support/of-today.ts";

const week = [0, 1, 2, 3, 4, 5, 6];

test.each([1, 2, 3, 4, 7, 8, 57])("of %i variants each day has some, and a week has all", (count) => {
  const variants = Array.from({ length: count }, (_, index) => index);
  const days = week.map((day) => ofToday(variants, day));
  expect(days.filter((today) => today.length === 0)).toEqual([]);
  expect(new Set(days.flat())).toEqual(new Set(variants));
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
