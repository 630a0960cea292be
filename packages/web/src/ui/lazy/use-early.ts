/** Popup components are expensive, and a list has a hundred: each mounts lazily, on hover or focus. */
import { useState } from "react";
import { type Early, untouched } from "./EarlyTrigger.tsx";
import type * as PopupParts from "./popup-parts.ts";
import { usePopupParts } from "./popups.ts";

export interface EarlyUse {
  /** Undefined while nobody is near, or the code is not there: then `EarlyTrigger` stands in the button's place. */
  parts: typeof PopupParts | undefined;
  early: Early;
  note(change: Partial<Early>): void;
  /** The popup was closed: what led to it counts no more. */
  forget(): void;
}

export function useEarly(open: boolean | undefined, onOpenChange: ((open: boolean) => void) | undefined): EarlyUse {
  const parts = usePopupParts(open === true);
  const [early, setEarly] = useState(untouched);
  const [wasNear, setWasNear] = useState(false);
  const isNear = open === true || early.wasAsked || early.hasFocus || early.isHovered;
  // Once there it stays: a popup that is open outlives the pointer.
  if (isNear && !wasNear) setWasNear(true);
  return {
    parts: wasNear && !early.isPressed ? parts : undefined,
    early,
    note(change) {
      setEarly((before) => ({ ...before, ...change }));
      if (change.wasAsked) onOpenChange?.(true);
    },
    forget: () => setEarly(untouched),
  };
}
