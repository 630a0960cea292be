/** How SQLite looks for rows. */
import type { Reader } from "../../src/store/db/reader.ts";

/** A reader that records SQLite's query plan of the statements with these words, a line each. */
export function explained(reader: Reader, words: string): { explaining: Reader; seen: string[] } {
  const seen: string[] = [];
  const all = async (sql: string, ...params: never[]): Promise<unknown[]> => {
    const plan = await reader.all<{ detail: string }>(`explain query plan ${sql}`, ...params);
    if (sql.includes(words)) seen.push(plan.map(({ detail }) => detail).join("; "));
    return reader.all(sql, ...params);
  };
  const get = (sql: string, ...params: never[]): Promise<unknown> => reader.get(sql, ...params);
  return { explaining: Object.create(reader, { all: { value: all }, get: { value: get } }) as Reader, seen };
}
