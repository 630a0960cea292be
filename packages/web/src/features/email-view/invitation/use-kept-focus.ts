import { type RefCallback, useCallback } from "react";

/** The group that was taken from the page with the focus in it, and which of its controls had that. */
let left: { key: string; index: number } | undefined;

const forget = (): void => {
  left = undefined;
};

const controlsOf = (group: HTMLElement): HTMLElement[] => [...group.querySelectorAll<HTMLElement>("button, a")];

const focusOne = (controls: readonly HTMLElement[], index: number): void =>
  (controls[index] ?? controls.at(-1))?.focus({ preventScroll: true });

/**
 * With its answer an Email becomes a conversation, which draws the group once more, as another element: the focus goes to
 * the same control then, unless it has gone elsewhere; to the last one where there are fewer.
 */
export function useKeptFocus(key: string): RefCallback<HTMLElement> {
  return useCallback(
    (group) => {
      if (!group) return undefined;
      if (left?.key === key && document.activeElement === document.body) focusOne(controlsOf(group), left.index);
      return () => {
        const index = controlsOf(group).findIndex((control) => control === document.activeElement);
        if (index === -1) return;
        left = { key, index };
        for (const event of ["focusin", "pointerdown"]) document.addEventListener(event, forget, { once: true });
      };
    },
    [key],
  );
}
