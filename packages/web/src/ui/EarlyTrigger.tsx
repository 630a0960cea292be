import { type ButtonHTMLAttributes, cloneElement, type ReactElement } from "react";
import { loadPopups } from "./popups.ts";

/** What was done to a popup's button before the popup's code was there; the button that takes over begins with it. */
export interface Early {
  /** It was clicked: the popup is to open as soon as it can. */
  wasAsked: boolean;
  hasFocus: boolean;
  /** The pointer is on it. */
  isHovered: boolean;
}

export const untouched: Early = { wasAsked: false, hasFocus: false, isHovered: false };

export interface EarlyTriggerProps {
  trigger: ReactElement;
  popup: "menu" | "dialog";
  onChange: (change: Partial<Early>) => void;
}

const fetchCode = (): void => {
  loadPopups().catch(() => undefined);
};

/** The button of a popup while the popup's code is not there: it looks the same, fetches the code, and keeps the click. */
export function EarlyTrigger({ trigger, popup, onChange }: EarlyTriggerProps) {
  return cloneElement(trigger as ReactElement<ButtonHTMLAttributes<HTMLButtonElement>>, {
    "aria-haspopup": popup,
    "aria-expanded": false,
    onPointerEnter: () => {
      onChange({ isHovered: true });
      fetchCode();
    },
    onPointerLeave: () => onChange({ isHovered: false }),
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
