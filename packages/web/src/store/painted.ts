/** A tab out of sight paints nothing and is told of no frame. */
const PATIENCE_MS = 100;

/** Resolves once what has changed is painted: for what would only keep it from the screen. */
export const painted = (): Promise<void> =>
  new Promise((resolve) => {
    setTimeout(resolve, PATIENCE_MS);
    requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(resolve)));
  });

/** A wait for that, which can be ended sooner. */
export class FrameWait {
  #end: (() => void) | undefined;

  async over(): Promise<void> {
    const ended = new Promise<void>((resolve) => {
      this.#end = resolve;
    });
    await Promise.race([painted(), ended]);
    this.#end = undefined;
  }

  end(): void {
    this.#end?.();
  }
}
