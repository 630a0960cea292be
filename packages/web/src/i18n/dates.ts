/** Dates as the specification shows them. Pure: the language and the present are given. */
import { dayIn, shortDateIn, timeIn } from "./date-formats.ts";
import { currentLanguage, i18n } from "./index.ts";
import { type Language, locales } from "./languages.ts";

/** A date in a list. */
export const shortDate = (date: Date, language: Language = currentLanguage(), now = new Date()): string =>
  shortDateIn(language, date, now);

/** A date on an Email: "Today, 14:05" on the current day, else the list's date and the time. */
export function emailDate(date: Date, language: Language = currentLanguage(), now = new Date()): string {
  if (Number.isNaN(date.getTime())) return "";
  const time = timeIn(language, date);
  if (isSameDay(date, now)) return i18n.getFixedT(language)("units.todayAt", { time });
  return `${dayIn(language, date, now)}, ${time}`;
}

/** The same within a line of text: "Last used: today, 14:05". */
export function dateInText(date: Date, language: Language = currentLanguage(), now = new Date()): string {
  const text = emailDate(date, language, now);
  return isSameDay(date, now) ? text.charAt(0).toLowerCase() + text.slice(1) : text;
}

const whole: Intl.DateTimeFormatOptions = {
  day: "numeric",
  month: "long",
  year: "numeric",
  minute: "2-digit",
};
/** 9:05 AM, but 09:05, as people write them. */
const hours: Record<Language, "numeric" | "2-digit"> = { en: "numeric", ru: "2-digit" };

// Making a formatter costs some 50 µs, using it 1 µs.
const formatters = new Map<Language, Intl.DateTimeFormat>();

/** The whole date, for tooltips and for reading aloud. */
export function fullDate(date: Date, language: Language = currentLanguage()): string {
  if (Number.isNaN(date.getTime())) return "";
  const formatter =
    formatters.get(language) ?? new Intl.DateTimeFormat(locales[language], { ...whole, hour: hours[language] });
  formatters.set(language, formatter);
  return formatter.format(date);
}

function isSameDay(a: Date, b: Date): boolean {
  return a.toDateString() === b.toDateString();
}
