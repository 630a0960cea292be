import { type RefCallback, useCallback } from "react";

/** The group that was taken from the page with the focus in it, and which of its buttons had that. */
let left: { key: string; index: number } | undefined;

const forget = (): void => {
  left = undefined;
};

const buttonsOf = (group: HTMLElement): HTMLButtonElement[] => [...group.querySelectorAll("button")];

/**
 * With its answer an Email becomes a conversation, which draws the group once more, as another element: the focus goes to
 * the same button then, unless it has gone elsewhere.
 */
export function useKeptFocus(key: string): RefCallback<HTMLElement> {
  return useCallback(
    (group) => {
      if (!group) return undefined;
      if (left?.key === key && document.activeElement === document.body)
        buttonsOf(group)[left.index]?.focus({ preventScroll: true });
      return () => {
        const index = buttonsOf(group).findIndex((button) => button === document.activeElement);
        if (index === -1) return;
        left = { key, index };
        for (const event of ["focusin", "pointerdown"]) document.addEventListener(event, forget, { once: true });
      };
    },
    [key],
  );
}
