import { Busy, SignInNeeded } from "./errors.ts";

/** Milliseconds of a clock that no one sets. */
export const monotonic = (): number => performance.now();

/** Spreads a pause, so that accounts that wait for the same server do not all return at once. */
export const jitter = (pauseMs: number): number => pauseMs * (0.8 + 0.4 * Math.random());

const FIRST_PAUSE_MS = 1000;
/** Below a minute with its jitter: sync resumes soon after the server is back, however long it was away. */
const MAX_PAUSE_MS = 45_000;
/** How many first pauses the one lasts that a busy server gets. */
const BUSY_FACTOR = 30;
/** A wrong password is rarely retried: servers lock people out. */
const SIGN_IN_PAUSE_MS = 30 * 60_000;

/** How long an account waits after a failed connection: each time twice as long, until a task succeeds. */
export class RetryPause {
  readonly #firstMs: number;
  readonly #maxMs: number;
  #nextMs: number;

  constructor({
    firstPauseMs = FIRST_PAUSE_MS,
    maxPauseMs = MAX_PAUSE_MS,
  }: {
    firstPauseMs?: number;
    maxPauseMs?: number;
  }) {
    this.#firstMs = this.#nextMs = firstPauseMs;
    this.#maxMs = maxPauseMs;
  }

  reset(): void {
    this.#nextMs = this.#firstMs;
  }

  after(error: unknown): number {
    // A server that asks for a pause gets one, whatever succeeded before.
    if (error instanceof Busy)
      this.#nextMs = Math.max(this.#nextMs, Math.min(this.#firstMs * BUSY_FACTOR, this.#maxMs));
    const pauseMs = error instanceof SignInNeeded ? SIGN_IN_PAUSE_MS : jitter(this.#nextMs);
    this.#nextMs = Math.min(this.#nextMs * 2, this.#maxMs);
    return pauseMs;
  }
}
