/** Works through the delivery queue that EmailSubmission/set fills: local delivery, or the relay. */
import type { Id } from "@pismo/jmap";
import { claimDue, nextDueAt, recoverInterrupted } from "../../store/submission/delivery-queue.ts";
import type { ClaimedSubmission } from "../../store/submission/delivery-queue.ts";
import type { SendingOptions } from "./send-submission.ts";
import { sendSubmission } from "./send-submission.ts";

export interface SubmissionQueue {
  /** Checks for due submissions now. */
  wake(): void;
  /** Gives running transmissions a few seconds; the rest stays in the store for the next start. */
  close(): Promise<void>;
}

const MAX_CONCURRENT = 4;
/** setTimeout cannot wait longer than 2^31 ms. */
const MAX_SLEEP_MS = 3_600_000;
const RETRY_AFTER_FAILURE_MS = 30_000;
const CLOSE_TIMEOUT_MS = 5000;
const crashReply =
  "451 4.4.2 Pismo was cut off while the letter was being sent. It may have arrived, so it was not sent again";

/** A data directory must have one queue alone: it recovers submissions that a crash has interrupted. */
export function startSubmissionQueue(options: SendingOptions): SubmissionQueue {
  const { store, log } = options;
  const sending = new Map<Id, Promise<void>>();
  const ending = new AbortController();
  let isClosed = false;
  let isRequested = false;
  let timer: NodeJS.Timeout | undefined;

  const send = async (submission: ClaimedSubmission) => {
    try {
      await sendSubmission(submission, options, ending.signal);
    } catch (error) {
      // The outcome is not stored. The recipients stay claimed until the next start: nothing is sent twice.
      log.error("The outcome of a submission could not be recorded", { id: submission.submissionId, error });
    } finally {
      sending.delete(submission.submissionId);
      wake();
    }
  };
  /** Claims due submissions, as far as the limit allows. @returns the pause until the next check, in milliseconds */
  const claim = async () => {
    const due = await store.read(nextDueAt);
    const pauseMs = due ? due.getTime() - Date.now() : MAX_SLEEP_MS;
    const free = MAX_CONCURRENT - sending.size;
    // At the limit, the next submission that ends wakes the queue.
    if (pauseMs > 0 || free === 0) return Math.min(Math.max(pauseMs, 20), MAX_SLEEP_MS);
    const claimed = await store.write((tx) => claimDue(tx, new Date(), free));
    for (const submission of claimed) sending.set(submission.submissionId, send(submission));
    isRequested ||= claimed.length > 0;
    return MAX_SLEEP_MS;
  };
  const takeRequest = () => {
    const request = isRequested && !isClosed;
    isRequested = false;
    return request;
  };
  const work = async () => {
    while (takeRequest()) {
      clearTimeout(timer);
      const pauseMs = await claim().catch((error: unknown) => {
        log.error("The delivery queue could not be read", { error });
        return RETRY_AFTER_FAILURE_MS;
      });
      if (!isClosed) timer = setTimeout(wake, pauseMs).unref();
    }
  };

  let working = store
    .write((tx) => recoverInterrupted(tx, crashReply))
    .then(
      (count) =>
        count > 0 && log.warn("Interrupted while sending: some messages may have arrived", { recipients: count }),
      (error: unknown) => log.error("The delivery queue could not be read", { error }),
    )
    .then(work);
  function wake(): void {
    if (isClosed || isRequested) return;
    isRequested = true;
    working = working.then(work);
  }
  wake();
  const stopListening = store.onCommit(wake);
  return {
    wake,
    async close() {
      isClosed = true;
      stopListening();
      clearTimeout(timer);
      const timeout = setTimeout(() => ending.abort(), CLOSE_TIMEOUT_MS);
      await working;
      await Promise.all(sending.values());
      clearTimeout(timeout);
    },
  };
}
