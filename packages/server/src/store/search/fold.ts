/** Folds words to one form, however they are written. Pure. */

/** ASCII, plain Russian and its punctuation need lower case alone. */
const unusual = /[^\p{ASCII}а-я–—«»№…]/u;

/** Lower case, without diacritics, ё as е; й stays й. */
export function fold(text: string): string {
  const lower = text.toLowerCase().replaceAll("ё", "е");
  return unusual.test(lower) ? withoutDiacritics(lower) : lower;
}

const withoutDiacritics = (lower: string): string =>
  lower
    .normalize("NFKD")
    .replaceAll(/(\u0438\u0306)|\p{Mn}/gu, "$1")
    .normalize("NFC");

/** Folds a character of a text that has unusual ones. */
export const foldUsual = (char: string): string => withoutDiacritics(char.toLowerCase().replaceAll("ё", "е"));
/** Whether the character makes the text around it unusual. */
export const isUnusual = (char: string): boolean => unusual.test(char.toLowerCase().replaceAll("ё", "е"));
