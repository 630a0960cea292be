/**
 * What people type into the search (RFC 8621 §4.4.1): words that must all be there, in any form; "phrases" in single
 * or double quotes, with \\ before a quote that is meant; the last word counts as a beginning while it is being typed.
 */
import { wordsOf } from "./analyze.ts";
import { fold } from "./fold.ts";
import { stem } from "./stems.ts";

/** Shorter beginnings fit half of all words. */
const MIN_PREFIX = 3;

export interface SearchTerm {
  /** Folded words that stand one after the other: of a quoted phrase, an address, a number with points. */
  words: string[];
  isQuoted: boolean;
  /** The last word may go on. */
  isPrefix: boolean;
}

const token = /(["'])((?:\\.|(?!\1)[^\\])*)(?:\1|$)|\S+/gsu;

export function parseSearch(text: string): SearchTerm[] {
  const terms: SearchTerm[] = [];
  for (const match of text.matchAll(token)) {
    const [whole, quote, quoted] = match;
    const isQuoted = quote !== undefined;
    const words = wordsOf(isQuoted ? (quoted ?? "").replaceAll(/\\(.)/gsu, "$1") : whole);
    const last = words.at(-1);
    if (last === undefined) continue;
    const isAtEnd = match.index + whole.length === text.length && /[\p{L}\p{M}\p{N}*]$/u.test(whole);
    terms.push({ words, isQuoted, isPrefix: !isQuoted && isAtEnd && last.length >= MIN_PREFIX });
  }
  return terms;
}

/** Stems of all words in `text`: what a search snippet marks. */
const matchingTerms = (text: string): Set<string> => new Set(parseSearch(text).flatMap(({ words }) => words.map(stem)));

/** Whether a word of a letter, as it stands there, is one that a search for `text` looks for. */
export function wordMatcher(text: string): (word: string) => boolean {
  const terms = parseSearch(text);
  const stems = matchingTerms(text);
  const prefixes = terms.filter(({ isPrefix }) => isPrefix).map(({ words }) => words.at(-1)!);
  return (word) => {
    const folded = fold(word);
    return stems.has(stem(folded)) || prefixes.some((prefix) => folded.startsWith(prefix));
  };
}
