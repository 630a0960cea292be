/** How dates are written in each language. Pure, and known to what is drawn before the client is there. */
import type { Language } from "./languages.ts";

const day = 24 * 60 * 60 * 1000;

const locales: Record<Language, string> = { en: "en-US", ru: "ru-RU" };

/** 9:05 AM, but 09:05: as people write them. */
const hours = { en: "numeric", ru: "2-digit" } as const;

type DateShape = "time" | "dayAndMonth" | "numeric" | "long";

const shapes: Record<DateShape, Intl.DateTimeFormatOptions> = {
  time: { hour: "numeric", minute: "2-digit" },
  dayAndMonth: { day: "numeric", month: "short" },
  numeric: { day: "numeric", month: "numeric", year: "numeric" },
  long: { day: "numeric", month: "long", year: "numeric", hour: "numeric", minute: "2-digit" },
};

// Making a formatter costs some 50 µs, using it 1 µs: a list asks for hundreds.
const formatters = new Map<string, Intl.DateTimeFormat>();

export function formatDate(shape: DateShape, date: Date, language: Language): string {
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
export function shortDateIn(language: Language, date: Date, now = new Date()): string {
  if (Number.isNaN(date.getTime())) return "";
  if (Math.abs(now.getTime() - date.getTime()) < day) return formatDate("time", date, language);
  return formatDate(date.getFullYear() < now.getFullYear() ? "numeric" : "dayAndMonth", date, language);
}
