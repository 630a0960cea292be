/** Values that components can watch; what is written in one `batch` is told once. */
import { useSyncExternalStore } from "react";

export type Listener = () => void;

let depth = 0;
const waiting = new Set<Listener>();

/** Tells the listeners now, or at the end of the surrounding batch, each once. */
export function tell(listeners: Iterable<Listener>): void {
  // A copy: a listener that leaves and comes back while it is told would be told again.
  const now = Array.from(listeners);
  for (const listener of now) {
    if (depth > 0) waiting.add(listener);
    else listener();
  }
}

/** Runs `work` and tells about all that it changed at its end. */
export function batch<T>(work: () => T): T {
  depth++;
  try {
    return work();
  } finally {
    if (--depth === 0) {
      const listeners = [...waiting];
      waiting.clear();
      for (const listener of listeners) listener();
    }
  }
}

export interface Signal<T> {
  get: () => T;
  set: (value: T) => void;
  subscribe: (listener: Listener) => () => void;
}

export function createSignal<T>(value: T): Signal<T> {
  const listeners = new Set<Listener>();
  return {
    get: () => value,
    set(next) {
      if (Object.is(value, next)) return;
      value = next;
      tell(listeners);
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

/** What `select` takes from the signal; the component is drawn again only when that changes. */
export function useSignal<T>(signal: Signal<T>): T;
export function useSignal<T, S>(signal: Signal<T>, select: (value: T) => S): S;
export function useSignal<T, S>(signal: Signal<T>, select?: (value: T) => S): T | S {
  const read = (): T | S => (select ? select(signal.get()) : signal.get());
  return useSyncExternalStore(signal.subscribe, read, read);
}
