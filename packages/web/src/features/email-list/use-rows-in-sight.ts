import { type RefObject, useCallback, useEffect, useLayoutEffect, useMemo, useRef, useState } from "react";
import { flushSync } from "react-dom";
import { useIsHydrating } from "../../ui/use-is-hydrating.ts";
import { viewport as lastShown } from "./last-viewport.ts";
import { ScrollSpace } from "./scroll-space.ts";

/** Rows beyond the edge that are drawn too, once those in sight stand, with controls that only a pointer reveals. */
const overscan = 8;
/** In ms, after the rows in sight were drawn where none of them stood before. */
const untilOverscan = 60;
/** In ms: rows whose Emails are not loaded by then are drawn as placeholders, which costs two frames. */
const placeholderDelayMs = 100;
/** The bar is set right this long after the last step, in ms. */
const rest = 150;

export interface RowsInSight {
  /** The first row that is drawn, and the one after the last. */
  first: number;
  end: number;
  /** The first row in sight, and the one after the last. */
  top: number;
  bottom: number;
  /** The height of the scrolled element. */
  height: number;
  /** Add it to a row's offset in the list to get its offset in the element. */
  offset: number;
  /** Rows are drawn where none stood before: first with what is seen of them alone. */
  areBare: boolean;
}

interface Drawn extends RowsInSight {
  /** How many beyond the edges. */
  margin: number;
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

const firstViewport = (): number => lastShown.last ?? window.innerHeight;

export interface Room {
  count: number;
  rowHeight: number;
  /** The height of what follows the last row. */
  footer: number;
  /** What lies at the top in the beginning, in px of the list. */
  begin: number;
  rows: {
    ask(first: number, end: number): void;
    areThere(first: number, end: number): boolean;
  };
}

/** Which rows are in sight. */
export function useRowsInSight({ count, rowHeight, footer, begin, rows }: Room): Scrolling {
  const scroller = useRef<HTMLDivElement>(null);
  /** The height of what is in sight, in px, as it was measured last. */
  const viewport = useRef(firstViewport());
  /** Where the scroller stands, as far as is known. */
  const scrollTop = useRef(0);
  const contentHeight = count * rowHeight + footer;
  const [space] = useState(() => {
    const room = new ScrollSpace();
    room.resize(contentHeight, firstViewport());
    room.moveTo(begin);
    return room;
  });
  const resting = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(resting.current), []);

  const inSightWith = useCallback(
    (margin: number, height: number): Drawn => {
      const top = Math.floor(space.position / rowHeight);
      const bottom = Math.min(count, Math.ceil((space.position + height) / rowHeight));
      return {
        first: Math.max(0, top - margin),
        end: Math.min(count, bottom + margin),
        top,
        bottom,
        height: space.height,
        offset: space.offset,
        margin,
        areBare: margin === 0,
      };
    },
    [space, count, rowHeight],
  );
  const { inSight, redraw } = useDrawn(inSightWith, viewport);
  const { draw, drawWhenThere } = useVisibleEmails({ rows, inSight, inSightWith, viewport, redraw });

  const set = useCallback(
    (top: number): void => {
      if (scroller.current && scrollTop.current !== top) scroller.current.scrollTop = top;
      scrollTop.current = top;
      redraw();
    },
    [redraw],
  );
  useFit({ scroller, viewport, space, contentHeight, set });

  return useMemo(() => {
    const rowsPerPage = (): number => Math.max(1, Math.floor(viewport.current / rowHeight) - 1);
    const moveTo = (position: number): void => set(space.moveTo(position));
    return {
      ...inSight,
      scroller,
      onScroll() {
        const element = scroller.current;
        if (!element) return;
        scrollTop.current = element.scrollTop;
        if (scrollTop.current !== space.position + space.offset) space.scrolled(scrollTop.current);
        const { first, end } = inSightWith(0, viewport.current);
        rows.ask(first, end);
        const isFar = end <= inSight.first || first >= inSight.end;
        // Placeholders that are shown already, as while the scroll bar is dragged, stay.
        const isSudden = isFar && rows.areThere(inSight.first, inSight.end) && !rows.areThere(first, end);
        if (isSudden) drawWhenThere();
        // With the frame that shows the new rows.
        else flushSync(draw);
        clearTimeout(resting.current);
        resting.current = setTimeout(() => scroller.current && moveTo(space.position), rest);
      },
      position: () => space.position,
      moveTo,
      reveal(index) {
        const top = index * rowHeight;
        const height = viewport.current;
        if (top < space.position) moveTo(top);
        else if (top + rowHeight > space.position + height) moveTo(top + rowHeight - height);
      },
      rowsPerPage,
    };
  }, [inSight, space, set, inSightWith, rows, draw, drawWhenThere, rowHeight]);
}

