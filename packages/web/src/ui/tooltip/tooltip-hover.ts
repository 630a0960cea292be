/** When a tooltip shows: after a pause over its control, or when the keyboard comes to it. One watch for the whole page. */

const DELAY_MS = 500;
/** The next one in a row needs no pause for so long. */
const ROW_MS = 400;
/** For the pointer's way from the control to the tooltip: what shows on hover can be hovered itself (WCAG 1.4.13). */
const LEAVE_MS = 100;

export interface TooltipTarget {
  element: HTMLElement;
  text: string;
  shortcut: string | undefined;
  side: string;
}

function targetAt(node: EventTarget | null): TooltipTarget | undefined {
  const element = node instanceof Element ? node.closest<HTMLElement>("[data-tooltip]") : null;
  // What opened its popup needs no explanation any more.
  if (!element || element.getAttribute("aria-expanded") === "true") return undefined;
  const { tooltip: text = "", tooltipShortcut: shortcut, tooltipSide: side = "bottom" } = element.dataset;
  return { element, text, shortcut, side };
}

/** @param show called with what is to be shown, or undefined; returns the way to stop */
export function watchTooltips(show: (target: TooltipTarget | undefined) => void): () => void {
  let shown: TooltipTarget | undefined;
  let pending: HTMLElement | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let hiddenAt = -Infinity;

  const set = (target: TooltipTarget | undefined): void => {
    clearTimeout(timer);
    pending = undefined;
    if (shown && !target) hiddenAt = performance.now();
    if (shown !== target) show(target);
    shown = target;
  };
  const hide = (): void => set(undefined);

  const over = ({ pointerType, target: node }: PointerEvent): void => {
    if (pointerType !== "mouse") return;
    const target = targetAt(node);
    const isInside = node instanceof Element && node.closest("[data-tooltip-popup]") !== null;
    if (isInside || (target && target.element === shown?.element)) return clearTimeout(timer);
    if (target && target.element === pending) return undefined;
    clearTimeout(timer);
    pending = target?.element;
    if (!target) {
      if (shown) timer = setTimeout(hide, LEAVE_MS);
    } else if (shown || performance.now() - hiddenAt < ROW_MS) set(target);
    else timer = setTimeout(() => set(target), DELAY_MS);
    return undefined;
  };
  const focus = ({ target: node }: FocusEvent): void => {
    if (node instanceof Element && node.matches(":focus-visible")) set(targetAt(node));
  };
  const key = ({ key: name }: KeyboardEvent): void => {
    // A control that is pressed may go or move, as under the pointer.
    if (/^(?:Escape|Enter| )$/.test(name)) hide();
  };

  const stop = new AbortController();
  const options = { capture: true, passive: true, signal: stop.signal };
  document.addEventListener("pointerover", over, options);
  document.addEventListener("focusin", focus, options);
  document.addEventListener("keydown", key, options);
  for (const type of ["pointerdown", "focusout", "scroll", "dragstart"]) document.addEventListener(type, hide, options);
  document.documentElement.addEventListener("pointerleave", hide, { signal: stop.signal });
  return () => {
    clearTimeout(timer);
    stop.abort();
  };
}
