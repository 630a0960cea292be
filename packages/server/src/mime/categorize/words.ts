/** What speaks for a category: facts, of which a letter needs one, and signs, which only support one. */
import { type Category, categories } from "@pismo/jmap";
import { englishWords } from "./words-en.ts";
import { russianWords } from "./words-ru.ts";
import { PhraseIndex, phrasePattern } from "./phrases.ts";

const languages = [russianWords, englishWords];

export const facts = new PhraseIndex<Category>();
/** Of both languages: a letter may mix them. */
export const signs = {} as Record<Category, readonly RegExp[]>;
for (const category of categories) {
  for (const words of languages) facts.add(category, words[category].facts);
  signs[category] = languages.flatMap((words) => words[category].signs.map((sign) => new RegExp(phrasePattern(sign))));
}
