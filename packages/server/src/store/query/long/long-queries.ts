/**
 * Queries whose work grows with the mailbox (words, header fields, threads, unusual orders) run beside all others, and can
 * be ended: SQLite's in processes, because its calls are synchronous, PostgreSQL's on connections. Accounts take turns, one
 * query each at a time, and one that counts beside it (docs/decisions/0038-long-queries-in-processes.md).
 */
import type { Id } from "@pismo/jmap";
import { conditionsOf, treeOf } from "../email-filter.ts";
import { isListOfThreads } from "../email-query-plan.ts";
import type { EmailQuery, EmailQueryResult, EmailRowsResult } from "../email-query.ts";
import type { ListPoint } from "../email-ranks.ts";
import type { EmailQueryChanges, EmailQueryChangesResult } from "../email-query-changes.ts";
import { StoreError } from "../../db/errors.ts";
import { isMessageId } from "../../mail/message-ids.ts";
import type { ChildData } from "./query-child.ts";
import { QueryProcess } from "./query-process.ts";
import type { QueryRunner, QueryTask } from "./query-runner.ts";
import { FairQueue } from "./fair-queue.ts";

export interface LongQueries {
  /**
   * Email/query with its state.
   * @param signal aborts the query when its caller has disconnected
   * @throws MethodError those of queryEmails; StoreError ended
   */
  query(accountId: Id, query: EmailQuery, signal?: AbortSignal): Promise<EmailQueryResult & { queryState: string }>;
  /** The same with what orders the rows of several accounts. */
  rows(accountId: Id, query: EmailQuery, signal?: AbortSignal): Promise<EmailRowsResult & { queryState: string }>;
  /** ranksIn of email-ranks.ts. */
  ranks(accountId: Id, query: EmailQuery, points: readonly ListPoint[], signal?: AbortSignal): Promise<number[]>;
  /** @throws MethodError those of emailQueryChanges; StoreError ended */
  queryChanges(accountId: Id, query: EmailQueryChanges, signal?: AbortSignal): Promise<EmailQueryChangesResult>;
  /** Keeps a process ready, because starting one takes longer than a search. Returns a function that releases it. */
  keepReady(): () => void;
  /** Numbers of queries. */
  load(): { running: number; waiting: number };
  /** Ids of the running processes. */
  pids(): number[];
  close(): Promise<void>;
}

/** Conditions that an index answers at once, whatever the size of the mailbox. */
const quick = new Set(["inMailbox", "hasKeyword", "notKeyword", "hasAttachment", "before", "after", "inAccount"]);
/** Our client's queries have three; each condition is tested for every Email. */
const MAX_QUICK_CONDITIONS = 8;

/** Whether a query is long: one for LongQueries. */
export function isLong({ filter, sort, collapseThreads = false }: EmailQuery): boolean {
  if ((sort && sort.length > 1) || sort?.some(({ property }) => property !== "receivedAt")) return true;
  const tree = treeOf(filter);
  if (collapseThreads && !isListOfThreads(tree, sort)) return true;
  const conditions = conditionsOf(tree);
  return (
    conditions.length > MAX_QUICK_CONDITIONS ||
    conditions.some(([property, value]) => !quick.has(property) && !(property === "header" && isMessageId(value)))
  );
}

export interface LongQueryTimeouts {
  /** From the first keepReady() until a process starts: the first requests of a page have priority. */
  startAfterMs: number;
  /** An idle process, which takes 15 MB, ends after this time. */
  idleMs: number;
  /** A query is stopped after this time. */
  limitMs: number;
  /** A query is stopped after this time while other accounts wait and all processes are busy. */
  shareMs: number;
  /** A query is stopped this long after its caller has disconnected: most finish sooner than a process starts. */
  graceMs: number;
}

const defaultTimeouts: LongQueryTimeouts = {
  startAfterMs: 500,
  idleMs: 60_000,
  limitMs: 60_000,
  shareMs: 5000,
  graceMs: 500,
};
const MAX_RUNNERS = 4;

