/**
 * Turns text into terms of the search index: folded (case, diacritics, ё = е) and stemmed by the script of each word.
 * Pure. The same functions build the index and the query, so that both always agree.
 */
import { fold } from "./fold.ts";
import { foldedUnitsFor, SEPARATOR, SKIPPED } from "./plain-text.ts";
import { stem } from "./stems.ts";
import { StemCache } from "./stem-cache.ts";

/** Longer runs are not words (base64, hashes); their first characters are indexed all the same. */
const MAX_WORD_LENGTH = 64;

const word = /[\p{L}\p{M}\p{N}]+/gu;
/** Scripts without spaces: every character is a term, and a run of characters a phrase. */
const noSpaces = /[\p{scx=Han}\p{scx=Hiragana}\p{scx=Katakana}]/u;
const noSpacesAll = /[\p{scx=Han}\p{scx=Hiragana}\p{scx=Katakana}]/gu;

/** The words of a text, folded, in their order. */
export function wordsOf(text: string): string[] {
  const folded = fold(text);
  const runs = folded.match(word) ?? [];
  if (!noSpaces.test(folded)) return runs.map(beginning);
  return runs.flatMap((run) =>
    noSpaces.test(run) ? run.replaceAll(noSpacesAll, " $& ").trim().split(/\s+/) : beginning(run),
  );
}

export const beginning = (run: string): string => (run.length > MAX_WORD_LENGTH ? run.slice(0, MAX_WORD_LENGTH) : run);

function termsOfWords(words: readonly string[]): string {
  const terms: string[] = [];
  const forms = new Set<string>();
  for (const folded of words) {
    const term = stem(folded);
    terms.push(term);
    if (term !== folded) forms.add(folded);
  }
  return [...terms, ...forms].join(" ");
}

const units = new Uint16Array(MAX_WORD_LENGTH);
let stems: StemCache | undefined;

/** The same for plain text, in one pass over it. */
function termsOfPlain(text: string, foldedUnits: Uint16Array): string {
  stems ??= new StemCache();
  stems.begin(text.length);
  let length = 0;
  for (let at = 0; at < text.length; at++) {
    const unit = foldedUnits[text.charCodeAt(at)]!;
    if (unit > SKIPPED) {
      if (length < MAX_WORD_LENGTH) units[length++] = unit;
    } else if (unit === SEPARATOR && length > 0) {
      stems.add(units, length);
      length = 0;
    }
  }
  if (length > 0) stems.add(units, length);
  return stems.terms();
}

/** The terms to index: stems in their order, then the exact words that are not their own stem, for prefixes. */
export function termsOf(text: string): string {
  if (text === "") return "";
  const foldedUnits = foldedUnitsFor(text);
  return foldedUnits ? termsOfPlain(text, foldedUnits) : termsOfWords(wordsOf(text));
}
