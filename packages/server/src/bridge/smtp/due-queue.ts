/** Works through rows that other work has left to be done, woken by commits. */
import type { Logger } from "../../log.ts";
import type { Reader, Store } from "../../store/db/store.ts";

export interface DueQueueOptions<T> {
  store: Store;
  log: Logger;
  /** In the log. */
  name: string;
  /** Oldest first. */
  list(reader: Reader, limit: number): Promise<T[]>;
  /** Leaves no row where it resolves. @throws Error it cannot be done yet */
  handle(due: T): Promise<void>;
  /** Until what failed is tried again. */
  pauseMs?: number | undefined;
}

/** Large enough that one account with an unreachable server does not delay the others. */
const BATCH = 500;

/** Works until it is closed. */
export function startDueQueue<T>(options: DueQueueOptions<T>): { close(): Promise<void> } {
  const { store, log, name, list, handle, pauseMs = 60_000 } = options;
  let isClosed = false;
  let isRequested = false;
  let timer: NodeJS.Timeout | undefined;

  const work = async (): Promise<void> => {
    isRequested = false;
    const due = await store.readOnce((reader) => list(reader, BATCH));
    let hasFailed = false;
    for (const each of due) {
      if (isClosed) return;
      try {
        await handle(each);
      } catch (error) {
        hasFailed = true;
        log.debug(`${name}: one cannot be sent yet`, { error });
      }
    }
    clearTimeout(timer);
    if (hasFailed && !isClosed) timer = setTimeout(wake, pauseMs).unref();
    else if (due.length === BATCH) wake();
  };
  let working = Promise.resolve();
  function wake(): void {
    if (isRequested || isClosed) return;
    isRequested = true;
    working = working.then(work).catch((error: unknown) => {
      log.error(`${name} could not be sent`, { error });
      clearTimeout(timer);
      if (!isClosed) timer = setTimeout(wake, pauseMs).unref();
    });
  }
  wake();
  const stopListening = store.onCommit(wake);
  return {
    async close() {
      isClosed = true;
      stopListening();
      clearTimeout(timer);
      await working;
    },
  };
}
