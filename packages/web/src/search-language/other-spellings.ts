/** How else a search may have been meant: typed on the wrong keyboard layout, or a name in the other alphabet. Pure. */

const latinKeys = "`qwertyuiop[]asdfghjkl;'zxcvbnm,.";
const russianKeys = "ёйцукенгшщзхъфывапролджэячсмитьбю";

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

/** Longer ones first. As names are written: GOST 7.79 and passports agree on these. */
const toRussian: readonly (readonly [string, string])[] = [
  ["shch", "щ"],
  ["sch", "щ"],
  ["yo", "ё"],
  ["zh", "ж"],
  ["kh", "х"],
  ["ts", "ц"],
  ["ch", "ч"],
  ["sh", "ш"],
  ["yu", "ю"],
  ["ya", "я"],
  ["iu", "ю"],
  ["ia", "ия"],
  ["ay", "ай"],
  ["ey", "ей"],
  ["iy", "ий"],
  ["oy", "ой"],
  ["ph", "ф"],
  ["th", "т"],
  ["ck", "к"],
  ["x", "кс"],
  ..."abcdefghijklmnopqrstuvwyz"
    .split("")
    .map((letter, index) => [letter, "абкдефгхийклмнопкрстуввиз".split("")[index]!] as const),
];

const toLatin: Readonly<Record<string, string>> = Object.fromEntries(
  "абвгдеёжзийклмнопрстуфхцчшщъыьэюя"
    .split("")
    .map((letter, index) => [
      letter,
      "a b v g d e e zh z i y k l m n o p r s t u f kh ts ch sh shch _ y _ e yu ya".split(" ")[index]!.replace("_", ""),
    ]),
);

function russianWord(word: string): string {
  let written = "";
  for (let at = 0; at < word.length;) {
    const rest = word.slice(at).toLowerCase();
    const [latin, russian] = toRussian.find(([begins]) => rest.startsWith(begins)) ?? [word[at]!, word[at]!];
    // "Dmitry", "Georgy": the last y of a name is й.
    const isLastY = latin === "y" && at === word.length - 1;
    written += isLastY ? "ий" : russian;
    at += latin.length;
  }
  return written;
}

/** "Ivanov" is "иванов", "Иванов" is "ivanov". undefined where both alphabets are used, or none. */
export function otherAlphabet(text: string): string | undefined {
  if (isLatin(text)) return text.replaceAll(/[a-z]+/gi, russianWord);
  return isRussian(text) ? text.toLowerCase().replaceAll(/[а-яё]/g, (letter) => toLatin[letter] ?? letter) : undefined;
}

/** Searches to suggest where one finds nothing. Operators are left as they are: a search with one suggests none. */
export function otherSpellings(text: string): string[] {
  const words = text.trim();
  if (/[":«“]/.test(words.replace(/^:|:$/g, ""))) return [];
  const found = [otherLayout(words), otherAlphabet(words)].filter((each) => each !== undefined && each !== words);
  return [...new Set(found as string[])];
}
