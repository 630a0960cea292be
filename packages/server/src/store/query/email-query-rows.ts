/** Maps positions in a query's results to rows and back: by spans of time where a list has them, else by counting. */
import type { QueryPlan } from "./email-query-plan.ts";
import { emailsIn, inSpan, type Span, spansOf } from "./mailbox-spans.ts";
import { breathe, type Reader } from "../db/reader.ts";
import { ALL_ROWS, type Fragment, raw, sq } from "../db/sql-fragment.ts";

export interface Row {
  id: number;
  thread: number;
  received: number;
  /** Where the best match comes first. */
  relevance?: number;
}

/** Rows fetched at once where all may be; twice as many each time. */
export const CHUNK = 2000;
/** Up to this position scanning rows is faster than summing the spans of a mailbox. */
const MAX_SCANNED = 500;
/** Up to this many Emails of a span, counting for each is faster than numbering the whole span. */
const MAX_COUNTED = 10;

export const select = <T>(reader: Reader, { sql, params }: Fragment): Promise<T[]> => reader.all<T>(sql, ...params);

/** Keys as one parameter, so that lists of any length share a statement. */
const keyList = (keys: readonly number[]): Fragment => sq`key_list(${JSON.stringify(keys)})`;

/** @param limit -1: all */
export async function page(reader: Reader, plan: QueryPlan, position: number, limit: number): Promise<Row[]> {
  // Only without further conditions: of a million Emails few may be flagged.
  const isScanned = position <= MAX_SCANNED && plan.mailboxKey !== null && !plan.isCollapsed;
  if (!plan.spans || !plan.order.byDate || limit < 0 || isScanned) {
    return rowsOf(reader, plan, plan.source, position, limit);
  }
  const rows: Row[] = [];
  if (limit === 0) return rows;
  let before = 0;
  for (const span of await spansInOrder(reader, plan)) {
    if (before + span.emails > position) {
      const within = sq`${plan.source} and ${inSpan(span, plan.orderedAt)}`;
      const [skipped, left] = [Math.max(0, position - before), limit - rows.length];
      rows.push(...(await rowsOf(reader, plan, within, skipped, left)));
    }
    before += span.emails;
    if (rows.length >= limit) break;
  }
  return rows;
}

/** Those that follow one, or the first: of a query that is ordered by date, where it stands or would stand. */
export function rowsAfter(reader: Reader, plan: QueryPlan, row: Row | undefined, limit: number): Promise<Row[]> {
  if (!row) return rowsOf(reader, plan, plan.source, 0, limit);
  const comparison = plan.order.byDate === "desc" ? sq`<` : sq`>`;
  const behind = sq`${plan.source} and (${plan.orderedAt}, ${plan.id}) ${comparison} (${row.received}, ${row.id})`;
  return rowsOf(reader, plan, behind, 0, limit);
}

/** All rows in the order of the query, as far as they are asked for. */
export async function* allRows(reader: Reader, plan: QueryPlan): AsyncIterable<Row> {
  for (let at = 0, size = CHUNK; ; size *= 2) {
    const rows = await page(reader, plan, at, size);
    yield* rows;
    if (rows.length < size) return;
    at += rows.length;
    await breathe();
  }
}

function rowsOf(reader: Reader, plan: QueryPlan, source: Fragment, position: number, limit: number): Promise<Row[]> {
  const { relevance, sql } = plan.order;
  const columns = sq`${plan.id} as id, ${plan.threadId} as thread, ${plan.orderedAt} as received`;
  // By its name: it is worked out once.
  const [selected, order] = relevance
    ? [sq`${columns}, ${relevance} as relevance`, raw("relevance desc, received desc, id desc")]
    : [columns, sql];
  return select<Row>(
    reader,
    sq`select ${selected} ${source} order by ${order} limit ${limit < 0 ? ALL_ROWS : limit} offset ${position}`,
  );
}

