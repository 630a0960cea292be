/** What a letter says, as people write it in their language. Pure. */
import type { FactFieldName, ShownFactField } from "@pismo/jmap";
import { momentOf, wallTime } from "../../../ical-vcard/index.ts";
import { type Language, locales } from "../../../i18n/languages.ts";

/** "1234.5 RUB" → "1 234,50 ₽"; what is no sum stays as it is. */
export function sumText(value: string, language: Language): string {
  const [, amount, currency] = /^(-?\d{1,15}(?:\.\d{1,4})?) ([A-Z]{3})$/.exec(value) ?? [];
  if (amount === undefined || currency === undefined) return value;
  // A whole sum is written without its zeros.
  const whole = Number.isInteger(Number(amount)) ? { minimumFractionDigits: 0 } : {};
  return new Intl.NumberFormat(locales[language], { style: "currency", currency, ...whole }).format(
    amount as `${number}`,
  );
}

const isDay = (value: string): boolean => !value.includes("T");

const wallOf = (value: string): number | undefined => wallTime(isDay(value) ? value : `${value}:00`);

/** "г." stays in the line of its year. */
const withYear = (text: string): string => text.replace(/ (?=г\.)/, "\u00a0");

/** "2026-12-05" → "Saturday, December 5, 2026". */
export function dayText(value: string, language: Language): string {
  const wall = wallOf(value);
  if (wall === undefined) return value;
  const format = new Intl.DateTimeFormat(locales[language], { dateStyle: "full", timeZone: "UTC" });
  return withYear(format.format(wall));
}

export interface TimeText {
  /** As the walls of its place show it, with the zone's distance from UTC where that is known. */
  text: string;
  /** The same for the reader, where their clock shows another time. */
  here: string | undefined;
}

const minute: Intl.DateTimeFormatOptions = {
  weekday: "short",
  day: "numeric",
  month: "long",
  hour: "numeric",
  minute: "2-digit",
};

/**
 * @param value a local time, "2026-12-05T14:35", or a day
 * @param zone of its place; undefined where it is not known
 * @param reader the reader's
 */
export function timeText(
  value: string,
  zone: string | undefined,
  language: Language,
  reader = new Intl.DateTimeFormat().resolvedOptions().timeZone,
): TimeText {
  const wall = wallOf(value);
  if (wall === undefined || isDay(value)) return { text: dayText(value, language), here: undefined };
  // Of this year it goes without saying.
  const year = new Date(wall).getUTCFullYear() === new Date().getFullYear() ? {} : ({ year: "numeric" } as const);
  const format = (options: Intl.DateTimeFormatOptions, time: number): string =>
    withYear(new Intl.DateTimeFormat(locales[language], { ...minute, ...year, ...options }).format(time));
  const moment = zone === undefined ? undefined : momentOf(wall, zone, []);
  const there = format({ timeZone: "UTC" }, wall);
  if (moment === undefined || zone === undefined) return { text: there, here: undefined };
  const here = format({ timeZone: reader }, moment);
  const text = format({ timeZone: zone, timeZoneName: "shortOffset" }, moment);
  return here === there ? { text: there, here: undefined } : { text, here };
}

/** How the value of a field is written, read and corrected. */
export type ValueKind = "sum" | "day" | "time" | "zone" | "url" | "code" | "state" | "words";

const kinds: Readonly<Partial<Record<FactFieldName, ValueKind>>> = {
  sum: "sum",
  discountSum: "sum",
  deliveryDay: "day",
  dueDay: "day",
  discountUntil: "day",
  departureAt: "time",
  arrivalAt: "time",
  startAt: "time",
  endAt: "time",
  departureTimeZone: "zone",
  arrivalTimeZone: "zone",
  startTimeZone: "zone",
  trackingUrl: "url",
  confirmUrl: "url",
  payUrl: "url",
  code: "code",
  bookingCode: "code",
  state: "state",
};

export const valueKind = (name: FactFieldName): ValueKind => kinds[name] ?? "words";

const zoneOf: Readonly<Partial<Record<FactFieldName, FactFieldName>>> = {
  departureAt: "departureTimeZone",
  arrivalAt: "arrivalTimeZone",
  startAt: "startTimeZone",
};

/** The zone of a time, which is a field of its own. */
export const zoneFor = (name: FactFieldName, fields: readonly ShownFactField[]): string | undefined =>
  fields.find((field) => field.name === zoneOf[name])?.value;

/** How many decimals its sums have: three of dinars. */
const decimalsOf = (currency: string): number =>
  new Intl.NumberFormat("en", { style: "currency", currency }).resolvedOptions().maximumFractionDigits ?? 2;

/** "1.234,5" → "1234.50"; undefined for what is no number, or could be read in two ways. */
function amountOf(number: string, decimals: number): string | undefined {
  const end = String.raw`(\d{1,${Math.max(2, decimals)}})`;
  const read = (form: string): string[] => {
    const [, whole, fraction = ""] = new RegExp(`^${form}$`).exec(number) ?? [];
    return whole === undefined ? [] : [`${whole.replaceAll(/[.,]/g, "")}.${fraction.padEnd(2, "0")}`];
  };
  const [written] = read(String.raw`(\d+)(?:\.${end})?`);
  if (written !== undefined) return written;
  const readings = [
    ...read(String.raw`(\d+),${end}`),
    ...read(String.raw`(\d{1,3}(?:,\d{2,3})*,\d{3})(?:\.${end})?`),
    ...read(String.raw`(\d{1,3}(?:\.\d{3})+)(?:,${end})?`),
  ];
  return readings.length === 1 ? readings[0] : undefined;
}

const codeOf = (sign: string): string | undefined =>
  signs[sign] ?? (/^[a-z]{3}$/.test(sign) ? sign.toUpperCase() : undefined);

/** "12 345,60 ₽" and "12345.6 RUB" → "12345.60 RUB"; undefined for what is no sum. @param currency where none is written */
export function readSum(text: string, currency: string): string | undefined {
  const bare = text.replaceAll(/[\s\u00a0\u202f']/g, "").toLowerCase();
  const [, before = "", number = "", after = ""] = /^([^\d.,-]*)(\d[\d.,]*)([^\d.,]*\.?)$/u.exec(bare) ?? [];
  // "$12 CAD": many countries have a dollar.
  const sign = after || before;
  const code = sign === "" ? currency : codeOf(sign);
  const amount = code === undefined ? undefined : amountOf(number, decimalsOf(code));
  return amount === undefined ? undefined : `${amount} ${code}`;
}

const signs: Readonly<Record<string, string>> = {
  "₽": "RUB",
  р: "RUB",
  "р.": "RUB",
  руб: "RUB",
  "руб.": "RUB",
  $: "USD",
  us$: "USD",
  ca$: "CAD",
  a$: "AUD",
  "€": "EUR",
  "£": "GBP",
  "¥": "JPY",
  "₸": "KZT",
  "₴": "UAH",
};
