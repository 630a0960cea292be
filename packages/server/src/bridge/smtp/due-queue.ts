/** Works through rows that other work has left to be done, woken by commits. */
import type { Id } from "@pismo/jmap";
import type { Logger } from "../../log.ts";
import type { Reader, Store } from "../../store/db/store.ts";
import { Pauses } from "./pauses.ts";

export interface DueQueueOptions<T extends { accountId: Id }> {
  store: Store;
  log: Logger;
  /** In the log. */
  name: string;
  /** Oldest first, without those of the accounts in `except`. */
  list(reader: Reader, limit: number, except: readonly Id[]): Promise<T[]>;
  /** Tells a row from all others. */
  keyOf(due: T): string;
  /** Leaves no row where it resolves. @throws Error it cannot be done yet */
  handle(due: T): Promise<void>;
  /** Until an account where something failed is tried again; what failed waits longer each time. */
  pauseMs?: number | undefined;
}

/** Large enough that one account with many letters does not delay the others. */
const BATCH = 500;
/** What fails first lets what comes after it be tried. */
const ROW_PAUSES = [2, 5, 15, 60];

/** Works until it is closed. */
export function startDueQueue<T extends { accountId: Id }>(options: DueQueueOptions<T>): { close(): Promise<void> } {
  const { store, log, name, list, keyOf, handle, pauseMs = 60_000 } = options;
  const accounts = new Pauses<Id>([pauseMs]);
  const rows = new Pauses<string>(ROW_PAUSES.map((times) => times * pauseMs));
  let isClosed = false;
  let isRequested = false;
  let timer: NodeJS.Timeout | undefined;

  const work = async (): Promise<void> => {
    isRequested = false;
    const now = Date.now();
    const waiting = rows.at(now);
    const limit = BATCH + waiting.length;
    const due = await store.readOnce((reader) => list(reader, limit, accounts.at(now)));
    for (const each of due) {
      if (isClosed) return;
      const key = keyOf(each);
      if (accounts.has(each.accountId, now) || rows.has(key, now)) continue;
      try {
        await handle(each);
        rows.end(key);
      } catch (error) {
        accounts.start(each.accountId, Date.now());
        rows.start(key, Date.now());
        log.debug(`${name}: one cannot be sent yet`, { error });
      }
    }
    clearTimeout(timer);
    if (isClosed) return;
    const next = Math.min(accounts.next(now), rows.next(now));
    if (due.length === limit) wake();
    else if (next < Infinity) timer = setTimeout(wake, Math.max(next - Date.now(), 1)).unref();
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