export async function spansInOrder(reader: Reader, { spans, order }: QueryPlan): Promise<Span[]> {
  const found = spans ? await spansOf(reader, spans) : [];
  return order.byDate === "desc" ? found.reverse() : found;
}

/** The number of results, collapsed or not. */
export async function totalOf(reader: Reader, plan: QueryPlan, collapseThreads: boolean): Promise<number> {
  if (plan.mailboxKey !== null) {
    const sql = "select total_emails, total_threads from mailbox where id = ? and account_id = ?";
    const row = await reader.get<{ total_emails: number; total_threads: number }>(sql, plan.mailboxKey, plan.account);
    return (collapseThreads ? row?.total_threads : row?.total_emails) ?? 0;
  }
  if (plan.spans && (plan.isCollapsed || !collapseThreads)) return emailsIn(await spansOf(reader, plan.spans));
  const counted = collapseThreads ? sq`count(distinct ${plan.threadId})` : sq`count(*)`;
  return (await select<{ n: number }>(reader, sq`select ${counted} as n ${plan.all}`))[0]!.n;
}

/** The threads of the results. */
export async function threadsOf(reader: Reader, plan: QueryPlan): Promise<number[]> {
  const rows = await select<{ thread: number }>(reader, sq`select distinct ${plan.threadId} as thread ${plan.all}`);
  return rows.map(({ thread }) => thread);
}

/** The Emails of these threads, whether they are results or not. */
export async function emailsOf(reader: Reader, { account }: QueryPlan, threads: readonly number[]): Promise<number[]> {
  const rows = await select<{ id: number }>(
    reader,
    sq`select id from email where thread_id in ${keyList(threads)} and +account_id = ${account}`,
  );
  return rows.map(({ id }) => id);
}

/** The results among the Emails with these keys. */
export const rowsWith = (reader: Reader, plan: QueryPlan, keys: readonly number[]): Promise<Row[]> =>
  select<Row>(
    reader,
    sq`select ${plan.id} as id, ${plan.threadId} as thread, ${plan.orderedAt} as received ${plan.known} and ${plan.id} in ${keyList(keys)}`,
  );

/** The positions of these rows in the results, threads not collapsed. */
export async function positionsOf(reader: Reader, plan: QueryPlan, rows: readonly Row[]): Promise<Map<number, number>> {
  if (!plan.spans || !plan.order.byDate) return positionsIn(reader, plan, plan.source, rows);
  const positions = new Map<number, number>();
  if (rows.length === 0) return positions;
  let before = 0;
  for (const span of await spansInOrder(reader, plan)) {
    const own = rows.filter(({ received }) => received >= span.from && received < span.to);
    const within = sq`${plan.source} and ${inSpan(span, plan.orderedAt)}`;
    for (const [id, position] of own.length > 0 ? await positionsIn(reader, plan, within, own) : []) {
      positions.set(id, before + position);
    }
    before += span.emails;
  }
  return positions;
}

async function positionsIn(
  reader: Reader,
  plan: QueryPlan,
  source: Fragment,
  rows: readonly Row[],
): Promise<Map<number, number>> {
  const positions = new Map<number, number>();
  const { byDate } = plan.order;
  if (byDate && rows.length <= MAX_COUNTED) {
    const comparison = byDate === "desc" ? sq`>` : sq`<`;
    for (const { id, received } of rows) {
      const before = sq`${source} and (${plan.orderedAt}, ${plan.id}) ${comparison} (${received}, ${id})`;
      positions.set(id, (await select<{ n: number }>(reader, sq`select count(*) as n ${before}`))[0]!.n);
    }
    return positions;
  }
  const numbered = await select<{ id: number; position: number }>(
    reader,
    sq`select id, position from (select ${plan.id} as id, row_number() over (order by ${plan.order.sql}) - 1 as position ${source}) numbered
      where id in ${keyList(rows.map(({ id }) => id))}`,
  );
  for (const { id, position } of numbered) positions.set(id, position);
  return positions;
}
