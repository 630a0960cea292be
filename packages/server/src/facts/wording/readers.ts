/** Readers of values that are words or codes. Pure. */
import { matchAt, type ReadAt } from "../values/found.ts";

const line = /[^\n]{2,90}(?=\n|$)/y;

/** The rest of the line, as a name: of a place, a firm, an event. */
export const readName: ReadAt = (text, at) => {
  const found = matchAt(line, text, at)?.[0]
    .trimEnd()
    .replace(/[,;]$|(?<!\p{Lu})\.$/u, "");
  if (!found || !/\p{L}{2}/u.test(found) || !/^[\p{Lu}\p{N}«"“„'(]/u.test(found)) return null;
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

/** A short line with a number: a seat. */
export const readSeat: ReadAt = (text, at) => {
  const found = matchAt(/[^\n]{1,60}(?=\n|$)/y, text, at)?.[0].trim();
  if (!found || !/\d/.test(found) || /[₽$€£]|\d{4}|https?:|\d[:.]\d\d/.test(found)) return null;
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
  // "1 234,50 ₽" is a sum.
  if (/^\s?(?:[₽$€£]|руб|р\.)/.test(text.slice(at + found.length, at + found.length + 5))) return null;
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
