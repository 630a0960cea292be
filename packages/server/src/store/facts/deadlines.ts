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

/** Places from here on are times of a repeated appointment (regroup.ts): minutes since 1970. */
const FIRST_TIME = 1000;
/** SQL: of a repeated appointment the next time alone, and none of one that a person has sent away. */
const isNext = `(deadline.place < ${FIRST_TIME} or not exists (select 1 from deadline other
  where other.account_id = deadline.account_id and other.group_key = deadline.group_key and other.place >= ${FIRST_TIME}
    and (other.state = 'dismissed' or other.state = 'open' and other.due_at < deadline.due_at and other.due_at >= ?)))`;

/** In the order of their days. */
export async function queryDeadlines(
  reader: Reader,
  accountId: Id,
  { from, until, state, laterBefore, emailId }: DeadlineFilterCondition,
): Promise<Id[]> {
  const conditions: [sql: string, ...values: SqlValue[]][] = [["account_id = ?", accountKey(accountId)]];
  if (from !== undefined) conditions.push(["due_at >= ?", from]);
  if (until !== undefined) conditions.push(["due_at < ?", until + END_OF_DAY]);
  if (state !== undefined) conditions.push(["state = ?", state]);
  if (state === "open") conditions.push([isNext, from ?? ""]);
  if (laterBefore !== undefined) conditions.push(["coalesce(later_until, 0) <= ?", new Date(laterBefore).getTime()]);
  if (emailId !== undefined) {
    const sql = "group_key in (select group_key from fact_date f where f.account_id = ? and f.email_id = ?)";
    conditions.push([sql, accountKey(accountId), keyOf("e", emailId)]);
  }
  const rows = await reader.all<{ id: number }>(
    `select id from deadline where ${conditions.map(([sql]) => sql).join(" and ")} order by due_at, id`,
    ...conditions.flatMap(([, ...values]) => values),
  );
  return rows.map(({ id }) => idOf("n", id));
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
