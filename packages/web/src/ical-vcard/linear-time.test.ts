/** A card of a megabyte is read in time that grows with its length, and not with its square. */
import { expect, test } from "vitest";
import { cpuTime } from "../../../jmap/test/cpu-time.ts";
import { readCalendar, readCards } from "./index.ts";

const calendar = (event: string): string =>
  `BEGIN:VCALENDAR\nBEGIN:VEVENT\n${event}\nEND:VEVENT\nEND:VCALENDAR\n`.replaceAll("\n", "\r\n");

const cases: Record<string, () => void> = {
  "thousands of calendars, each in a zone": () =>
    void readCalendar(
      calendar("DTSTART;TZID=Europe/Moscow:20240411T110000\nDTEND;TZID=Moscow:20240411T120000").repeat(3300),
    ),
  "names of zones as long as they may be": () =>
    void readCalendar(calendar(`DTSTART;TZID=${"a".repeat(200_000)}!:20240411T110000`).repeat(5)),
  "a line of parameters": () => void readCalendar(calendar(`ATTENDEE${";a=".repeat(300_000)}:x`)),
  "a line that is folded at each character": () => void readCalendar(calendar(`SUMMARY:${"\n x".repeat(300_000)}`)),
  "components in components": () => void readCalendar("BEGIN:VCALENDAR\n".repeat(60_000)),
  "ends of what never began": () => void readCalendar(`BEGIN:VCALENDAR\n${"END:X\n".repeat(160_000)}`),
  "lines that go on, as vCard 2.1 writes them": () =>
    void readCards(`BEGIN:VCARD\nN:${"=\nA".repeat(300_000)}\nEND:VCARD`),
  "pieces of a name": () => void readCards(`BEGIN:VCARD\nN:${";".repeat(900_000)}\nEND:VCARD`),
};

test.each(Object.entries(cases))("%s", (_, read) => {
  expect(cpuTime(read)).toBeLessThan(700);
});

test("of many calendars the first events are shown", () => {
  expect(readCalendar(calendar("SUMMARY:x").repeat(100))).toHaveLength(5);
});
