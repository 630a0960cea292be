/** A tab out of sight paints nothing and is told of no frame. */
const FRAME_TIMEOUT_MS = 100;

/**
 * Once what has changed is painted: for what would only keep it from the screen.
 * @returns what calls it off
 */
export function afterPaint(work: () => void): () => void {
  let isOver = false;
  const once = (): void => {
    if (isOver) return;
    isOver = true;
    work();
  };
  setTimeout(once, FRAME_TIMEOUT_MS);
  // The second frame begins where the first is painted; what it draws itself goes before the work.
  requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(once)));
  return () => {
    isOver = true;
  };
}

export const painted = (): Promise<void> => new Promise((resolve) => void afterPaint(resolve));

/** A wait for that, which can be ended sooner. */
export class FrameWait {
  #end: (() => void) | undefined;

  async over(): Promise<void> {
    await new Promise<void>((resolve) => {
      afterPaint(resolve);
      this.#end = resolve;
    });
    this.#end = undefined;
  }

  end(): void {
    this.#end?.();
  }
}
