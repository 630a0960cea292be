import { type RefObject, useLayoutEffect, useState } from "react";

/** Px of a file in the list, and between two (Attachments.module.css). */
const WIDTH = 132;
const GAP = 12;

/** The narrowest list has room for as many in two rows, and shows one more in the place of its button. */
const NEVER_FOLDED = 3;

/**
 * How many files two rows of the list hold: known before the first paint, and again when its width changes. A list that is
 * never folded is not measured, which would lay out the page once more.
 * @param length of the list
 */
export function useTwoRows(list: RefObject<HTMLElement | null>, length: number): number {
  const [count, setCount] = useState(Infinity);
  const mayFold = length > NEVER_FOLDED;
  useLayoutEffect(() => {
    const element = list.current;
    if (!element || !mayFold) return undefined;
    const measure = (): void => setCount(2 * Math.max(1, Math.floor((element.clientWidth + GAP) / (WIDTH + GAP))));
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    return () => observer.disconnect();
  }, [list, mayFold]);
  return count;
}
