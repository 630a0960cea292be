/** How else a search may have been meant: typed on the wrong keyboard layout, or a name in the other alphabet. Pure. */
import { readings, toLatin, toRussian } from "./transliteration.ts";

const latinKeys = "`qwertyuiop[]asdfghjkl;'zxcvbnm,.~{}:\"<>";
const russianKeys = "ёйцукенгшщзхъфывапролджэячсмитьбюЁХЪЖЭБЮ";

const swap = (text: string, from: string, to: string): string =>
  text.replaceAll(/./gsu, (char) => {
    const at = from.indexOf(char.toLowerCase());
    if (at === -1) return char;
    return char === char.toLowerCase() ? to[at]! : to[at]!.toUpperCase();
  });

const isLatin = (text: string): boolean => /[a-z]/i.test(text) && !/\p{Script=Cyrillic}/u.test(text);
const isRussian = (text: string): boolean => /[а-яё]/i.test(text) && !/[a-z]/i.test(text);

/** What the same keys write in the other layout: ",bktn" is "билет". undefined where both alphabets are used, or none. */
export function otherLayout(text: string): string | undefined {
  if (isLatin(text)) return swap(text, latinKeys, russianKeys);
  return isRussian(text) ? swap(text, russianKeys, latinKeys) : undefined;
}

/** "Ivanov" may be "иванов", "Иванов" "ivanov": the likeliest first. None where both alphabets are used, or none. */
export function otherAlphabets(text: string): string[] {
  if (isLatin(text)) return readings(text, toRussian);
  return isRussian(text) ? readings(text, toLatin) : [];
}

/** Searches that may have been meant. Operators are left as they are: a search with one suggests none. */
export function otherSpellings(text: string): { layout: string | undefined; alphabets: string[] } {
  const words = text.trim();
  if (/[":«“]/.test(words.replace(/^:|:$/g, ""))) return { layout: undefined, alphabets: [] };
  const layout = otherLayout(words);
  return { layout, alphabets: otherAlphabets(words).filter((each) => each !== layout && each !== words) };
}
