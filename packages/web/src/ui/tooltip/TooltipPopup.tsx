import { useEffect, useLayoutEffect, useRef, useState } from "react";
import { createPortal } from "react-dom";
import styles from "./Tooltip.module.css";
import { type TooltipTarget, watchTooltips } from "./tooltip-hover.ts";

/** Put once into the app: the tooltip itself. */
export function TooltipPopup() {
  const [target, setTarget] = useState<TooltipTarget>();
  const popup = useRef<HTMLDivElement>(null);
  useEffect(() => watchTooltips(setTarget), []);
  useLayoutEffect(() => {
    if (target && popup.current) place(popup.current, target);
  }, [target]);
  if (!target) return null;
  return createPortal(
    // It repeats its control's name, which screen readers have from there.
    <div ref={popup} className={styles.popup} aria-hidden="true" data-tooltip-popup="">
      {target.text}
      {target.shortcut && <kbd className={styles.shortcut}>{target.shortcut}</kbd>}
    </div>,
    document.body,
  );
}

const GAP = 6;
const MARGIN = 8;

/** On its side of the control, on the other where there is no room, and always within the window. */
function place(popup: HTMLElement, { element, side }: TooltipTarget): void {
  const { top, bottom, left, right, width, height } = element.getBoundingClientRect();
  const { offsetWidth, offsetHeight } = popup;
  const { clientWidth, clientHeight } = document.documentElement;
  const isBeside = side === "left" || side === "right";
  const along = isBeside ? top + (height - offsetHeight) / 2 : left + (width - offsetWidth) / 2;
  const [before, after] = isBeside ? [left - GAP - offsetWidth, right + GAP] : [top - GAP - offsetHeight, bottom + GAP];
  const room = isBeside ? clientWidth - offsetWidth : clientHeight - offsetHeight;
  const wanted = side === "left" || side === "top" ? before : after;
  const fits = wanted >= MARGIN && wanted <= room - MARGIN;
  const across = fits ? wanted : wanted === before ? after : before;
  const [x, y] = isBeside ? [across, along] : [along, across];
  popup.style.left = `${within(x, clientWidth - offsetWidth)}px`;
  popup.style.top = `${within(y, clientHeight - offsetHeight)}px`;
}

const within = (value: number, room: number): number => Math.max(MARGIN, Math.min(value, room - MARGIN));