/** Whether it takes longer than the rows of a window, which are waited for to be shown. */
const isCounting = ({ kind, query }: QueryTask): boolean => kind === "queryChanges" || query.calculateTotal === true;

interface Task {
  request: QueryTask;
  resolve(result: never): void;
  reject(error: Error): void;
}

interface Slot {
  runner: QueryRunner;
  task: Task | undefined;
  /** Of the last task: its lists are kept (kept-list.ts). */
  accountId: Id | undefined;
  /** It has used its share of time. */
  isOverdue: boolean;
  timers: NodeJS.Timeout[];
}

/** @param onEnd to be called when the runner has ended by itself */
type OpenRunner = (onEnd: () => void) => QueryRunner;

const ended = (why: string): StoreError => new StoreError("ended", why);

class QueriesInTurn implements LongQueries {
  readonly #open: OpenRunner;
  readonly #timeouts: LongQueryTimeouts;
  readonly #slots: Slot[] = [];
  readonly #ending = new Set<Promise<void>>();
  readonly #waiting = new FairQueue<Task>();
  #holders = 0;
  #starter: NodeJS.Timeout | undefined;
  #isClosed = false;

  constructor(open: OpenRunner, timeouts: LongQueryTimeouts) {
    this.#open = open;
    this.#timeouts = timeouts;
  }

  query(accountId: Id, query: EmailQuery, signal?: AbortSignal) {
    return this.#run<EmailQueryResult & { queryState: string }>({ kind: "query", accountId, query }, signal);
  }

  rows(accountId: Id, query: EmailQuery, signal?: AbortSignal) {
    return this.#run<EmailRowsResult & { queryState: string }>({ kind: "rows", accountId, query }, signal);
  }

  ranks(accountId: Id, query: EmailQuery, points: readonly ListPoint[], signal?: AbortSignal) {
    return this.#run<number[]>({ kind: "ranks", accountId, query, points }, signal);
  }

  queryChanges(accountId: Id, query: EmailQueryChanges, signal?: AbortSignal) {
    return this.#run<EmailQueryChangesResult>({ kind: "queryChanges", accountId, query }, signal);
  }

