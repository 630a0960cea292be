/** The attempts of one dialog to send a letter once more. The answer to one may be lost, and other people be chosen then. */
import { whenReachable } from "../sync/connection.ts";
import { type Resending, resendEmail, settleResending } from "./resend.ts";

export class ResendAttempts {
  /** By Message-ID: those that are not known to have gone. */
  readonly #open = new Map<string, Resending>();
  #isBusy = false;
  isClosed = false;

  /**
   * Sends nothing where an earlier attempt, with other people, turns out to have gone: that is said.
   * @throws as `resendEmail`
   */
  async send(from: Parameters<typeof resendEmail>[0], given: Resending): Promise<void> {
    this.#isBusy = true;
    try {
      if (await this.#hasOtherGone(given)) return;
      this.#open.set(given.messageId, given);
      await resendEmail(from, given);
      this.#open.delete(given.messageId);
    } finally {
      this.#isBusy = false;
      if (this.isClosed) this.#leave();
    }
  }

  async #hasOtherGone({ messageId }: Resending): Promise<boolean> {
    for (const earlier of this.#open.values()) {
      if (earlier.messageId === messageId) continue;
      const hasGone = await settleResending(earlier);
      this.#open.delete(earlier.messageId);
      if (hasGone) return true;
    }
    return false;
  }

  /** No draft is left of what did not go. */
  close(): void {
    this.isClosed = true;
    if (!this.#isBusy) this.#leave();
  }

  #leave(): void {
    for (const given of this.#open.values()) void settleOnceReachable(given);
    this.#open.clear();
  }
}

async function settleOnceReachable(given: Resending): Promise<void> {
  try {
    await whenReachable(new AbortController().signal);
    await settleResending(given);
  } catch {
    // A draft is left, which the person sees.
  }
}
