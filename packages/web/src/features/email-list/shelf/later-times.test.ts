import { afterEach, beforeEach, expect, test } from "vitest";
import { laterTimes } from "./later-times.ts";

let zone: string | undefined;
beforeEach(() => {
  zone = process.env["TZ"];
  process.env["TZ"] = "Europe/Moscow";
});
afterEach(() => {
  if (zone === undefined) delete process.env["TZ"];
  else process.env["TZ"] = zone;
});

// A Thursday in Moscow: Saturday is the 28th, Monday the 30th.
const now = new Date("2026-11-26T10:00:00Z");
const keys = (at: string, timeZone: string | null = null): string[] =>
  laterTimes({ at, timeZone }, now).map(({ key }) => key);

test.each([
  ["2026-11-26", []],
  ["2026-11-27", ["tomorrow"]],
  ["2026-11-28", ["tomorrow", "weekend"]],
  ["2026-11-30", ["tomorrow", "weekend", "nextWeek"]],
])("what is due on %s can wait until its own day's morning, and no longer: %j", (at, expected) => {
  expect(keys(at)).toEqual(expected);
});

test("what begins at a time can wait until then, here and at its place", () => {
  expect(keys("2026-11-27T14:35")).toEqual(["tomorrow"]);
  expect(keys("2026-11-27T06:00")).toEqual([]);
  // Ten in the morning of Saturday in Tokyo is four in Moscow.
  expect(keys("2026-11-28T10:00", "Asia/Tokyo")).toEqual(["tomorrow"]);
  // Saturday there begins when it is Saturday morning here, and goes by its own day.
  expect(keys("2026-11-27T23:30", "America/New_York")).toEqual(["tomorrow"]);
});
