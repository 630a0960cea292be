/**
 * A click into a message's frame gives it the focus, and the page hears no key that is pressed there: its shortcuts are
 * dead. So the focus is taken back, but only from the mouse. Who comes by keys, or reads with a screen reader, stays.
 * The selection stays in the frame, and a drag that makes one goes on.
 */
import { type RefObject, useEffect } from "react";

/** In ms: how long the frame has the focus for what a key does with its selection. */
const copyPause = 1500;

export function useFocusBack(frame: RefObject<HTMLIFrameElement | null>, isWanted: boolean): void {
  useEffect(() => {
    if (!isWanted) return undefined;
    let isMouseOver = false;
    let isByKey = false;
    let wasClicked = false;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const takeBack = (): void => {
      if (frame.current === null || document.activeElement !== frame.current) return;
      frame.current.blur();
      window.focus();
    };
    const blurred = (): void => {
      const wasByKey = isByKey;
      isByKey = false;
      // The focused element is known once the event is over.
      setTimeout(() => {
        if (!isMouseOver || wasByKey || document.activeElement !== frame.current) return;
        wasClicked = true;
        takeBack();
      });
    };
    const over = ({ target, pointerType }: PointerEvent): void => {
      // A finger selects with handles that go with the focus.
      isMouseOver = target === frame.current && pointerType === "mouse";
    };
    const focused = ({ target }: FocusEvent): void => {
      if (target !== frame.current) isByKey = false;
    };
    const pressed = (): void => {
      wasClicked = false;
    };
    const key = (event: KeyboardEvent): void => {
      if (event.key === "Tab" || event.key === "F6") isByKey = true;
      // The selection is in the frame still: there Ctrl and what is pressed after it, C above all, find it.
      if (!wasClicked || (event.key !== "Control" && event.key !== "Meta")) return;
      isByKey = true;
      frame.current?.focus({ preventScroll: true });
      clearTimeout(timer);
      timer = setTimeout(takeBack, copyPause);
    };
    const end = new AbortController();
    const options = { signal: end.signal, capture: true };
    // The window's alone, without those of all its elements.
    window.addEventListener("blur", blurred, { signal: end.signal });
    for (const type of ["pointerover", "pointermove"] as const) document.addEventListener(type, over, options);
    document.addEventListener("pointerdown", pressed, options);
    document.addEventListener("focusin", focused, options);
    document.addEventListener("keydown", key, options);
    return () => {
      end.abort();
      clearTimeout(timer);
    };
  }, [frame, isWanted]);
}
