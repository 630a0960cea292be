/** Reads all readable rows of a damaged database, around its damaged pages. */
import { isDamage } from "../db/errors.ts";
import type { SqlValue } from "../db/sql-fragment.ts";
import type { Connection } from "../sqlite/connection.ts";

export type Row = Record<string, SqlValue>;

const BATCH = 200;
/** Greater than every key in use. */
const MAX_KEY = 2 ** 52;

/** For tables with integer keys: skips unreadable rows. */
export function* rowsByKey(connection: Connection, table: string): Generator<Row> {
  const read = (after: number, limit: number) =>
    connection.all<Row>(`select rowid as "row key", t.* from "${table}" t where rowid > ? order by rowid limit ?`, [
      after,
      limit,
    ]);
  for (let after = 0; ;) {
    const batch = attempt(() => read(after, BATCH)) ?? attempt(() => read(after, 1));
    if (!batch) {
      const next = firstReadable(after, (key) => attempt(() => read(key, 1)) !== undefined);
      if (next === undefined) return;
      after = next;
      continue;
    }
    if (batch.length === 0) return;
    for (const { "row key": key, ...row } of batch) {
      after = Number(key);
      yield row;
    }
  }
}

/** The lowest key from which rows are readable again. */
function firstReadable(after: number, isReadable: (key: number) => boolean): number | undefined {
  let step = 1;
  while (!isReadable(after + step)) {
    step *= 2;
    if (after + step > MAX_KEY) return undefined;
  }
  let [low, high] = [Math.floor(step / 2), step];
  while (high - low > 1) {
    const middle = Math.floor((low + high) / 2);
    if (isReadable(after + middle)) high = middle;
    else low = middle;
  }
  return after + high;
}

/** For any query: reads from its start and from its end, up to unreadable rows. Ordered by `columns`. */
export function* rowsFromBothEnds(connection: Connection, sql: string, columns: readonly string[]): Generator<Row> {
  const order = (direction: string) => columns.map((column) => `"${column}" ${direction}`).join(", ");
  const isWhole = yield* upToDamage(connection, sql, `order by ${order("asc")}`);
  if (!isWhole) yield* upToDamage(connection, sql, `order by ${order("desc")}`);
}

function* upToDamage(connection: Connection, sql: string, order: string): Generator<Row, boolean> {
  for (let offset = 0, limit = BATCH; ;) {
    const batch = attempt(() => connection.all<Row>(`${sql} ${order} limit ? offset ?`, [limit, offset]));
    if (!batch) {
      if (limit === 1) return false;
      limit = 1;
      continue;
    }
    yield* batch;
    offset += batch.length;
    if (batch.length < limit) return true;
  }
}

function attempt<T>(read: () => T): T | undefined {
  try {
    return read();
  } catch (error) {
    if (isDamage(error)) return undefined;
    throw error;
  }
}
