/** Which pieces of the sources have been run, as V8 counts them. */
import { Session } from "node:inspector/promises";

export class Coverage {
  readonly #session = new Session();
  readonly #seen = new Set<string>();
  readonly #sources: string;

  private constructor(sources: string) {
    this.#sources = sources;
  }

  static async of(sources: string): Promise<Coverage> {
    const coverage = new Coverage(sources);
    coverage.#session.connect();
    await coverage.#session.post("Profiler.enable");
    await coverage.#session.post("Profiler.startPreciseCoverage", { callCount: true, detailed: true });
    return coverage;
  }

  get size(): number {
    return this.#seen.size;
  }

  /** Whether something was run since the last call that never was before. */
  async hasGrown(): Promise<boolean> {
    const before = this.#seen.size;
    const { result } = await this.#session.post("Profiler.takePreciseCoverage");
    for (const { url, functions } of result) {
      if (!url.includes(this.#sources)) continue;
      for (const { ranges } of functions) {
        for (const { startOffset, endOffset, count } of ranges) {
          // Once, often, very often: a loop that suddenly turns ten times as often is news.
          if (count > 0) this.#seen.add(`${url}:${startOffset}-${endOffset}:${Math.floor(Math.log10(count))}`);
        }
      }
    }
    return this.#seen.size > before;
  }

  close(): void {
    this.#session.disconnect();
  }
}
