/**
 * The first Email of each thread of a query, as far as the query was gone through, and how many there are: what a window
 * needs beyond that is added. Kept between windows, so that not each goes through the list again from its beginning.
 */
import { breathe, type Reader } from "../db/reader.ts";
import type { QueryPlan } from "./email-query-plan.ts";
import { CHUNK, page, type Row, totalOf } from "./email-query-rows.ts";

export class CollapsedList {
  readonly #rows: Row[] = [];
  readonly #threads = new Set<number>();
  /** Rows of the query, threads not collapsed. */
  #walked = 0;
  #isWhole = false;
  #total: number | undefined;

  /** How many rows it holds. */
  get size(): number {
    return this.#rows.length;
  }

  /** @param limit null: all */
  async window(reader: Reader, plan: QueryPlan, position: number, limit: number | null): Promise<Row[]> {
    const end = limit === 0 ? 0 : position + (limit ?? Infinity);
    while (!this.#isWhole && this.#rows.length < end) await this.#walkOn(reader, plan);
    return this.#rows.slice(position, end);
  }

  /** From the first on, as far as they are asked for. */
  async *rows(reader: Reader, plan: QueryPlan): AsyncIterable<Row> {
    for (let at = 0; ;) {
      while (at < this.#rows.length) yield this.#rows[at++]!;
      if (this.#isWhole) return;
      await this.#walkOn(reader, plan);
    }
  }

  async total(reader: Reader, plan: QueryPlan): Promise<number> {
    this.#total ??= this.#isWhole ? this.#rows.length : await totalOf(reader, plan, true);
    return this.#total;
  }

  async #walkOn(reader: Reader, plan: QueryPlan): Promise<void> {
    const size = Math.max(CHUNK, this.#walked);
    const rows = await page(reader, plan, this.#walked, size);
    for (const row of rows) {
      if (this.#threads.has(row.thread)) continue;
      this.#threads.add(row.thread);
      this.#rows.push(row);
    }
    this.#walked += rows.length;
    this.#isWhole = rows.length < size;
    await breathe();
  }
}
