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
import type { LongAnswer, LongTask, ThreadData } from "./query-worker.ts";

export interface LongReads {
  /** Email/query with its state. @throws MethodError those of queryEmails */
  query(accountId: Id, query: EmailQuery): Promise<EmailQueryResult & { queryState: string }>;
  /** @throws MethodError those of emailQueryChanges */
  queryChanges(accountId: Id, query: EmailQueryChanges): Promise<EmailQueryChangesResult>;
  /** Starts the thread, which takes a moment that a first search should not have to wait. */
  warmUp(): void;
  close(): Promise<void>;
}

/** What an index answers in place, whatever the size of the mailbox. */
const quick = new Set(["inMailbox", "hasKeyword", "notKeyword", "hasAttachment", "before", "after"]);

/** Whether a query is for LongReads. */
export function isLong({ filter, sort, collapseThreads = false }: EmailQuery): boolean {
  if (collapseThreads || sort?.some(({ property }) => property !== "receivedAt")) return true;
  return conditionsOf(treeOf(filter)).some(([property]) => !quick.has(property));
}

interface Waiting {
  resolve(result: never): void;
  reject(error: Error): void;
  timer: NodeJS.Timeout;
}

/** Milliseconds after which a query is given up, and the thread with it. */
const TIME_LIMIT = 60_000;

export function startLongReads(data: ThreadData): LongReads {
  const waiting = new Map<number, Waiting>();
  let thread: Worker | undefined;
  let lastId = 0;
  let isClosed = false;

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
    if ("result" in answer) task.resolve(answer.result as never);
    else if ("method" in answer) task.reject(new MethodError(answer.method, undefined, answer.details));
    else task.reject(answer.store ? new StoreError(answer.store, answer.description) : new Error(answer.description));
  };
  const open = (): Worker => {
    // Under `node --watch` threads tell what they import, and it would arrive here as if it were an answer.
    const { WATCH_REPORT_DEPENDENCIES: _, ...env } = process.env;
    const worker = new Worker(new URL("./query-worker.ts", import.meta.url), { env, workerData: data });
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
      return thread.postMessage({ ...order, id }, []);
    });

  return {
    query: (accountId, query) => run({ kind: "query", accountId, query }),
    queryChanges: (accountId, query) => run({ kind: "queryChanges", accountId, query }),
    warmUp: () => {
      if (!isClosed) thread ??= open();
    },
    async close() {
      isClosed = true;
      await end(new StoreError("closed", "The store is closed"));
    },
  };
}
