/** Which letters could not come back, and when each is tried again: ever later. */
import type { Away } from "../store/snooze/wake-emails.ts";

const FIRST_PAUSE_MS = 5000;
const LONGEST_PAUSE_MS = 15 * 60_000;

type EmailId = Away["emailId"];

interface Failure {
  pauseMs: number;
  againAtMs: number;
}

/** Not where the clock was set back. */
const isWaiting = ({ pauseMs, againAtMs }: Failure, nowMs: number): boolean =>
  againAtMs > nowMs && againAtMs - pauseMs <= nowMs;

export class BackOff {
  readonly #failures = new Map<EmailId, Failure>();

  note(emailId: EmailId, nowMs: number): void {
    const before = this.#failures.get(emailId);
    const pauseMs = before ? Math.min(before.pauseMs * 2, LONGEST_PAUSE_MS) : FIRST_PAUSE_MS;
    this.#failures.set(emailId, { pauseMs, againAtMs: nowMs + pauseMs });
  }

  forget(emailId: EmailId): void {
    this.#failures.delete(emailId);
  }

  /** Those that are not tried yet. */
  waiting(nowMs: number): EmailId[] {
    return [...this.#failures].flatMap(([id, failure]) => (isWaiting(failure, nowMs) ? id : []));
  }

  /** When the next is tried, where none is due now: what could have been tried and was not found is away no more. */
  nextAtMs(nowMs: number): number {
    let next = Infinity;
    for (const [id, failure] of this.#failures) {
      if (isWaiting(failure, nowMs)) next = Math.min(next, failure.againAtMs);
      else this.#failures.delete(id);
    }
    return next;
  }
}
