import { afterEach, beforeEach, expect, test } from "vitest";
import { firstDayOf, fromDateOf, lastDayOf, toDateOf } from "./vacation-days.ts";

const zone = process.env["TZ"];
beforeEach(() => {
  process.env["TZ"] = "Europe/Berlin";
});
afterEach(() => {
  process.env["TZ"] = zone;
});

test("a first day begins at midnight of the computer, a last day ends at the next one", () => {
  expect(fromDateOf("2026-07-01")).toBe("2026-06-30T22:00:00Z");
  expect(toDateOf("2026-07-31")).toBe("2026-07-31T22:00:00Z");
});

test.each([
  ["2026-03-29", "2026-03-28T23:00:00Z", "2026-03-29T22:00:00Z"],
  ["2026-10-25", "2026-10-24T22:00:00Z", "2026-10-25T23:00:00Z"],
  ["2026-12-31", "2026-12-30T23:00:00Z", "2026-12-31T23:00:00Z"],
])("%s is whole, also where the clock is changed in it", (day, from, to) => {
  expect([fromDateOf(day), toDateOf(day)]).toEqual([from, to]);
  expect([firstDayOf(from), lastDayOf(to)]).toEqual([day, day]);
});

test("a moment that another program chose is shown as its day", () => {
  expect(firstDayOf("2026-07-01T12:30:00Z")).toBe("2026-07-01");
  expect(lastDayOf("2026-07-31T12:30:00Z")).toBe("2026-07-31");
});

test("there may be neither", () => {
  expect([fromDateOf(""), toDateOf(""), firstDayOf(null), lastDayOf(null)]).toEqual([null, null, "", ""]);
});
