import { expect, test } from "vitest";
import { toPostgres } from "./dialect.ts";

test.each([
  ["select 1 where a = ? and b = ?", "select 1 where a = $1 and b = $2"],
  ["a = ?2 and b = ?1 and c = ?", "a = $2 and b = $1 and c = $3"],
  ["a = '?' and \"b?\" = ? -- why?\n and c = ?", "a = '?' and \"b?\" = $1 -- why?\n and c = $2"],
  ["from a ordered join b on b.id = a.id", "from a join b on b.id = a.id"],
  [
    "a in text_list(?) and b = ?",
    "a in (select value from jsonb_array_elements_text($1::jsonb) as list (value)) and b = $2",
  ],
  [
    "a in few_keys(?)",
    "a = any (array(select value::bigint from jsonb_array_elements_text($1::jsonb) as list (value)))",
  ],
])("%s", (sql, expected) => {
  expect(toPostgres(sql)).toBe(expected);
});
