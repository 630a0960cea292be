/** Where a list was left, for each step of the browser's history; kept over a reload. */
import type { Id } from "@pismo/jmap";

export interface ListPlace {
  /** The letter at the top of the window and its place then. */
  topId: Id | undefined;
  topIndex: number;
  /** How far it was scrolled out, in rows. */
  shift: number;
  /** The letter that had the focus. */
  activeId: Id | undefined;
  /** Its place then: when it is gone, the letter that came there takes the focus. */
  activeIndex: number;
}

const keyOf = (historyKey: string): string => `pismo.list.${historyKey}`;

/** Storage may be closed or full: then the list begins at its top. */
export function keepPlace(historyKey: string, place: ListPlace): void {
  try {
    sessionStorage.setItem(keyOf(historyKey), JSON.stringify(place));
  } catch {
    // The way back leads to the top of the list.
  }
}

export function placeOf(historyKey: string): ListPlace | undefined {
  try {
    const stored = sessionStorage.getItem(keyOf(historyKey));
    return stored === null ? undefined : (JSON.parse(stored) as ListPlace);
  } catch {
    return undefined;
  }
}
