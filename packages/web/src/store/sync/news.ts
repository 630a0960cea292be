/** Who wants to hear of changes on the server. */
import type { StateChange } from "@pismo/jmap";

/** undefined: anything may have changed. */
export type News = StateChange["changed"] | undefined;
const listeners = new Set<(changed: News) => void>();

/** Calls back with what has changed; without it, when anything may have. @returns a function that ends it */
export function onNews(listener: (changed: News) => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export function tellNews(changed: News): void {
  for (const listener of listeners) listener(changed);
}
