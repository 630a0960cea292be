/**
 * Conditions that few Emails meet: words, and mailing lists. Those Emails are found first and sorted, at a cost that does
 * not grow with the mailbox. Where many meet them, the list is gone through by date instead.
 */
import type { Reader } from "../db/reader.ts";
import { type Fragment, join, raw, sq } from "../db/sql-fragment.ts";
import { parseSearch } from "../search/query.ts";
import { textKeys } from "../search/search-index.ts";
import { type Condition, type FilterTree, lettersOfLists, searchFieldOf } from "./email-filter.ts";
import { isInIndex, keysOfTree, type Known } from "./word-tree.ts";

/** Of more it is faster to look through all Emails by date until a window is full than to sort those that match. */
const MOST_SORTED = 1000;
/** SQLite gathers all words that begin so before it gives the first Email: with so few letters they are many. */
const SHORT_PREFIX = 3;
/** Emails at which it is seen how often words match. */
const SAMPLE = 128;
/** Testing the words of one Email, in Emails that are found by the index and sorted. */
const TEST_COST = 2;
const FEW_TESTS = 500;
/** Looking for what many have in the index, for each Email of an account, in such tests. */
const LOOK_COST = 1 / 64;

export interface RareCondition {
  condition: FilterTree;
  /** Whether a column has the key of one of its Emails. */
  keysIn(column: Fragment): Fragment;
}

/** @param conditions that all hold */
export async function rareConditionIn(
  reader: Reader,
  conditions: readonly FilterTree[],
  known: Known,
): Promise<RareCondition | undefined> {
  for (const condition of conditions) {
    const sources = sourcesOf(condition, known);
    const keys = sources && (await fewKeys(reader, sources));
    if (keys) return { condition, keysIn: (column) => sq`${column} in few_keys(${JSON.stringify(keys)})` };
  }
  return undefined;
}

/** Whether all results have words that the index gives the keys of: where all are gone through, they are found by these. */
export const needWords = (conditions: readonly FilterTree[], known: Known): boolean =>
  conditions.some((part) => !("operator" in part) && isInIndex(part, known) && parseSearch(String(part[1])).length > 0);

function sourcesOf(condition: FilterTree, known: Known): Fragment[] | undefined {
  if (!("operator" in condition)) {
    return condition[0] === "listId" ? [lettersOfLists(known.accountKey, condition[1])] : withWords(condition, known);
  }
  const keys = keysOfTree(condition, known, "union all");
  return keys && [keys];
}

/** Queries for the keys of Emails with the words of a condition; undefined: it has none, or they cannot be tried. */
function withWords(condition: Condition, known: Known): Fragment[] | undefined {
  if (!isInIndex(condition, known)) return undefined;
  const text = String(condition[1]);
  const field = searchFieldOf(condition[0])!;
  if (
    parseSearch(text, field === "attachments").some(
      ({ isPrefix, words }) => isPrefix && words.at(-1)!.length <= SHORT_PREFIX,
    )
  )
    return undefined;
  const { emails, files } = textKeys(known.search, known.accountKey, field, text, "union all") ?? {};
  return emails && [emails, ...(files ? [files] : [])];
}

/** A list by date of which some rows are read, in an account. */
interface Walk {
  /** That are read, from the first on. */
  rows: number;
  /** Emails of the list, and of the account. */
  size: number;
  emails: number;
  /** Of the first: how many have any of the words, and how many match. */
  sample(count: number): Fragment;
}

/**
 * Whether Emails match so often that the rows of a list are found sooner by testing the words of one Email after the other
 * than by sorting all that the index finds; "perhaps": unless the index knows that they are few. For PostgreSQL, which would
 * decide by what it expects of a whole table: it knows no accounts, and takes reading an Email's words for free. SQLite does
 * the one or the other as the rows ask for it.
 */
export async function matchOften(
  reader: Reader,
  { rows, size, emails, sample }: Walk,
): Promise<"often" | "perhaps" | undefined> {
  if (!reader.search.hasTerms || rows === 0) return undefined;
  const testsFor = (matching: number): number => Math.min(rows / matching, size);
  const isLess = (found: number, matching: number): boolean => testsFor(matching) * TEST_COST <= found * emails;
  if (size <= FEW_TESTS) return "often";
  if (!isLess(1, 1)) return undefined;
  const { sql, params } = sample(SAMPLE);
  const sampled = (await reader.get<{ found: number; matching: number }>(sql, ...params))!;
  const matching = sampled.matching / SAMPLE;
  if (!isLess(sampled.found / SAMPLE, matching)) return undefined;
  const few = matching * emails;
  return few <= MOST_SORTED && few + emails * LOOK_COST < testsFor(matching) ? "perhaps" : "often";
}

/**
 * The keys that queries give; undefined where they are too many. PostgreSQL would test the words of one Email after the
 * other to have the first keys soonest: of what is materialized it reads no more either, and finds all by the index.
 */
async function fewKeys(reader: Reader, sources: readonly Fragment[]): Promise<number[] | undefined> {
  const as = raw(reader.search.hasTerms ? "as materialized" : "as");
  const some = sources.map(
    (source) =>
      sq`select id from (with found (id) ${as} (${source}) select id from found limit ${MOST_SORTED + 1}) few`,
  );
  // Rows, and not Emails: of one that stands in several, others may be behind the last.
  const { sql, params } = join(some, " union all ");
  const found = await reader.all<{ id: number }>(sql, ...params);
  return found.length > MOST_SORTED ? undefined : [...new Set(found.map(({ id }) => id))];
}
