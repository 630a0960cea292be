/** Dates as the specification shows them. Pure: the language and the present are given. */
import { formatDate, shortDateIn } from "./date-formats.ts";
import { currentLanguage, i18n, type Language } from "./index.ts";

/** A date in a list. */
export const shortDate = (date: Date, language: Language = currentLanguage(), now = new Date()): string =>
  shortDateIn(language, date, now);

/** A date on a letter: "Today, 14:05" on the current day, else the list's date and the time. */
export function letterDate(date: Date, language: Language = currentLanguage(), now = new Date()): string {
  if (Number.isNaN(date.getTime())) return "";
  const time = formatDate("time", date, language);
  if (isSameDay(date, now)) return i18n.getFixedT(language)("units.todayAt", { time });
  const shape = date.getFullYear() < now.getFullYear() ? "numeric" : "dayAndMonth";
  return `${formatDate(shape, date, language)}, ${time}`;
}

/** The same within a line of text: "Last used: today, 14:05". */
export function dateInText(date: Date, language: Language = currentLanguage(), now = new Date()): string {
  const text = letterDate(date, language, now);
  return isSameDay(date, now) ? text.charAt(0).toLowerCase() + text.slice(1) : text;
}

/** The whole date, for tooltips and for reading aloud. */
export function fullDate(date: Date, language: Language = currentLanguage()): string {
  return Number.isNaN(date.getTime()) ? "" : formatDate("long", date, language);
}

function isSameDay(a: Date, b: Date): boolean {
  return a.toDateString() === b.toDateString();
}
