/** What is agreed in calendar parts, and the times of repeated events. */
import { expect, test } from "vitest";
import { appointmentsIn } from "./markup/appointments.ts";
import { plannedEvents } from "./markup/planned-events.ts";
import { timesBetween } from "./values/recurrence.ts";

const NOW = Date.parse("2026-11-26T20:00:00Z");

const calendar = (method: string, ...events: string[][]): string =>
  [
    "BEGIN:VCALENDAR",
    ...(method === "" ? [] : [`METHOD:${method}`]),
    ...events.flatMap((lines) => ["BEGIN:VEVENT", ...lines, "END:VEVENT"]),
    "END:VCALENDAR",
  ].join("\r\n");

const rehearsal = ["UID:a@x.example", "SUMMARY:Rehearsal", "LOCATION:Kitchen", "DTSTART:20261201T150000Z"];
const read = (...calendars: string[]) => appointmentsIn(plannedEvents(calendars), NOW);

test("an invitation, a publication and a file say what, when and where", () => {
  const found = {
    uid: "a@x.example",
    sequence: 0,
    instance: null,
    title: "Rehearsal, Kitchen",
    at: "2026-12-01T15:00",
    timeZone: "+00:00",
  };
  for (const method of ["REQUEST", "PUBLISH", ""]) expect(read(calendar(method, rehearsal))).toEqual([found]);
  // In the letter and as a file.
  expect(read(calendar("REQUEST", rehearsal), calendar("REQUEST", rehearsal))).toEqual([found]);
});

test.each(["REPLY", "COUNTER", "REFRESH", "ADD"])("%s is no appointment", (method) => {
  expect(read(calendar(method, rehearsal))).toEqual([]);
});

test("a calendar of many events is no appointment", () => {
  const events = Array.from({ length: 6 }, (_, i) => [`UID:${i}`, "SUMMARY:Holiday", "DTSTART;VALUE=DATE:20261201"]);
  expect(read(calendar("PUBLISH", ...events))).toEqual([]);
  expect(read(calendar("PUBLISH", ...events.slice(1)))).toHaveLength(5);
});

test("what is called off has no time", () => {
  expect(read(calendar("CANCEL", ["UID:a", "SEQUENCE:2"]))).toMatchObject([{ uid: "a", sequence: 2, at: null }]);
  expect(read(calendar("REQUEST", [...rehearsal, "STATUS:CANCELLED"]))).toMatchObject([{ at: null }]);
});

test.each([
  ["DTSTART;TZID=Europe/Moscow:20261201T150000", "2026-12-01T15:00", "Europe/Moscow"],
  ["DTSTART:20261201T150000", "2026-12-01T15:00", null],
  ["DTSTART;VALUE=DATE:20261201", "2026-12-01", null],
  ["DTSTART;TZID=Nowhere:20261201T150000", "2026-12-01T15:00", null],
])("%s", (line, at, timeZone) => {
  expect(read(calendar("REQUEST", ["UID:a", "SUMMARY:X", line]))).toMatchObject([{ at, timeZone }]);
});

test("a zone that the calendar describes is an offset", () => {
  const zone = [
    "BEGIN:VTIMEZONE",
    "TZID:Russian Standard Time",
    "BEGIN:STANDARD",
    "DTSTART:16010101T000000",
    "TZOFFSETFROM:+0300",
    "TZOFFSETTO:+0300",
    "END:STANDARD",
    "END:VTIMEZONE",
  ].join("\r\n");
  const event = calendar("REQUEST", ["UID:a", "SUMMARY:X", "DTSTART;TZID=Russian Standard Time:20261201T150000"]);
  expect(read(event.replace("BEGIN:VEVENT", `${zone}\r\nBEGIN:VEVENT`))).toMatchObject([
    { at: "2026-12-01T15:00", timeZone: "+03:00" },
  ]);
});

