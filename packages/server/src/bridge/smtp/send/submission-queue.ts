/** Works through the delivery queue that EmailSubmission/set fills: local delivery, or the relay. */
import type { Id } from "@pismo/jmap";
import {
  claimDue,
  hasInterrupted,
  nextDueAt,
  type OwnClaims,
  recoverInterrupted,
} from "../../../store/submission/delivery-queue.ts";
import type { ClaimedSubmission } from "../../../store/submission/delivery-queue.ts";
import type { Membership } from "../../../store/cluster/membership.ts";
import type { SendingOptions } from "./send-submission.ts";
import { sendSubmission } from "./send-submission.ts";

const MAX_CONCURRENT = 4;
/** setTimeout cannot wait longer than 2^31 ms. */
const MAX_SLEEP_MS = 3_600_000;
/** While a submission waits for its time: a computer that slept, or whose clock was set, sends soon after. */
const MAX_SLEEP_BEFORE_DUE_MS = 60_000;
const RETRY_AFTER_FAILURE_MS = 2000;
const CLOSE_TIMEOUT_MS = 5000;
const crashReply =
  "451 4.4.2 Pismo was cut off while the letter was being sent. It may have arrived, so it was not sent again";

export interface QueueOptions extends SendingOptions {
  /** Claims are made under its id, and those of processes that it knows to be dead are recovered. */
  membership: Membership;
}

export const startSubmissionQueue = (options: QueueOptions): SubmissionQueue => new SubmissionQueue(options);

export class SubmissionQueue {
  readonly #options: QueueOptions;
  readonly #sending = new Map<Id, Promise<void>>();
  readonly #ending = new AbortController();
  readonly #stops: readonly (() => void)[];
  #isClosed = false;
  /** After an error there may be claims that this process does not know of. */
  #mayHaveLost = false;
  #isRequested = false;
  #timer: NodeJS.Timeout | undefined;
  #working: Promise<void>;

  constructor(options: QueueOptions) {
    this.#options = options;
    this.#working = this.#recover().then(() => this.#work());
    this.wake();
    const recover = (): void => {
      this.#working = this.#working.then(() => this.#recover());
      this.wake();
    };
    this.#stops = [options.store.onCommit(() => this.wake()), options.membership.onChange(recover)];
  }

  /** Checks for due submissions now. */
  wake(): void {
    if (this.#isClosed || this.#isRequested) return;
    this.#isRequested = true;
    this.#working = this.#working.then(() => this.#work());
  }

  /** Gives running transmissions a few seconds; the rest stays in the store for the next start. */
  async close(): Promise<void> {
    this.#isClosed = true;
    for (const stop of this.#stops) stop();
    clearTimeout(this.#timer);
    const timeout = setTimeout(() => this.#ending.abort(), CLOSE_TIMEOUT_MS);
    await this.#working;
    await Promise.all(this.#sending.values());
    clearTimeout(timeout);
  }

  async #recover(): Promise<void> {
    const { store, membership, log } = this.#options;
    this.#mayHaveLost = false;
    try {
      const own: OwnClaims = { processId: membership.id, inProgress: [...this.#sending.keys()] };
      if (!(await store.readOnce((reader) => hasInterrupted(reader, own)))) return;
      const recipients = await store.write((tx) => recoverInterrupted(tx, crashReply, own));
      if (recipients > 0) log.warn("Interrupted while sending: some messages may have arrived", { recipients });
    } catch (error) {
      this.#mayHaveLost = true;
      log.error("The delivery queue could not be read", { error });
    }
  }

  async #work(): Promise<void> {
    while (this.#takeRequest()) {
      clearTimeout(this.#timer);
      if (this.#mayHaveLost) await this.#recover();
      const pauseMs = await this.#claim().catch((error: unknown) => {
        // The claim may have been committed all the same.
        this.#mayHaveLost = true;
        this.#options.log.error("The delivery queue could not be read", { error });
        return RETRY_AFTER_FAILURE_MS;
      });
      const nextMs = this.#mayHaveLost ? RETRY_AFTER_FAILURE_MS : pauseMs;
      if (!this.#isClosed) this.#timer = setTimeout(() => this.wake(), nextMs).unref();
    }
  }

  #takeRequest(): boolean {
    const request = this.#isRequested && !this.#isClosed;
    this.#isRequested = false;
    return request;
  }

  /** Claims due submissions, as far as the limit allows. @returns the pause until the next check, in milliseconds */
  async #claim(): Promise<number> {
    const { store, membership } = this.#options;
    // The others would take its claims for those of a dead process.
    if (membership.live.length === 0) return MAX_SLEEP_MS;
    const due = await store.readOnce(nextDueAt);
    const pauseMs = due ? due.getTime() - Date.now() : MAX_SLEEP_MS;
    const free = MAX_CONCURRENT - this.#sending.size;
    // At the limit, the next submission that ends wakes the queue.
    if (pauseMs > 0 || free === 0) return Math.min(Math.max(pauseMs, 20), due ? MAX_SLEEP_BEFORE_DUE_MS : MAX_SLEEP_MS);
    const claimed = await store.write((tx) => claimDue(tx, new Date(), free, membership.id));
    for (const submission of claimed) this.#sending.set(submission.submissionId, this.#send(submission));
    this.#isRequested ||= claimed.length > 0;
    return MAX_SLEEP_MS;
  }

  async #send(submission: ClaimedSubmission): Promise<void> {
    try {
      await sendSubmission(submission, this.#options, this.#ending.signal);
    } catch (error) {
      // The outcome is not stored: what was being transmitted is in doubt.
      this.#mayHaveLost = true;
      const { submissionId: id } = submission;
      this.#options.log.error("The outcome of a submission could not be recorded", { id, error });
    } finally {
      this.#sending.delete(submission.submissionId);
      this.wake();
    }
  }
}
