/**
 * What the words of a search mean, for the filter of a list. The language of the search is fetched when it is first
 * wanted: until then, and where nothing but words is typed, they are a condition on the whole text.
 */
import type { SearchedMailbox, SearchTerms } from "./search-filter.ts";
import type * as SearchLanguage from "./search-settings.ts";

let language: typeof SearchLanguage | undefined;

/** Text in which nothing but words can stand: it means the same without the language. */
const onlyWords = /^(?!.*(?:[:"'“„«|\\()]|(?<!\S)-|(?<!\S)(?:OR|AND|ИЛИ|[^\p{L}\p{N}\s]+)(?!\S)))/su;
export const needsLanguage = (text: string | undefined): boolean => text !== undefined && !onlyWords.test(text);

/** Resolves when these searches are understood. @throws TypeError where the code cannot be fetched */
export async function loadSearchLanguage(text = ""): Promise<typeof SearchLanguage> {
  language ??= await import("./search-settings.ts");
  await language.loadNamed(text);
  return language;
}

export const searchTerms = (text: string, mailboxes: readonly SearchedMailbox[]): SearchTerms =>
  language && needsLanguage(text) ? language.termsOf(text, mailboxes) : { conditions: [{ text }], namesFolder: false };
