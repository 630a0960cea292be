/** Reads the rows of a large query in PostgreSQL. */
import type { Reader } from "../db/reader.ts";

/** The rows of a query, some at a time: a cursor lasts as long as its transaction. */
export async function* slices<Row>(reader: Reader, sql: string, atOnce: number): AsyncIterable<Row[]> {
  await reader.all(`declare copied no scroll cursor for ${sql}`);
  for (let isDone = false; !isDone;) {
    const rows = await reader.all<Row>(`fetch ${atOnce} from copied`);
    isDone = rows.length < atOnce;
    yield rows;
  }
  await reader.all("close copied");
}
