/** The columns of PostgreSQL's tables. */
import type { Reader } from "../db/reader.ts";
import { columnsOfOne, type CopiedTable } from "./tables.ts";

export interface Column {
  name: string;
  /** bigint | text | json */
  type: string;
}

/** Those that SQLite has too, in their order. */
export async function columnsOf(reader: Reader, table: CopiedTable): Promise<Column[]> {
  const all = await reader.all<Column>(
    `select column_name as name, data_type as type from information_schema.columns
     where table_schema = current_schema() and table_name = ? order by ordinal_position`,
    table,
  );
  return all.filter(({ name }) => !columnsOfOne[table]?.includes(name));
}

/** Tables whose ids come from a sequence, with its name. */
export async function sequencesOf(reader: Reader): Promise<Map<string, string>> {
  const rows = await reader.all<{ name: string; sequence: string }>(
    `select table_name as name, pg_get_serial_sequence(quote_ident(table_name), column_name) as sequence
     from information_schema.columns where table_schema = current_schema() and is_identity = 'YES'`,
  );
  return new Map(rows.map(({ name, sequence }) => [name, sequence]));
}

export const quoted = (name: string): string => `"${name}"`;
