import type { Id } from "@pismo/jmap";
import { useCallback, useEffect, useMemo, useRef, useState } from "react";
import { NavigationType, useNavigationType } from "react-router";
import type { EmailList } from "../../store/index.ts";
import { storedScrollPosition } from "./list-scroll-position.ts";
import type { Scrolling } from "./use-rows-in-sight.ts";

/** An Email, or the index of one that may not be loaded yet. */
interface Choice {
  id: Id | undefined;
  index: number | undefined;
}

const nothing: Choice = { id: undefined, index: undefined };

export interface ActiveEmail {
  /** The Email that keys act on; its row takes the Tab key. */
  id: Id | undefined;
  /** Its index, or -1. */
  index: number;
  set(id: Id): void;
  /** Makes the Email at an index the active one, scrolls to it and focuses it. */
  moveTo(index: number): void;
  /** As a click on it would. */
  open(): void;
  /** Its row takes the focus, where nothing else has it. */
  takeFocus(): void;
}

/** Back may render another list behind a dialog that is open. */
const isFocusInDialog = (): boolean => Boolean(document.activeElement?.closest("[role=dialog], [role=alertdialog]"));

const isFocusLost = (): boolean => document.activeElement === null || document.activeElement === document.body;

/** The roving focus of the list. On the way back from an Email it is where it was. */
export function useActiveEmail(list: EmailList, scrolling: Scrolling, scrollKey: string): ActiveEmail {
  const isBack = useNavigationType() === NavigationType.Pop;
  const [stored] = useState(() => (isBack ? storedScrollPosition(scrollKey) : undefined));
  const [chosen, setChosen] = useState<Choice>({ id: stored?.activeId, index: undefined });
  const { scroller, reveal } = scrolling;
  // The id of an Email that is not loaded yet is known once it is.
  const id = chosen.index === undefined ? chosen.id : (list.idAt(chosen.index) ?? chosen.id);
  const toFocus = useRef<Choice>(chosen);

  const linkOf = useCallback(
    (email: Id | undefined) =>
      email === undefined ? null : scroller.current?.querySelector<HTMLElement>(`[data-letter="${CSS.escape(email)}"]`),
    [scroller],
  );

  // Once the row is drawn it takes the focus.
  useEffect(() => {
    const { id: wantedId, index: wantedIndex } = toFocus.current;
    const email = wantedIndex === undefined ? wantedId : list.idAt(wantedIndex);
    if (email === undefined) return;
    const link = linkOf(email);
    if (!link) return;
    if (!isFocusInDialog()) link.focus({ preventScroll: true });
    toFocus.current = nothing;
  });

  // An Email that leaves the list, and the focus with it, gives it to the next one; also one that was
  // archived on its own page, on the way back from there.
  const index = id === undefined ? -1 : list.indexOf(id);
  const lastIndex = useRef(stored?.activeIndex ?? -1);
  useEffect(() => {
    if (index !== -1) {
      lastIndex.current = index;
      return;
    }
    if (id === undefined || lastIndex.current === -1 || list.total === 0 || !isFocusLost()) return;
    const next: Choice = { id: undefined, index: Math.min(lastIndex.current, list.total - 1) };
    toFocus.current = next;
    setChosen(next);
  }, [index, id, list]);

  const set = useCallback((email: Id) => setChosen({ id: email, index: undefined }), []);
  return useMemo(
    () => ({
      id: index === -1 ? undefined : id,
      index,
      set,
      moveTo(place) {
        const next = Math.min(list.total - 1, Math.max(0, place));
        toFocus.current = { id, index: next };
        setChosen(toFocus.current);
        reveal(next);
      },
      open: () => linkOf(id)?.click(),
      takeFocus: () => isFocusLost() && linkOf(id)?.focus({ preventScroll: true }),
    }),
    [id, index, list, linkOf, reveal, set],
  );
}
