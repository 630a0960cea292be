/** Estimates the remaining time by the progress of the last minute. Pure. */

const WINDOW_MS = 60_000;
/** A shorter measurement is no estimate. */
const MIN_SPAN_MS = 4000;
/** After so long without progress there is no estimate. */
const STALLED_MS = 15_000;

export class ProgressRate {
  #samples: { at: number; done: number }[] = [];

  /** @param at milliseconds @param done the count from now on; a lower one restarts the measurement */
  add(at: number, done: number): void {
    const last = this.#samples.at(-1);
    if (last && done < last.done) this.#samples = [];
    if (last?.done === done) return;
    this.#samples.push({ at, done });
    this.#samples = this.#samples.filter((sample) => at - sample.at <= WINDOW_MS);
  }

  /** Whole seconds for `left` more at the measured rate; null while there is no estimate. */
  secondsLeft(left: number, now: number): number | null {
    const [first, last] = [this.#samples[0], this.#samples.at(-1)];
    if (!first || !last || left <= 0) return null;
    if (last.at - first.at < MIN_SPAN_MS || now - last.at > STALLED_MS) return null;
    return Math.ceil((left * (now - first.at)) / (last.done - first.done) / 1000);
  }
}
