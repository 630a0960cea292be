/** How fast something goes on, measured over the last minute. Pure. */

const WINDOW = 60_000;
/** Less says nothing yet. */
const SHORTEST = 4000;
/** When nothing has moved for so long, nobody knows when it will be done. */
const STALLED = 15_000;

export class Pace {
  #samples: { at: number; done: number }[] = [];

  /** @param at milliseconds @param done of the whole, from now on; less than before begins anew */
  note(at: number, done: number): void {
    const last = this.#samples.at(-1);
    if (last && done < last.done) this.#samples = [];
    if (last?.done === done) return;
    this.#samples.push({ at, done });
    this.#samples = this.#samples.filter((sample) => at - sample.at <= WINDOW);
  }

  /** Whole seconds for `left` more at the measured pace; null while there is none. */
  secondsFor(left: number, now: number): number | null {
    const [first, last] = [this.#samples[0], this.#samples.at(-1)];
    if (!first || !last || left <= 0) return null;
    if (last.at - first.at < SHORTEST || now - last.at > STALLED) return null;
    return Math.ceil((left * (now - first.at)) / (last.done - first.done) / 1000);
  }
}
