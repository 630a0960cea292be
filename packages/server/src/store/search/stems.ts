/** Stems of folded words, by the script of each. */
import { stemEnglish } from "./stem-english.ts";
import { stemRussian } from "./stem-russian.ts";

/** A power of two. */
const SLOTS = 1 << 14;
/** Of a longer string V8 keeps only where in its text it stands, and the text with it. */
const LONGEST_CACHED = 12;

const cyrillic = /^[\u0400-\u04ff]+$/;
const latin = /^[a-z]+$/;

/** Words of questions and of the letters that they have found: each has one slot, and the last that wanted it is there. */
const words = Array.from({ length: SLOTS }, () => "");
const stems = Array.from({ length: SLOTS }, () => "");

function slotOf(folded: string): number {
  let hash = folded.length;
  for (let at = 0; at < folded.length; at++) hash = Math.imul(hash, 31) + folded.charCodeAt(at);
  return (hash ^ (hash >>> 15)) & (SLOTS - 1);
}

/** The stem of a folded word. */
export function stemOf(folded: string): string {
  if (cyrillic.test(folded)) return stemRussian(folded) || folded;
  return (latin.test(folded) && stemEnglish(folded)) || folded;
}

/** The same, of words that come again and again. */
export function stem(folded: string): string {
  if (folded.length > LONGEST_CACHED) return stemOf(folded);
  const slot = slotOf(folded);
  if (words[slot] === folded) return stems[slot]!;
  const found = stemOf(folded);
  words[slot] = folded;
  stems[slot] = found;
  return found;
}
