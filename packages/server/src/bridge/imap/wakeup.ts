/** A bell for one waiter. A ring while nobody waits is not lost. */
export class Wakeup {
  #isRung = false;
  #answer: (() => void) | undefined;

  ring(): void {
    this.#isRung = true;
    this.#answer?.();
  }

  /** Until it rings, at most so many milliseconds. */
  async wait(longest: number): Promise<void> {
    if (!this.#isRung) {
      let timer: NodeJS.Timeout | undefined;
      await new Promise<void>((resolve) => {
        this.#answer = resolve;
        timer = setTimeout(resolve, Math.min(Math.max(longest, 1), 2 ** 31 - 1));
      });
      clearTimeout(timer);
      this.#answer = undefined;
    }
    this.#isRung = false;
  }
}
