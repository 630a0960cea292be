import { type ButtonHTMLAttributes, cloneElement, type ReactElement, useEffect, useState } from "react";
import { loadPopups } from "./popups.ts";
import { PointerRest } from "../tooltip/use-pointer-rest.ts";

/** Interactions with a popup's button before its code was loaded; the real trigger replays them. */
export interface Interaction {
  /** It was clicked: the popup is to open as soon as it can. */
  wasAsked: boolean;
  hasFocus: boolean;
  /** The pointer is on it. */
  isHovered: boolean;
  /** A click that has begun on it must end on it: the trigger is replaced afterwards. */
  isPressed: boolean;
}

export const untouched: Interaction = { wasAsked: false, hasFocus: false, isHovered: false, isPressed: false };

export interface DeferredTriggerProps {
  trigger: ReactElement;
  popup: "menu" | "dialog";
  /** In ms: a pointer has to rest so long to be told of. */
  hoverDelay?: number;
  onChange: (change: Partial<Interaction>) => void;
}

const fetchCode = (): void => {
  loadPopups().catch(() => undefined);
};

/** Calls `end` when the pointer is let go, wherever that is, and the click that comes of it has been told. */
function onRelease(end: () => void): void {
  const heard = new AbortController();
  const released = (): void => {
    heard.abort();
    setTimeout(end);
  };
  for (const type of ["pointerup", "pointercancel"]) window.addEventListener(type, released, { signal: heard.signal });
}

/** The button of a popup while the popup is not there: it looks the same, fetches the code, and keeps the click. */
export function DeferredTrigger({ trigger, popup, hoverDelay = 0, onChange }: DeferredTriggerProps) {
  const [rest] = useState(() => new PointerRest(hoverDelay));
  useEffect(() => () => rest.end(), [rest]);
  return cloneElement(trigger as ReactElement<ButtonHTMLAttributes<HTMLButtonElement>>, {
    "aria-haspopup": popup,
    "aria-expanded": false,
    onPointerEnter: (event) => {
      rest.begin(event, () => onChange({ isHovered: true }));
      fetchCode();
    },
    onPointerLeave: () => {
      rest.end();
      onChange({ isHovered: false });
    },
    onPointerDown: () => {
      onChange({ isPressed: true });
      onRelease(() => onChange({ isPressed: false }));
    },
    onFocus: () => {
      onChange({ hasFocus: true });
      fetchCode();
    },
    onBlur: () => onChange({ hasFocus: false }),
    onClick: () => {
      onChange({ wasAsked: true });
      fetchCode();
    },
  });
}
