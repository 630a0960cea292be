/** A piece of code that is fetched when idle, or when first wanted. */
import { useEffect, useSyncExternalStore } from "react";
import { onDemand } from "./fetch-code.ts";

export interface PartsOnDemand<T> {
  /** @throws what the fetch throws; a failure is met again, and tried again, when it is next wanted */
  load: () => Promise<void>;
  get: () => T | undefined;
  /** The parts once they are there; fetches them when they are wanted. */
  use: (isWanted: boolean) => T | undefined;
}

export function partsOnDemand<T>(fetchParts: () => Promise<T>): PartsOnDemand<T> {
  let parts: T | undefined;
  const listeners = new Set<() => void>();
  const get = (): T | undefined => parts;
  const subscribe = (listener: () => void): (() => void) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  };
  const fetchCode = onDemand(fetchParts);
  const load = async (): Promise<void> => {
    if (parts) return;
    parts = await fetchCode();
    for (const listener of listeners) listener();
  };
  return {
    load,
    get,
    use(isWanted) {
      useEffect(() => {
        if (isWanted) load().catch(() => undefined);
      }, [isWanted]);
      return useSyncExternalStore(subscribe, get, get);
    },
  };
}
