/** How numbers are written in each language. Pure, and known to what is drawn before the client is there. */
import { type Language, locales } from "./languages.ts";

const formatters = new Map<string, Intl.NumberFormat>();

const grouped = (count: number, separator: string): string => String(count).replaceAll(/\B(?=(?:\d{3})+$)/g, separator);

/** 12345 → "12 345" or "12,345". */
export function numberIn(language: Language, value: number, fractionDigits = 0): string {
  // Making a formatter takes milliseconds, and counts stand in what is drawn first.
  if (Number.isSafeInteger(value) && value >= 0) return grouped(value, language === "en" ? "," : "\u00a0");
  const key = `${language} ${fractionDigits}`;
  const formatter =
    formatters.get(key) ?? new Intl.NumberFormat(locales[language], { maximumFractionDigits: fractionDigits });
  formatters.set(key, formatter);
  return formatter.format(value);
}
