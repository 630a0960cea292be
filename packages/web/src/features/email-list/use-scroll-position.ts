import type { Id } from "@pismo/jmap";
import { useEffect, useLayoutEffect, useRef, useState } from "react";
import { NavigationType, useNavigationType } from "react-router";
import type { EmailList } from "../../store/index.ts";
import { storeScrollPosition, storedScrollPosition } from "./list-scroll-position.ts";
import type { ActiveEmail } from "./use-active-email.ts";
import type { Scrolling } from "./use-rows-in-sight.ts";

interface ScrollPositionOptions {
  list: EmailList;
  scrolling: Scrolling;
  beginning: Beginning;
  rowHeight: number;
  scrollKey: string;
  active: Pick<ActiveEmail, "id" | "index">;
}

interface Beginning {
  /** What lies at the top, in px of the list. */
  top: number;
  /** Stood there before and is not loaded yet, as after a reload: when it comes, it is put there. */
  awaited: { id: Id; index: number } | undefined;
}

interface Seen {
  /** Emails at the top of the window with their indexes when they were rendered last. */
  emails: { id: Id; index: number }[];
}

/** Emails that are watched: when the first is gone, the next one tells how far the list moved. */
const watched = 12;

/** Where the list begins: at its top, or on the way back where it was left. */
export function useBeginning(list: EmailList, rowHeight: number, scrollKey: string): Beginning {
  const isBack = useNavigationType() === NavigationType.Pop;
  const [beginning] = useState((): Beginning => {
    const scrollPosition = isBack ? storedScrollPosition(scrollKey) : undefined;
    if (!scrollPosition) return { top: 0, awaited: undefined };
    const { topId, topIndex, shift } = scrollPosition;
    const known = topId === undefined ? -1 : list.indexOf(topId);
    return {
      top: ((known === -1 ? topIndex : known) + shift) * rowHeight,
      awaited: known === -1 && topId !== undefined ? { id: topId, index: topIndex } : undefined,
    };
  });
  return beginning;
}

/**
 * Keeps what is read where it is: Emails that come or go above the window move the list by their height, unless it
 * is scrolled to its top. Stores the scroll position for the way back.
 */
export function useScrollPosition({
  list,
  scrolling,
  beginning,
  rowHeight,
  scrollKey,
  active,
}: ScrollPositionOptions): void {
  const seen = useRef<Seen>({ emails: beginning.awaited ? [beginning.awaited] : [] });
  const { position, moveTo, first, end } = scrolling;

  useLayoutEffect(() => {
    const before = seen.current.emails.find(({ id }) => list.indexOf(id) !== -1);
    const moved = before ? list.indexOf(before.id) - before.index : 0;
    if (moved !== 0 && position() > 0) moveTo(position() + moved * rowHeight);
    const top = Math.max(first, Math.ceil(position() / rowHeight));
    const emails = Array.from(
      { length: Math.max(0, Math.min(watched, end - top)) },
      (_, scrollPosition) => top + scrollPosition,
    )
      .map((index) => ({ id: list.idAt(index), index }))
      .filter((email): email is { id: Id; index: number } => email.id !== undefined);
    if (emails.length > 0) seen.current = { emails };
  }, [list, first, end, position, moveTo, rowHeight]);

  const latest = useRef({ list, active });
  useEffect(() => {
    latest.current = { list, active };
  });
  useEffect(() => {
    const keep = (): void => {
      const topIndex = Math.floor(position() / rowHeight);
      const shift = position() / rowHeight - topIndex;
      const { list: now, active: held } = latest.current;
      const topId = now.idAt(topIndex);
      storeScrollPosition(scrollKey, { topId, topIndex, shift, activeId: held.id, activeIndex: held.index });
    };
    window.addEventListener("pagehide", keep);
    return () => {
      window.removeEventListener("pagehide", keep);
      keep();
    };
  }, [scrollKey, position, rowHeight]);
}
