/**
 * The condition "listId" of Email/query is answered by the newsletters that are counted. While the headers of older letters
 * are still to be read for that (newsletters/backlog.ts), it is the standard's condition, which reads them itself.
 */
import type { Id } from "@pismo/jmap";
import { accountKey } from "../db/ids.ts";
import type { Reader } from "../db/reader.ts";
import { type Condition, conditionsOf, type FilterTree, lettersOfLists } from "./email-filter.ts";
import { type Fragment, sq } from "../db/sql-fragment.ts";

/** Of more letters it is faster to look through all by date until a window is full than to sort those that match. */
const MOST_SORTED = 1000;

/** Then what matches may change without the Emails: with the name of a list, which its newest letter gives. */
export const hasListId = (tree: FilterTree): boolean => conditionsOf(tree).some(([property]) => property === "listId");

export async function isCounting(reader: Reader, accountId: Id): Promise<boolean> {
  const sql = "select 1 as is_left from newsletter_backlog where account_id = ?";
  return (await reader.get<{ is_left: number }>(sql, accountKey(accountId))) !== undefined;
}

export function readingLists(tree: FilterTree): FilterTree {
  if ("operator" in tree) return { ...tree, parts: tree.parts.map(readingLists) };
  return tree[0] === "listId" ? ["header", ["List-Id", tree[1]]] : tree;
}

/** A condition that so few Emails meet that they are found first. */
export interface RareCondition {
  condition: Condition;
  /** Whether a column has the key of one of its Emails. */
  keysIn(column: Fragment): Fragment;
}

/** Among conditions that all hold, a list with so few letters that they are found first, and sorted. */
export async function rareListIn(
  reader: Reader,
  account: number,
  conditions: readonly FilterTree[],
): Promise<RareCondition | undefined> {
  for (const condition of conditions) {
    if ("operator" in condition || condition[0] !== "listId") continue;
    const some = sq`${lettersOfLists(account, condition[1])} limit ${MOST_SORTED + 1}`;
    const found = await reader.all<{ email_id: number }>(some.sql, ...some.params);
    const keys = JSON.stringify(found.map(({ email_id: key }) => key));
    if (found.length <= MOST_SORTED) return { condition, keysIn: (column) => sq`${column} in few_keys(${keys})` };
  }
  return undefined;
}
