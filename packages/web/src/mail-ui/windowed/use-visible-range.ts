/** Which rows of a long list lie in sight: only these are drawn. */
import { type RefObject, useLayoutEffect, useState } from "react";

/** Rows drawn before and after those in sight, so that scrolling meets no gap. */
const OVERSCAN = 4;

export interface VisibleRange {
  first: number;
  /** Exclusive. */
  end: number;
  /** Of the scroll container, in px. */
  width: number;
}

/** @param rowHeight in px */
export function useVisibleRange(container: RefObject<HTMLElement | null>, rowHeight: number): VisibleRange {
  const [range, setRange] = useState<VisibleRange>({ first: 0, end: 20, width: 0 });
  useLayoutEffect(() => {
    const box = container.current;
    if (!box) return undefined;
    const measure = (): void => {
      const first = Math.max(0, Math.floor(box.scrollTop / rowHeight) - OVERSCAN);
      const end = Math.ceil((box.scrollTop + box.clientHeight) / rowHeight) + OVERSCAN;
      const width = box.clientWidth;
      setRange((before) =>
        before.first === first && before.end === end && before.width === width ? before : { first, end, width },
      );
    };
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(box);
    box.addEventListener("scroll", measure, { passive: true });
    return () => {
      observer.disconnect();
      box.removeEventListener("scroll", measure);
    };
  }, [container, rowHeight]);
  return range;
}
