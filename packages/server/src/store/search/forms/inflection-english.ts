/**
 * The forms of an English word, by the rules of its spelling: plural, past and -ing. Snowball's stem has other words as well
 * ("production" and "product", "security" and "secure", "Dolores" and "dolor"), of which the index has the words themselves.
 * Forms that are no words are made too; no letter has them. Pure.
 */

const doubledEnd = /([bdfgklmnprstvz])\1$/;
const isSibilant = /(?:s|x|z|ch|sh|o)$/;

/** What -ed and -ing were added to: "shipp" of "ship", "lik" of "like", "work". */
const headsOf = (rest: string): string[] => [rest, `${rest}e`, ...(doubledEnd.test(rest) ? [rest.slice(0, -1)] : [])];

function singularsOf(word: string): string[] {
  // "formulae".
  if (word.endsWith("ae")) return [word.slice(0, -1)];
  if (!/[^su]s$/.test(word)) return [];
  const singulars = [word.slice(0, -1)];
  if (word.endsWith("ies")) singulars.push(`${word.slice(0, -3)}y`);
  if (word.endsWith("es") && isSibilant.test(word.slice(0, -2))) singulars.push(word.slice(0, -2));
  return singulars;
}

/** The words whose form it may be. */
function basesOf(word: string): string[] {
  const bases = [word, ...singularsOf(word)];
  // "lying".
  if (word.endsWith("ying")) bases.push(`${word.slice(0, -4)}ie`);
  if (word.endsWith("ied")) bases.push(`${word.slice(0, -3)}y`);
  const [, rest] = /^(.*[aeiouy].*)(?:ed|ing)$/.exec(word) ?? [];
  return rest === undefined ? bases : [...bases, ...headsOf(rest)];
}

const withI = (base: string): string => base.replace(/(?<=[^aeiou])y$/, "i");
const pluralOf = (base: string): string =>
  withI(base) === base && !isSibilant.test(base) ? `${base}s` : `${withI(base)}es`;

function formsOf(base: string): string[] {
  const head = base.replace(/(?<=[^e])e$/, "");
  const doubled = /[^aeiou][aeiou][bdfgklmnprtvz]$/.test(base)
    ? [`${base + base.at(-1)}ed`, `${base + base.at(-1)}ing`]
    : [];
  return [base, pluralOf(base), `${withI(base).replace(/e$/, "")}ed`, `${head}ing`, ...doubled];
}

function nounForms(word: string): string[] {
  const singulars = singularsOf(word);
  return [word, ...singulars, ...[word, ...singulars].map(pluralOf)];
}

/** @param folded of the letters a to z @param isNoun where that is known: "bookings" are no books */
export const englishInflections = (folded: string, isNoun = false): string[] =>
  isNoun || folded.endsWith("ings") ? nounForms(folded) : basesOf(folded).flatMap(formsOf);
