import { afterEach, beforeEach, expect, test } from "vitest";
import type { DeadlineKind } from "@pismo/jmap";
import type { TFunction } from "i18next";
import { whatText, whenText } from "./deadline-text.ts";

let zone: string | undefined;
beforeEach(() => {
  zone = process.env["TZ"];
  process.env["TZ"] = "Europe/Moscow";
});
afterEach(() => {
  if (zone === undefined) delete process.env["TZ"];
  else process.env["TZ"] = zone;
});

const t = ((key: string, { day, time }: { day: string; time: string }) =>
  key === "deadlines.timed" ? `${day}, ${time}` : key) as unknown as TFunction;
const when = (
  at: string,
  timeZone: string | null,
  language: "ru" | "en",
  now = new Date("2026-11-26T20:30:00Z"),
  kind: DeadlineKind = "departure",
) => whenText({ kind, at, timeZone }, language, t, now).replaceAll(/[\s\u2009\u202f]/g, " ");

test("by the reader's day", () => {
  expect(when("2026-11-26", null, "en")).toBe("today");
  expect(when("2026-11-27", null, "ru")).toBe("завтра");
  expect(when("2026-11-28", null, "ru")).toBe("суббота, 28 ноября");
  // Past midnight in Moscow, and not yet in UTC.
  expect(when("2026-11-27", null, "en", new Date("2026-11-26T21:30:00Z"))).toBe("today");
});

test("a time is that of its place, whose zone is said where it is another", () => {
  expect(when("2026-11-27T14:35", "Europe/Moscow", "ru")).toBe("завтра, 14:35");
  expect(when("2026-11-27T14:35", null, "en")).toBe("tomorrow, 2:35 PM");
  expect(when("2026-11-27T14:35", "Asia/Tokyo", "en")).toBe("tomorrow, 2:35 PM GMT+9");
  expect(when("2026-11-27T14:35", "+03:00", "en")).toBe("tomorrow, 2:35 PM");
});

const agreed = (at: string, timeZone: string | null) => when(at, timeZone, "en", undefined, "appointment");

test("what was agreed is by the reader's clock and day", () => {
  expect(agreed("2026-11-27T14:35", "Asia/Tokyo")).toBe("tomorrow, 8:35 AM");
  expect(agreed("2026-11-27T22:00", "+00:00")).toBe("Saturday, November 28, 1:00 AM");
  expect(agreed("2026-11-27T14:35", null)).toBe("tomorrow, 2:35 PM");
});

test("a long name ends where the next entry has to have room", () => {
  const words = ((key: string, values: { title: string }) =>
    key === "deadlines.named" ? values.title : key) as unknown as TFunction;
  expect(whatText({ kind: "event", title: "G".repeat(200) }, words)).toBe(`${"G".repeat(100)}…`);
  expect(whatText({ kind: "event", title: `${"G".repeat(99)}👏👏` }, words)).toBe(`${"G".repeat(99)}…`);
  expect(whatText({ kind: "event", title: "Hamlet" }, words)).toBe("Hamlet");
});
