/** Repetitions, and a summary of their times. */
import { cpuOfAll } from "./process.ts";

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
  return summaryOf(await timesOf(count, work));
}

/**
 * The same of a server that runs in this process, as words: the processor time of each (of this process and of those that
 * run long queries), the median by the clock and the 99th percentile.
 */
export async function repeatHere(count: number, work: (index: number) => Promise<unknown>): Promise<string> {
  await work(0);
  const cpuBefore = cpuOfAll(process.pid);
  const times = await timesOf(count, work);
  const cpu = (cpuOfAll(process.pid) - cpuBefore) / count;
  const { median, p99 } = summaryOf(times);
  return `CPU ${cpu.toFixed(1)}, ${median} (${p99})`;
}

/** Of the runs from 1 on: 0 was the one that does not count. */
async function timesOf(count: number, work: (index: number) => Promise<unknown>): Promise<number[]> {
  const times: number[] = [];
  for (let index = 1; index <= count; index++) {
    const startedAt = performance.now();
    await work(index);
    times.push(performance.now() - startedAt);
  }
  return times;
}
