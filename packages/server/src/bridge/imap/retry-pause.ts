import { Busy, SignInNeeded } from "./errors.ts";
import { jitter } from "./pauses.ts";

const FIRST = 1000;
const LONGEST = 5 * 60_000;
/** First pauses that one lasts which the server asks for. */
const BUSY = 30;
/** A wrong password is not tried again and again: servers lock people out. */
const SIGN_IN = 30 * 60_000;

/** How long an account waits after a connection that failed: twice as long each time, until something goes well. In ms. */
export class RetryPause {
  readonly #first: number;
  readonly #longest: number;
  #next: number;

  constructor({ firstPause = FIRST, longestPause = LONGEST }: { firstPause?: number; longestPause?: number }) {
    this.#first = this.#next = firstPause;
    this.#longest = longestPause;
  }

  beginAnew(): void {
    this.#next = this.#first;
  }

  after(error: unknown): number {
    // Who is asked for a pause makes one, however well it went before.
    if (error instanceof Busy) this.#next = Math.max(this.#next, Math.min(this.#first * BUSY, this.#longest));
    const pause = error instanceof SignInNeeded ? SIGN_IN : jitter(this.#next);
    this.#next = Math.min(this.#next * 2, this.#longest);
    return pause;
  }
}
