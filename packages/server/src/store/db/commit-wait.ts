/** Work in the background that begins when something was committed, by this process or another. */
import type { Store } from "./store.ts";

export interface CommitWait {
  /** Before the work whose reason the commits until now are. */
  forget(): void;
  /** Until one comes, or as long; at once where one has come since they were forgotten. */
  next(maxMs: number): Promise<void>;
  /** Until none has come for so long. @param signal aborted when the wait is over */
  quiet(quietMs: number, maxMs: number, signal: AbortSignal): Promise<void>;
  /** Ends every wait. */
  close(): void;
}

export function waitForCommits(store: Store): CommitWait {
  let hasCome = false;
  let resume: (() => void) | undefined;
  const come = (): void => {
    hasCome = true;
    resume?.();
  };
  const stopListening = store.onCommit(come);
  async function next(maxMs: number): Promise<void> {
    if (hasCome) return;
    await new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, maxMs).unref();
      resume = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  }
  return {
    forget() {
      hasCome = false;
    },
    next,
    async quiet(quietMs, maxMs, signal) {
      const end = performance.now() + maxMs;
      do {
        hasCome = false;
        await next(quietMs);
      } while (hasCome && !signal.aborted && performance.now() < end);
    },
    close() {
      stopListening();
      come();
    },
  };
}
