import { expect, test } from "vitest";
import { readCalendar } from "../../ical-vcard/index.ts";
import type { Language } from "../../i18n/index.ts";
import { dayText, whenText } from "./when-text.ts";

function when(lines: string, language: Language, zone: string) {
  const text = `BEGIN:VCALENDAR\r\nBEGIN:VEVENT\r\n${lines}\r\nEND:VEVENT\r\nEND:VCALENDAR`;
  const { start, end } = readCalendar(text)[0]!;
  const { text: shown, ...rest } = whenText({ start: start!, end }, language, zone);
  // Which spaces stand between the numbers is the browser's matter.
  return { text: shown.replace(/[\s\u2009\u202f]/g, " "), ...rest };
}
const meeting = "DTSTART;TZID=Europe/Tallinn:20240411T110000\r\nDTEND;TZID=Europe/Tallinn:20240411T120000";

test("in the reader's zone, and in the event's where it is another", () => {
  const there = when(meeting, "en", "Asia/Yekaterinburg");
  expect(there.text).toMatch(/^Thursday, April 11, 2024,? (?:at )?1:00 – 2:00 PM$/);
  expect(there.there?.zone).toBe("Europe/Tallinn");
  expect(there.there?.text).toMatch(/11:00\sAM/);
  expect(when(meeting, "en", "Europe/Tallinn").there).toBeUndefined();
  // Another name for the same clocks says nothing to the reader.
  expect(when(meeting, "en", "Europe/Riga").there).toBeUndefined();
});

test("in Russian", () => {
  expect(when(meeting, "ru", "Europe/Moscow").text).toMatch(/^четверг, 11 апреля 2024 г\..*11:00\s?–\s?12:00$/);
});

test("days are days everywhere", () => {
  const { text, there } = when("DTSTART;VALUE=DATE:20240501", "en", "Pacific/Auckland");
  expect([text, there]).toEqual(["Wednesday, May 1, 2024", undefined]);
});

test("an unknown time zone is named", () => {
  expect(when("DTSTART;TZID=Nowhere:20240501T100000", "en", "Europe/Moscow")).toMatchObject({ unknownZone: "Nowhere" });
});

test("the last day of a repetition is the reader's", () => {
  const until = readCalendar(
    "BEGIN:VCALENDAR\r\nBEGIN:VEVENT\r\nRRULE:FREQ=DAILY;UNTIL=20240501T220000Z\r\nEND:VEVENT\r\nEND:VCALENDAR",
  )[0]!.repeatsUntil!;
  expect(dayText(until, "en", "Europe/Moscow")).toBe("May 2, 2024");
  expect(dayText(until, "en", "America/New_York")).toBe("May 1, 2024");
  expect(dayText({ ...until, isDay: true }, "ru", "Pacific/Auckland")).toMatch(/^1 мая 2024/);
});
