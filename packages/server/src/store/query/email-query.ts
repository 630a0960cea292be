/** Email/query: RFC 8621 §4.4. */
import { type Comparator, type Id, MethodError } from "@pismo/jmap";
import { type EmailFilter, treeOf } from "./email-filter.ts";
import { planQuery, type QueryPlan } from "./email-query-plan.ts";
import { findHeaderMatches } from "./header-search.ts";
import { page, positionsOf, type Row, rowsWith, totalOf } from "./email-query-rows.ts";
import { idOf, keyOf } from "../db/ids.ts";
import { breathe, type Reader } from "../db/reader.ts";

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

export interface EmailQueryResult {
  ids: Id[];
  position: number;
  /** With calculateTotal. */
  total?: number;
}

/** Rows fetched at once while threads are collapsed. */
const CHUNK = 2000;

/** @throws MethodError anchorNotFound, unsupportedFilter, unsupportedSort, invalidArguments */
export async function queryEmails(reader: Reader, accountId: Id, query: EmailQuery): Promise<EmailQueryResult> {
  const { collapseThreads = false, limit = null } = query;
  const plan = await preparePlan(reader, accountId, query);
  let total: number | undefined;
  let position = query.position ?? 0;
  if (query.anchor) {
    const index = (await indexesOf(reader, plan, [keyOf("e", query.anchor)], collapseThreads)).get(
      keyOf("e", query.anchor),
    );
    if (index === undefined) throw new MethodError("anchorNotFound");
    position = Math.max(0, index + (query.anchorOffset ?? 0));
  } else if (position < 0) {
    total = await totalOf(reader, plan, collapseThreads);
    position = Math.max(0, total + position);
  }
  const keys = await (collapseThreads && !plan.isCollapsed ? collapsedPage : plainPage)(reader, plan, position, limit);
  if (query.calculateTotal) total ??= await totalOf(reader, plan, collapseThreads);
  const ids = keys.map((key) => idOf("e", key));
  return query.calculateTotal ? { ids, position, total: total! } : { ids, position };
}

export async function preparePlan(
  reader: Reader,
  accountId: Id,
  { filter, sort, collapseThreads }: EmailQuery,
): Promise<QueryPlan> {
  const tree = treeOf(filter);
  return planQuery(reader, accountId, tree, sort, await findHeaderMatches(reader, accountId, tree), collapseThreads);
}

async function plainPage(reader: Reader, plan: QueryPlan, position: number, limit: number | null): Promise<number[]> {
  const rows = await page(reader, plan, position, limit ?? -1);
  return rows.map(({ id }) => id);
}

async function collapsedPage(
  reader: Reader,
  plan: QueryPlan,
  position: number,
  limit: number | null,
): Promise<number[]> {
  const keys: number[] = [];
  if (limit === 0) return keys;
  let index = 0;
  for await (const { id } of collapsedRows(reader, plan)) {
    if (index++ >= position) keys.push(id);
    if (limit !== null && keys.length >= limit) break;
  }
  return keys;
}

/** The first email of each thread, in the order of the query. */
async function* collapsedRows(reader: Reader, plan: QueryPlan): AsyncIterable<Row> {
  const seen = new Set<number>();
  for (let at = 0, size = CHUNK; ; size *= 2) {
    const rows = await page(reader, plan, at, size);
    for (const row of rows) {
      if (seen.has(row.thread)) continue;
      seen.add(row.thread);
      yield row;
    }
    if (rows.length < size) return;
    at += rows.length;
    await breathe();
  }
}

/** The positions of those `keys` that are in the results. */
export async function indexesOf(
  reader: Reader,
  plan: QueryPlan,
  keys: readonly number[],
  collapseThreads: boolean,
): Promise<Map<number, number>> {
  const matching = await rowsWith(reader, plan, keys);
  if (matching.length === 0 || !collapseThreads || plan.isCollapsed) return positionsOf(reader, plan, matching);
  const indexes = new Map<number, number>();
  const requested = new Set(matching.map(({ id }) => id));
  const open = new Set(matching.map(({ thread }) => thread));
  let index = 0;
  for await (const { id, thread } of collapsedRows(reader, plan)) {
    if (requested.has(id)) indexes.set(id, index);
    // The thread's other Emails are collapsed.
    if (open.delete(thread) && open.size === 0) break;
    index++;
  }
  return indexes;
}
