/** The contacts as they are looked through: made a slice at a time, because there may be fifty thousand. */
import type { CardSlice } from "../contacts/card-book.ts";
import { entriesOf, type Entry } from "./entries.ts";
import { WordIndex } from "./word-index.ts";

interface SliceIndex {
  groups: WordIndex<Entry> | undefined;
  people: WordIndex<Entry>;
}

/** A slice with a change is another object. */
const made = new WeakMap<CardSlice, SliceIndex>();

function indexOf(slice: CardSlice): SliceIndex {
  const [groups, people] = [true, false].map((isGroup) =>
    slice.filter(({ kind }) => (kind === "group") === isGroup).flatMap(entriesOf),
  ) as [Entry[], Entry[]];
  return { groups: groups.length > 0 ? new WordIndex(groups) : undefined, people: new WordIndex(people) };
}

/** Makes those that are not there; between two of them the page goes on. */
export async function makeContactIndexes(slices: readonly CardSlice[]): Promise<void> {
  for (const slice of slices) {
    if (made.has(slice)) continue;
    made.set(slice, indexOf(slice));
    await new Promise((resolve) => setTimeout(resolve));
  }
}

/** What is made by now of them, groups first. */
export function contactIndexes(slices: readonly CardSlice[]): WordIndex<Entry>[] {
  const indexes = slices.flatMap((slice) => made.get(slice) ?? []);
  return [...indexes.flatMap(({ groups }) => groups ?? []), ...indexes.map(({ people }) => people)];
}
