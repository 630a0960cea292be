/** The longest ending of a word among many: what every step of a Snowball stemmer begins with. */

export interface Endings {
  /** Their last letters: most words end in none of them. */
  lastLetters: string;
  /** Those of one length, longest first; each with what replaces it. */
  byLength: readonly { length: number; replacements: ReadonlyMap<string, string> }[];
}

export function endings(all: Readonly<Record<string, string>>): Endings {
  const lengths = [...new Set(Object.keys(all).map(({ length }) => length))].sort((a, b) => b - a);
  const byLength = lengths.map((length) => ({
    length,
    replacements: new Map(Object.entries(all).filter(([ending]) => ending.length === length)),
  }));
  return { lastLetters: [...new Set(Object.keys(all).map((ending) => ending.at(-1)))].join(""), byLength };
}

/** Endings that are cut off. */
export const cut = (list: string): Endings =>
  endings(Object.fromEntries(list.split(" ").map((ending) => [ending, ""])));

/** The longest that `word` ends with, looking at nothing before `from`; "" for none. */
export function longest(word: string, among: Endings, from = 0): string {
  if (word === "" || !among.lastLetters.includes(word[word.length - 1]!)) return "";
  for (const { length, replacements } of among.byLength) {
    const at = word.length - length;
    if (at < from) continue;
    const found = word.slice(at);
    if (replacements.has(found)) return found;
  }
  return "";
}

/** Where the region begins behind the first consonant that follows a vowel at or behind `from`. */
export function regionAfter(word: string, vowels: string, from: number): number {
  for (let at = from + 1; at < word.length; at++) {
    if (vowels.includes(word[at - 1]!) && !vowels.includes(word[at]!)) return at + 1;
  }
  return word.length;
}
