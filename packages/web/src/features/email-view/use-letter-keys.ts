import type { Id } from "@pismo/jmap";
import { useEffect } from "react";
import type { Neighbours } from "../../store/index.ts";
import type { Ways } from "./use-ways.ts";

const isElsewhere = (target: EventTarget | null): boolean =>
  target instanceof Element &&
  target.closest("input, textarea, select, [contenteditable], [role=menu], [role=dialog], dialog") !== null;

/** j: the next letter, further down; k: the one before; u: back to the list. By their place on the keyboard, whatever its language. */
export function useLetterKeys({ previous, next }: Neighbours, { toLetter, toList }: Ways): void {
  useEffect(() => {
    const onKey = (event: KeyboardEvent): void => {
      const hasModifier = event.ctrlKey || event.metaKey || event.altKey || event.shiftKey;
      if (event.defaultPrevented || hasModifier || isElsewhere(event.target)) return;
      if (event.code === "KeyU") {
        event.preventDefault();
        toList();
        return;
      }
      const target: Id | undefined = event.code === "KeyJ" ? next : event.code === "KeyK" ? previous : undefined;
      if (target === undefined) return;
      event.preventDefault();
      toLetter(target);
    };
    document.addEventListener("keydown", onKey);
    return () => document.removeEventListener("keydown", onKey);
  }, [previous, next, toLetter, toList]);
}
