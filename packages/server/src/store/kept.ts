/** What was made of the store's content, kept for as long as nothing is committed: here, in a thread, in another process. */
import type { Store } from "./store.ts";

export interface Made<T> {
  value: T;
  /** What it takes of the room; undefined: it holds for this once. */
  weight: number | undefined;
}

export interface Kept<T> {
  /** What is kept under `key`, else what `make` gives. `make` reads nothing that changes but the store. */
  get(key: string, make: () => Promise<Made<T>>): Promise<T>;
}

/** @param room for the weights of all: what was not asked for the longest goes first */
export function createKept<T>(store: Pick<Store, "version">, room: number): Kept<T> {
  const entries = new Map<string, { value: T; weight: number }>();
  /** Of the store that the entries were made from. */
  let version: number | undefined;
  let weightOfAll = 0;

  function put(key: string, value: T, weight: number): void {
    weightOfAll += weight - (entries.get(key)?.weight ?? 0);
    entries.delete(key);
    entries.set(key, { value, weight });
    for (const [oldest, entry] of entries) {
      if (weightOfAll <= room) break;
      entries.delete(oldest);
      weightOfAll -= entry.weight;
    }
  }

  return {
    async get(key, make) {
      const before = store.version();
      if (before !== version) {
        entries.clear();
        weightOfAll = 0;
        version = before;
      }
      const known = entries.get(key);
      if (known) {
        // Now it is the newest.
        entries.delete(key);
        entries.set(key, known);
        return known.value;
      }
      const { value, weight } = await make();
      // Who came after a commit has begun anew meanwhile: this was made of what was there before.
      if (weight !== undefined && version === before) put(key, value, weight);
      return value;
    },
  };
}
