/**
 * How short dates are written in each language. Pure, and known to what is drawn before the client is there: so without Intl,
 * whose data takes a browser 10 to 20 ms to begin with. A test holds every one of them to what Intl writes.
 */
import type { Language } from "./languages.ts";

const day = 24 * 60 * 60 * 1000;

const months: Record<Language, readonly string[]> = {
  en: ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"],
  ru: ["янв.", "февр.", "мар.", "апр.", "мая", "июн.", "июл.", "авг.", "сент.", "окт.", "нояб.", "дек."],
};

const twoDigits = (value: number): string => String(value).padStart(2, "0");

/** Hour and minute: 9:05 AM, but 09:05, as people write them. */
export function timeIn(language: Language, date: Date): string {
  const [hour, minute] = [date.getHours(), twoDigits(date.getMinutes())];
  return language === "en" ? `${hour % 12 || 12}:${minute} ${hour < 12 ? "AM" : "PM"}` : `${twoDigits(hour)}:${minute}`;
}

/** Numeric month, day and year for a year before that of `now`, else short month and day. */
export function dayIn(language: Language, date: Date, now: Date): string {
  const [year, month, dayOfMonth] = [date.getFullYear(), date.getMonth(), date.getDate()];
  if (year < now.getFullYear()) {
    return language === "en"
      ? `${month + 1}/${dayOfMonth}/${year}`
      : `${twoDigits(dayOfMonth)}.${twoDigits(month + 1)}.${year}`;
  }
  return language === "en" ? `${months.en[month]} ${dayOfMonth}` : `${dayOfMonth} ${months.ru[month]}`;
}

/** A date in a list: hour and minute within 24 hours of now, else its day. What is no date gives an empty string. */
export function shortDateIn(language: Language, date: Date, now = new Date()): string {
  if (Number.isNaN(date.getTime())) return "";
  const isNear = Math.abs(now.getTime() - date.getTime()) < day;
  return isNear ? timeIn(language, date) : dayIn(language, date, now);
}
