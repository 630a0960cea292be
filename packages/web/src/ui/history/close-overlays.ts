/**
 * Closes what lies over the page before a notice or a notification leads to another page: the person has asked to see it.
 * Links and shortcuts of the page are out of reach there, and need none of it.
 */
const listeners = new Set<() => void>();

/** @returns ends it */
export function onCloseOverlays(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export function closeOverlays(): void {
  for (const listener of listeners) listener();
}
