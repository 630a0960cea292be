/** Keys of what is shown, anywhere in the preview. */
import { useEffect, useRef } from "react";

export function usePreviewKeys(keys: Readonly<Record<string, () => void>>): void {
  const current = useRef(keys);
  useEffect(() => {
    current.current = keys;
  });
  useEffect(() => {
    const press = (event: KeyboardEvent): void => {
      if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return;
      const { target, key } = event;
      // They have keys of their own: what plays, and what scrolls sideways.
      if (target instanceof HTMLMediaElement || target instanceof HTMLInputElement) return;
      const isScrolling = target instanceof HTMLElement && "scrolls" in target.dataset;
      if (isScrolling && key.startsWith("Arrow") && target.scrollWidth > target.clientWidth) return;
      const act = current.current[key];
      if (!act) return;
      event.preventDefault();
      event.stopPropagation();
      act();
    };
    // Before the shortcuts of the page behind.
    document.addEventListener("keydown", press, true);
    return () => document.removeEventListener("keydown", press, true);
  }, []);
}
