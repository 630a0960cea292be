export interface Growth {
  name: string;
  /** Octets, as it would be. */
  size: number;
  /** By how many octets it would grow; below zero: it would shrink. */
  growth: number;
}

/** Those that do not fit, taken in order. @param room octets that files can still take. Pure. */
export function beyondRoom<File extends Growth>(files: readonly File[], room: number): File[] {
  let left = room;
  return files.filter(({ growth }) => {
    // What shrinks is never in the way, even where all together are too much already.
    const fits = growth <= 0 || growth <= left;
    if (fits) left -= growth;
    return !fits;
  });
}
