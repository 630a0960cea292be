/** Sums of money with their currency, as Russian and English letters write them. Pure. */
import { type Found, matchAt } from "./found.ts";

const currencyBySign: Readonly<Record<string, string>> = {
  "₽": "RUB",
  р: "RUB",
  руб: "RUB",
  рубль: "RUB",
  рубля: "RUB",
  рублей: "RUB",
  rub: "RUB",
  "€": "EUR",
  eur: "EUR",
  евро: "EUR",
  $: "USD",
  us$: "USD",
  usd: "USD",
  "£": "GBP",
  gbp: "GBP",
  "₸": "KZT",
  kzt: "KZT",
  byn: "BYN",
  cad: "CAD",
  aud: "AUD",
  ca$: "CAD",
  a$: "AUD",
  chf: "CHF",
  "₴": "UAH",
  uah: "UAH",
  "₺": "TRY",
  zł: "PLN",
  pln: "PLN",
  "₹": "INR",
  inr: "INR",
  nzd: "NZD",
  nz$: "NZD",
  sek: "SEK",
  nok: "NOK",
  dkk: "DKK",
  aed: "AED",
  dollars: "USD",
  euros: "EUR",
  euro: "EUR",
  pounds: "GBP",
};

const NUMBER = String.raw`(\d{1,3}(?:[ ,.'’\u202f]\d{3}){1,4}(?:[.,]\d{2})?|\d{1,12}(?:[.,]\d{1,2})?)(?![\d]|[.,]\d)`;
const before = new RegExp(
  String.raw`(us\$|ca\$|nz\$|a\$|[$€£₽₸₴₺₹]|(?:usd|eur|gbp|rub|chf|cad|aud|nzd|pln|inr|aed|sek|nok|dkk)(?= ?\d)) ?${NUMBER}(?: ?(usd|cad|aud)(?![a-z]))?`,
  "iy",
);
const after = new RegExp(
  String.raw`${NUMBER} ?(?:(руб(?:лей|ля|ль)?|р|евро)(?![а-яё])\.?|(rub|usd|eur|gbp|kzt|byn|chf|cad|aud|nzd|pln|uah|inr|aed|sek|nok|dkk|dollars|euros?|pounds|zł)(?![a-z])|([₽€$£₸₴₺₹]))(?: ?(\d{2}) ?коп(?:еек|ейки|ейка)?(?![а-яё])\.?)?`,
  "iy",
);

/** ISO 4217: these have a thousand parts. */
const thousandths: ReadonlySet<string> = new Set(["BHD", "IQD", "JOD", "KWD", "LYD", "OMR", "TND"]);

/** "1 234,5", "1,234.50", "1.234,50" as "1234.50"; what could be read in two ways as null. */
export function decimalOf(number: string): string | null {
  const compact = number.replace(/[ '’\u202f\u00a0]/g, "");
  const [, whole = "", , rest = ""] = /^([\d.,]*?)(?:([.,])(\d{1,2}))?$/.exec(compact) ?? [];
  // "1.234" and "1,234" are thousands: sums have two decimals.
  const digits = whole.replace(/[.,]/g, "");
  if (digits === "" || !/^\d+$/.test(digits)) return null;
  const sum = digits.replace(/^0+(?=\d)/, "");
  // No letter is about more.
  return sum.length > 12 ? null : `${sum}.${rest.padEnd(2, "0")}`;
}

/** What markup declares, where "1.250" is a dinar and a quarter and a thousand roubles. */
export const declaredDecimal = (number: string, currency: string): string | null =>
  thousandths.has(currency) && /^\d{1,12}\.\d{3}$/.test(number) ? number : decimalOf(number);

export function sumOf(number: string, currency: string): string | null {
  const code = currencyBySign[currency.toLowerCase()] ?? (/^[A-Z]{3}$/.test(currency) ? currency : undefined);
  const decimal = decimalOf(number);
  return code === undefined || decimal === null ? null : `${decimal} ${code}`;
}

export function readMoney(text: string, at: number): Found | null {
  const found = matchAt(before, text, at);
  if (found) {
    const value = sumOf(found[2]!, found[3]?.toUpperCase() ?? found[1]!);
    return value === null ? null : { value, end: at + found[0].length };
  }
  const later = matchAt(after, text, at);
  if (!later) return null;
  const value = sumOf(later[1]!, later[2] ?? later[3] ?? later[4]!);
  if (value === null) return null;
  const kopecks = later[5];
  return { value: kopecks ? value.replace(/\.\d\d /, `.${kopecks} `) : value, end: at + later[0].length };
}
