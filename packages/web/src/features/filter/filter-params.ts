/** The search parameters of the filter menu, and the state of its entries. Pure. */
import { sayOnlyAccount } from "../../store/session/account-address.ts";
import type { IconName } from "../../ui/icons/icons.ts";

export interface FilterEntry {
  id: "all" | "unread" | "flagged" | "important" | "files";
  param: string;
  value: string;
}

export const filterEntries: readonly FilterEntry[] = [
  { id: "all", param: "letters", value: "all" },
  { id: "unread", param: "read", value: "false" },
  { id: "flagged", param: "bookmark", value: "true" },
  { id: "important", param: "important", value: "true" },
  { id: "files", param: "files", value: "true" },
];

export const filterIcons: Readonly<Record<FilterEntry["id"], { icon: IconName; colour?: string }>> = {
  all: { icon: "envelope" },
  unread: { icon: "unread-dot", colour: "var(--accent-text)" },
  flagged: { icon: "flag-filled", colour: "var(--flag)" },
  important: { icon: "important-filled", colour: "var(--flag)" },
  files: { icon: "clip" },
};

export const isChosen = (params: URLSearchParams, { param, value }: FilterEntry): boolean =>
  params.get(param) === value;

/** The filters that narrow the list; `letters=all` does not. */
export const narrowingFilters = (params: URLSearchParams): readonly FilterEntry[] =>
  filterEntries.filter((entry) => entry.id !== "all" && isChosen(params, entry));

/**
 * A click on an entry: a parameter that has the value already goes, otherwise it comes and `letters` goes.
 * `letters=all` contradicts every other choice, a search too, and stands alone.
 */
export function toggleEntry(params: URLSearchParams, entry: FilterEntry): URLSearchParams {
  if (entry.id === "all")
    return new URLSearchParams(isChosen(params, entry) ? without(params, "letters") : [["letters", "all"]]);
  const next = new URLSearchParams(params);
  if (isChosen(params, entry)) {
    next.delete(entry.param);
  } else {
    next.set(entry.param, entry.value);
    next.delete("letters");
  }
  return next;
}

/** "Reset all" is offered when `letters` is absent and something else is there; it clears everything, and stays in the account. */
export const canReset = (params: URLSearchParams): boolean => !sayOnlyAccount(params) && !params.has("letters");

function without(params: URLSearchParams, name: string): URLSearchParams {
  const next = new URLSearchParams(params);
  next.delete(name);
  return next;
}
