/** Stems of folded words, by the script of each. */
import { stemEnglish } from "./stem-english.ts";
import { stemRussian } from "./stem-russian.ts";

export interface Stemmed {
  /** The word as it was folded. */
  folded: string;
  stem: string;
}

/** A power of two. */
const SLOTS = 1 << 16;
/** Code units of the longest word that is kept. */
const LONGEST = 20;

const cyrillic = /^[\u0400-\u04ff]+$/;
const latin = /^[a-z]+$/;

/**
 * Words of late: each has one slot, and the last one that wanted it is there. A Map of as many takes three times as long
 * to find one. Their code units lie beside them, so that a word need not be cut out of its text to be found.
 */
const slots: (Stemmed | undefined)[] = Array.from({ length: SLOTS }, () => undefined);
const units = new Uint16Array(SLOTS * LONGEST);

function stemAnew(folded: string): string {
  if (cyrillic.test(folded)) return stemRussian(folded) || folded;
  return (latin.test(folded) && stemEnglish(folded)) || folded;
}

const textOf = (word: Uint16Array, length: number): string => String.fromCharCode(...word.subarray(0, length));

/** The first `length` code units of `word`, a folded word, with its stem. */
export function stemmed(word: Uint16Array, length: number): Stemmed {
  if (length > LONGEST) {
    const folded = textOf(word, length);
    return { folded, stem: stemAnew(folded) };
  }
  let hash = length;
  for (let at = 0; at < length; at++) hash = Math.imul(hash, 31) + word[at]!;
  const slot = (hash ^ (hash >>> 15)) & (SLOTS - 1);
  const known = slots[slot];
  const start = slot * LONGEST;
  if (known?.folded.length === length) {
    let at = 0;
    while (at < length && units[start + at] === word[at]) at++;
    if (at === length) return known;
  }
  const folded = textOf(word, length);
  const found = { folded, stem: stemAnew(folded) };
  for (let at = 0; at < length; at++) units[start + at] = word[at]!;
  slots[slot] = found;
  return found;
}

const single = new Uint16Array(LONGEST);

/** The stem of a folded word. */
export function stem(folded: string): string {
  if (folded.length > LONGEST) return stemAnew(folded);
  for (let at = 0; at < folded.length; at++) single[at] = folded.charCodeAt(at);
  return stemmed(single, folded.length).stem;
}
