/** How numbers are written in each language. Pure, and known to what is drawn before the client is there. */
import type { Language } from "./languages.ts";

const formatters = new Map<string, Intl.NumberFormat>();

/** 12345 → "12 345" or "12,345". */
export function numberIn(language: Language, value: number, fractionDigits = 0): string {
  // Making a formatter takes milliseconds, and most folders' counts are written alike everywhere.
  if (Number.isInteger(value) && value >= 0 && value < 1000) return String(value);
  const key = `${language} ${fractionDigits}`;
  const formatter =
    formatters.get(key) ??
    new Intl.NumberFormat(language === "en" ? "en-US" : "ru-RU", { maximumFractionDigits: fractionDigits });
  formatters.set(key, formatter);
  return formatter.format(value);
}
