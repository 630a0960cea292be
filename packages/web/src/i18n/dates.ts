/** Dates as the specification shows them. Pure: the language and the present are given. */
import { currentLanguage, i18n, type Language } from "./index.ts";

const day = 24 * 60 * 60 * 1000;

const locales: Record<Language, string> = { en: "en-US", ru: "ru-RU" };

/** 9:05 AM, but 09:05: as people write them. */
const hours = { en: "numeric", ru: "2-digit" } as const;

type Shape = "time" | "dayAndMonth" | "numeric" | "long";

const shapes: Record<Shape, Intl.DateTimeFormatOptions> = {
  time: { hour: "numeric", minute: "2-digit" },
  dayAndMonth: { day: "numeric", month: "short" },
  numeric: { day: "numeric", month: "numeric", year: "numeric" },
  long: { day: "numeric", month: "long", year: "numeric", hour: "numeric", minute: "2-digit" },
};

// Making a formatter costs some 50 µs, using it 1 µs: a list asks for hundreds.
const formatters = new Map<string, Intl.DateTimeFormat>();

function format(shape: Shape, date: Date, language: Language): string {
  const key = `${language} ${shape}`;
  const options = "hour" in shapes[shape] ? { ...shapes[shape], hour: hours[language] } : shapes[shape];
  const formatter = formatters.get(key) ?? new Intl.DateTimeFormat(locales[language], options);
  formatters.set(key, formatter);
  return formatter.format(date);
}

/**
 * A date in a list: hour and minute within 24 hours of now, numeric month, day and year for an earlier year,
 * else short month and day. What is no date gives an empty string.
 */
export function shortDate(date: Date, language: Language = currentLanguage(), now = new Date()): string {
  if (Number.isNaN(date.getTime())) return "";
  if (Math.abs(now.getTime() - date.getTime()) < day) return format("time", date, language);
  return format(date.getFullYear() < now.getFullYear() ? "numeric" : "dayAndMonth", date, language);
}

/** A date on a letter: "Today, 14:05" on the current day, else the list's date and the time. */
export function letterDate(date: Date, language: Language = currentLanguage(), now = new Date()): string {
  if (Number.isNaN(date.getTime())) return "";
  const time = format("time", date, language);
  if (isSameDay(date, now)) return i18n.getFixedT(language)("units.todayAt", { time });
  const shape = date.getFullYear() < now.getFullYear() ? "numeric" : "dayAndMonth";
  return `${format(shape, date, language)}, ${time}`;
}

/** The same within a line of text: "Last used: today, 14:05". */
export function dateInText(date: Date, language: Language = currentLanguage(), now = new Date()): string {
  const text = letterDate(date, language, now);
  return isSameDay(date, now) ? text.charAt(0).toLowerCase() + text.slice(1) : text;
}

/** The whole date, for tooltips and for reading aloud. */
export function fullDate(date: Date, language: Language = currentLanguage()): string {
  return Number.isNaN(date.getTime()) ? "" : format("long", date, language);
}

function isSameDay(a: Date, b: Date): boolean {
  return a.toDateString() === b.toDateString();
}
