/** Stems of folded words, by the script of each. */
import { stemEnglish } from "./stem-english.ts";
import { stemRussian } from "./stem-russian.ts";

/** A power of two. */
const SLOTS = 1 << 14;
/** A longer substring is a slice in V8, which would keep its whole text in memory. */
const MAX_CACHED_LENGTH = 12;

const cyrillic = /^[\u0400-\u04ff]+$/;
const latin = /^[a-z]+$/;

/** A cache of words of queries and of the messages found: each word has one index, and the last one replaces the others. */
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

/** The same with a cache, for frequent words. */
export function stem(folded: string): string {
  if (folded.length > MAX_CACHED_LENGTH) return stemOf(folded);
  const slot = slotOf(folded);
  if (words[slot] === folded) return stems[slot]!;
  const found = stemOf(folded);
  words[slot] = folded;
  stems[slot] = found;
  return found;
}
