import { type KeyboardEvent, type RefObject, useLayoutEffect, useRef } from "react";

const focusLetters = (): void =>
  (document.querySelector<HTMLElement>('main [data-letter][tabindex="0"]') ?? document.querySelector("main"))?.focus({
    preventScroll: true,
  });

export interface ShelfList {
  list: RefObject<HTMLUListElement | null>;
  /** Up and down, from entry to entry. */
  onKeyDown: (event: KeyboardEvent) => void;
  /** The entry in this place is on its way off the shelf: the focus goes to the next one. */
  leave: (at: number) => void;
}

/** The keys of a list on a shelf, and where the focus goes when an entry leaves it. */
export function useShelfList(entries: readonly object[]): ShelfList {
  const list = useRef<HTMLUListElement>(null);
  /** The place of the entry that was just put away. */
  const left = useRef<number>(undefined);
  useLayoutEffect(() => {
    const at = left.current;
    left.current = undefined;
    // Its buttons were focused, and are gone.
    if (at === undefined || document.activeElement !== document.body) return;
    const item = list.current?.children[Math.min(at, entries.length - 1)];
    item?.querySelector<HTMLElement>("a, button")?.focus();
  }, [entries]);
  useLayoutEffect(
    () => () => {
      // The last one takes the shelf with it.
      if (left.current !== undefined) focusLetters();
    },
    [],
  );
  const step = (steps: number): void => {
    const links = [...(list.current?.querySelectorAll("a") ?? [])];
    const at = links.findIndex((link) => link.closest("li")?.contains(document.activeElement));
    links[Math.max(0, Math.min(links.length - 1, at + steps))]?.focus();
  };
  return {
    list,
    onKeyDown: (event) => {
      const steps = { ArrowDown: 1, ArrowUp: -1 }[event.key];
      if (steps === undefined || !(event.target instanceof HTMLAnchorElement)) return;
      event.preventDefault();
      step(steps);
    },
    leave: (at) => (left.current = at),
  };
}
