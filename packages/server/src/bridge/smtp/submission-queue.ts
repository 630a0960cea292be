/** Sends what EmailSubmission/set left in the store: to mailboxes here directly, to the rest through the relay. */
import type { Id } from "@pismo/jmap";
import { claimDue, nextDueAt, recoverInterrupted } from "../../store/outbox.ts";
import type { ClaimedSubmission } from "../../store/outbox.ts";
import type { SendingOptions } from "./send-submission.ts";
import { sendSubmission } from "./send-submission.ts";

export interface SubmissionQueue {
  /** Looks for work now. */
  wake(): void;
  /** Gives the letters that are on their way a few seconds; the rest waits in the store for the next start. */
  close(): Promise<void>;
}

const submissionsAtOnce = 4;
/** setTimeout cannot wait longer than 2^31 ms; an hour is soon enough to look again. */
const longestSleep = 3_600_000;
const afterFailure = 30_000;
const longestFarewell = 5000;
const crashReply =
  "451 4.4.2 Pismo was cut off while the letter was being sent. It may have arrived, so it was not sent again";

/** There must be one queue alone for a data directory: it takes over what a crash left behind. */
export function startSubmissionQueue(options: SendingOptions): SubmissionQueue {
  const { store, log } = options;
  const sending = new Map<Id, Promise<void>>();
  const ending = new AbortController();
  let isClosed = false;
  let isWanted = false;
  let timer: NodeJS.Timeout | undefined;

  const send = async (submission: ClaimedSubmission) => {
    try {
      await sendSubmission(submission, options, ending.signal);
    } catch (error) {
      // The store did not take the outcome. Until the next start the recipients stay claimed: nothing is sent twice.
      log.error("The outcome of a submission could not be recorded", { id: submission.submissionId, error });
    } finally {
      sending.delete(submission.submissionId);
      wake();
    }
  };
  /** Takes what is due, as far as there is room, and says how long to wait then. */
  const look = async () => {
    const due = await store.read(nextDueAt);
    const pause = due ? due.getTime() - Date.now() : longestSleep;
    const room = submissionsAtOnce - sending.size;
    // With all places taken, the one that gets free wakes us.
    if (pause > 0 || room === 0) return Math.min(Math.max(pause, 20), longestSleep);
    const claimed = await store.write((tx) => claimDue(tx, new Date(), room));
    for (const submission of claimed) sending.set(submission.submissionId, send(submission));
    isWanted ||= claimed.length > 0;
    return longestSleep;
  };
  const takeWish = () => {
    const wish = isWanted && !isClosed;
    isWanted = false;
    return wish;
  };
  const work = async () => {
    while (takeWish()) {
      clearTimeout(timer);
      const pause = await look().catch((error: unknown) => {
        log.error("The outbox could not be read", { error });
        return afterFailure;
      });
      if (!isClosed) timer = setTimeout(wake, pause).unref();
    }
  };

  let working = store
    .write((tx) => recoverInterrupted(tx, crashReply))
    .then(
      (count) =>
        count > 0 && log.warn("Cut off while sending: some letters may or may not have arrived", { recipients: count }),
      (error: unknown) => log.error("The outbox could not be read", { error }),
    )
    .then(work);
  function wake(): void {
    if (isClosed || isWanted) return;
    isWanted = true;
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
      const patience = setTimeout(() => ending.abort(), longestFarewell);
      await working;
      await Promise.all(sending.values());
      clearTimeout(patience);
    },
  };
}
