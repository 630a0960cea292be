/** Rows of a query's results by their places, and places by rows: by spans of time where a list has them, else by counting. */
import type { QueryPlan } from "./email-query-plan.ts";
import { emailsIn, inSpan, type Span, spansOf } from "./mailbox-spans.ts";
import type { Reader } from "./reader.ts";
import { type Fragment, sq } from "./sql-fragment.ts";

export interface Row {
  id: number;
  thread: number;
}

export interface KnownRow extends Row {
  received: number;
}

/** Rows that are walked over sooner than the spans of a mailbox are summed. */
const NEAR = 500;
/** Letters of one span that are counted one by one sooner than the whole span is numbered. */
const FEW = 10;

export const select = <T>(reader: Reader, { sql, params }: Fragment): Promise<T[]> => reader.all<T>(sql, ...params);

/** Keys as one parameter, so that lists of any length share a statement. */
const keyList = (keys: readonly number[]): Fragment => sq`select value from json_each(${JSON.stringify(keys)})`;

/** @param limit -1: all */
export async function page(reader: Reader, plan: QueryPlan, position: number, limit: number): Promise<Row[]> {
  // A mailbox without a filter has letters in every place; few of a million may be flagged.
  const isNear = position <= NEAR && plan.mailboxKey !== null;
  if (!plan.spans || !plan.order.byDate || limit < 0 || isNear) {
    return rowsOf(reader, plan, plan.source, position, limit);
  }
  const rows: Row[] = [];
  if (limit === 0) return rows;
  let before = 0;
  for (const span of await spansInOrder(reader, plan)) {
    if (before + span.emails > position) {
      const within = sq`${plan.source} and ${inSpan(span, plan.receivedAt)}`;
      const [skipped, left] = [Math.max(0, position - before), limit - rows.length];
      rows.push(...(await rowsOf(reader, plan, within, skipped, left)));
    }
    before += span.emails;
    if (rows.length >= limit) break;
  }
  return rows;
}

const rowsOf = (reader: Reader, plan: QueryPlan, source: Fragment, position: number, limit: number): Promise<Row[]> =>
  select<Row>(
    reader,
    sq`select ${plan.id} as id, ${plan.threadId} as thread ${source} order by ${plan.order.sql} limit ${limit} offset ${position}`,
  );

async function spansInOrder(reader: Reader, { spans, order }: QueryPlan): Promise<Span[]> {
  const found = spans ? await spansOf(reader, spans) : [];
  return order.byDate === "desc" ? found.reverse() : found;
}

/** How many there are, collapsed or not. */
export async function totalOf(reader: Reader, plan: QueryPlan, collapseThreads: boolean): Promise<number> {
  if (plan.mailboxKey !== null) {
    const sql = "select total_emails, total_threads from mailbox where id = ?";
    const row = await reader.get<{ total_emails: number; total_threads: number }>(sql, plan.mailboxKey);
    return (collapseThreads ? row?.total_threads : row?.total_emails) ?? 0;
  }
  if (plan.spans && !collapseThreads) return emailsIn(await spansOf(reader, plan.spans));
  const counted = collapseThreads ? sq`count(distinct ${plan.threadId})` : sq`count(*)`;
  return (await select<{ n: number }>(reader, sq`select ${counted} as n ${plan.source}`))[0]!.n;
}

/** Those of the letters with these keys that are in the results. */
export const rowsWith = (reader: Reader, plan: QueryPlan, keys: readonly number[]): Promise<KnownRow[]> =>
  select<KnownRow>(
    reader,
    sq`select ${plan.id} as id, ${plan.threadId} as thread, ${plan.receivedAt} as received ${plan.known} and ${plan.id} in (${keyList(keys)})`,
  );

/** The places of rows that are in the results, threads not collapsed. */
export async function placesOf(
  reader: Reader,
  plan: QueryPlan,
  rows: readonly KnownRow[],
): Promise<Map<number, number>> {
  if (!plan.spans || !plan.order.byDate) return placesIn(reader, plan, plan.source, rows);
  const places = new Map<number, number>();
  if (rows.length === 0) return places;
  let before = 0;
  for (const span of await spansInOrder(reader, plan)) {
    const own = rows.filter(({ received }) => received >= span.from && received < span.to);
    const within = sq`${plan.source} and ${inSpan(span, plan.receivedAt)}`;
    for (const [id, place] of own.length > 0 ? await placesIn(reader, plan, within, own) : []) {
      places.set(id, before + place);
    }
    before += span.emails;
  }
  return places;
}

async function placesIn(
  reader: Reader,
  plan: QueryPlan,
  source: Fragment,
  rows: readonly KnownRow[],
): Promise<Map<number, number>> {
  const places = new Map<number, number>();
  const { byDate } = plan.order;
  if (byDate && rows.length <= FEW) {
    const isAhead = byDate === "desc" ? sq`>` : sq`<`;
    for (const { id, received } of rows) {
      const ahead = sq`${source} and (${plan.receivedAt}, ${plan.id}) ${isAhead} (${received}, ${id})`;
      places.set(id, (await select<{ n: number }>(reader, sq`select count(*) as n ${ahead}`))[0]!.n);
    }
    return places;
  }
  const numbered = await select<{ id: number; place: number }>(
    reader,
    sq`select id, place from (select ${plan.id} as id, row_number() over (order by ${plan.order.sql}) - 1 as place ${source})
      where id in (${keyList(rows.map(({ id }) => id))})`,
  );
  for (const { id, place } of numbered) places.set(id, place);
  return places;
}
