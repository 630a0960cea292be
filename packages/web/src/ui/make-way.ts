/**
 * What lies over the page makes way when a notice or a notification leads to a page: the person has asked to see it. Links
 * and shortcuts need none of it: they are not within reach there.
 */
const listeners = new Set<() => void>();

/** @returns it makes way no more */
export function whenMakingWay(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export function makeWay(): void {
  for (const listener of listeners) listener();
}
