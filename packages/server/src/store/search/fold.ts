/** Folds words to one form, however they are written. Pure. */
import { invisible } from "@pismo/jmap/text";

/** ASCII, plain Russian and its punctuation need lower case alone. */
const unusual = /[^\p{ASCII}а-я–—«»№…]/u;

/** Lower case, without diacritics, ё as е; й stays й. */
export function fold(text: string): string {
  const lower = text.toLowerCase().replaceAll("ё", "е");
  return unusual.test(lower) ? withoutDiacritics(lower) : lower;
}

/** Signs that Unicode takes apart into letters ("№" into "No"): they part words, so that "№5" is found by 5. */
const sign = /[№™℠℡℻℀℁℅℆℃℉₨]/;
const besideSigns = /[^№™℠℡℻℀℁℅℆℃℉₨]+/g;

const decomposed = (lower: string): string => lower.normalize("NFKD");

function withoutDiacritics(lower: string): string {
  const seen = lower.replaceAll(invisible, "");
  return (sign.test(seen) ? seen.replaceAll(besideSigns, decomposed) : decomposed(seen))
    .replaceAll(/(\u0438\u0306)|\p{Mn}/gu, "$1")
    .normalize("NFC");
}

/** Folds a character of a text that has unusual ones. */
export const foldUsual = (char: string): string => withoutDiacritics(char.toLowerCase().replaceAll("ё", "е"));
