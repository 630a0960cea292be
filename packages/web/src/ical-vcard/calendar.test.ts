import { expect, test } from "vitest";
import { type CalendarEvent, readCalendar } from "./index.ts";

const calendar = (event: string, { method = "REQUEST", before = "" } = {}): string =>
  ["BEGIN:VCALENDAR", `METHOD:${method}`, before, "BEGIN:VEVENT", event, "END:VEVENT", "END:VCALENDAR"]
    .filter(Boolean)
    .join("\r\n");
const read = (...given: Parameters<typeof calendar>): CalendarEvent => readCalendar(calendar(...given))[0]!;
const utc = (moment: number | undefined): string | undefined =>
  moment === undefined ? undefined : new Date(moment).toISOString().slice(0, 16);

test("[5546 §3.2.2] a request: what, where, who, and who has answered", () => {
  const event = read(
    [
      "SUMMARY:Plans\\, and\\nmore",
      'ORGANIZER;CN="Anna: A.":mailto:anna@mail.example',
      "ATTENDEE;PARTSTAT=ACCEPTED;CN=Boris:MAILTO:boris@mail.example",
      "ATTENDEE;ROLE=OPT-PARTICIPANT;PARTSTAT=NEEDS-ACT",
      " ION:mailto:vera@mail.example",
      "LOCATION:Room 7",
    ].join("\r\n"),
  );
  expect(event).toMatchObject({
    kind: "invitation",
    summary: "Plans, and\nmore",
    location: "Room 7",
    organizer: { name: "Anna: A.", email: "anna@mail.example" },
    attendees: [
      { name: "Boris", email: "boris@mail.example", answer: "accepted" },
      { name: "", email: "vera@mail.example", answer: "none" },
    ],
    attendeeCount: 2,
  });
});

test("[5546] cancelled by method or by status; a reply is an answer; without a method it is an event", () => {
  expect(read("SUMMARY:x", { method: "CANCEL" }).kind).toBe("cancelled");
  expect(read("SUMMARY:x\r\nSTATUS:CANCELLED").kind).toBe("cancelled");
  expect(read("ATTENDEE;PARTSTAT=DECLINED:mailto:a@b.example", { method: "REPLY" })).toMatchObject({
    kind: "answer",
    attendees: [{ answer: "declined" }],
  });
  expect(read("SUMMARY:x", { method: "PUBLISH" }).kind).toBe("event");
});

test.each([
  ["DTSTART:20240411T080000Z", "2024-04-11T08:00"],
  ["DTSTART;TZID=Europe/Tallinn:20240411T110000", "2024-04-11T08:00"],
  ["DTSTART;TZID=/mozilla.org/20050126_1/Europe/Tallinn:20241211T110000", "2024-12-11T09:00"],
  ["DTSTART;TZID=America/New_York:20240310T013000", "2024-03-10T06:30"],
  ["DTSTART;TZID=America/New_York:20240310T033000", "2024-03-10T07:30"],
])("[5545 §3.3.5] %s is %s in UTC", (start, expected) => {
  expect(utc(read(start).start?.moment)).toBe(expected);
});

const described = [
  "BEGIN:VTIMEZONE",
  "TZID:Our own time",
  "BEGIN:STANDARD",
  "DTSTART:16010101T030000",
  "TZOFFSETTO:+0200",
  "RRULE:FREQ=YEARLY;BYDAY=-1SU;BYMONTH=10",
  "END:STANDARD",
  "BEGIN:DAYLIGHT",
  "DTSTART:16010101T020000",
  "TZOFFSETTO:+0300",
  "RRULE:FREQ=YEARLY;BYDAY=-1SU;BYMONTH=3",
  "END:DAYLIGHT",
  "END:VTIMEZONE",
].join("\r\n");

test.each([
  ["20240110T110000", "2024-01-10T09:00"],
  ["20240331T015900", "2024-03-30T23:59"],
  ["20240331T030000", "2024-03-31T00:00"],
  ["20240710T110000", "2024-07-10T08:00"],
  ["20241027T040000", "2024-10-27T02:00"],
])("[5545 §3.6.5] a zone that only the calendar describes: %s is %s in UTC", (start, expected) => {
  const event = read(`DTSTART;TZID=Our own time:${start}`, { before: described });
  expect(utc(event.start?.moment)).toBe(expected);
  expect(event.start?.zone).toBe("Our own time");
});

