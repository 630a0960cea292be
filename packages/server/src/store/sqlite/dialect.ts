/**
 * The store's SQL is one text for all engines: the SQL that SQLite and PostgreSQL share, and these macros for what they do
 * not. postgres/dialect.ts expands them, and the functions of SQLite that it lists, for PostgreSQL.
 *
 * - Flags are integers: `is_seen = 1`, never `is_seen` as a condition; a comparison is never a number.
 * - `on conflict (columns) do update`, `on conflict do nothing`, `returning`; no `insert or …`.
 * - `greatest` and `least` of several values; `max` and `min` are aggregates.
 * - No limit is ALL_ROWS. Subqueries of FROM have names. Nothing is selected that is neither grouped nor aggregated.
 * - A parameter whose type no column tells is cast.
 */

const macros: readonly (readonly [RegExp, string])[] = [
  // Lists in one parameter, as JSON: lists of any length share a statement.
  [/\b(?:key|text)_list\((\?\d*)\)/g, "(select value from json_each($1))"],
  // Keys so few that a query begins with them.
  [/\bfew_keys\((\?\d*)\)/g, "(select value from json_each($1))"],
  // As rows of `key`, which counts from 0, and `value`.
  [/\b(?:key|text)_rows\(/g, "json_each("],
  // Keeps the order of the tables: SQLite reads the left one first.
  [/\bordered join\b/g, "cross join"],
  [/\bgreatest\(/g, "max("],
  [/\bleast\(/g, "min("],
  [/\bmessage_id_of\((\w+)\)/g, "json_extract($1, '$.messageId[0]')"],
  // Milliseconds as JMAP's UTCDate; null for a year with more than four digits.
  [/\butc_date\(([\w.]+)\)/g, "strftime('%Y-%m-%dT%H:%M:%SZ', $1 / 1000, 'unixepoch')"],
];

export const toSqlite = (sql: string): string =>
  macros.reduce((text, [macro, expansion]) => text.replaceAll(macro, expansion), sql);
