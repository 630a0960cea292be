/**
 * Places in the list of a mailbox, without going through it: how many letters came in each span of time is kept
 * (migrations/0018-mailbox-spans.ts), so that only the span is looked into where the place lies.
 */
import type { Reader } from "./reader.ts";
import { type Fragment, sq } from "./sql-fragment.ts";

/** Of `email_mailbox`, in the order of the bits in `flags`. */
const columns = ["is_seen", "is_flagged", "is_important", "is_draft", "has_attachment"] as const;
export type FlagColumn = (typeof columns)[number];

/** A list that can be counted by spans: a mailbox, flags that are set or not, an arrival. */
export interface SpanList {
  mailboxKey: number;
  /** Each flag that is asked for, as often as it is. */
  flags: readonly (readonly [column: FlagColumn, isSet: boolean])[];
  /** From this moment on. */
  from: number;
  /** Before this moment. */
  to: number;
}

export interface Span {
  /** The first moment of it that is in the list, and the first that is not. */
  from: number;
  to: number;
  /** Never 0. */
  emails: number;
}

const LENGTH = 2 ** 30;
const spanOf = (time: number): number => Math.floor(time / LENGTH);
const bitOf = (column: FlagColumn): number => 1 << columns.indexOf(column);
/** What no time is beyond, and integers of SQLite still hold. */
const LAST = 2 ** 52;
const within = (time: number): number => Math.max(-LAST, Math.min(LAST, time));

/** The spans that have letters of the list, oldest first. */
export async function spansOf(reader: Reader, list: SpanList): Promise<Span[]> {
  const [from, to] = [within(list.from), within(list.to)];
  const mask = list.flags.reduce((all, [column]) => all | bitOf(column), 0);
  const set = list.flags.reduce((all, [column, isSet]) => (isSet ? all | bitOf(column) : all), 0);
  // Asked for and ruled out: nothing is both.
  if (list.flags.some(([column, isSet]) => !isSet && (set & bitOf(column)) > 0)) return [];
  const rows = await reader.all<{ span: number; emails: number }>(
    `select span, sum(emails) as emails from mailbox_span
     where mailbox_id = ? and span between ? and ? and flags & ? = ? group by span having sum(emails) > 0 order by span`,
    list.mailboxKey,
    spanOf(from),
    spanOf(to),
    mask,
    set,
  );
  const spans: Span[] = [];
  for (const row of rows) {
    const [start, end] = [row.span * LENGTH, (row.span + 1) * LENGTH];
    const span = { from: Math.max(start, from), to: Math.min(end, to), emails: row.emails };
    // The list begins or ends within it.
    if (span.from > start || span.to < end) span.emails = await countRows(reader, list, span);
    if (span.emails > 0) spans.push(span);
  }
  return spans;
}

async function countRows(reader: Reader, { mailboxKey, flags }: SpanList, { from, to }: Span): Promise<number> {
  const asked = flags.map(([column, isSet]) => ` and ${isSet ? "" : "not "}${column}`).join("");
  const sql = `select count(*) as n from email_mailbox where mailbox_id = ? and received_at >= ? and received_at < ?${asked}`;
  return (await reader.get<{ n: number }>(sql, mailboxKey, from, to))!.n;
}

export const emailsIn = (spans: readonly Span[]): number => spans.reduce((sum, { emails }) => sum + emails, 0);

/** The condition for rows within a span. */
export const inSpan = ({ from, to }: Span, receivedAt: Fragment): Fragment =>
  sq`${receivedAt} >= ${from} and ${receivedAt} < ${to}`;
