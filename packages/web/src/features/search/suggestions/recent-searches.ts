/** What was searched for on this page, newest first, by account. It is not kept: what a person looks for is private. */
const recent = new Map<string, readonly string[]>();
const MOST = 20;

export const recentSearches = (accountId: string): readonly string[] => recent.get(accountId) ?? [];

export function rememberSearch(accountId: string, text: string): void {
  const words = text.trim();
  if (words === "") return;
  const others = recentSearches(accountId).filter((each) => each !== words);
  recent.set(accountId, [words, ...others].slice(0, MOST));
}
