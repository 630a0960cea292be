/** One letter may name many days: bills, the meetings of a course. Pure. */
import type { Deadline } from "@pismo/jmap";

/** More of one letter are one line: its first, and how many others there are. */
const MOST = 3;

export type OfLetter<T extends Deadline> = T & { others: readonly T[] };

/** @param entries in the order of their days */
export function byLetter<T extends Deadline>(entries: readonly T[]): OfLetter<T>[] {
  const letters = new Map<string, T[]>();
  for (const entry of entries) {
    const letter = entry.emailIds[0] ?? entry.id;
    const known = letters.get(letter);
    if (known) known.push(entry);
    else letters.set(letter, [entry]);
  }
  return [...letters.values()].flatMap(([first, ...rest]) => {
    if (rest.length >= MOST) return [{ ...first!, others: rest }];
    return [first!, ...rest].map((entry) => ({ ...entry, others: [] }));
  });
}
