/** The search parameters of the search box. Pure. */

/** With words, `letters` goes, as with any other choice; without anything left, the folder is whole again. */
export function withSearch(params: URLSearchParams, text: string): URLSearchParams {
  const next = new URLSearchParams(params);
  const words = text.trim();
  if (words === "") next.delete("q");
  else {
    next.set("q", words);
    next.delete("letters");
  }
  if (next.size === 0) next.set("letters", "all");
  return next;
}
