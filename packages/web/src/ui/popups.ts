/** Popups are a third of the code and nobody needs them to see a list: it is fetched when idle, or when first wanted. */
import { useEffect, useSyncExternalStore } from "react";
import type * as PopupParts from "./popup-parts.ts";

let parts: typeof PopupParts | undefined;
const listeners = new Set<() => void>();

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** A failure is met again, and tried again, when a popup is next wanted. */
export async function loadPopups(): Promise<void> {
  if (parts) return;
  parts = await import("./popup-parts.ts");
  for (const listener of listeners) listener();
}

/** The parts once they are there; fetches them when they are wanted. */
export function usePopupParts(isWanted: boolean): typeof PopupParts | undefined {
  useEffect(() => {
    if (isWanted) loadPopups().catch(() => undefined);
  }, [isWanted]);
  return useSyncExternalStore(subscribe, () => parts);
}

/** The parts, for what stands inside of a popup. */
export function popupParts(): typeof PopupParts {
  if (!parts) throw new Error("this belongs into a popup");
  return parts;
}
