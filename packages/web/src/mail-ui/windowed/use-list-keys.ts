/** Arrows, Home and End lead from row to row; the list has one place in the order of Tab. */
import { type KeyboardEvent, type RefObject, useCallback, useEffect, useRef, useState } from "react";

export interface ListKeys {
  /** The position that Tab reaches. */
  active: number;
  onKeyDown: (event: KeyboardEvent) => void;
  onFocus: (position: number) => void;
}

/** Scrolls no further than needed. */
function showRow(box: HTMLElement, top: number, height: number): void {
  if (top < box.scrollTop) box.scrollTo({ top });
  else if (top + height > box.scrollTop + box.clientHeight) box.scrollTo({ top: top + height - box.clientHeight });
}

/** @param rowHeight in px */
export function useListKeys(
  container: RefObject<HTMLElement | null>,
  { total, columns, rowHeight }: { total: number; columns: number; rowHeight: number },
): ListKeys {
  const [active, setActive] = useState(0);
  const wanted = useRef<number>(undefined);
  const focusWanted = useCallback(() => {
    if (wanted.current === undefined) return;
    const place = container.current?.querySelector<HTMLElement>(`[data-position="${wanted.current}"] [data-main]`);
    if (!place) return;
    wanted.current = undefined;
    place.focus({ preventScroll: true });
  }, [container]);
  // The row may be drawn only after scrolling there.
  useEffect(focusWanted);
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.ctrlKey || event.metaKey || event.altKey || !(event.target as Element).matches("[data-main]")) return;
    const steps: Record<string, number> = {
      ArrowDown: columns,
      ArrowUp: -columns,
      ArrowRight: columns > 1 ? 1 : 0,
      ArrowLeft: columns > 1 ? -1 : 0,
      Home: -active,
      End: total - 1 - active,
    };
    const step = steps[event.key];
    if (!step) return;
    event.preventDefault();
    const next = active + step;
    if (next < 0 || next >= total) return;
    setActive(next);
    wanted.current = next;
    showRow(container.current!, Math.floor(next / columns) * rowHeight, rowHeight);
    focusWanted();
  };
  return { active: Math.min(active, Math.max(0, total - 1)), onKeyDown, onFocus: setActive };
}
