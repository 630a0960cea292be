/**
 * From text to the terms of the search index: folded (case, diacritics, ё = е) and stemmed by the script of each word.
 * Pure. The same functions make the index and the question, so that both always agree.
 */
import { fold } from "./fold.ts";
import { foldedUnitsFor, SEPARATOR, SKIPPED } from "./plain-text.ts";
import { stem, stemmed } from "./stems.ts";

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

class Terms {
  readonly #stems: string[] = [];
  readonly #forms = new Set<string>();

  add(folded: string, term: string): void {
    this.#stems.push(term);
    if (term !== folded) this.#forms.add(folded);
  }

  toString(): string {
    for (const form of this.#forms) this.#stems.push(form);
    return this.#stems.join(" ");
  }
}

const units = new Uint16Array(MAX_WORD);

function addPlain(terms: Terms, text: string, foldedUnits: Uint16Array): void {
  let length = 0;
  for (let at = 0; at <= text.length; at++) {
    const unit = at < text.length ? foldedUnits[text.charCodeAt(at)]! : SEPARATOR;
    if (unit > SKIPPED) {
      if (length < MAX_WORD) units[length++] = unit;
    } else if (unit === SEPARATOR && length > 0) {
      const { folded, stem: term } = stemmed(units, length);
      terms.add(folded, term);
      length = 0;
    }
  }
}

/** The terms to index: stems in their order, then the exact words that are not their own stem, for prefixes. */
export function termsOf(text: string): string {
  const terms = new Terms();
  const foldedUnits = foldedUnitsFor(text);
  if (foldedUnits) addPlain(terms, text, foldedUnits);
  else for (const folded of wordsOf(text)) terms.add(folded, stem(folded));
  return terms.toString();
}
