/** Finds the longest ending of a word among many: the start of every step of a Snowball stemmer. */

export interface Ending {
  text: string;
  /** Replaces it in the stem. */
  replacement: string;
}

/** A trie of letters, from the last one backwards: no substring has to be created for the search. */
export interface Endings {
  /** The code of the alphabet's first letter. */
  first: number;
  /** By node and letter the next node; 0 where there is none. */
  next: Uint16Array;
  /** By node. */
  found: readonly (Ending | undefined)[];
}

/** The number of codes from "а" or "a" on: more than either alphabet has letters. */
const LETTERS = 32;

const isCyrillic = (text: string): boolean => text >= "а";

export function endings(all: Readonly<Record<string, string>>): Endings {
  const texts = Object.keys(all);
  const first = (texts.some(isCyrillic) ? "а" : "a").charCodeAt(0);
  const nodes: { next: Map<number, number>; found: Ending | undefined }[] = [{ next: new Map(), found: undefined }];
  for (const text of texts) {
    let node = 0;
    for (let at = text.length - 1; at >= 0; at--) {
      const letter = text.charCodeAt(at) - first;
      const known = nodes[node]!.next.get(letter);
      if (known === undefined) {
        nodes[node]!.next.set(letter, nodes.length);
        nodes.push({ next: new Map(), found: undefined });
      }
      node = known ?? nodes.length - 1;
    }
    nodes[node]!.found = { text, replacement: all[text]! };
  }
  const next = new Uint16Array(nodes.length * LETTERS);
  for (const [node, { next: letters }] of nodes.entries()) {
    for (const [letter, to] of letters) next[node * LETTERS + letter] = to;
  }
  return { first, next, found: nodes.map(({ found }) => found) };
}

/** Endings that are removed. */
export const cut = (list: string): Endings =>
  endings(Object.fromEntries(list.split(" ").map((ending) => [ending, ""])));

/** The longest ending of `word` that begins at or after `from`. */
export function longest(word: string, { first, next, found }: Endings, from = 0): Ending | undefined {
  let best: Ending | undefined;
  let node = 0;
  for (let at = word.length - 1; at >= from; at--) {
    const letter = word.charCodeAt(at) - first;
    if (letter < 0 || letter >= LETTERS) break;
    node = next[node * LETTERS + letter]!;
    if (node === 0) break;
    best = found[node] ?? best;
  }
  return best;
}

/** A test for these letters, as bits counted from the alphabet's first letter. */
export function letterSet(letters: string, first: string): (code: number) => boolean {
  const from = first.charCodeAt(0);
  let bits = 0;
  for (let at = 0; at < letters.length; at++) bits |= 1 << (letters.charCodeAt(at) - from);
  return (code) => code >= from && code < from + LETTERS && ((bits >>> (code - from)) & 1) === 1;
}

/** The start of the region after the first consonant that follows a vowel at or after `from`. */
export function regionAfter(word: string, isVowel: (code: number) => boolean, from: number): number {
  for (let at = from + 1; at < word.length; at++) {
    if (isVowel(word.charCodeAt(at - 1)) && !isVowel(word.charCodeAt(at))) return at + 1;
  }
  return word.length;
}
