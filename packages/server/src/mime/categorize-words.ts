/** What speaks for a category: facts, of which a letter needs one, and signs, which only support one. */
import { type Category, categories } from "@pismo/jmap";
import { englishWords } from "./categorize-words-en.ts";
import { russianWords } from "./categorize-words-ru.ts";
import { PhraseIndex, type PhraseLine, phrasePattern } from "./categorize-phrases.ts";

export type CategoryWords = Readonly<Record<Category, { facts: readonly PhraseLine[]; signs: readonly string[] }>>;

const languages = [russianWords, englishWords];

export const facts = new PhraseIndex<Category>();
/** Of both languages: a letter may mix them. */
export const signs = {} as Record<Category, readonly RegExp[]>;
for (const category of categories) {
  for (const words of languages) facts.add(category, words[category].facts);
  signs[category] = languages.flatMap((words) => words[category].signs.map((sign) => new RegExp(phrasePattern(sign))));
}