test("a repeated event has its times ahead, without those that are left out, and with those that are moved", () => {
  const weekly = [
    "UID:w",
    "SUMMARY:Standup",
    "DTSTART;TZID=Europe/Berlin:20240104T100000",
    "RRULE:FREQ=WEEKLY;UNTIL=20261224T090000Z",
    "EXDATE;TZID=Europe/Berlin:20261203T100000",
  ];
  const moved = [
    "UID:w",
    "SUMMARY:Standup",
    "RECURRENCE-ID:20261210T090000Z",
    "DTSTART;TZID=Europe/Berlin:20261211T120000",
  ];
  const off = ["UID:w", "RECURRENCE-ID;TZID=Europe/Berlin:20261217T100000", "STATUS:CANCELLED"];
  const found = read(calendar("REQUEST", moved, off, weekly));
  expect(found.map(({ at }) => at)).toEqual([null, "2026-11-26T10:00", "2026-12-11T12:00", null, "2026-12-24T10:00"]);
  expect(new Set(found.map(({ instance }) => instance)).size).toBe(5);
});

const HOUR = 3_600_000;
const times = (start: string, rule: string, to = "2028-01-01") =>
  timesBetween(
    { start: Date.parse(`${start}T10:00:00Z`), rule, momentOf: (wall) => wall - HOUR },
    Date.parse("2026-11-26T00:00:00Z"),
    Date.parse(`${to}T00:00:00Z`),
  )
    ?.slice(0, 4)
    .map((time) => new Date(time).toISOString().slice(5, 10));

test.each([
  ["2026-11-20", "FREQ=DAILY", ["11-26", "11-27", "11-28", "11-29"]],
  ["2026-11-20", "FREQ=DAILY;COUNT=8", ["11-26", "11-27"]],
  ["2026-11-20", "FREQ=DAILY;INTERVAL=4", ["11-28", "12-02", "12-06", "12-10"]],
  ["2026-11-20", "FREQ=DAILY;UNTIL=20261127T090000Z", ["11-26", "11-27"]],
  ["2026-11-20", "FREQ=DAILY;UNTIL=20261127T085959Z", ["11-26"]],
  ["2026-11-20", "FREQ=DAILY;UNTIL=20261127", ["11-26", "11-27"]],
  ["2026-11-24", "FREQ=WEEKLY;BYDAY=TU,TH", ["11-26", "12-01", "12-03", "12-08"]],
  // RFC 5545 §3.8.5.3: the day that a week begins with counts.
  ["2026-11-17", "FREQ=WEEKLY;INTERVAL=2;BYDAY=TU,SU;WKST=MO", ["12-01", "12-06", "12-15", "12-20"]],
  ["2026-11-17", "FREQ=WEEKLY;INTERVAL=2;BYDAY=TU,SU;WKST=SU", ["11-29", "12-01", "12-13", "12-15"]],
  ["2026-01-31", "FREQ=MONTHLY", ["12-31", "01-31", "03-31", "05-31"]],
  ["2026-01-13", "FREQ=MONTHLY;BYDAY=2TU", ["12-08", "01-12", "02-09", "03-09"]],
  ["2026-01-30", "FREQ=MONTHLY;BYDAY=-1FR", ["11-27", "12-25", "01-29", "02-26"]],
  ["2026-01-31", "FREQ=MONTHLY;BYMONTHDAY=-1", ["11-30", "12-31", "01-31", "02-28"]],
  ["2020-12-05", "FREQ=YEARLY", ["12-05", "12-05"]],
  ["2020-03-29", "FREQ=YEARLY;BYMONTH=3;BYDAY=-1SU", ["03-28"]],
  ["2026-12-01", "FREQ=DAILY;COUNT=1", ["12-01"]],
  ["2026-11-20", "FREQ=MONTHLY;BYDAY=MO,TU;BYSETPOS=1", undefined],
  ["2026-11-20", "FREQ=HOURLY", undefined],
  ["2026-11-20", "FREQ=DAILY;INTERVAL=0", undefined],
  ["2026-11-20", "FREQ=DAILY;BYDAY=1MO", undefined],
])("from %s by %s", (start, rule, expected) => {
  expect(times(start, rule)).toEqual(expected);
});

test("what is not certain of a rule leaves its first time", () => {
  const event = [...rehearsal, "RRULE:FREQ=MONTHLY;BYDAY=MO,TU;BYSETPOS=1"];
  expect(read(calendar("REQUEST", event))).toMatchObject([{ at: "2026-12-01T15:00", instance: null }]);
});
