/** Rows in tables that a test would otherwise leave empty, so that a copy of them shows something. */
import { copiedTables } from "../../src/store/convert/tables.ts";
import { Connection } from "../../src/store/sqlite/connection.ts";

/** What the new rows refer to, by the name of the column. */
export type Referred = Record<string, string | number>;

interface Column {
  name: string;
  type: string;
  pk: number;
}

/** Adds a row to each empty table of a database of SQLite; nothing runs its triggers twice. */
export function fillEmptyTables(file: string, referred: Referred): void {
  const connection = new Connection({ file, readOnly: false, durable: false });
  try {
    connection.exec("pragma foreign_keys = off");
    for (const table of copiedTables) {
      if (connection.get(`select 1 from ${table} limit 1`)) continue;
      const columns = connection.all<Column>(`select name, type, pk from pragma_table_info('${table}')`);
      connection.run(
        `insert into ${table} values (${columns.map(() => "?").join(", ")})`,
        columns.map((column, index) => valueOf(column, index, referred)),
      );
    }
    const broken = connection.all("pragma foreign_key_check");
    if (broken.length > 0) throw new Error(`rows refer to nothing: ${JSON.stringify(broken)}`);
  } finally {
    connection.close();
  }
}

function valueOf({ name, type }: Column, index: number, referred: Referred): string | number {
  const key = referred[name.replace(/^to_/, "")];
  if (key !== undefined) return key;
  return type === "TEXT" ? `${name} «ё» "\\u0000" \\ 😀` : 1000 + index;
}
