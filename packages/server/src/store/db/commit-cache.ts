/** Results derived from the store, valid until any thread or process commits. */
import type { Store } from "./store.ts";

export interface CacheValue<T> {
  value: T;
  /** Its share of `maxWeight`; undefined: it is not cached. */
  weight: number | undefined;
}

export interface CommitCache<T> {
  /** The cached value of `key`, else that of `make`, which may depend on nothing mutable but the store. */
  get(key: string, make: () => Promise<CacheValue<T>>): Promise<T>;
}

/** @param maxWeight of all entries together; the least recently used is dropped first */
export function createCommitCache<T>(store: Pick<Store, "version">, maxWeight: number): CommitCache<T> {
  const entries = new Map<string, { value: T; weight: number }>();
  /** The store's version that the entries are derived from. */
  let version: number | undefined;
  let weightOfAll = 0;

  function put(key: string, value: T, weight: number): void {
    weightOfAll += weight - (entries.get(key)?.weight ?? 0);
    entries.delete(key);
    entries.set(key, { value, weight });
    for (const [oldest, entry] of entries) {
      if (weightOfAll <= maxWeight) break;
      entries.delete(oldest);
      weightOfAll -= entry.weight;
    }
  }

  return {
    async get(key, make) {
      const before = store.version();
      if (before === undefined) return (await make()).value;
      if (before !== version) {
        entries.clear();
        weightOfAll = 0;
        version = before;
      }
      const known = entries.get(key);
      if (known) {
        // Moves it to the end of the map's order.
        entries.delete(key);
        entries.set(key, known);
        return known.value;
      }
      const { value, weight } = await make();
      // After a commit during `make` the cache belongs to a newer version than this value.
      if (weight !== undefined && version === before) put(key, value, weight);
      return value;
    },
  };
}
