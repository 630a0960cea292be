/**
 * Parses search text (RFC 8621 §4.4.1): all words are required, in any form; "phrases" in single or double quotes, with \\
 * before a literal quote; the last word is a prefix while it is being typed.
 */
import { invisible } from "@pismo/jmap/text";
import { beginning, wordsOf } from "./analyze.ts";
import { fold } from "./fold.ts";
import { stem } from "./stems.ts";
import { termsFor } from "./forms/variants.ts";

/** Shorter prefixes match half of all words. */
const MIN_PREFIX = 3;

export interface SearchTerm {
  /** Consecutive folded words: of a quoted phrase, an address, a number with points. */
  words: string[];
  isQuoted: boolean;
  /** What has 's in English: "following's" is no "follow". */
  isNoun: boolean;
  /** The last word is a prefix. */
  isPrefix: boolean;
}

/** Of "order's": the word is looked for, in whatever form. */
const possessive = /(?<=\p{L})['’]s$/iu;

const token = /(["'])((?:\\.|(?!\1)[^\\])*)(?:\1|$)|\S+/gsu;

/** @param isName in names of files a number or a letter behind other words is a beginning too: "image-3" of image-38.png */
export function parseSearch(searched: string, isName = false): SearchTerm[] {
  const text = searched.replaceAll(invisible, "");
  const terms: SearchTerm[] = [];
  for (const match of text.matchAll(token)) {
    const [whole, quote, quoted] = match;
    const isQuoted = quote !== undefined;
    const isNoun = !isQuoted && possessive.test(whole);
    const words = wordsOf(isQuoted ? (quoted ?? "").replaceAll(/\\(.)/gsu, "$1") : whole.replace(possessive, ""));
    const last = words.at(-1);
    if (last === undefined) continue;
    const isAtEnd = match.index + whole.length === text.length && /[\p{L}\p{M}\p{N}*]$/u.test(whole);
    // The words before it leave few names.
    const isLong = last.length >= MIN_PREFIX || (isName && words.length > 1);
    terms.push({ words, isQuoted, isNoun, isPrefix: !isQuoted && isAtEnd && isLong });
  }
  return terms;
}

/** What a single word is in the index, and several in their order. */
export const alternativesOf = ({ words, isNoun }: SearchTerm): string[][] =>
  words.length === 1 ? termsFor(words[0]!, isNoun).map((term) => [term]) : [words.map(stem)];

/** Tests whether an unfolded word of a message matches a search for any of the `texts`. */
export function wordMatcher(texts: readonly string[]): (word: string) => boolean {
  const terms = texts.flatMap((text) => parseSearch(text));
  const stems = new Set(terms.flatMap(({ words, isNoun }) => words.flatMap((each) => termsFor(each, isNoun))));
  const prefixes = terms.filter(({ isPrefix }) => isPrefix).map(({ words }) => words.at(-1)!);
  return (word) => {
    // Truncated as in the index: the stem of a word of a megabyte is no stem.
    const folded = beginning(fold(beginning(word)));
    return stems.has(stem(folded)) || stems.has(folded) || prefixes.some((prefix) => folded.startsWith(prefix));
  };
}
