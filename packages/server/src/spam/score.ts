/**
 * How much a letter looks like the spam that was learned from: each word's share of spam, and the two answers of Fisher's
 * method to whether the words are those of spam and those of other letters (Robinson, "A Statistical Approach to the Spam
 * Problem", 2003). Where both say so, it stays undecided. Pure.
 */

export interface Learned {
  /** Letters. */
  spam: number;
  other: number;
}

/** Letters of each kind before anything is judged. */
export const MIN_LEARNED = 20;
/** From here on a letter is moved. */
export const SPAM_FROM = 0.99999;

/** How much a word counts that was never seen, and what it then says. */
const STRENGTH = 2;
const UNKNOWN = 0.5;
/** Words nearer to UNKNOWN say nothing. */
const LEAST = 0.1;
/** Letters in which a word has to have been: those of one letter alone are many, and say little. */
const MIN_LETTERS = 2;
/** The words that say most. */
const MAX_WORDS = 150;
/** Fewer are not enough to judge. */
const MIN_WORDS = 8;

/** The share of spam among the letters with the word, as if there had been as many of each kind. */
function shareOf({ spam, other }: Learned, total: Learned): number {
  const inSpam = spam / total.spam;
  const inOther = other / total.other;
  const count = spam + other;
  return (STRENGTH * UNKNOWN + count * (inSpam / (inSpam + inOther))) / (STRENGTH + count);
}

/** The chance that a chi-squared value with 2n degrees of freedom is at least so large. */
function chanceOf(chiSquared: number, n: number): number {
  const m = chiSquared / 2;
  // In logarithms: the terms of long letters are smaller than any number.
  let logTerm = -m;
  let sum = Math.exp(logTerm);
  for (let i = 1; i < n; i++) {
    logTerm += Math.log(m / i);
    sum += Math.exp(logTerm);
  }
  return Math.min(1, sum);
}

const logSum = (values: readonly number[]): number => values.reduce((sum, value) => sum + Math.log(value), 0);

/** @param words of the letter, those that were learned @returns 0 to 1; undefined: there is too little to say */
export function scoreOf(words: readonly Learned[], total: Learned): number | undefined {
  if (total.spam < MIN_LEARNED || total.other < MIN_LEARNED) return undefined;
  const shares = words
    .filter(({ spam, other }) => spam + other >= MIN_LETTERS)
    .map((word) => shareOf(word, total))
    .filter((share) => Math.abs(share - UNKNOWN) >= LEAST)
    .toSorted((one, two) => Math.abs(two - UNKNOWN) - Math.abs(one - UNKNOWN))
    .slice(0, MAX_WORDS);
  const n = shares.length;
  if (n < MIN_WORDS) return undefined;
  const isSpam = 1 - chanceOf(-2 * logSum(shares.map((share) => 1 - share)), n);
  const isOther = 1 - chanceOf(-2 * logSum(shares), n);
  return (1 + isSpam - isOther) / 2;
}
