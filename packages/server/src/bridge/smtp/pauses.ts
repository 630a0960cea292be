/** Until when what failed is left alone, in memory: after a restart all is tried again. */

interface Pause {
  until: number;
  failures: number;
}

/** @template K what waits */
export class Pauses<K> {
  readonly #lengthsMs: readonly number[];
  readonly #pauses = new Map<K, Pause>();

  /** @param lengthsMs after the first failure, the second, …; the last one repeats */
  constructor(lengthsMs: readonly number[]) {
    this.#lengthsMs = lengthsMs;
  }

  start(key: K, now: number): void {
    const failures = (this.#pauses.get(key)?.failures ?? 0) + 1;
    const lengthMs = this.#lengthsMs[Math.min(failures, this.#lengthsMs.length) - 1]!;
    this.#pauses.set(key, { until: now + lengthMs, failures });
  }

  end(key: K): void {
    this.#pauses.delete(key);
  }

  has(key: K, now: number): boolean {
    return (this.#pauses.get(key)?.until ?? now) > now;
  }

  /** Those that wait. What was not tried for long after its pause is gone, and forgotten. */
  at(now: number): K[] {
    const longestMs = this.#lengthsMs.at(-1)!;
    for (const [key, { until }] of this.#pauses) if (until + longestMs < now) this.#pauses.delete(key);
    return [...this.#pauses.keys()].filter((key) => this.has(key, now));
  }

  /** When the first pause ends that lasts now; else Infinity. */
  next(now: number): number {
    const ends = [...this.#pauses.values()].map(({ until }) => until).filter((until) => until > now);
    return ends.reduce((first, until) => Math.min(first, until), Infinity);
  }
}
