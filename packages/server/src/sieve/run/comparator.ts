/** Comparators: RFC 4790, RFC 5051. */
import type { ComparatorName } from "../language/meaning.ts";

export interface Comparator {
  fold(text: string): string;
  /** The same, one for each character of the text. */
  foldEach(text: string): string[];
  /** As a sort function, of texts that are folded. */
  compare(a: string, b: string): number;
}

const asciiLower = (text: string): string => text.replaceAll(/[A-Z]+/g, (letters) => letters.toLowerCase());
/** RFC 5051 §2: titlecase, then decomposed. */
const unicodeFold = (text: string): string => text.toUpperCase().normalize("NFKD");

const byOctets = (a: string, b: string): number => Buffer.compare(Buffer.from(a), Buffer.from(b));

/** RFC 4790 §9.1: the digits at the beginning; without one it is more than all numbers. */
const digitsOf = (text: string): string | undefined => /^0*(\d+)/.exec(text)?.[1];

function compareNumbers(a: string, b: string): number {
  const [left, right] = [digitsOf(a), digitsOf(b)];
  if (left === undefined || right === undefined) return Number(left === undefined) - Number(right === undefined);
  if (left.length !== right.length) return left.length - right.length;
  return left < right ? -1 : Number(left > right);
}

/** These leave the number of characters as it is. */
const eachOf =
  (fold: (text: string) => string) =>
  (text: string): string[] =>
    Array.from(fold(text));

const same = (text: string): string => text;

export const comparators: Record<ComparatorName, Comparator> = {
  "i;octet": { fold: same, foldEach: eachOf(same), compare: byOctets },
  "i;ascii-casemap": { fold: asciiLower, foldEach: eachOf(asciiLower), compare: byOctets },
  "i;ascii-numeric": { fold: same, foldEach: eachOf(same), compare: compareNumbers },
  "i;unicode-casemap": {
    fold: unicodeFold,
    foldEach: (text) => Array.from(text, unicodeFold),
    compare: byOctets,
  },
};
