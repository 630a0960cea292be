/**
 * The condition "listId" of Email/query is answered by the newsletters that are counted. While the headers of older letters
 * are still to be read for that (newsletters/backlog.ts), it is the standard's condition, which reads them itself.
 */
import type { Id } from "@pismo/jmap";
import { accountKey } from "../db/ids.ts";
import type { Reader } from "../db/reader.ts";
import { type Condition, conditionsOf, type FilterTree, lettersOfLists } from "./email-filter.ts";
import { sq } from "../db/sql-fragment.ts";

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

/** Among conditions that all hold, a list with so few letters that they are found first, and sorted. */
export async function rareListIn(
  reader: Reader,
  account: number,
  conditions: readonly FilterTree[],
): Promise<Condition | undefined> {
  for (const each of conditions) {
    if ("operator" in each || each[0] !== "listId") continue;
    const some = sq`select count(*) as n from (${lettersOfLists(account, each[1])} limit ${MOST_SORTED + 1}) found`;
    const found = await reader.get<{ n: number }>(some.sql, ...some.params);
    if (found!.n <= MOST_SORTED) return each;
  }
  return undefined;
}
