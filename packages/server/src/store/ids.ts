/** Ids of JMAP objects: a letter for the type and the row's integer key ("e345"). They are never used a second time. */
import type { Id } from "@pismo/jmap";

export type IdLetter = "a" | "m" | "e" | "t" | "i" | "s" | "p" | "k" | "b" | "r";

export const idOf = (letter: IdLetter, key: number): Id => `${letter}${key}`;

/** The key of an id; 0, which no row has, when it is no id of this type: such an object is simply not found. */
export function keyOf(letter: IdLetter, id: Id): number {
  if (id.length > 16 || id[0] !== letter || !/^[1-9]\d*$/.test(id.slice(1))) return 0;
  return Number(id.slice(1));
}

export const accountKey = (accountId: Id): number => keyOf("a", accountId);

/** The keys of those ids that have the shape of one. */
export const keysOf = (letter: IdLetter, ids: readonly Id[]): number[] =>
  [...new Set(ids)].map((id) => keyOf(letter, id)).filter((key) => key > 0);
