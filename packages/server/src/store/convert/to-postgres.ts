/** Copies a database of SQLite to one of PostgreSQL that holds no account, in the caller's transaction. */
import type { Transactor } from "../db/reader.ts";
import { jsonText } from "../db/json-text.ts";
import { beginBacklog } from "../files/backlog.ts";
import { blankHeaders, blankStructure } from "../mail/blank-content.ts";
import type { SqlValue } from "../db/sql-fragment.ts";
import type { Connection } from "../sqlite/connection.ts";
import { type Column, columnsOf, quoted, sequencesOf } from "./columns.ts";
import { termsToPostgres } from "./search-terms.ts";
import { copiedTables, type CopiedTable, orderedRows } from "./tables.ts";

const ROWS_AT_ONCE = 1000;
const MAX_BATCH_LENGTH = 4 << 20;

type Row = Record<string, SqlValue>;

/** @param source of this program's version @throws StoreError corrupt, unreadable */
export async function copyToPostgres(source: Connection, tx: Transactor): Promise<void> {
  // Sorting the terms of a large index takes long, and no statement is sent during it.
  await tx.run("set local idle_in_transaction_session_timeout = 0");
  // Triggers count what is inserted; a copy brings the counts along.
  for (const table of copiedTables) await tx.run(`alter table ${quoted(table)} disable trigger user`);
  for (const table of copiedTables) await copyTable(source, tx, table);
  await termsToPostgres(source, tx);
  await tx.run(beginBacklog);
  await copyCounters(source, tx);
  for (const table of copiedTables) await tx.run(`alter table ${quoted(table)} enable trigger user`);
  await tx.run("analyze");
}

async function copyTable(source: Connection, tx: Transactor, table: CopiedTable): Promise<void> {
  const columns = await columnsOf(tx, table);
  const names = columns.map(({ name }) => quoted(name)).join(", ");
  const types = columns.map(({ name, type }) => `${quoted(name)} ${type}`).join(", ");
  // What a new database has by itself, such as settings.
  await tx.run(`delete from ${quoted(table)}`);
  const sql = `insert into ${quoted(table)} (${names}) select ${names} from json_to_recordset(?::json) as rows (${types})`;
  let rows: string[] = [];
  let length = 0;
  for (const row of source.iterate<Row>(orderedRows[table] ?? `select * from ${quoted(table)}`)) {
    const text = rowText(row, columns);
    rows.push(text);
    length += text.length;
    if (rows.length < ROWS_AT_ONCE && length < MAX_BATCH_LENGTH) continue;
    await tx.run(sql, `[${rows.join(",")}]`);
    rows = [];
    length = 0;
  }
  if (rows.length > 0) await tx.run(sql, `[${rows.join(",")}]`);
}

const rowText = (row: Row, columns: readonly Column[]): string =>
  `{${columns.map((column) => `${JSON.stringify(column.name)}:${valueText(row[column.name] ?? null, column)}`).join(",")}}`;

/** JSON, as one engine has it in a text and the other in a type of its own. */
function valueText(value: SqlValue, { name, type }: Column): string {
  if (type === "json" && typeof value === "string") return jsonText(parsed(name, value));
  return jsonText(value);
}

/** Damaged texts are left blank, until pismo check derives them again: PostgreSQL would refuse them. */
function parsed(name: string, json: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    return JSON.parse(name === "headers" ? blankHeaders : blankStructure);
  }
}

async function copyCounters(source: Connection, tx: Transactor): Promise<void> {
  for (const [table, sequence] of await sequencesOf(tx)) {
    const counted = source.get("select seq from sqlite_sequence where name = ?", [table]) as
      | { seq: number }
      | undefined;
    const last = await tx.get<{ id: number }>(`select coalesce(max(id), 0) as id from ${quoted(table)}`);
    const next = Math.max(counted?.seq ?? 0, last!.id) + 1;
    await tx.get("select setval(?::regclass, ?, false)", sequence, next);
  }
}
