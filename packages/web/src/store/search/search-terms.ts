/**
 * What the words of a search mean, for the filter of a list. The language of the search is fetched when it is first
 * wanted: until then, and where nothing but words is typed, they are a condition on the whole text.
 */
import { type EmailFilterCondition, type Filter, FILE_NAMES } from "@pismo/jmap";
import type * as SearchFilter from "./search-filter.ts";
import type { SearchedMailbox } from "./search-filter.ts";
import { getLabels } from "../labels/labels.ts";
import { getAccount, getAccounts, getSession } from "../session/session.ts";

let language: typeof SearchFilter | undefined;

/** Text in which nothing but words can stand: it means the same without the language. */
const onlyWords = /^(?!.*(?:[:"'“„«|\\()]|(?<!\S)-|(?<!\S)(?:OR|AND|ИЛИ|[^\p{L}\p{N}\s]+)(?!\S)))/su;
export const needsLanguage = (text: string | undefined): boolean => text !== undefined && !onlyWords.test(text);

/** Resolves when searches are understood. @throws TypeError where the code cannot be fetched */
export async function loadSearchLanguage(): Promise<typeof SearchFilter> {
  language ??= await import("./search-filter.ts");
  return language;
}

export interface SearchTerms {
  /** All must hold. */
  conditions: Filter<EmailFilterCondition>[];
  /** It says itself in which folders it looks. */
  namesFolder: boolean;
}

export function settingsOf(mailboxes: readonly SearchedMailbox[]): SearchFilter.SearchSettings {
  return {
    mailboxes,
    labels: getLabels(),
    account: getAccount(),
    accounts: getAccounts(),
    isMonthFirst: document.documentElement.lang === "en",
    now: new Date(),
    hasFileNames: getSession()?.capabilities[FILE_NAMES] !== undefined,
  };
}

export function searchTerms(text: string, mailboxes: readonly SearchedMailbox[]): SearchTerms {
  if (!language || !needsLanguage(text)) return { conditions: [{ text }], namesFolder: false };
  const settings = settingsOf(mailboxes);
  const search = language.understand(text, settings);
  return { conditions: language.conditionsOf(search, settings), namesFolder: language.namesFolder(search) };
}
