/**
 * Messages that a server reports as expunged (VANISHED, RFC 7162 §3.2.10). Their ranges are not expanded:
 * "1:4294967295" would take all time and memory.
 */

/** First and last uid. */
type Range = readonly [number, number];

/** Ranges of one answer, and of one folder: an honest server has fewer. */
const MAX_RANGES = 100_000;

/** "1:5,7" as ranges; invalid ones are left out. */
export function readRanges(set: string): Range[] {
  const ranges: Range[] = [];
  for (const [, from = "", to = from] of set.matchAll(/(?<![^,])(\d{1,10})(?::(\d{1,10}))?(?![^,])/g)) {
    ranges.push([Math.min(Number(from), Number(to)), Math.max(Number(from), Number(to))]);
    if (ranges.length === MAX_RANGES) break;
  }
  return ranges;
}

/** How many uids they contain, duplicates counted. */
export const countOf = (ranges: readonly Range[]): number =>
  ranges.reduce((count, [from, to]) => count + to - from + 1, 0);

export class Vanished {
  #ranges: Range[] = [];

  add(ranges: readonly Range[]): void {
    for (const range of ranges) if (this.#ranges.length < MAX_RANGES) this.#ranges.push(range);
  }

  /** The expunged ones among these uids. @param uids ascending */
  among(uids: readonly number[]): number[] {
    const ranges = this.#ranges.toSorted(([one], [other]) => one - other);
    const expunged: number[] = [];
    let at = 0;
    let end = -1;
    for (const uid of uids) {
      for (; at < ranges.length && ranges[at]![0] <= uid; at++) end = Math.max(end, ranges[at]![1]);
      if (uid <= end) expunged.push(uid);
    }
    return expunged;
  }
}
