import { useLayoutEffect } from "react";
import type { Neighbours } from "../../store/index.ts";
import { areKeysTaken } from "../../ui/keyboard/keys-taken.ts";
import type { Ways } from "./use-ways.ts";

/** j: the next Email, further down; k: the one before; u: the list. By key code, whatever the keyboard's language. */
export function useEmailKeys({ previous, next }: Neighbours, { toEmail, toList }: Ways): void {
  // As soon as the Email is seen: the next key may come in the same moment.
  useLayoutEffect(() => {
    const onKey = (event: KeyboardEvent): void => {
      const hasModifier = event.ctrlKey || event.metaKey || event.altKey || event.shiftKey;
      if (event.defaultPrevented || hasModifier || areKeysTaken(event.target)) return;
      const target = event.code === "KeyJ" ? next : event.code === "KeyK" ? previous : undefined;
      if (target === undefined && event.code !== "KeyU") return;
      event.preventDefault();
      if (target === undefined) toList();
      else toEmail(target);
    };
    document.addEventListener("keydown", onKey);
    return () => document.removeEventListener("keydown", onKey);
  }, [previous, next, toEmail, toList]);
}
