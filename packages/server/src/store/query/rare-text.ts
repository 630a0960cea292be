/**
 * Words that few Emails have. Those Emails are found first and sorted, at a cost that does not grow with the mailbox; of
 * words that many have it is faster to look through all Emails by date until a window is full.
 */
import type { Reader } from "../db/reader.ts";
import { join, sq } from "../db/sql-fragment.ts";
import { parseSearch } from "../search/query.ts";
import { textKeys } from "../search/search-index.ts";
import { type FilterTree, type Scope, searchFieldOf } from "./email-filter.ts";
import type { RareCondition } from "./list-search.ts";

/** Of more Emails it is faster to look through all by date. */
const MOST_SORTED = 1000;
/** SQLite gathers all words that begin so before it gives the first Email: with so few letters they are many. */
const SHORT_PREFIX = 3;

/** @param conditions that all hold */
export async function rareTextIn(
  reader: Reader,
  account: number,
  conditions: readonly FilterTree[],
  serverSearch: Scope["serverSearch"],
): Promise<RareCondition | undefined> {
  for (const condition of conditions) {
    if ("operator" in condition) continue;
    const field = searchFieldOf(condition[0]);
    if (field === undefined) continue;
    const text = String(condition[1]);
    // What the mail server has found is not in the index yet.
    if (serverSearch(field === "body" ? "body" : "text", text) !== undefined) continue;
    if (parseSearch(text).some(({ isPrefix, words }) => isPrefix && words.at(-1)!.length <= SHORT_PREFIX)) continue;
    const sources = textKeys(reader.search, account, field, text);
    if (!sources) continue;
    const few = join(
      [sources.emails, ...(sources.files ? [sources.files] : [])].map(
        (source) =>
          sq`select id from (with found (id) as (${source}) select id from found limit ${MOST_SORTED + 1}) few`,
      ),
      " union ",
    );
    const found = await reader.all<{ id: number }>(few.sql, ...few.params);
    const keys = JSON.stringify(found.map(({ id }) => id));
    if (found.length <= MOST_SORTED) return { condition, keysIn: (column) => sq`${column} in few_keys(${keys})` };
  }
  return undefined;
}
