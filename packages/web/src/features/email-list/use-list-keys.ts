import { type KeyboardEvent as ReactKeyboardEvent, useCallback, useLayoutEffect, useRef } from "react";
import { type EmailList, selectAll, selectRangeTo, toggleSelected } from "../../store/index.ts";
import { areKeysTaken } from "../../ui/keyboard/keys-taken.ts";
import type { ActiveEmail } from "./use-active-email.ts";
import type { Scrolling } from "./use-rows-in-sight.ts";

type Press = Pick<KeyboardEvent, "key" | "code" | "shiftKey" | "ctrlKey" | "metaKey" | "altKey">;

/** The index to go to, or undefined where the key means none. Letters by key code, whatever the keyboard's language. */
export function destination({ key, code }: Press, index: number, page: number, total: number): number | undefined {
  if (key === "ArrowDown" || code === "KeyJ") return index + 1;
  if (key === "ArrowUp" || code === "KeyK") return Math.max(0, index - 1);
  if (key === "PageDown") return index + page;
  if (key === "PageUp") return index - page;
  if (key === "Home") return 0;
  if (key === "End") return total - 1;
  return undefined;
}

/** These mean the list wherever on the page the focus is; arrows and the like belong to what has it. */
const everywhere = new Set(["KeyJ", "KeyK", "KeyO", "KeyX", "KeyA"]);

/** Moving, opening and selecting by keys. */
export function useListKeys(
  list: EmailList,
  scrolling: Scrolling,
  active: ActiveEmail,
): (event: ReactKeyboardEvent) => void {
  const act = useCallback(
    (press: Press): boolean => {
      if (press.altKey) return false;
      if (press.ctrlKey || press.metaKey) {
        if (press.code !== "KeyA" || press.shiftKey) return false;
        selectAll();
        return true;
      }
      if (press.code === "KeyX" && active.id !== undefined && !press.shiftKey) {
        toggleSelected(active.id);
        return true;
      }
      if (press.code === "KeyO" && active.id !== undefined && !press.shiftKey) {
        active.open();
        return true;
      }
      // Before the first row in sight, where none is the active one.
      const from = active.index === -1 ? scrolling.top - 1 : active.index;
      const next = destination(press, from, scrolling.rowsPerPage(), list.total);
      if (next === undefined) return false;
      active.moveTo(next);
      const id = list.idAt(Math.min(list.total - 1, Math.max(0, next)));
      if (press.shiftKey && id !== undefined) void selectRangeTo(id);
      return true;
    },
    [list, scrolling, active],
  );

  const latest = useRef(act);
  // As soon as the list is seen: the next key may come in the same moment.
  useLayoutEffect(() => {
    latest.current = act;
  });
  useLayoutEffect(() => {
    const onKey = (event: KeyboardEvent): void => {
      const isFree = event.target === document.body || event.target === document.documentElement;
      if (event.defaultPrevented || areKeysTaken(event.target) || !(isFree || everywhere.has(event.code))) return;
      if (latest.current(event)) event.preventDefault();
    };
    document.addEventListener("keydown", onKey);
    return () => document.removeEventListener("keydown", onKey);
  }, []);

  return useCallback(
    (event) => {
      if (!event.defaultPrevented && !areKeysTaken(event.target) && act(event.nativeEvent)) event.preventDefault();
    },
    [act],
  );
}
