/** What is in the middle of a box that scrolls stays there while its content grows and turns. */
import { type RefObject, useLayoutEffect, useRef } from "react";

interface Middle {
  /** Parts of the content's width and height. */
  x: number;
  y: number;
  quarters: number;
  /** Where the box was scrolled to for it. */
  left: number;
  top: number;
  /** The change has not been drawn. */
  isDue: boolean;
}

export interface KeptMiddle {
  box: RefObject<HTMLDivElement | null>;
  /** Before each change. */
  keepMiddle: () => void;
}

export function useKeptMiddle(quarters: number): KeptMiddle {
  const box = useRef<HTMLDivElement>(null);
  const middle = useRef<Middle>(undefined);
  const keepMiddle = (): void => {
    if (!box.current) return;
    const { scrollLeft: left, scrollTop: top, clientWidth, clientHeight, scrollWidth, scrollHeight } = box.current;
    // Positions are whole pixels: read again after each step, they would drift.
    const isKept = middle.current?.left === left && middle.current.top === top;
    const isWide = scrollWidth > clientWidth;
    const isHigh = scrollHeight > clientHeight;
    const x = isWide ? (isKept && middle.current?.x) || (left + clientWidth / 2) / scrollWidth : 0.5;
    const y = isHigh ? (isKept && middle.current?.y) || (top + clientHeight / 2) / scrollHeight : 0.5;
    middle.current = { x, y, quarters, left, top, isDue: true };
  };
  useLayoutEffect(() => {
    if (!box.current || !middle.current?.isDue) return;
    const { clientWidth, clientHeight, scrollWidth, scrollHeight } = box.current;
    const { x: oldX, y: oldY, quarters: before } = middle.current;
    const [x, y] = before === quarters ? [oldX, oldY] : [1 - oldY, oldX];
    box.current.scrollTo(x * scrollWidth - clientWidth / 2, y * scrollHeight - clientHeight / 2);
    middle.current = { x, y, quarters, left: box.current.scrollLeft, top: box.current.scrollTop, isDue: false };
  });
  return { box, keepMiddle };
}
