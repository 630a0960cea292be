import { expect, test } from "vitest";
import { type Entry, writeEntries } from "./entry.ts";
import { readCalendar } from "./calendar.ts";

const now = Date.UTC(2026, 10, 26, 12);
const entry: Entry = { uid: "d1@pismo", title: "SU 204", at: "2026-12-05T14:35", timeZone: null, description: "" };
const write = (each: Entry): string | undefined => writeEntries([each], now);
const line = (name: string, text: string | undefined): string | undefined =>
  text?.split("\r\n").find((each) => new RegExp(`^${name}[:;]`).test(each));

test("a day is a day, a moment is in UTC, and a time of an unknown zone floats", () => {
  expect(line("DTSTART", write({ ...entry, at: "2026-12-05" }))).toBe("DTSTART;VALUE=DATE:20261205");
  expect(line("DTSTART", write({ ...entry, timeZone: "Europe/Moscow" }))).toBe("DTSTART:20261205T113500Z");
  expect(line("DTSTART", write({ ...entry, timeZone: "+05:30" }))).toBe("DTSTART:20261205T090500Z");
  expect(line("DTSTART", write(entry))).toBe("DTSTART:20261205T143500");
  expect(line("DTSTART", write({ ...entry, timeZone: "Nowhere/Else" }))).toBe("DTSTART:20261205T143500");
});

test("[5545 §3.1, §3.3.11] nothing in a title ends a line, lines are short, and a calendar reads what was meant", () => {
  const title = `Театр, «Чайка»; ряд 7\\8\r\nBEGIN:VALARM ${"я".repeat(90)}`;
  const text = write({ ...entry, title, description: "one\ntwo; three" })!;
  for (const each of text.split("\r\n")) expect(new TextEncoder().encode(each).length).toBeLessThanOrEqual(75);
  const [event] = readCalendar(text);
  expect(event?.summary).toBe(title.replaceAll(/[\r\n]/g, ""));
  expect(event?.description).toBe("one\ntwo; three");
  expect(text).not.toContain("\r\nBEGIN:VALARM");
  expect(text.endsWith("END:VCALENDAR\r\n")).toBe(true);
});

test.each(["2026-12-05\r\nATTENDEE:mailto:a@b.example", "2026-12-05T14:35\r\nX:1", "2026-02-31", "soon", ""])(
  "what is no day and no time is not written: %j",
  (at) => {
    expect(write({ ...entry, at })).toBeUndefined();
  },
);

test("several are one calendar, without those that are at no day", () => {
  const entries = ["2026-12-05", "soon", "2026-12-06T10:00"].map((at, index) => ({ ...entry, uid: `d${index}`, at }));
  const text = writeEntries(entries, now)!;
  expect(text.match(/BEGIN:VCALENDAR/g)).toHaveLength(1);
  expect(text.match(/^UID:.*$/gm)).toEqual(
    ["UID:d0\r", "UID:d2\r"].map((each) => expect.stringContaining(each.trim())),
  );
});
