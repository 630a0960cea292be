/** By when something is to be done, as letters say, and what a person made of it. */
import {
  type Deadline,
  type DeadlineFilterCondition,
  type DeadlineKind,
  type DeadlineState,
  type Id,
  utcDateOf,
} from "@pismo/jmap";
import { logUpdated } from "../db/changes.ts";
import { accountKey, idOf, keyOf, keysOf } from "../db/ids.ts";
import type { Reader, Transactor } from "../db/reader.ts";
import type { SqlValue } from "../db/sql-fragment.ts";

interface Row {
  id: number;
  kind: DeadlineKind;
  title: string;
  due_at: string;
  time_zone: string | null;
  letters: string;
  state: DeadlineState;
  later_until: number | null;
}

/** @param ids null: all of the account */
export async function getDeadlines(reader: Reader, accountId: Id, ids: readonly Id[] | null): Promise<Deadline[]> {
  const rows = await reader.all<Row>(
    `select id, kind, title, due_at, time_zone, letters, state, later_until from deadline
     where account_id = ? ${ids ? "and id in key_list(?)" : ""} order by due_at, id`,
    accountKey(accountId),
    ...(ids ? [JSON.stringify(keysOf("n", ids))] : []),
  );
  return rows.map(({ id, kind, title, due_at, time_zone, letters, state, later_until }) => ({
    id: idOf("n", id),
    kind,
    title,
    at: due_at,
    timeZone: time_zone,
    emailIds: (JSON.parse(letters) as number[]).map((key) => idOf("e", key)),
    state,
    laterUntil: later_until === null ? null : utcDateOf(later_until),
  }));
}

/** After every time of a day, as text. */
const END_OF_DAY = "U";
/** "2026-12-05". */
const DAY_LENGTH = 10;

/** SQL: a person sent away what it belongs to, or paid it with a discount, so that nothing of it is due later. */
const isOver = `exists (select 1 from deadline other
  where other.account_id = deadline.account_id and other.group_key = deadline.group_key
    and (other.state = 'dismissed' or other.kind = 'discount' and other.state = 'done'))`;

interface DueRow {
  id: number;
  group_key: string;
  due_at: string;
  later_until: number | null;
}

/** In the order of their days. */
async function dueRows(
  reader: Reader,
  accountId: Id,
  { from, until, state, emailId }: DeadlineFilterCondition,
): Promise<DueRow[]> {
  const conditions: [sql: string, ...values: SqlValue[]][] = [["account_id = ?", accountKey(accountId)]];
  if (from !== undefined) conditions.push(["due_at >= ?", from.slice(0, DAY_LENGTH)]);
  if (until !== undefined) conditions.push(["due_at < ?", until + END_OF_DAY]);
  if (state !== undefined) conditions.push(["state = ?", state]);
  if (state === "open") conditions.push([`not ${isOver}`]);
  if (emailId !== undefined) {
    const sql = "group_key in (select group_key from fact_date f where f.account_id = ? and f.email_id = ?)";
    conditions.push([sql, accountKey(accountId), keyOf("e", emailId)]);
  }
  return reader.all<DueRow>(
    `select id, group_key, due_at, later_until from deadline
     where ${conditions.map(([sql]) => sql).join(" and ")} order by due_at, id`,
    ...conditions.flatMap(([, ...values]) => values),
  );
}

/** Of a journey, a document or a repeated appointment the next one: what has passed today counts where it is the last. */
function nextOfEach(rows: readonly DueRow[], from = ""): DueRow[] {
  const next = new Map<string, DueRow>();
  for (const row of rows) {
    const known = next.get(row.group_key);
    const isPast = known && known.due_at.length > DAY_LENGTH && known.due_at < from;
    if (!known || isPast) next.set(row.group_key, row);
  }
  return rows.filter((row) => next.get(row.group_key) === row);
}

function withoutWaiting(rows: readonly DueRow[], { laterBefore }: DeadlineFilterCondition): DueRow[] {
  const moment = laterBefore === undefined ? Infinity : new Date(laterBefore).getTime();
  return rows.filter(({ later_until }) => (later_until ?? 0) <= moment);
}

/** In the order of their days. */
export async function queryDeadlines(reader: Reader, accountId: Id, filter: DeadlineFilterCondition): Promise<Id[]> {
  const rows = await dueRows(reader, accountId, filter);
  // What waits holds back what comes after it: it is one entry.
  const chosen = filter.state === "open" ? nextOfEach(rows, filter.from) : rows;
  return withoutWaiting(chosen, filter).map(({ id }) => idOf("n", id));
}

/** The days on which something open is to be done. */
export async function openDays(reader: Reader, accountId: Id, filter: DeadlineFilterCondition): Promise<string[]> {
  const rows = withoutWaiting(await dueRows(reader, accountId, { ...filter, state: "open" }), filter);
  return [...new Set(rows.map(({ due_at }) => due_at.slice(0, DAY_LENGTH)))];
}

/** What a person made of them. */
export async function storeDeadlines(tx: Transactor, accountId: Id, deadlines: readonly Deadline[]): Promise<void> {
  await tx.runAll(
    "update deadline set state = ?, later_until = cast(? as bigint) where account_id = ? and id = ?",
    deadlines.map(({ id, state, laterUntil }) => [
      state,
      laterUntil === null ? null : new Date(laterUntil).getTime(),
      accountKey(accountId),
      keyOf("n", id),
    ]),
  );
  const ids = deadlines.map(({ id }) => id);
  await logUpdated(tx, accountId, "Deadline", ...keysOf("n", ids));
}
