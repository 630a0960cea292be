/** The longest ending of a word among many: what every step of a Snowball stemmer begins with. */

/** Those of one length, longest first; each with what replaces it. */
export type Endings = readonly { length: number; replacements: ReadonlyMap<string, string> }[];

export function endings(all: Readonly<Record<string, string>>): Endings {
  const lengths = [...new Set(Object.keys(all).map(({ length }) => length))].sort((a, b) => b - a);
  return lengths.map((length) => ({
    length,
    replacements: new Map(Object.entries(all).filter(([ending]) => ending.length === length)),
  }));
}

/** Endings that are cut off. */
export const cut = (list: string): Endings =>
  endings(Object.fromEntries(list.split(" ").map((ending) => [ending, ""])));

/** The longest that `word` ends with, looking at nothing before `from`; "" for none. */
export function longest(word: string, among: Endings, from = 0): string {
  for (const { length, replacements } of among) {
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
