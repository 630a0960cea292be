/** Copies a database of PostgreSQL, as of a snapshot, to a database of SQLite that is new. */
import type { Reader } from "../db/reader.ts";
import { beginBacklog } from "../files/backlog.ts";
import type { SqlValue } from "../db/sql-fragment.ts";
import { Connection } from "../sqlite/connection.ts";
import { migrate } from "../sqlite/migrate.ts";
import { columnsOf, quoted, sequencesOf } from "./columns.ts";
import { slices } from "./cursor.ts";
import { termsToSqlite } from "./search-terms.ts";
import { copiedTables, type CopiedTable } from "./tables.ts";
import { withoutTriggers } from "./without-triggers.ts";

const ROWS_AT_ONCE = 500;

type Row = Record<string, SqlValue>;

/** @param file does not exist yet */
export async function copyFromPostgres(reader: Reader, file: string): Promise<void> {
  const target = new Connection({ file, readOnly: false, durable: false });
  try {
    // It is not read before it is complete, and is useless otherwise.
    target.exec("pragma journal_mode = off; pragma foreign_keys = off");
    migrate(target);
    await withoutTriggers(target, async () => {
      target.exec("begin");
      for (const table of copiedTables) await copyTable(reader, target, table);
      await termsToSqlite(reader, target);
      target.exec(beginBacklog);
      await copyCounters(reader, target);
      target.exec("commit");
    });
  } finally {
    target.close();
  }
}

async function copyTable(reader: Reader, target: Connection, table: CopiedTable): Promise<void> {
  const columns = (await columnsOf(reader, table)).map(({ name }) => name);
  const names = columns.map(quoted).join(", ");
  const insert = `insert into ${quoted(table)} (${names}) values (${columns.map(() => "?").join(", ")})`;
  for await (const rows of slices<Row>(reader, `select ${names} from ${quoted(table)}`, ROWS_AT_ONCE)) {
    target.runAll(
      insert,
      rows.map((row) => columns.map((name) => row[name]!)),
    );
  }
}

/** So that no id is given twice, of objects that are gone either. */
async function copyCounters(reader: Reader, target: Connection): Promise<void> {
  for (const [table, sequence] of await sequencesOf(reader)) {
    const isCounted = target.get("select 1 from sqlite_schema where name = ? and sql like '%autoincrement%'", [table]);
    if (!isCounted) continue;
    const row = await reader.get<{ last: number }>(
      `select case when is_called then last_value else last_value - 1 end as last from ${sequence}`,
    );
    target.run("delete from sqlite_sequence where name = ?", [table]);
    target.run("insert into sqlite_sequence (name, seq) values (?, ?)", [table, row!.last]);
  }
}
