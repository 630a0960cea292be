/**
 * From text to the terms of the search index: folded (case, diacritics, ё = е) and stemmed by the script of each word.
 * Pure. The same functions make the index and the question, so that both always agree.
 */
import { stemEnglish } from "./stem-english.ts";
import { stemRussian } from "./stem-russian.ts";

/** Longer runs are no words (base64, hashes); their beginning is found all the same. */
const MAX_WORD = 64;
/** A power of two. */
const SLOTS = 1 << 16;
/** Of a longer string V8 keeps only where in its text it stands, and the text with it. */
const LONGEST_CACHED = 12;

const word = /[\p{L}\p{M}\p{N}]+/gu;
/** Scripts without spaces: every character is a term, and a run of them a phrase. */
const noSpaces = /[\p{scx=Han}\p{scx=Hiragana}\p{scx=Katakana}]/u;
const noSpacesAll = /[\p{scx=Han}\p{scx=Hiragana}\p{scx=Katakana}]/gu;
const cyrillic = /^[\u0400-\u04ff]+$/;
const latin = /^[a-z]+$/;

/**
 * Words of late with their stems: a word has one slot, and the last one that wanted it is there. A Map of as many takes
 * three times as long to find one, because it hashes each word anew and looks at more places in memory.
 */
const words = Array.from({ length: SLOTS }, () => "");
const stems = Array.from({ length: SLOTS }, () => "");

/** Lower case, without diacritics, ё as е; й stays a letter of its own. */
export function fold(text: string): string {
  const lower = text.toLowerCase().replaceAll("ё", "е");
  // ASCII and plain Russian need nothing more.
  if (!/[^\p{ASCII}а-я–—«»№…]/u.test(lower)) return lower;
  return lower
    .normalize("NFKD")
    .replaceAll(/(\u0438\u0306)|\p{Mn}/gu, "$1")
    .normalize("NFC");
}

/** The words of a text, folded, in their order. */
export function wordsOf(text: string): string[] {
  const folded = fold(text);
  const runs = folded.match(word) ?? [];
  if (!noSpaces.test(folded)) return runs.map(beginning);
  return runs.flatMap((run) =>
    noSpaces.test(run) ? run.replaceAll(noSpacesAll, " $& ").trim().split(/\s+/) : beginning(run),
  );
}

const beginning = (run: string): string => (run.length > MAX_WORD ? run.slice(0, MAX_WORD) : run);

function stemAnew(folded: string): string {
  if (cyrillic.test(folded)) return stemRussian(folded);
  return latin.test(folded) ? stemEnglish(folded) : folded;
}

function slotOf(folded: string): number {
  let hash = folded.length;
  for (let at = 0; at < folded.length; at++) hash = Math.imul(hash, 31) + folded.charCodeAt(at);
  return (hash ^ (hash >>> 15)) & (SLOTS - 1);
}

/** The stem of a folded word. */
export function stem(folded: string): string {
  if (folded.length > LONGEST_CACHED) return stemAnew(folded) || folded;
  const slot = slotOf(folded);
  if (words[slot] === folded) return stems[slot]!;
  const found = stemAnew(folded) || folded;
  words[slot] = folded;
  stems[slot] = found;
  return found;
}

/** The terms to index: stems in their order, then the exact words that are not their own stem, for prefixes. */
export function termsOf(text: string): string {
  const terms: string[] = [];
  const exact = new Set<string>();
  for (const folded of wordsOf(text)) {
    const term = stem(folded);
    terms.push(term);
    if (term !== folded) exact.add(folded);
  }
  return [...terms, ...exact].join(" ");
}
