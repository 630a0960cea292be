/**
 * The first Email of each thread of a query, as far as the query was gone through, and how many there are: what a window
 * needs beyond that is added. Kept between windows, so that not each goes through the list again from its beginning, and
 * mended where threads have changed (long/kept-list.ts).
 */
import { breathe, type Reader } from "../db/reader.ts";
import type { QueryPlan } from "./email-query-plan.ts";
import { CHUNK, emailsOf, page, type Row, rowsAfter, rowsWith, threadsOf, totalOf } from "./email-query-rows.ts";

/** Emails that are read for each row of a list that is not kept: few threads have more results. */
export const FIRST_PER_ROW = 4;

export class CollapsedList {
  #rows: Row[] = [];
  readonly #threads = new Set<number>();
  /** Rows of the query, threads not collapsed. */
  #walked = 0;
  #last: Row | undefined;
  #isWhole = false;
  /** The threads of the whole query, or their number alone. */
  #total: Set<number> | number | undefined;
  #isMended = false;
  readonly #mostNamed: number;
  readonly #chunk: number;

  /**
   * @param mostNamed of a list of more threads it is not remembered which they are, so that it cannot be mended
   * @param chunk rows fetched at once, for tests: other than the default
   */
  constructor(mostNamed = 0, chunk = CHUNK) {
    this.#mostNamed = mostNamed;
    this.#chunk = chunk;
  }

  /** How many rows it holds, and threads beside them. */
  get size(): number {
    return this.#rows.length + (this.#total instanceof Set ? this.#total.size : 0);
  }

  /** @param limit null: all */
  async window(reader: Reader, plan: QueryPlan, position: number, limit: number | null): Promise<Row[]> {
    const end = limit === 0 ? 0 : position + (limit ?? Infinity);
    while (!this.#isWhole && this.#rows.length < end) await this.#walkOn(reader, plan, FIRST_PER_ROW * end);
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
    if (this.#isWhole) return this.#rows.length;
    if (this.#total === undefined) {
      // The first time the number is enough: of a list that goes on to be asked for, which threads it has is kept.
      this.#total = this.#isMended ? new Set(await threadsOf(reader, plan)) : await totalOf(reader, plan, true);
    }
    return typeof this.#total === "number" ? this.#total : this.#total.size;
  }

  /**
   * After changes of Emails in these threads and in no others: their rows are found again, each in its place. Of a query
   * that is ordered by date.
   * @returns false: it cannot be mended, and is as it was
   */
  async mend(reader: Reader, plan: QueryPlan, threads: readonly number[]): Promise<boolean> {
    if (threads.length === 0) return true;
    if (!plan.order.byDate || (typeof this.#total === "number" && this.#total > this.#mostNamed)) return false;
    const sign = plan.order.byDate === "desc" ? -1 : 1;
    const inOrder = (one: Row, other: Row): number => sign * (one.received - other.received || one.id - other.id);
    const matching = await rowsWith(reader, plan, await emailsOf(reader, plan, threads));
    const firsts = new Map<number, Row>();
    for (const row of matching.sort(inOrder)) if (!firsts.has(row.thread)) firsts.set(row.thread, row);

    const changed = new Set(threads);
    const stay = this.#rows.filter(({ thread }) => !changed.has(thread));
    // Those farther on are met when it is walked on.
    const isWithin = (row: Row): boolean =>
      this.#isWhole || (this.#last !== undefined && inOrder(row, this.#last) <= 0);
    const come = [...firsts.values()].filter(isWithin);
    // Two runs in order, which sorting merges.
    this.#rows = [...stay, ...come].sort(inOrder);
    for (const thread of threads) this.#threads.delete(thread);
    for (const { thread } of come) this.#threads.add(thread);
    if (this.#total instanceof Set) {
      for (const thread of threads) this.#total.delete(thread);
      for (const thread of firsts.keys()) this.#total.add(thread);
    } else this.#total = undefined;
    this.#isMended = true;
    return true;
  }

  /** @param first rows that may be enough, of a list that is not kept: each more costs a way through other Emails */
  async #walkOn(reader: Reader, plan: QueryPlan, first = Infinity): Promise<void> {
    const isFirst = this.#walked === 0 && this.#mostNamed === 0 && plan.order.byDate !== null;
    const size = isFirst ? Math.min(this.#chunk, first) : Math.max(this.#chunk, this.#walked);
    const rows = plan.order.byDate
      ? await rowsAfter(reader, plan, this.#last, size)
      : await page(reader, plan, this.#walked, size);
    for (const row of rows) {
      if (this.#threads.has(row.thread)) continue;
      this.#threads.add(row.thread);
      this.#rows.push(row);
    }
    this.#walked += rows.length;
    this.#last = rows.at(-1) ?? this.#last;
    this.#isWhole = rows.length < size;
    await breathe();
  }
}
