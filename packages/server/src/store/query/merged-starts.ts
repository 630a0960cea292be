/**
 * A position in the merged lists of several accounts, found by the spans of time of each
 * (docs/decisions/0030-places-by-spans-of-time.md): no list is walked through, and no statement reads two accounts.
 */
import type { Id } from "@pismo/jmap";
import { type EmailQuery, preparePlan } from "./email-query.ts";
import { countRows, type Span, type SpanList, spansOf } from "./mailbox-spans.ts";
import type { Reader } from "../db/reader.ts";

export interface MemberQuery {
  accountId: Id;
  query: EmailQuery;
}

/** Up to so many Emails before the position are read and merged. */
const MAX_MERGED = 200;
/** The store has whole seconds. */
const PRECISION_MS = 1000;

/**
 * How many Emails of each list to skip: together at most MAX_MERGED fewer than `position` (more only where as many have
 * one second), all of them before it. undefined: the lists are not counted by spans.
 */
export async function startsOf(
  reader: Reader,
  members: readonly MemberQuery[],
  position: number,
): Promise<number[] | undefined> {
  const plans = [];
  for (const { accountId, query } of members) plans.push(await preparePlan(reader, accountId, query));
  const isDescending = plans[0]?.order.byDate === "desc";
  const lists = plans.flatMap(({ spans, order }) => (spans && order.byDate ? [spans] : []));
  if (lists.length < plans.length) return undefined;
  const starts = lists.map(() => 0);
  const spans: (Span & { member: number })[] = [];
  for (const [member, list] of lists.entries()) {
    for (const span of await spansOf(reader, list)) spans.push({ ...span, member });
  }
  // Spans of one time are equal but for the emails: the same conditions cut them.
  spans.sort((one, other) => (isDescending ? other.from - one.from : one.from - other.from));
  let left = position;
  for (let at = 0; at < spans.length;) {
    const { from, to } = spans[at]!;
    const own = spans.slice(at).filter((span) => span.from === from);
    const emails = own.reduce((sum, span) => sum + span.emails, 0);
    if (emails > left) {
      await skipWithin(reader, lists, starts, { from, to, emails }, left, isDescending);
      return starts;
    }
    for (const span of own) starts[span.member]! += span.emails;
    left -= emails;
    at += own.length;
  }
  return starts;
}

/** Halves the span until few of its Emails come before the position. */
async function skipWithin(
  reader: Reader,
  lists: readonly SpanList[],
  starts: number[],
  span: Span,
  position: number,
  isDescending: boolean,
): Promise<void> {
  let { from, to } = span;
  let left = position;
  while (left > MAX_MERGED && to - from > PRECISION_MS) {
    const middle = Math.floor((from + to) / 2 / PRECISION_MS) * PRECISION_MS;
    const half = middle > from ? middle : from + PRECISION_MS;
    const first = isDescending ? { from: half, to } : { from, to: half };
    const counts: number[] = [];
    for (const list of lists) counts.push(await countRows(reader, list, { ...first, emails: 0 }));
    const emails = counts.reduce((sum, count) => sum + count, 0);
    if (emails > left) {
      ({ from, to } = first);
      continue;
    }
    for (const [member, count] of counts.entries()) starts[member]! += count;
    left -= emails;
    if (isDescending) to = half;
    else from = half;
  }
}
