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

/** Emails at the top of the window with their indexes when they were rendered last. */
type Seen = readonly { id: Id; index: number }[];

/** Emails that are watched: when the first is gone, the next one tells how far the list moved. */
const watched = 12;

/** By how many rows the list has moved since then, and where they stand now. */
export function movedSince(list: Pick<EmailList, "indexOf">, seen: Seen): { moved: number; now: Seen } {
  const before = seen.find(({ id }) => list.indexOf(id) !== -1);
  if (!before) return { moved: 0, now: seen };
  const now = seen.map(({ id }) => ({ id, index: list.indexOf(id) })).filter(({ index }) => index !== -1);
  return { moved: now[0]!.index - before.index, now };
}

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
  const seen = useRef<Seen>(beginning.awaited ? [beginning.awaited] : []);
  const { position, moveTo, first, end } = scrolling;

  useLayoutEffect(() => {
    const { moved, now } = movedSince(list, seen.current);
    if (moved !== 0 && position() > 0) moveTo(position() + moved * rowHeight);
    const top = Math.max(first, Math.ceil(position() / rowHeight));
    const emails = Array.from(
      { length: Math.max(0, Math.min(watched, end - top)) },
      (_, scrollPosition) => top + scrollPosition,
    )
      .map((index) => ({ id: list.idAt(index), index }))
      .filter((email): email is { id: Id; index: number } => email.id !== undefined);
    // Until those at the top are loaded the others are followed, each move once.
    seen.current = emails.length > 0 ? emails : now;
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
