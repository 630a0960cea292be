import { type CSSProperties, useCallback, useState } from "react";

/** Lines that are drawn at once: more than a screen shows, and few enough for one frame. */
const PIECE = 100;

/** Of the element behind the last line: it reaches back over the last lines, so that more are drawn before their end. */
export const endStyle: CSSProperties = { height: 800, marginTop: -800, pointerEvents: "none" };

export interface GrowingCount {
  count: number;
  /** The ref of the element behind the last line that is drawn; undefined when all are. */
  end: ((element: HTMLElement | null) => (() => void) | undefined) | undefined;
  drawAll: () => void;
}

/**
 * How many lines of a long list are drawn, from its beginning: more when the end of those comes near.
 * @param needed index of a line that is drawn in any case, or -1
 */
export function useGrowingCount(total: number, needed = -1): GrowingCount {
  const [grown, setGrown] = useState(PIECE);
  const count = Math.max(grown, Math.ceil((needed + 1) / PIECE) * PIECE);
  // A new function for each piece: the observer of a new one tells at once what is in sight.
  const end = useCallback(
    (element: HTMLElement | null) => {
      if (!element) return undefined;
      const observer = new IntersectionObserver((entries) => {
        if (entries.some(({ isIntersecting }) => isIntersecting)) setGrown(count + PIECE);
      });
      observer.observe(element);
      return () => observer.disconnect();
    },
    [count],
  );
  return { count, end: count < total ? end : undefined, drawAll: () => setGrown(total) };
}
