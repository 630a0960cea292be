/** Whom a text may mean. Pure. */
import { otherAlphabets, otherLayout } from "../../search-language/other-spellings.ts";
import type { Entry } from "./entries.ts";
import type { WordIndex } from "./word-index.ts";
import { wordsOf } from "./words.ts";

/**
 * The best, each once; behind them those that are meant on the other keyboard or in the other alphabet.
 * @param indexes best first: within one the order is its own
 */
export function findPeople(
  indexes: readonly WordIndex<Entry>[],
  text: string,
  count: number,
  isOffered: (entry: Entry) => boolean,
): Entry[] {
  const found = new Map<string, Entry>();
  for (const spelling of [text, otherLayout(text), ...otherAlphabets(text)]) {
    if (spelling === undefined) continue;
    const wanted = wordsOf(spelling);
    for (const index of indexes) {
      for (const entry of index.find(wanted)) {
        if (found.size >= count) return [...found.values()];
        if (!found.has(entry.key) && isOffered(entry)) found.set(entry.key, entry);
      }
    }
  }
  return [...found.values()];
}
