import { type RefObject, useLayoutEffect, useState } from "react";

/** Px of a file in the list, and between two (Attachments.module.css). */
const WIDTH = 132;
const GAP = 12;

/** How many files two rows of the list hold: known before the first paint, and again when its width changes. */
export function useTwoRows(list: RefObject<HTMLElement | null>): number {
  const [count, setCount] = useState(Infinity);
  useLayoutEffect(() => {
    const element = list.current;
    if (!element) return undefined;
    const measure = (): void => setCount(2 * Math.max(1, Math.floor((element.clientWidth + GAP) / (WIDTH + GAP))));
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    return () => observer.disconnect();
  }, [list]);
  return count;
}
