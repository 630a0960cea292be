import type { Id } from "@pismo/jmap";
import { type PointerEvent, useEffect, useMemo, useRef } from "react";
import { prefetch } from "../../store/index.ts";

/** In ms: a pointer that only passes over a row stays less. */
const pause = 90;

interface PointerEvents {
  onPointerEnter(event: PointerEvent): void;
  onPointerLeave(): void;
  onPointerDown(): void;
}

/** Fetches a letter on which the pointer rests or which is being pressed: it will probably be opened. */
export function useHoverPrefetch(id: Id): PointerEvents {
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  return useMemo(
    () => ({
      onPointerEnter({ pointerType }) {
        if (pointerType === "mouse") timer.current = setTimeout(() => prefetch(id), pause);
      },
      onPointerLeave: () => clearTimeout(timer.current),
      onPointerDown: () => prefetch(id),
    }),
    [id],
  );
}
