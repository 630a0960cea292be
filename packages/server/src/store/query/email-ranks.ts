/** Places of a moment and an id in lists: what merges the lists of several accounts (docs/decisions/0065-all-accounts.md). */
import type { Id } from "@pismo/jmap";
import { CollapsedList } from "./collapsed-list.ts";
import { type EmailQuery, preparePlan } from "./email-query.ts";
import { treeOf } from "./email-filter.ts";
import { listsMailbox, type QueryPlan } from "./email-query-plan.ts";
import { allRows, type Row, select, spansInOrder } from "./email-query-rows.ts";
import { inSpan } from "./mailbox-spans.ts";
import { accountKey, keysOf } from "../db/ids.ts";
import type { Reader } from "../db/reader.ts";
import { type Fragment, sq } from "../db/sql-fragment.ts";

/** Where an Email stands in lists by date, whichever account it is of: keys are unique in the store. */
export type ListPoint = Pick<Row, "id" | "received" | "relevance">;

/** Best first where that is known, then the newest; equal moments by the key. Negative where `one` comes first. */
export const firstInList = (one: ListPoint, other: ListPoint): number =>
  (other.relevance ?? 0) - (one.relevance ?? 0) || other.received - one.received || other.id - one.id;

/** Up to so many points, counting for each is faster than walking through the list once. */
const MAX_COUNTED = 3;

/**
 * Of a list by receivedAt alone, or by relevance before it: how many of its Emails come before each point, which may be
 * another account's.
 * @param list what is known of it, where threads are collapsed
 */
export async function ranksIn(
  reader: Reader,
  accountId: Id,
  query: EmailQuery,
  points: readonly ListPoint[],
  list = new CollapsedList(),
): Promise<number[]> {
  if (points.length === 0) return [];
  const plan = await preparePlan(reader, accountId, query);
  const collapses = query.collapseThreads === true && !plan.isCollapsed;
  if (plan.spans && plan.order.byDate) return bySpans(reader, plan, points);
  if (!collapses && plan.order.byDate && points.length <= MAX_COUNTED) {
    const ranks: number[] = [];
    for (const point of points) ranks.push(await countBefore(reader, plan, plan.source, point));
    return ranks;
  }
  return byWalking(collapses ? list.rows(reader, plan) : allRows(reader, plan), plan, points);
}

async function bySpans(reader: Reader, plan: QueryPlan, points: readonly ListPoint[]): Promise<number[]> {
  const spans = await spansInOrder(reader, plan);
  const ranks: number[] = [];
  for (const point of points) {
    let rank = 0;
    for (const span of spans) {
      if (point.received >= span.from && point.received < span.to) {
        const within = sq`${plan.source} and ${inSpan(span, plan.orderedAt)}`;
        rank += await countBefore(reader, plan, within, point);
      } else if (plan.order.byDate === "desc" ? span.from > point.received : span.to <= point.received) {
        rank += span.emails;
      }
    }
    ranks.push(rank);
  }
  return ranks;
}

async function countBefore(reader: Reader, plan: QueryPlan, source: Fragment, point: ListPoint): Promise<number> {
  const comparison = plan.order.byDate === "desc" ? sq`>` : sq`<`;
  const before = sq`${source} and (${plan.orderedAt}, ${plan.id}) ${comparison} (${point.received}, ${point.id})`;
  return (await select<{ n: number }>(reader, sq`select count(*) as n ${before}`))[0]!.n;
}

async function byWalking(rows: AsyncIterable<Row>, plan: QueryPlan, points: readonly ListPoint[]): Promise<number[]> {
  const sign = plan.order.byDate === "asc" ? -1 : 1;
  const inOrder = points
    .map((point, index) => ({ point, index }))
    .sort((one, other) => sign * firstInList(one.point, other.point));
  const ranks = points.map(() => 0);
  let next = 0;
  let rank = 0;
  for await (const row of rows) {
    for (; next < inOrder.length && sign * firstInList(inOrder[next]!.point, row) <= 0; next++) {
      ranks[inOrder[next]!.index] = rank;
    }
    if (next === inOrder.length) return ranks;
    rank++;
  }
  for (; next < inOrder.length; next++) ranks[inOrder[next]!.index] = rank;
  return ranks;
}

/** The points that those Emails of an account that exist have in the list of a query. */
export async function pointsOf(
  reader: Reader,
  accountId: Id,
  { filter, sort }: EmailQuery,
  emailIds: readonly Id[],
): Promise<Map<number, ListPoint>> {
  const orderedAt = !sort?.length && listsMailbox(treeOf(filter)) ? "coalesce(sort_at, received_at)" : "received_at";
  const sql = `select id, ${orderedAt} as received from email where id in key_list(?) and +account_id = ?`;
  const rows = await reader.all<ListPoint>(sql, JSON.stringify(keysOf("e", emailIds)), accountKey(accountId));
  return new Map(rows.map((row) => [row.id, row]));
}
