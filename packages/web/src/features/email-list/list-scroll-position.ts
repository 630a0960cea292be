/** Scroll position and focus of each list in the browser's history; survives a reload. */
import type { Id } from "@pismo/jmap";
import type { Location } from "react-router";

export interface ScrollPosition {
  /** The Email at the top of the window, and its index. */
  topId: Id | undefined;
  topIndex: number;
  /** How far it was scrolled out, in rows. */
  shift: number;
  /** The Email that had the focus. */
  activeId: Id | undefined;
  /** Its index: where the Email is gone, the one that is there now takes the focus. */
  activeIndex: number;
}

/**
 * A step and its address: every address that was typed, or came from a bookmark, is the step "default". Of the address a
 * number alone, in which the words of a search cannot be read.
 */
export function scrollKeyOf({ key, pathname, search }: Pick<Location, "key" | "pathname" | "search">): string {
  let address = 0;
  for (const unit of pathname + search) address = (Math.imul(address, 31) + unit.codePointAt(0)!) >>> 0;
  return `${key} ${address}`;
}

const keyOf = (scrollKey: string): string => `pismo.list.${scrollKey}`;

/** Storage may be closed or full: then the list begins at its top. */
export function storeScrollPosition(scrollKey: string, scrollPosition: ScrollPosition): void {
  try {
    sessionStorage.setItem(keyOf(scrollKey), JSON.stringify(scrollPosition));
  } catch {
    // The way back leads to the top of the list.
  }
}

export function storedScrollPosition(scrollKey: string): ScrollPosition | undefined {
  try {
    const stored = sessionStorage.getItem(keyOf(scrollKey));
    return stored === null ? undefined : (JSON.parse(stored) as ScrollPosition);
  } catch {
    return undefined;
  }
}

/** A visit begins at the top: what lies under its address is of an earlier one. A reload and the browser's Back go on. */
function forgetEarlierVisit(): void {
  try {
    const [{ type } = {}] = performance.getEntriesByType("navigation") as PerformanceNavigationTiming[];
    const { key = "default" } = (history.state ?? {}) as { key?: string };
    if (type === "navigate")
      sessionStorage.removeItem(keyOf(scrollKeyOf({ key, pathname: location.pathname, search: location.search })));
  } catch {
    // Storage may be closed.
  }
}
// Before the initial render, which asks first.
forgetEarlierVisit();
