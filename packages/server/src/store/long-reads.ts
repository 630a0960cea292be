/**
 * Queries whose work grows with the mailbox (words, header fields, threads, unusual orders), in a thread of their own
 * with a read connection of its own: SQLite answers at once or not at all, and nobody else should wait for it.
 */
import { type Id, MethodError } from "@pismo/jmap";
import { Worker } from "node:worker_threads";
import { conditionsOf, treeOf } from "./email-filter.ts";
import type { EmailQuery, EmailQueryResult } from "./email-query.ts";
import type { EmailQueryChanges, EmailQueryChangesResult } from "./email-query-changes.ts";
import { StoreError } from "./errors.ts";
import { messageIdKeys } from "./message-ids.ts";
import type { LongAnswer, LongTask, ThreadData } from "./query-worker.ts";

export interface LongReads {
  /** Email/query with its state. @throws MethodError those of queryEmails */
  query(accountId: Id, query: EmailQuery): Promise<EmailQueryResult & { queryState: string }>;
  /** @throws MethodError those of emailQueryChanges */
  queryChanges(accountId: Id, query: EmailQueryChanges): Promise<EmailQueryChangesResult>;
  /** Has the thread ready until it is let go: starting it takes longer than a search. Returns the way to let it go. */
  hold(): () => void;
  close(): Promise<void>;
}

/** What an index answers in place, whatever the size of the mailbox. */
const quick = new Set(["inMailbox", "hasKeyword", "notKeyword", "hasAttachment", "before", "after"]);

/** Whether a query is for LongReads. */
export function isLong({ filter, sort, collapseThreads = false }: EmailQuery): boolean {
  if (collapseThreads || sort?.some(({ property }) => property !== "receivedAt")) return true;
  return conditionsOf(treeOf(filter)).some(
    ([property, value]) => !quick.has(property) && !(property === "header" && messageIdKeys(value)),
  );
}

interface Waiting {
  resolve(result: never): void;
  reject(error: Error): void;
  timer: NodeJS.Timeout;
}

/** Milliseconds after which a query is given up, and the thread with it. */
const TIME_LIMIT = 60_000;
/** Milliseconds after which whoever holds the thread gets it: what a page asks for first comes first. */
const START_AFTER = 500;
/** Milliseconds that a thread stays which nobody holds: it takes 15 MB. */
const STAYS_FOR = 60_000;

/** What a query leaves behind is collected early. */
const resourceLimits = { maxYoungGenerationSizeMb: 8 };

/** @param times of a test */
export function startLongReads(
  data: ThreadData,
  times: Partial<{ startAfter: number; staysFor: number }> = {},
): LongReads {
  const { startAfter = START_AFTER, staysFor = STAYS_FOR } = times;
  const waiting = new Map<number, Waiting>();
  let thread: Worker | undefined;
  let lastId = 0;
  let isClosed = false;
  let holders = 0;
  let change: NodeJS.Timeout | undefined;

  const isIdle = () => holders === 0 && waiting.size === 0;
  /** Starts or ends the thread in a while, if that is still right then. */
  const plan = (): void => {
    clearTimeout(change);
    change = undefined;
    if (isClosed || (thread ? !isIdle() : holders === 0)) return;
    change = setTimeout(thread ? endIdle : start, thread ? staysFor : startAfter);
    change.unref();
  };
  const start = (): void => {
    thread ??= open();
  };
  const endIdle = (): void => {
    const ended = thread;
    thread = undefined;
    void ended?.terminate();
  };

  const end = (error: Error): Promise<unknown> | undefined => {
    const ended = thread;
    thread = undefined;
    for (const { reject, timer } of waiting.values()) {
      clearTimeout(timer);
      reject(error);
    }
    waiting.clear();
    return ended?.terminate();
  };
  const settle = ({ id, ...answer }: LongAnswer): void => {
    const task = waiting.get(id);
    if (!task) return;
    waiting.delete(id);
    clearTimeout(task.timer);
    if (waiting.size === 0) thread?.unref();
    plan();
    if ("result" in answer) task.resolve(answer.result as never);
    else if ("method" in answer) task.reject(new MethodError(answer.method, undefined, answer.details));
    else task.reject(answer.store ? new StoreError(answer.store, answer.description) : new Error(answer.description));
  };
  const open = (): Worker => {
    // Under `node --watch` threads tell what they import, and it would arrive here as if it were an answer.
    const { WATCH_REPORT_DEPENDENCIES: _, ...env } = process.env;
    const worker = new Worker(new URL("./query-worker.ts", import.meta.url), { env, workerData: data, resourceLimits });
    worker.unref();
    worker.on("message", settle);
    worker.on("error", (error) => {
      if (worker === thread) void end(error instanceof Error ? error : new Error(String(error)));
    });
    return worker;
  };
  const run = <T>(order: Omit<LongTask, "id">): Promise<T> =>
    new Promise<T>((resolve, reject) => {
      if (isClosed) return reject(new StoreError("closed", "The store is closed"));
      thread ??= open();
      thread.ref();
      const id = ++lastId;
      const timer = setTimeout(() => void end(new StoreError("busy", "A query took too long")), TIME_LIMIT);
      timer.unref();
      waiting.set(id, { resolve, reject, timer });
      plan();
      return thread.postMessage({ ...order, id }, []);
    });

  return {
    query: (accountId, query) => run({ kind: "query", accountId, query }),
    queryChanges: (accountId, query) => run({ kind: "queryChanges", accountId, query }),
    hold() {
      holders++;
      plan();
      let isHeld = true;
      return () => {
        if (!isHeld) return;
        isHeld = false;
        holders--;
        plan();
      };
    },
    async close() {
      isClosed = true;
      clearTimeout(change);
      await end(new StoreError("closed", "The store is closed"));
    },
  };
}
