import { type PointerEvent, useEffect, useMemo, useRef } from "react";

/** In ms: a pointer that only passes by stays less. */
const pause = 90;

interface PointerEvents {
  onPointerEnter(event: PointerEvent): void;
  onPointerLeave(): void;
  onPointerDown(): void;
}

/**
 * Says that a pointer rests on something or presses it, which will probably be opened.
 * @param told the same function as long as it means the same thing
 */
export function usePointerRest(told: () => void): PointerEvents {
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  return useMemo(
    () => ({
      onPointerEnter({ pointerType }) {
        if (pointerType === "mouse") timer.current = setTimeout(told, pause);
      },
      onPointerLeave: () => clearTimeout(timer.current),
      onPointerDown: told,
    }),
    [told],
  );
}
