/** Repetitions, and a summary of their times. */

export interface Summary {
  n: number;
  median: number;
  p99: number;
  max: number;
}

const round = (value: number): number => Math.round(value * 10) / 10;

export function summaryOf(values: readonly number[]): Summary {
  const sorted = values.toSorted((a, b) => a - b);
  const at = (share: number): number =>
    round(sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0);
  return { n: sorted.length, median: at(0.5), p99: at(0.99), max: at(1) };
}

/** Milliseconds of each of `count` runs of `work`, after one that does not count. */
export async function repeat(count: number, work: (index: number) => Promise<unknown>): Promise<Summary> {
  await work(0);
  const times: number[] = [];
  for (let index = 0; index < count; index++) {
    const startedAt = performance.now();
    await work(index);
    times.push(performance.now() - startedAt);
  }
  return summaryOf(times);
}
