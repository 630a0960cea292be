/** Words that are looked for in the index, and several conditions on them as one. */
import { type Condition, type FilterTree, type Scope, searchFieldOf } from "./email-filter.ts";
import { parseSearch } from "../search/query.ts";
import { hasWords, textKeys, type Union, type WordTree } from "../search/search-index.ts";
import { and, type Fragment, join, raw, sq } from "../db/sql-fragment.ts";

export type Known = Pick<Scope, "accountKey" | "search" | "serverSearch">;

/** Whether a condition is one on words, all of them in the index: what a mail server has found is not in it yet. */
export function isInIndex([property, value]: Condition, { serverSearch }: Known): boolean {
  const field = searchFieldOf(property);
  return field !== undefined && serverSearch(field === "body" ? "body" : "text", String(value)) === undefined;
}

/** undefined: not all of it are single words in the index. */
function wordTreeOf(tree: FilterTree, known: Known): WordTree | undefined {
  if ("operator" in tree) {
    const parts = tree.parts.map((part) => wordTreeOf(part, known));
    return parts.every((part) => part !== undefined) ? { operator: tree.operator, parts } : undefined;
  }
  const text = String(tree[1]);
  const terms = isInIndex(tree, known) ? parseSearch(text) : [];
  const areWords = terms.length > 0 && terms.every(({ words }) => words.length === 1);
  return areWords ? { field: searchFieldOf(tree[0])!, text } : undefined;
}

/** The same filter with all that it says of words beside one another as one part, for an engine that finds it at once. */
export function gatherWords(tree: FilterTree, known: Known): FilterTree {
  if (!known.search.rowsWith || !("operator" in tree) || tree.operator !== "AND") return tree;
  const parts = tree.parts.filter((part) => wordTreeOf(part, known));
  if (parts.length < 2) return tree;
  return {
    operator: "AND",
    parts: [...tree.parts.filter((part) => !parts.includes(part)), { operator: "AND", parts }],
  };
}

const leavesOf = (tree: WordTree): Exclude<WordTree, { operator: string }>[] =>
  "operator" in tree ? tree.parts.flatMap(leavesOf) : [tree];

/** Whether all that match have a word: what has none of some words is not found by an index. */
function needsWord(tree: WordTree): boolean {
  if (!("operator" in tree)) return true;
  if (tree.operator === "NOT") return false;
  return tree.operator === "AND" ? tree.parts.some(needsWord) : tree.parts.length > 0 && tree.parts.every(needsWord);
}

/**
 * A query for the keys of the Emails that match several conditions on words, which the index is asked for at once: what
 * many have is put beside what many have before an Email is looked at.
 * @returns undefined where each condition is looked for by itself
 */
export function keysOfTree(filter: FilterTree, known: Known, union: Union = "union"): Fragment | undefined {
  const { search, accountKey } = known;
  const tree = search.rowsWith && wordTreeOf(filter, known);
  if (!tree || leavesOf(tree).length < 2 || !needsWord(tree)) return undefined;
  const { matching, divided } = search.rowsWith!(accountKey, tree);
  const files = leavesOf(tree).flatMap(({ field, text }) => textKeys(search, accountKey, field, text)?.files ?? []);
  const others = raw("others.id");
  const matches = treeSql(tree, ({ field, text }) => hasWords(search, accountKey, field, text, others)!);
  // One row does not tell of those: words may be in another, or in a file.
  return sq`with others (id) as materialized (${join([divided, ...files], " union ")})
    select id from (${matching}) matching (id) where id not in (select id from others)
    ${raw(union)} select id from others where ${matches}`;
}

function treeSql(tree: WordTree, leafSql: (leaf: ReturnType<typeof leavesOf>[number]) => Fragment): Fragment {
  if (!("operator" in tree)) return leafSql(tree);
  const parts = tree.parts.map((part) => treeSql(part, leafSql));
  if (tree.operator === "AND") return sq`(${and(parts)})`;
  const some = parts.length === 0 ? raw("false") : sq`(${join(parts, " or ")})`;
  return tree.operator === "OR" ? some : sq`not ${some}`;
}
