/**
 * Letters that a server reports as expunged (VANISHED, RFC 7162 §3.2.10). It names them by ranges, which are kept as they
 * are: written out, "1:4294967295" would take all of our time and memory, whoever says so.
 */

/** First and last uid. */
type Range = readonly [number, number];

/** Ranges that one answer may have, and that are kept of a folder: more nobody has who means well. */
const MAX_RANGES = 100_000;

/** "1:5,7" as ranges; what is none is left out. */
export function readRanges(set: string): Range[] {
  const ranges: Range[] = [];
  for (const [, from = "", to = from] of set.matchAll(/(?<![^,])(\d{1,10})(?::(\d{1,10}))?(?![^,])/g)) {
    ranges.push([Math.min(Number(from), Number(to)), Math.max(Number(from), Number(to))]);
    if (ranges.length === MAX_RANGES) break;
  }
  return ranges;
}

/** How many uids they name, each as often as it is named. */
export const countOf = (ranges: readonly Range[]): number =>
  ranges.reduce((count, [from, to]) => count + to - from + 1, 0);

export class Vanished {
  #ranges: Range[] = [];

  add(ranges: readonly Range[]): void {
    for (const range of ranges) if (this.#ranges.length < MAX_RANGES) this.#ranges.push(range);
  }

  /** Which of these uids are gone. @param uids ascending */
  among(uids: readonly number[]): number[] {
    const ranges = this.#ranges.toSorted(([one], [other]) => one - other);
    const gone: number[] = [];
    let at = 0;
    let end = -1;
    for (const uid of uids) {
      for (; at < ranges.length && ranges[at]![0] <= uid; at++) end = Math.max(end, ranges[at]![1]);
      if (uid <= end) gone.push(uid);
    }
    return gone;
  }
}
