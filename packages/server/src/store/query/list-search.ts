/**
 * The condition "listId" of Email/query is answered by the newsletters that are counted. While the headers of older letters
 * are still to be read for that (newsletters/backlog.ts), it is the standard's condition, which reads them itself.
 */
import type { Id } from "@pismo/jmap";
import { accountKey } from "../db/ids.ts";
import type { Reader } from "../db/reader.ts";
import { conditionsOf, type FilterTree } from "./email-filter.ts";

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