  keepReady(): () => void {
    this.#holders++;
    this.#starter ??= setTimeout(() => {
      this.#starter = undefined;
      if (this.#holders > 0 && this.#slots.length === 0 && !this.#isClosed) this.#addSlot();
    }, this.#timeouts.startAfterMs).unref();
    let isHeld = true;
    return () => {
      if (!isHeld) return;
      isHeld = false;
      this.#holders--;
      for (const slot of this.#slots) if (!slot.task) this.#endWhenIdle(slot);
    };
  }

  load(): { running: number; waiting: number } {
    return { running: this.#slots.filter(({ task }) => task).length, waiting: this.#waiting.size };
  }

  pids(): number[] {
    return this.#slots.flatMap(({ runner: { pid } }) => pid ?? []);
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    clearTimeout(this.#starter);
    const error = new StoreError("closed", "The store is closed");
    for (const task of this.#waiting.clear()) task.reject(error);
    while (this.#slots[0]) this.#end(this.#slots[0], error);
    await Promise.all(this.#ending);
  }

  #run<T>(request: QueryTask, signal: AbortSignal | undefined): Promise<T> {
    return new Promise<T>((resolve, reject) => {
      if (this.#isClosed) return reject(new StoreError("closed", "The store is closed"));
      if (signal?.aborted) return reject(ended("The caller is gone"));
      const onAbort = (): void => this.#abandon(task);
      const task: Task = {
        request,
        resolve(result) {
          signal?.removeEventListener("abort", onAbort);
          resolve(result);
        },
        reject(error) {
          signal?.removeEventListener("abort", onAbort);
          reject(error);
        },
      };
      signal?.addEventListener("abort", onAbort);
      this.#waiting.add(request.accountId, task);
      return this.#next();
    });
  }

  /** Assigns waiting tasks to processes, of each account at most one of a kind at a time. */
  #next(): void {
    const isFree = ({ request }: Task) =>
      this.#slots.every(
        ({ task }) => task?.request.accountId !== request.accountId || isCounting(task.request) !== isCounting(request),
      );
    while (!this.#isClosed && this.#waiting.has(isFree)) {
      const idle = this.#slots.filter(({ task }) => !task);
      if (idle.length === 0 && this.#slots.length === MAX_RUNNERS) {
        const overdue = this.#slots.find(({ isOverdue }) => isOverdue);
        if (overdue) this.#end(overdue, ended("The query took too long while others waited"));
        return;
      }
      const task = this.#waiting.take(isFree)!;
      const own = idle.find(({ accountId }) => accountId === task.request.accountId);
      this.#start(own ?? idle[0] ?? this.#addSlot(), task);
      // The next window is not to wait until a process has started.
      const isAlone = this.#slots.length < MAX_RUNNERS && this.#slots.every((slot) => slot.task);
      if (this.#holders > 0 && isAlone && isCounting(task.request)) this.#addSlot();
    }
  }

  #start(slot: Slot, task: Task): void {
    this.#clear(slot);
    slot.task = task;
    slot.accountId = task.request.accountId;
    // The limits count from readiness: on a busy machine starting may take longer than the query.
    void slot.runner.ready.then(() => slot.task === task && this.#limit(slot));
    slot.runner.run(task.request).then(
      (result) => this.#settle(slot, () => task.resolve(result as never)),
      (error: Error) => this.#settle(slot, () => task.reject(error)),
    );
  }

  #limit(slot: Slot): void {
    this.#after(slot, this.#timeouts.shareMs, () => {
      slot.isOverdue = true;
      this.#next();
    });
    this.#after(slot, this.#timeouts.limitMs, () => this.#end(slot, ended("The query took too long")));
  }

  #settle(slot: Slot, settle: () => void): void {
    this.#clear(slot);
    settle();
    this.#next();
    if (!slot.task) this.#endWhenIdle(slot);
  }

  #abandon(task: Task): void {
    task.reject(ended("The caller is gone"));
    this.#waiting.remove(task);
    const slot = this.#slots.find((each) => each.task === task);
    if (slot) this.#after(slot, this.#timeouts.graceMs, () => this.#end(slot, ended("The caller is gone")));
  }

  #addSlot(): Slot {
    const slot: Slot = {
      runner: this.#open(() => this.#end(slot, new Error("The process of a query has ended"))),
      task: undefined,
      accountId: undefined,
      isOverdue: false,
      timers: [],
    };
    this.#slots.push(slot);
    this.#endWhenIdle(slot);
    return slot;
  }

  /** The last process stays while keepReady() is in effect. */
  #endWhenIdle(slot: Slot): void {
    this.#clear(slot);
    this.#after(slot, this.#timeouts.idleMs, () => {
      if (this.#holders === 0 || this.#slots.length > 1) this.#end(slot);
    });
  }

  #end(slot: Slot, error?: Error): void {
    const at = this.#slots.indexOf(slot);
    if (at < 0) return;
    this.#slots.splice(at, 1);
    const { task } = slot;
    this.#clear(slot);
    if (error) task?.reject(error);
    const ending = slot.runner.kill().then(() => void this.#ending.delete(ending));
    this.#ending.add(ending);
    this.#next();
  }

  #after(slot: Slot, delayMs: number, work: () => void): void {
    slot.timers.push(setTimeout(work, delayMs).unref());
  }

  #clear(slot: Slot): void {
    slot.timers.splice(0).forEach(clearTimeout);
    slot.task = undefined;
    slot.isOverdue = false;
  }
}

/** @param timeouts for tests: other than the defaults */
export const queriesInTurn = (open: OpenRunner, timeouts: Partial<LongQueryTimeouts> = {}): LongQueries =>
  new QueriesInTurn(open, { ...defaultTimeouts, ...timeouts });

/** Each in a process with a connection of its own. @param timeouts for tests: other than the defaults */
export const startLongQueries = (data: ChildData, timeouts: Partial<LongQueryTimeouts> = {}): LongQueries =>
  queriesInTurn((onEnd) => new QueryProcess(data, onEnd), timeouts);
