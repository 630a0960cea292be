/** The words by which a person is found. Pure. */

/** Case and ё do not matter. */
const fold = (text: string): string => text.toLowerCase().replaceAll("ё", "е");

/** "José" is typed "jose"; й and ё are letters of their own. */
const withoutAccents = (text: string): string =>
  /[\u00C0-\u024F]/.test(text) ? text.normalize("NFD").replaceAll(/(\p{Script=Latin})\p{M}+/gu, "$1") : text;

export const wordsOf = (text: string): string[] =>
  withoutAccents(fold(text))
    .split(/[^\p{L}\p{M}\p{N}]+/u)
    .filter(Boolean);
