/** Ids of JMAP objects: a prefix for the type and the row's integer key ("e345"). They are never reused. */
import type { Id } from "@pismo/jmap";

export type IdPrefix =
  | "a"
  | "m"
  | "e"
  | "t"
  | "i"
  | "s"
  | "p"
  | "k"
  | "b"
  | "r"
  | "q"
  | "l"
  | "v"
  | "f"
  | "x"
  | "d"
  | "c"
  | "y"
  | "n";

export const idOf = (prefix: IdPrefix, key: number): Id => `${prefix}${key}`;

/** The key of an id; 0, which no row has, when it is no id of this type: such an object is not found. */
export function keyOf(prefix: IdPrefix, id: Id): number {
  if (id.length > 16 || id[0] !== prefix || !/^[1-9]\d*$/.test(id.slice(1))) return 0;
  return Number(id.slice(1));
}

export const accountKey = (accountId: Id): number => keyOf("a", accountId);

/** The distinct keys of the valid ids. */
export const keysOf = (prefix: IdPrefix, ids: readonly Id[]): number[] =>
  [...new Set(ids)].map((id) => keyOf(prefix, id)).filter((key) => key > 0);
