import { type PointerEvent, useEffect, useMemo, useState } from "react";

/** In ms: a pointer that only passes by stays less. */
const pause = 90;

/** Tells when a pointer rests on something. */
export class PointerRest {
  readonly #pause: number;
  #timer: ReturnType<typeof setTimeout> | undefined;

  /** @param wait in ms */
  constructor(wait = pause) {
    this.#pause = wait;
  }

  /** The pointer has come. */
  begin({ pointerType }: Pick<PointerEvent, "pointerType">, told: () => void): void {
    if (pointerType === "mouse") this.#timer = setTimeout(told, this.#pause);
  }

  /** The pointer has left, or the caller is gone. */
  end(): void {
    clearTimeout(this.#timer);
  }
}

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
  const [rest] = useState(() => new PointerRest());
  useEffect(() => () => rest.end(), [rest]);
  return useMemo(
    () => ({
      onPointerEnter: (event) => rest.begin(event, told),
      onPointerLeave: () => rest.end(),
      onPointerDown: told,
    }),
    [rest, told],
  );
}
