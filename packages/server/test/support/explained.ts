/** How SQLite looks for rows. */
import type { Reader } from "../../src/store/db/reader.ts";

/** A reader that records SQLite's query plan of the statements with these words, a line each. */
export function explained(reader: Reader, words: string): { explaining: Reader; seen: string[] } {
  const seen: string[] = [];
  const look = async (sql: string, params: never[]): Promise<void> => {
    if (!sql.includes(words)) return;
    const plan = await reader.all<{ detail: string }>(`explain query plan ${sql}`, ...params);
    seen.push(plan.map(({ detail }) => detail).join("; "));
  };
  const all = async (sql: string, ...params: never[]): Promise<unknown[]> => {
    await look(sql, params);
    return reader.all(sql, ...params);
  };
  const get = async (sql: string, ...params: never[]): Promise<unknown> => {
    await look(sql, params);
    return reader.get(sql, ...params);
  };
  return { explaining: Object.create(reader, { all: { value: all }, get: { value: get } }) as Reader, seen };
}
