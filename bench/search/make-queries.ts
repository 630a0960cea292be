/**
 * Chooses the queries and says which letters each has to find, before any search runs:
 *   node bench/search/make-queries.ts --corpora FOLDER --hunspell FOLDER [--seed NUMBER] [--to FILE]
 * FOLDER of hunspell holds ru_RU and en_US (Debian's hunspell-ru, hunspell-en-us). Writes queries.json beside this file, or
 * FILE: other queries, by which a rule that was learnt from these is checked.
 */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { randomFrom } from "../../packages/server/test/store/random.ts";
import { type Dictionary, fold, readDictionary } from "./dictionary.ts";
import { searchedLetters, textsOf } from "./letters.ts";
import type { SearchQuery } from "./queries.ts";

const { values: options } = parseArgs({
  options: {
    corpora: { type: "string" },
    hunspell: { type: "string" },
    seed: { type: "string", default: "20261128" },
    to: { type: "string", default: join(import.meta.dirname, "queries.json") },
  },
});
if (options.corpora === undefined || options.hunspell === undefined)
  throw new Error("--corpora and --hunspell are needed");

const QUERIES_OF_A_LANGUAGE = 250;

/** Of en_US: plural, past, -ing, possessive. The others make another word: -est, -ly, -ness, -able, -er, un-. */
const english = readDictionary(join(options.hunspell, "en_US"), (flag) => "SDGM".includes(flag));
/** Of ru_RU all, without the adverbs that it makes of adjectives. */
const russian = readDictionary(join(options.hunspell, "ru_RU"), (flag) => flag !== "Z");

const wordsIn = (text: string): string[] => fold(text).match(/[\p{L}\p{M}\p{N}]+/gu) ?? [];

const searched = searchedLetters(options.corpora);
const letters = await Promise.all(
  searched.map(async (letter) => {
    const texts = (await textsOf(letter)).map(wordsIn);
    return { texts, words: texts.flat() };
  }),
);
type ReadLetter = (typeof letters)[number];

const dictionaries: Readonly<Record<SearchQuery["language"], Dictionary>> = { ru: russian, en: english };
const alphabets: Readonly<Record<SearchQuery["language"], RegExp>> = { ru: /^[а-я]{4,}$/u, en: /^[a-z]{4,}$/ };

const random = randomFrom(Number(options.seed));

/** Whether both are forms of one word, or the same. */
function areForms(dictionary: Dictionary, one: string, other: string): boolean {
  if (one === other) return true;
  const entries = dictionary.entriesOf(one);
  return dictionary.entriesOf(other).some((entry) => entries.includes(entry));
}
const has = (dictionary: Dictionary, { words }: ReadLetter, word: string): boolean =>
  words.some((each) => areForms(dictionary, each, word));
/** No phrase begins in one field and ends in another. */
const hasPhrase = (dictionary: Dictionary, { texts }: ReadLetter, phrase: readonly string[]): boolean =>
  texts.some((words) =>
    words.some((_, start) => phrase.every((word, offset) => areForms(dictionary, words[start + offset] ?? "", word))),
  );

const expected = (fits: (letter: ReadLetter) => boolean): number[] =>
  letters.flatMap((letter, index) => (fits(letter) ? index : []));

function makeQuery(language: SearchQuery["language"]): SearchQuery | undefined {
  const dictionary = dictionaries[language];
  const isWord = (word: string): boolean => alphabets[language].test(word) && dictionary.entriesOf(word).length > 0;
  const letter = random.pick(letters);
  const known = letter.words.filter(isWord);
  if (known.length < 8) return undefined;
  /** As the letter has it, or in another form. */
  const form = (word: string): string => random.pick(dictionary.formsOf(random.pick(dictionary.entriesOf(word))));
  const kind = random.pick(["word", "word", "word", "words", "words", "phrase"] as const);
  if (kind === "word") {
    const word = form(random.pick(known));
    return { q: word, language, kind, expected: expected((each) => has(dictionary, each, word)) };
  }
  if (kind === "words") {
    const words = [form(random.pick(known)), form(random.pick(known))];
    const fits = (each: ReadLetter): boolean => words.every((word) => has(dictionary, each, word));
    return { q: words.join(" "), language, kind, expected: expected(fits) };
  }
  const words = random.pick(letter.texts);
  const start = random.below(Math.max(1, words.length - 2));
  const phrase = words.slice(start, start + 2);
  if (phrase.length < 2) return undefined;
  if (!phrase.every(isWord)) return undefined;
  return {
    q: `"${phrase.join(" ")}"`,
    language,
    kind,
    expected: expected((each) => hasPhrase(dictionary, each, phrase)),
  };
}

const queries = new Map<string, SearchQuery>();
for (const language of ["ru", "en"] as const) {
  const wanted = queries.size + QUERIES_OF_A_LANGUAGE;
  while (queries.size < wanted) {
    const query = makeQuery(language);
    // A word that every third letter has says nothing about a search.
    if (query && query.expected.length > 0 && query.expected.length < letters.length / 3) queries.set(query.q, query);
  }
}
const lines = (items: readonly unknown[]): string => items.map((item) => `  ${JSON.stringify(item)}`).join(",\n");
writeFileSync(
  options.to,
  `{"letters":[\n${lines(searched.map(({ name }) => name))}\n],"queries":[\n${lines([...queries.values()])}\n]}\n`,
);