test("an unknown zone, and none, leave the local time", () => {
  expect(read("DTSTART;TZID=Nowhere Time:20240110T110000").start).toMatchObject({
    moment: undefined,
    zone: "Nowhere Time",
  });
  expect(read("DTSTART:20240110T110000").start).toMatchObject({ moment: undefined, zone: null });
});

test("[5545 §3.6.1] days end before the one that is named; a duration counts from the beginning", () => {
  const days = read("DTSTART;VALUE=DATE:20240501\r\nDTEND;VALUE=DATE:20240504");
  expect(days.start?.isDay).toBe(true);
  expect(utc(days.end?.wall)).toBe("2024-05-03T00:00");
  expect(read("DTSTART;VALUE=DATE:20240501\r\nDTEND;VALUE=DATE:20240502").end).toBeUndefined();
  expect(utc(read("DTSTART:20240501T100000Z\r\nDURATION:P1DT1H30M").end?.moment)).toBe("2024-05-02T11:30");
  expect(read("DTSTART:20240501T100000Z\r\nDTEND:20230501T100000Z").end).toBeUndefined();
});

test("how often it is repeated is said, and not followed", () => {
  expect(read("RRULE:FREQ=WEEKLY;BYDAY=MO").repetition).toBe("weekly");
  expect(read("RRULE:FREQ=WEEKLY;INTERVAL=2").repetition).toBe("other");
  expect(read("RRULE:FREQ=SECONDLY;COUNT=999999999").repetition).toBe("other");
  expect(read("SUMMARY:x").repetition).toBeNull();
});

function endOf(rule: string) {
  const { repeatsUntil, repeatsTimes } = read(`RRULE:FREQ=DAILY${rule}`);
  return [repeatsUntil && [utc(repeatsUntil.wall), repeatsUntil.isDay], repeatsTimes];
}

test("[5545 §3.3.10] a repetition ends with a day, with a moment, after some times, or never", () => {
  expect(endOf(";UNTIL=20240501")).toEqual([["2024-05-01T00:00", true], null]);
  expect(endOf(";UNTIL=20240501T090000Z;BYDAY=MO")).toEqual([["2024-05-01T09:00", false], null]);
  expect(endOf(";COUNT=10")).toEqual([null, 10]);
  for (const rule of ["", ";COUNT=0", ";COUNT=-3", ";COUNT=x", ";UNTIL=soon", ";XCOUNT=4"])
    expect(endOf(rule)).toEqual([null, null]);
});

test("what an event is about is text, with its lines", () => {
  expect(read("DESCRIPTION:Bring maps\\, please\\nAnd tea").description).toBe("Bring maps, please\nAnd tea");
});

test.each(["20240231T100000Z", "0000", "99999999T999999Z", "20240101T25", "P", "", "-1"])("%j is no time", (value) => {
  expect(read(`DTSTART:${value}`).start).toBeUndefined();
});

test.each([
  ["1,000,000 letters on one line", `SUMMARY:${"x".repeat(1_000_000)}`],
  ["100,000 folds", `SUMMARY:x${"\r\n x".repeat(100_000)}`],
  ["100,000 attendees", "ATTENDEE:mailto:a@b.example\r\n".repeat(100_000)],
  ["100,000 components in each other", "BEGIN:VEVENT\r\n".repeat(100_000)],
  ["100,000 parameters", `SUMMARY${";X=1".repeat(100_000)}:x`],
  ["quotes that never end", `SUMMARY;CN="${'";'.repeat(300_000)}`],
  ["10,000 changes of the clocks", `DTSTART;TZID=T:20240101T000000`],
])("%s end in time", (what, content) => {
  const observance =
    "BEGIN:STANDARD\r\nDTSTART:16010101T000000\r\nTZOFFSETTO:+0100\r\nRRULE:FREQ=SECONDLY\r\nEND:STANDARD\r\n";
  const before = what.includes("clocks")
    ? `BEGIN:VTIMEZONE\r\nTZID:T\r\n${observance.repeat(10_000)}END:VTIMEZONE`
    : "";
  const began = process.cpuUsage();
  const events = readCalendar(calendar(content, { before }));
  expect(events.length).toBeLessThanOrEqual(5);
  for (const { summary, attendees } of events) {
    expect(summary.length).toBeLessThanOrEqual(4000);
    expect(attendees.length).toBeLessThanOrEqual(100);
  }
  expect(process.cpuUsage(began).user / 1000).toBeLessThan(3000);
});
