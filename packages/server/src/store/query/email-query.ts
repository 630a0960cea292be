/** Email/query: RFC 8621 §4.4. */
import { type Comparator, type Id, MethodError } from "@pismo/jmap";
import { type EmailFilter, treeOf } from "./email-filter.ts";
import { planQuery, type QueryPlan } from "./email-query-plan.ts";
import { hasListId, isCounting, readingLists } from "./list-search.ts";
import { findHeaderMatches } from "./header-search.ts";
import { CollapsedList, FIRST_PER_ROW } from "./collapsed-list.ts";
import { page, positionsOf, type Row, rowsWith, totalOf } from "./email-query-rows.ts";
import { idOf, keyOf } from "../db/ids.ts";
import type { Reader } from "../db/reader.ts";

export interface EmailQuery {
  filter?: EmailFilter | null;
  sort?: readonly Comparator[] | null;
  collapseThreads?: boolean;
  /** Negative: from the end. Ignored with an anchor. */
  position?: number;
  anchor?: Id | null;
  anchorOffset?: number;
  /** null: all. */
  limit?: number | null;
  calculateTotal?: boolean;
}

interface Place {
  position: number;
  /** With calculateTotal. */
  total?: number;
}

export interface EmailQueryResult extends Place {
  ids: Id[];
}

/** The same with what orders the rows of several accounts. */
export interface EmailRowsResult extends Place {
  rows: Pick<Row, "id" | "received" | "relevance">[];
}

/**
 * @param list what is known of the list, where threads are collapsed
 * @throws MethodError anchorNotFound, unsupportedFilter, unsupportedSort, invalidArguments
 */
export async function queryEmails(
  reader: Reader,
  accountId: Id,
  query: EmailQuery,
  list?: CollapsedList,
): Promise<EmailQueryResult> {
  const { rows, ...place } = await queryRows(reader, accountId, query, list);
  return { ids: rows.map(({ id }) => idOf("e", id)), ...place };
}

/** @throws MethodError those of queryEmails */
export async function queryRows(
  reader: Reader,
  accountId: Id,
  query: EmailQuery,
  list = new CollapsedList(),
): Promise<EmailRowsResult> {
  const { collapseThreads = false, limit = null } = query;
  const plan = await preparePlan(reader, accountId, query, rowsRead(query));
  const collapses = collapseThreads && !plan.isCollapsed;
  const count = () => (collapses ? list.total(reader, plan) : totalOf(reader, plan, collapseThreads));
  let total: number | undefined;
  let position = query.position ?? 0;
  if (query.anchor) {
    const key = keyOf("e", query.anchor);
    const index = (await indexesOf(reader, plan, [key], collapseThreads, list)).get(key);
    if (index === undefined) throw new MethodError("anchorNotFound");
    position = Math.max(0, index + (query.anchorOffset ?? 0));
  } else if (position < 0) {
    total = await count();
    position = Math.max(0, total + position);
  }
  const rows = await (collapses
    ? list.window(reader, plan, position, limit)
    : page(reader, plan, position, limit ?? -1));
  // Where the window is not full, it ends with the last result.
  const isEnd = rows.length < (limit ?? Infinity) && (rows.length > 0 || position === 0);
  if (query.calculateTotal) total ??= isEnd ? position + rows.length : await count();
  return query.calculateTotal ? { rows, position, total: total! } : { rows, position };
}

/** How many rows of the list its window is likely to need, from the first on. */
function rowsRead({ collapseThreads, position = 0, anchor, limit = null }: EmailQuery): number {
  if (limit === 0) return 0;
  if (limit === null || anchor || position < 0) return Infinity;
  return (position + limit) * (collapseThreads ? FIRST_PER_ROW : 1);
}

/** @param rows that are read of the list, from the first on */
export async function preparePlan(
  reader: Reader,
  accountId: Id,
  { filter, sort, collapseThreads }: EmailQuery,
  rows = Infinity,
): Promise<QueryPlan> {
  const asked = treeOf(filter);
  const tree = hasListId(asked) && (await isCounting(reader, accountId)) ? readingLists(asked) : asked;
  const headerMatches = await findHeaderMatches(reader, accountId, tree);
  return planQuery(reader, accountId, tree, sort, headerMatches, collapseThreads, rows);
}

/** The positions of those `keys` that are in the results. @param list what is known of it, where threads are collapsed */
export async function indexesOf(
  reader: Reader,
  plan: QueryPlan,
  keys: readonly number[],
  collapseThreads: boolean,
  list = new CollapsedList(),
): Promise<Map<number, number>> {
  const matching = await rowsWith(reader, plan, keys);
  if (matching.length === 0 || !collapseThreads || plan.isCollapsed) return positionsOf(reader, plan, matching);
  const indexes = new Map<number, number>();
  const requested = new Set(matching.map(({ id }) => id));
  const open = new Set(matching.map(({ thread }) => thread));
  let index = 0;
  for await (const { id, thread } of list.rows(reader, plan)) {
    if (requested.has(id)) indexes.set(id, index);
    // The thread's other Emails are collapsed.
    if (open.delete(thread) && open.size === 0) break;
    index++;
  }
  return indexes;
}
