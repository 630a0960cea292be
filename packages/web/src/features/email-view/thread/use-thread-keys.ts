import { type RefObject, useLayoutEffect } from "react";
import { areKeysTaken } from "../../../ui/keyboard/keys-taken.ts";

/** Of a letter that the page cannot show whole "nearest" would show the end to who comes from below. */
const isWhole = (letter: HTMLElement): boolean =>
  letter.offsetHeight <= (letter.closest("main")?.clientHeight ?? window.innerHeight);

/** n: the next letter of the conversation, further down; p: the one before. By key code, whatever the keyboard's language. */
export function useThreadKeys(list: RefObject<HTMLElement | null>, beginning: string): void {
  useLayoutEffect(() => {
    const onKey = (event: KeyboardEvent): void => {
      const hasModifier = event.ctrlKey || event.metaKey || event.altKey || event.shiftKey;
      if (event.defaultPrevented || hasModifier || areKeysTaken(event.target)) return;
      const step = event.code === "KeyN" ? 1 : event.code === "KeyP" ? -1 : 0;
      if (step === 0) return;
      const letters = [...(list.current?.querySelectorAll<HTMLElement>("[data-thread-letter]") ?? [])];
      const focused = letters.findIndex((each) => each.contains(document.activeElement));
      const from = focused === -1 ? letters.findIndex((each) => each.dataset["threadLetter"] === beginning) : focused;
      const letter = letters[from + step];
      if (!letter) return;
      event.preventDefault();
      // The line of a folded letter, the button that folds an open one.
      letter.querySelector<HTMLElement>("[data-fold]")?.focus({ preventScroll: true });
      letter.scrollIntoView({ block: isWhole(letter) ? "nearest" : "start" });
    };
    document.addEventListener("keydown", onKey);
    return () => document.removeEventListener("keydown", onKey);
  }, [list, beginning]);
}
