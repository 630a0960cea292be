/**
 * From text to the terms of the search index: folded (case, diacritics, ё = е) and stemmed by the script of each word.
 * Pure. The same functions make the index and the question, so that both always agree.
 */
import { fold } from "./fold.ts";
import { foldedUnitsFor, SEPARATOR, SKIPPED } from "./plain-text.ts";
import { stem } from "./stems.ts";
import { WordSlots } from "./word-slots.ts";

/** Longer runs are no words (base64, hashes); their beginning is found all the same. */
const MAX_WORD = 64;

const word = /[\p{L}\p{M}\p{N}]+/gu;
/** Scripts without spaces: every character is a term, and a run of them a phrase. */
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

const beginning = (run: string): string => (run.length > MAX_WORD ? run.slice(0, MAX_WORD) : run);

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

const units = new Uint16Array(MAX_WORD);
let slots: WordSlots | undefined;

/** The same for plain text, in one pass over it. */
function termsOfPlain(text: string, foldedUnits: Uint16Array): string {
  slots ??= new WordSlots();
  slots.begin(text.length);
  let length = 0;
  for (let at = 0; at < text.length; at++) {
    const unit = foldedUnits[text.charCodeAt(at)]!;
    if (unit > SKIPPED) {
      if (length < MAX_WORD) units[length++] = unit;
    } else if (unit === SEPARATOR && length > 0) {
      slots.add(units, length);
      length = 0;
    }
  }
  if (length > 0) slots.add(units, length);
  return slots.terms();
}

/** The terms to index: stems in their order, then the exact words that are not their own stem, for prefixes. */
export function termsOf(text: string): string {
  if (text === "") return "";
  const foldedUnits = foldedUnitsFor(text);
  return foldedUnits ? termsOfPlain(text, foldedUnits) : termsOfWords(wordsOf(text));
}
