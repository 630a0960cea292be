/** Wakes one waiter. A notification while no one waits ends the next wait. */
export class Wakeup {
  #isNotified = false;
  #resolve: (() => void) | undefined;

  notify(): void {
    this.#isNotified = true;
    this.#resolve?.();
  }

  /** Resolves with the next notification, or after the timeout. */
  async wait(timeoutMs: number): Promise<void> {
    if (!this.#isNotified) {
      let timer: NodeJS.Timeout | undefined;
      await new Promise<void>((resolve) => {
        this.#resolve = resolve;
        timer = setTimeout(resolve, Math.min(Math.max(timeoutMs, 1), 2 ** 31 - 1));
      });
      clearTimeout(timer);
      this.#resolve = undefined;
    }
    this.#isNotified = false;
  }
}
