/**
 * What is slow and rarely tells anything is run in the gate by a part a day, so that a week has run it all:
 * `npm test` sets TEST_DAY to the day of the week, and without it (`npm run test:all`, a single file) everything runs.
 *
 * There are three ways to say so. A file whose every test is slow is named `*.slow.test.ts` or `*.slow.spec.ts`; a list of
 * variants of one test (servers, themes, messages) goes through `ofToday`; and what is many files of its kind goes through
 * `thirdOfToday`.
 */

/** The day of the week that the gate runs for, 0 to 6; undefined: all of them. The servers refuse a PISMO_… that they do not know. */
function testDay(): number | undefined {
  const value = process.env["TEST_DAY"] ?? "";
  if (value === "" || value === "all") return undefined;
  if (!/^[0-6]$/.test(value)) throw new Error(`TEST_DAY is a day of the week, 0 to 6, or "all", and not ${value}`);
  return Number(value);
}

/** Every seventh of them, of fewer one; never none of some. Over a week each has its turn. */
export function ofToday<T>(variants: readonly T[], day = testDay()): T[] {
  if (day === undefined) return [...variants];
  const parts = Math.min(7, variants.length);
  return variants.filter((_, index) => index % parts === day % parts);
}

/** Every third of them: each has its turn twice a week, on days that follow one another, so that two variants take turns. */
export function thirdOfToday<T>(files: readonly T[], day = testDay()): T[] {
  if (day === undefined) return [...files];
  return files.filter((_, index) => index % 3 === Math.floor(day / 2) % 3);
}

/** The slow files that are left out today, of all test files. */
export function filesOfOtherDays(files: readonly string[], day = testDay()): string[] {
  const slow = files.filter((file) => /\.slow\.(?:test|spec)\.tsx?$/.test(file)).toSorted();
  const today = new Set(ofToday(slow, day));
  return slow.filter((file) => !today.has(file));
}
