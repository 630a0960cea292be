/** The addresses of the search box. Pure. */
import { ALL_MAIL } from "../../store/index.ts";
import { sayOnlyAccount } from "../../store/session/account-address.ts";

/** With words, `letters` goes, as with any other choice; without anything left, the folder is whole again. */
export function withSearch(params: URLSearchParams, text: string): URLSearchParams {
  const next = new URLSearchParams(params);
  const words = text.trim();
  if (words === "") next.delete("q");
  else {
    next.set("q", words);
    next.delete("letters");
  }
  if (sayOnlyAccount(next)) next.set("letters", "all");
  return next;
}

/** The list's path and its parameters with these words. */
export const listAddress = (folder: string, params: URLSearchParams, text: string): string =>
  `/${folder}?${withSearch(params, text)}`;

/** The folder of a list's path. */
export const folderOf = (path: string): string => decodeURIComponent(path.slice(1));

/** What tells one search from another: the folder and the words. */
export const inAddress = (folder: string, words: string): string => `${folder}\n${words}`;

/**
 * The folder that was open before the search, kept in the history entry.
 * @param folder of the list that is shown, or undefined beside an Email
 * @param current the words that are searched for now
 */
export function searchedFrom(state: unknown, folder: string | undefined, current: string): string {
  const kept = (state as { searchedFrom?: unknown } | null)?.searchedFrom;
  if (folder !== undefined && (folder !== ALL_MAIL || current === "")) return folder;
  return typeof kept === "string" ? kept : "inbox";
}

/** Where the words are searched for: a search begins in all mail and stays where it is; without words, its folder is shown. */
export function scopeAfter(search: { folder: string; current: string; wanted: string; from: string }): string {
  const { folder, current, wanted, from } = search;
  if (wanted === "") return folder === ALL_MAIL ? from : folder;
  return current === "" ? ALL_MAIL : folder;
}
