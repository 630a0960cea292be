/** One statement for many rows: each statement is a round trip. */
import type { SqlValue } from "../db/sql-fragment.ts";

/** PostgreSQL takes at most 65,535 parameters. */
const MAX_PARAMETERS = 60_000;

type Row = readonly SqlValue[];

interface Statement {
  text: string;
  /** Parameters; those of a join are lists. */
  values: unknown[];
}

/** @param sql "insert … values (…) …", "update … where …" or "delete … where …", with parameters as "$1" */
export function statementsFor(sql: string, rows: readonly Row[]): Statement[] {
  if (!sql.startsWith("insert ")) return rows.length === 0 ? [] : joined(sql, rows);
  const size = Math.max(1, Math.floor(MAX_PARAMETERS / (rows[0]?.length || 1)));
  const statements: Statement[] = [];
  for (let at = 0; at < rows.length; at += size) statements.push(inserted(sql, rows.slice(at, at + size)));
  return statements;
}

/** Rows of VALUES: their parameters have the types of the columns. */
function inserted(sql: string, rows: readonly Row[]): Statement {
  const start = sql.search(/(?<=\bvalues )\(/);
  if (start < 0) throw new Error(`no rows of values in: ${sql}`);
  const end = endOfParenthesis(sql, start);
  const tuple = sql.slice(start, end);
  const tuples = rows.map((row, index) =>
    tuple.replaceAll(/\$(\d+)/g, (_, position: string) => `$${index * row.length + Number(position)}`),
  );
  return { text: sql.slice(0, start) + tuples.join(", ") + sql.slice(end), values: rows.flat() };
}

function endOfParenthesis(sql: string, start: number): number {
  let depth = 0;
  for (let at = start; at < sql.length; at++) {
    if (sql[at] === "(") depth++;
    else if (sql[at] === ")" && --depth === 0) return at + 1;
  }
  throw new Error(`a parenthesis is open in: ${sql}`);
}

/** A join with the values that differ; those that are the same for all stay parameters, the account above all. */
function joined(sql: string, rows: readonly Row[]): Statement[] {
  const [first] = rows;
  const values: unknown[] = [];
  const columns: string[] = [];
  const texts = first!.map((value, index) => {
    const isSame = rows.every((row) => row[index] === value);
    values.push(isSame ? value : rows.map((row) => row[index]));
    if (isSame) return `$${values.length}`;
    columns.push(`$${values.length}::${rows.every((row) => typeof row[index] === "number") ? "bigint" : "text"}[]`);
    return `differing.v${columns.length}`;
  });
  if (columns.length === 0) return rows.map((row) => ({ text: sql, values: [...row] }));
  const names = columns.map((_, index) => `v${index + 1}`).join(", ");
  const source = `unnest(${columns.join(", ")}) as differing (${names})`;
  const text = sql
    .replaceAll(/\$(\d+)/g, (_, position: string) => texts[Number(position) - 1]!)
    .replace(/ where /, ` ${sql.startsWith("delete ") ? "using" : "from"} ${source} where `);
  return [{ text, values }];
}
