/** Translates the store's SQL, which is one text for all engines (sqlite/dialect.ts describes it), to PostgreSQL's. */

/** A quoted string or name, a comment, or a parameter. */
const token = /'(?:[^']|'')*'|"(?:[^"]|"")*"|--[^\n]*|\?(\d*)/g;

const macros: readonly (readonly [RegExp, string])[] = [
  [/\bkey_list\((\?\d*)\)/g, "(select value::bigint from jsonb_array_elements_text($1::jsonb) as list (value))"],
  [/\btext_list\((\?\d*)\)/g, "(select value from jsonb_array_elements_text($1::jsonb) as list (value))"],
  // An array is looked for by an index before rows are joined.
  [
    /\bin few_keys\((\?\d*)\)/g,
    "= any (array(select value::bigint from jsonb_array_elements_text($1::jsonb) as list (value)))",
  ],
  [
    /\bkey_rows\((\?\d*)\)/g,
    "(select position - 1 as key, value::bigint from jsonb_array_elements_text($1::jsonb) with ordinality as list (value, position))",
  ],
  [
    /\btext_rows\((\?\d*)\)/g,
    "(select position - 1 as key, value from jsonb_array_elements_text($1::jsonb) with ordinality as list (value, position))",
  ],
  [/\bordered join\b/g, "join"],
  [/\bmessage_id_of\((\w+)\)/g, "($1 -> 'messageId' ->> 0)"],
  [
    /\butc_date\(([\w.]+)\)/g,
    `case when $1 between -62167219200000 and 253402300799999 then to_char(to_timestamp($1 / 1000) at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') end`,
  ],
  [/\bjson_group_array\(([\w.]+)\)/g, "coalesce(json_agg($1), '[]')"],
  [/\bjson_group_object\(([\w.]+), ([\w.]+)\)/g, "json_object_agg($1, $2)"],
  [/\bjson_quote\(([\w.]+)\)/g, "to_json($1)::text"],
];

/** "?" becomes "$1", "$2" …, "?2" becomes "$2": as SQLite numbers them, one after the largest before it. */
export function toPostgres(sql: string): string {
  let largest = 0;
  const expanded = macros.reduce((text, [macro, expansion]) => text.replaceAll(macro, expansion), sql);
  return expanded.replaceAll(token, (found, number: string | undefined) => {
    if (number === undefined) return found;
    const position = number === "" ? largest + 1 : Number(number);
    largest = Math.max(largest, position);
    return `$${position}`;
  });
}
