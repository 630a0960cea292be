/**
 * Positions in the list of a mailbox without scanning it: the number of Emails in each span of time is stored
 * (migrations/0018-mailbox-spans.ts), so that only the span with the position is scanned.
 */
import type { Reader } from "../db/reader.ts";
import { type Fragment, sq } from "../db/sql-fragment.ts";

/** Of `email_mailbox`, in the order of the bits in `flags`. */
const columns = ["is_seen", "is_flagged", "is_important", "is_draft", "has_attachment", "is_head"] as const;
export type FlagColumn = (typeof columns)[number];

/** A list that can be counted by spans: a mailbox, flags that are set or not, a range of receivedAt. */
export interface SpanList {
  account: number;
  mailboxKey: number;
  /** The flag of each condition; a flag may repeat. */
  flags: readonly (readonly [column: FlagColumn, isSet: boolean])[];
  /** From this moment on. */
  from: number;
  /** Before this moment. */
  to: number;
}

export interface Span {
  /** `from` inclusive, `to` exclusive. */
  from: number;
  to: number;
  /** Never 0. */
  emails: number;
}

const SPAN_MS = 2 ** 30;
const spanOf = (time: number): number => Math.floor(time / SPAN_MS);
const bitOf = (column: FlagColumn): number => 1 << columns.indexOf(column);
/** Beyond every time, and still an exact integer in SQLite. */
const MAX_TIME = 2 ** 52;
const within = (time: number): number => Math.max(-MAX_TIME, Math.min(MAX_TIME, time));

/** The spans with Emails of the list, oldest first. */
export async function spansOf(reader: Reader, list: SpanList): Promise<Span[]> {
  const [from, to] = [within(list.from), within(list.to)];
  const mask = list.flags.reduce((all, [column]) => all | bitOf(column), 0);
  const set = list.flags.reduce((all, [column, isSet]) => (isSet ? all | bitOf(column) : all), 0);
  // A flag that is required and excluded matches nothing.
  if (list.flags.some(([column, isSet]) => !isSet && (set & bitOf(column)) > 0)) return [];
  const rows = await reader.all<{ span: number; emails: number }>(
    `select span, sum(emails) as emails from mailbox_span
     where mailbox_id = ? and account_id = ? and span between ? and ? and flags & ? = ? group by span having sum(emails) > 0 order by span`,
    list.mailboxKey,
    list.account,
    spanOf(from),
    spanOf(to),
    mask,
    set,
  );
  const spans: Span[] = [];
  for (const row of rows) {
    const [start, end] = [row.span * SPAN_MS, (row.span + 1) * SPAN_MS];
    const span = { from: Math.max(start, from), to: Math.min(end, to), emails: row.emails };
    // The list begins or ends within the span.
    if (span.from > start || span.to < end) span.emails = await countRows(reader, list, span);
    if (span.emails > 0) spans.push(span);
  }
  return spans;
}

export async function countRows(
  reader: Reader,
  { account, mailboxKey, flags }: SpanList,
  { from, to }: Span,
): Promise<number> {
  const asked = flags.map(([column, isSet]) => ` and ${column} = ${isSet ? 1 : 0}`).join("");
  const sql = `select count(*) as n from email_mailbox where mailbox_id = ? and account_id = ? and received_at >= ? and received_at < ?${asked}`;
  return (await reader.get<{ n: number }>(sql, mailboxKey, account, from, to))!.n;
}

export const emailsIn = (spans: readonly Span[]): number => spans.reduce((sum, { emails }) => sum + emails, 0);

/** The condition for rows within a span. */
export const inSpan = ({ from, to }: Span, receivedAt: Fragment): Fragment =>
  sq`${receivedAt} >= ${from} and ${receivedAt} < ${to}`;
