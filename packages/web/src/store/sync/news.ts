/** Who wants to hear of changes on the server. */
import type { StateChange } from "@pismo/jmap";

type Changed = StateChange["changed"];
const listeners = new Set<(changed: Changed | undefined) => void>();

/** Calls back with what has changed; without it, when anything may have. @returns a function that ends it */
export function onNews(listener: (changed: Changed | undefined) => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export function tellNews(changed: Changed | undefined): void {
  for (const listener of listeners) listener(changed);
}
