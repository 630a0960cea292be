/** Popup components are expensive, and a list has a hundred: each mounts lazily, on hover or focus. */
import { useState } from "react";
import { type Interaction, untouched } from "./DeferredTrigger.tsx";
import type * as PopupParts from "./popup-parts.ts";
import { usePopupParts } from "./popups.ts";

export interface DeferredPopup {
  /** Undefined without hover or focus, or until the code is loaded: then `DeferredTrigger` is rendered instead. */
  parts: typeof PopupParts | undefined;
  interaction: Interaction;
  note(change: Partial<Interaction>): void;
  /** The popup was closed: what led to it counts no more. */
  forget(): void;
}

export function useDeferredPopup(
  open: boolean | undefined,
  onOpenChange: ((open: boolean) => void) | undefined,
): DeferredPopup {
  const parts = usePopupParts(open === true);
  const [interaction, setInteraction] = useState(untouched);
  const [hadIntent, setHadIntent] = useState(false);
  const hasIntent = open === true || interaction.wasAsked || interaction.hasFocus || interaction.isHovered;
  // Once there it stays: a popup that is open outlives the pointer.
  if (hasIntent && !hadIntent) setHadIntent(true);
  return {
    parts: hadIntent && !interaction.isPressed ? parts : undefined,
    interaction,
    note(change) {
      setInteraction((before) => ({ ...before, ...change }));
      if (change.wasAsked) onOpenChange?.(true);
    },
    forget: () => setInteraction(untouched),
  };
}
