import { afterEach, beforeEach, expect, test } from "vitest";
import {
  laterToday,
  mondayMorning,
  readLocalInput,
  tomorrowMorning,
  toLocalInput,
  weekendMorning,
} from "./future-times.ts";

let zone: string | undefined;
beforeEach(() => {
  zone = process.env["TZ"];
});
afterEach(() => {
  if (zone === undefined) delete process.env["TZ"];
  else process.env["TZ"] = zone;
});

test.each([
  // The clock goes forward, and back, in the night before.
  ["Europe/Berlin", "2026-03-28T20:00:00Z", "2026-03-29T06:00:00.000Z"],
  ["Europe/Berlin", "2026-10-24T20:00:00Z", "2026-10-25T07:00:00.000Z"],
  ["Europe/Moscow", "2026-11-25T20:59:00Z", "2026-11-26T05:00:00.000Z"],
  ["Europe/Moscow", "2026-11-25T21:01:00Z", "2026-11-27T05:00:00.000Z"],
  ["America/Los_Angeles", "2026-12-31T20:00:00Z", "2027-01-01T16:00:00.000Z"],
])("tomorrow morning in %s at %s", (place, now, expected) => {
  process.env["TZ"] = place;
  expect(tomorrowMorning(new Date(now)).toISOString()).toBe(expected);
});

test.each([
  ["2026-11-25T10:00:00Z", "2026-11-30T05:00:00.000Z"],
  ["2026-11-29T10:00:00Z", "2026-11-30T05:00:00.000Z"],
  // On a Monday the next one is meant.
  ["2026-11-30T01:00:00Z", "2026-12-07T05:00:00.000Z"],
])("Monday morning in Moscow at %s", (now, expected) => {
  process.env["TZ"] = "Europe/Moscow";
  expect(mondayMorning(new Date(now)).toISOString()).toBe(expected);
});

test.each([
  ["2026-11-25T07:20:00Z", "2026-11-25T10:00:00.000Z"],
  ["2026-11-25T16:59:00Z", "2026-11-25T19:00:00.000Z"],
  // Between midnight and five o'clock it is this morning.
  ["2026-11-24T22:10:00Z", "2026-11-25T05:00:00.000Z"],
  // It would be night.
  ["2026-11-25T17:00:00Z", undefined],
  ["2026-11-25T20:30:00Z", undefined],
])("later today in Moscow at %s", (now, expected) => {
  process.env["TZ"] = "Europe/Moscow";
  expect(laterToday(new Date(now))?.toISOString()).toBe(expected);
});

test.each([
  ["2026-11-25T10:00:00Z", "2026-11-28T07:00:00.000Z"],
  ["2026-11-28T10:00:00Z", "2026-12-05T07:00:00.000Z"],
  ["2026-11-29T10:00:00Z", "2026-12-05T07:00:00.000Z"],
  // The clock goes forward in the night to Sunday.
  ["2026-03-25T10:00:00Z", "2026-03-28T07:00:00.000Z"],
])("the weekend in Berlin at %s", (now, expected) => {
  process.env["TZ"] = "Europe/Berlin";
  expect(weekendMorning(new Date(now)).toISOString()).toBe(expected);
});

test("a time that was typed is read in the zone of the computer, and has to come within what the server holds", () => {
  process.env["TZ"] = "Asia/Yekaterinburg";
  const now = new Date("2026-11-25T10:00:00Z");
  expect(toLocalInput(now)).toBe("2026-11-25T15:00");
  expect(readLocalInput("2026-11-25T15:30", now, 3600)).toEqual(new Date("2026-11-25T10:30:00Z"));
  expect(readLocalInput("2026-11-25T15:00", now, 3600)).toBe("past");
  expect(readLocalInput("2026-11-25T16:01", now, 3600)).toBe("tooLate");
  expect(readLocalInput("", now, 3600)).toBe("missing");
});

const readIn = (value: string, now: string) => readLocalInput(value, new Date(now), 30 * 86_400);

test("an hour that the clock leaves out is the one after it, and of one that it repeats the first is meant", () => {
  process.env["TZ"] = "Europe/Berlin";
  expect(readIn("2026-03-29T02:30", "2026-03-28T10:00:00Z")).toEqual(new Date("2026-03-29T01:30:00Z"));
  expect(readIn("2026-10-25T02:30", "2026-10-24T10:00:00Z")).toEqual(new Date("2026-10-25T00:30:00Z"));
});