type InSightWith = (margin: number, height: number) => Drawn;

/** What is drawn: the rows in sight, and once these stand some beyond the edges. `redraw` follows what is in sight now. */
function useDrawn(inSightWith: InSightWith, viewport: RefObject<number>) {
  // The rows of the initial render are whole.
  const isHydrating = useIsHydrating();
  const [inSight, setInSight] = useState(() => ({ ...inSightWith(0, firstViewport()), areBare: !isHydrating }));
  const redraw = useCallback(
    (isAtRest = false): void => {
      const [bare, whole] = [inSightWith(0, viewport.current), inSightWith(overscan, viewport.current)];
      setInSight((now) => {
        // Where nothing stands yet, what is in sight is drawn first.
        const isFar = bare.end <= now.first || bare.first >= now.end;
        const isBeginning = now.margin === 0 && !isAtRest;
        const next = isFar ? bare : isBeginning ? { ...bare, areBare: now.areBare } : whole;
        return isSame(now, next) ? now : next;
      });
    },
    [inSightWith, viewport],
  );
  useEffect(() => {
    if (inSight.margin > 0) return undefined;
    const widening = setTimeout(() => redraw(true), untilOverscan);
    return () => clearTimeout(widening);
  }, [inSight, redraw]);
  return { inSight, redraw };
}

interface VisibleEmailsOptions {
  rows: Room["rows"];
  inSight: Drawn;
  inSightWith: InSightWith;
  viewport: RefObject<number>;
  redraw(): void;
}

/** Loads the Emails of the rows that are drawn; delays rows whose Emails may come with the next frame. */
function useVisibleEmails({ rows, inSight, inSightWith, viewport, redraw }: VisibleEmailsOptions) {
  /** Set while rows are delayed. */
  const awaiting = useRef<ReturnType<typeof setTimeout>>(undefined);
  const draw = useCallback((): void => {
    clearTimeout(awaiting.current);
    awaiting.current = undefined;
    redraw();
  }, [redraw]);
  const drawWhenThere = useCallback((): void => {
    if (awaiting.current === undefined) awaiting.current = setTimeout(draw, placeholderDelayMs);
  }, [draw]);
  useEffect(() => () => clearTimeout(awaiting.current), []);

  // Before it is painted: the answer may come with the next frame.
  useLayoutEffect(() => {
    const isAwaited = awaiting.current !== undefined;
    const { first, end } = isAwaited ? inSightWith(0, viewport.current) : inSight;
    if (end <= first) return;
    rows.ask(first, end);
    if (isAwaited && rows.areThere(first, end)) draw();
  }, [rows, inSightWith, inSight, draw, viewport]);
  return { draw, drawWhenThere };
}

interface FitOptions {
  scroller: RefObject<HTMLDivElement | null>;
  viewport: RefObject<number>;
  space: ScrollSpace;
  contentHeight: number;
  set(top: number): void;
}

/** Fits the scrolled element to the list and to the height of what is in sight, whenever one of them changes. */
function useFit({ scroller, viewport, space, contentHeight, set }: FitOptions): void {
  // Before paint: the element is as high as the list before its scrollTop is set.
  useLayoutEffect(() => {
    const element = scroller.current;
    if (!element) return undefined;
    const fit = (): void => {
      const top = space.resize(contentHeight, viewport.current);
      setContentHeight(element, space.height);
      set(top);
    };
    fit();
    // Told first once the page is laid out, before it is painted.
    const observer = new ResizeObserver(() => {
      lastShown.last = viewport.current = element.clientHeight;
      fit();
    });
    observer.observe(element);
    return () => observer.disconnect();
  }, [scroller, viewport, space, contentHeight, set]);
}

function setContentHeight(scroller: HTMLElement, height: number): void {
  (scroller.firstElementChild as HTMLElement).style.height = `${height}px`;
}

const isSame = (a: Drawn, b: Drawn): boolean =>
  a.margin === b.margin &&
  a.areBare === b.areBare &&
  a.top === b.top &&
  a.bottom === b.bottom &&
  a.first === b.first &&
  a.end === b.end &&
  a.height === b.height &&
  a.offset === b.offset;
