/** Readers of values that are words or codes. Pure. */
import { readTime } from "../values/dates.ts";
import { matchAt, type ReadAt } from "../values/found.ts";

const line = /[^\n]{2,90}(?=\n|$)/y;

/** The years of days without one do not matter here. */
const readMoment = readTime({ sentAt: new Date(0), today: null }, true);

/** The rest of the line, as a name: of a place, a firm, an event. */
export const readName: ReadAt = (text, at) => {
  const found = matchAt(line, text, at)?.[0]
    .trimEnd()
    .replace(/[,;]$|(?<!\p{Lu})\.$/u, "");
  if (!found || !/\p{L}{2}/u.test(found) || !/^[\p{Lu}\p{N}«"“„'(]/u.test(found)) return null;
  // "Performance: Friday 28 August", "From: 1 May".
  if (readMoment(text, at)) return null;
  // An address, another label, several sentences.
  if (/https?:|@|[:：]$|[.!?]\s+\p{Lu}/u.test(found)) return null;
  return { value: found, end: at + found.length };
};

/** A name without what stands in parentheses behind it, such as an airport's code. */
export const readPlace: ReadAt = (text, at) => {
  const named = readName(text, at);
  // "Rome at 02:00 PM"
  const found = named && { ...named, value: named.value.replace(/,? (?:at|в) \d{1,2}[:.]\d\d[^\n]{0,5}$/, "") };
  if (!found || /\d{1,2}[:.]\d\d/.test(found.value)) return null;
  // "13 февраля 2026" is no place.
  if (/^\d|\d{4}/.test(found.value)) return null;
  const value = found.value.replace(/\s*\([^()]{0,60}\)\s*$/, "").trim();
  return value === "" ? null : { ...found, value };
};

/** What a seat is called, or numbers and letters alone: a club may be called "16 тонн", and stand behind "Место:". */
const isSeat = (words: string): boolean =>
  /(?<!\p{L})(?:ряд|мест[оа]|сектор|партер|балкон|лож[аи]|амфитеатр|бельэтаж|ярус|трибуна|стол|вагон|купе|верхнее|нижнее|row|seats?|sec(?:tion)?|block|stalls|circle|balcony|box|tier|level|table|stand|gate|coach|carriage|car|upper|lower|window|aisle)(?!\p{L})/iu.test(
    words,
  ) ||
  /^(?:\p{L}{0,3}[ -]?\d{1,4}\p{L}{0,2}(?:[/-]\p{L}?\d{0,3}\p{L}?)?(?: ?[,;&+–—-] ?| и | and |[.)(]|$))+$/u.test(words);

/** A short line with a number: a seat. */
export const readSeat: ReadAt = (text, at) => {
  const found = matchAt(/[^\n]{1,60}(?=\n|$)/y, text, at)?.[0].trim();
  if (!found || !/\d/.test(found) || !isSeat(found) || /[₽$€£]|\d{4}|https?:|\d[:.]\d\d/.test(found)) return null;
  return { value: found.replace(/[.,;]$/, ""), end: at + found.length };
};

const code = /[A-Z0-9](?:[A-Z0-9]|[-/](?=[A-Z0-9])){2,29}(?![\p{L}\p{N}])/uy;
const cyrillicCode = /[A-ZА-Я0-9](?:[A-ZА-Я0-9]|[-/](?=[A-ZА-Я0-9])){2,29}(?![\p{L}\p{N}])/uy;

/** A number of an order, a ticket, a document: capitals and digits, at least two of them. */
export const readNumber: ReadAt = (text, at) => {
  const found = matchAt(cyrillicCode, text, at)?.[0];
  const isDate = found !== undefined && /^\d{4}-\d\d-\d\d$/.test(found);
  if (!found || isDate || found.replace(/\D/g, "").length < 2 || /^[,.:]\d/.test(text.slice(at + found.length)))
    return null;
  // "1 234,50 ₽" is a sum, "10-15 дней" and "24/7" are times.
  const behind = text.slice(at + found.length, at + found.length + 12);
  if (/^\s?(?:[₽$€£%]|руб|р\.|(?:usd|eur|gbp|rub)(?!\p{L}))/iu.test(behind) || /^\d{1,2}\/\d{1,2}$/.test(found))
    return null;
  if (/^ (?:раб|дн|час|мин|шт|нед|мес|год|items?|days?|hours?|minutes?|weeks?|business|working)/iu.test(behind))
    return null;
  return { value: found, end: at + found.length };
};

/** Words in capitals that stand where a code could. */
const shouted =
  /^(?:CONFIRM(?:ED|ATION)?|CANCELL?ED|CHANGED?|UPDATED?|STATUS|NUMBER|DETAILS|PENDING|TICKETS?|PAYMENT)$/;

/** A booking code may be letters alone. */
export const readBookingCode: ReadAt = (text, at) => {
  const found = matchAt(code, text, at)?.[0];
  if (!found || found.length < 5 || /^\d{4}-\d\d-\d\d$/.test(found) || shouted.test(found)) return null;
  return { value: found, end: at + found.length };
};

const flight = /(?:[A-Z]{2}|[A-Z]\d|\d[A-Z]|ICE|TGV|RJX) ?-?\d{2,4}(?![\p{L}\p{N}:])/uy;
const train = /\d{3}[А-Я]{1,2}(?![\p{L}\p{N}])/uy;

export const readJourneyNumber: ReadAt = (text, at) => {
  const found = (matchAt(flight, text, at) ?? matchAt(train, text, at))?.[0];
  return found ? { value: found, end: at + found.length } : null;
};
