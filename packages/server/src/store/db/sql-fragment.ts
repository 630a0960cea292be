/** Fragments of SQL with their parameters, for composed queries. Values never get into the text. */

/** What a statement accepts for a parameter. */
export type SqlValue = string | number | bigint | null | Uint8Array;

/** A limit for no limit. */
export const ALL_ROWS = Number.MAX_SAFE_INTEGER;

export interface Fragment {
  readonly sql: string;
  readonly params: readonly SqlValue[];
}

/** sq`size >= ${n}`: a value becomes a parameter, a Fragment is inserted as it is. */
export function sq(text: TemplateStringsArray, ...parts: readonly (SqlValue | Fragment)[]): Fragment {
  let sql = text[0] ?? "";
  const params: SqlValue[] = [];
  for (const [index, part] of parts.entries()) {
    if (typeof part === "object" && part !== null && "sql" in part) {
      sql += part.sql;
      params.push(...part.params);
    } else {
      sql += "?";
      params.push(part);
    }
    sql += text[index + 1] ?? "";
  }
  return { sql, params };
}

/** Trusted SQL, such as a column's name. */
export const raw = (sql: string): Fragment => ({ sql, params: [] });

export const join = (fragments: readonly Fragment[], separator: string): Fragment => ({
  sql: fragments.map(({ sql }) => sql).join(separator),
  params: fragments.flatMap(({ params }) => params),
});

/** The conjunction; true when there are none. */
export const and = (fragments: readonly Fragment[]): Fragment =>
  fragments.length === 0 ? raw("true") : join(fragments, " and ");
