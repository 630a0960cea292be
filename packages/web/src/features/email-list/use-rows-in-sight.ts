import { type RefObject, useCallback, useLayoutEffect, useMemo, useRef, useState } from "react";
import { ScrollSpace } from "./scroll-space.ts";

/** Rows beyond the edge that are drawn too. */
const overscan = 8;
/** The bar is set right this long after the last step, in ms. */
const rest = 150;

export interface RowsInSight {
  /** The first row that is drawn, and the one after the last. */
  first: number;
  end: number;
  /** The height of the scrolled element. */
  height: number;
  /** Added to a row's place in the list it gives its place in the element. */
  offset: number;
}

export interface Scrolling extends RowsInSight {
  scroller: RefObject<HTMLDivElement | null>;
  onScroll(): void;
  /** What lies at the top, in px of the list. */
  position(): number;
  moveTo(position: number): void;
  /** Moves as little as needed for the row to be in sight. */
  reveal(index: number): void;
  /** Rows that fit into the window. */
  rowsPerPage(): number;
}

/** Which of `count` rows of one height are in sight. @param footer height of what follows the last row */
export function useRowsInSight(count: number, rowHeight: number, footer: number): Scrolling {
  const scroller = useRef<HTMLDivElement>(null);
  const [space] = useState(() => new ScrollSpace());
  const resting = useRef<ReturnType<typeof setTimeout>>(undefined);
  const [inSight, setInSight] = useState<RowsInSight>({ first: 0, end: 0, height: 0, offset: 0 });

  const look = useCallback((): void => {
    const viewport = scroller.current?.clientHeight ?? 0;
    const next: RowsInSight = {
      first: Math.max(0, Math.floor(space.position / rowHeight) - overscan),
      end: Math.min(count, Math.ceil((space.position + viewport) / rowHeight) + overscan),
      height: space.height,
      offset: space.offset,
    };
    setInSight((now) => (isSame(now, next) ? now : next));
  }, [space, count, rowHeight]);

  const set = useCallback(
    (scrollTop: number): void => {
      if (scroller.current && scroller.current.scrollTop !== scrollTop) scroller.current.scrollTop = scrollTop;
      look();
    },
    [look],
  );

  // Before paint: the element is as high as the list before anybody sets its place.
  useLayoutEffect(() => {
    const element = scroller.current;
    if (!element) return undefined;
    const fit = (): void => {
      const scrollTop = space.resize(count * rowHeight + footer, element.clientHeight);
      (element.firstElementChild as HTMLElement).style.height = `${space.height}px`;
      set(scrollTop);
    };
    fit();
    const observer = new ResizeObserver(fit);
    observer.observe(element);
    return () => observer.disconnect();
  }, [space, count, rowHeight, footer, set]);

  return useMemo(() => {
    const rowsPerPage = (): number => Math.max(1, Math.floor((scroller.current?.clientHeight ?? 0) / rowHeight) - 1);
    const moveTo = (position: number): void => set(space.moveTo(position));
    return {
      ...inSight,
      scroller,
      onScroll() {
        const element = scroller.current;
        if (!element) return;
        if (element.scrollTop !== space.position + space.offset) space.scrolled(element.scrollTop);
        look();
        clearTimeout(resting.current);
        resting.current = setTimeout(() => scroller.current && moveTo(space.position), rest);
      },
      position: () => space.position,
      moveTo,
      reveal(index) {
        const top = index * rowHeight;
        const viewport = scroller.current?.clientHeight ?? 0;
        if (top < space.position) moveTo(top);
        else if (top + rowHeight > space.position + viewport) moveTo(top + rowHeight - viewport);
      },
      rowsPerPage,
    };
  }, [inSight, space, set, look, rowHeight]);
}

const isSame = (a: RowsInSight, b: RowsInSight): boolean =>
  a.first === b.first && a.end === b.end && a.height === b.height && a.offset === b.offset;
