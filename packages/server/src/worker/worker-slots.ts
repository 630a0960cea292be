/** Worker threads with one task each, replaced when they hang or crash. */
import { Worker } from "node:worker_threads";
import type { Answer, Order } from "./messages.ts";

/**
 * Garbage is collected early: otherwise every thread grows to the size of the machine first. A message that needs more
 * memory than any should ends its thread, not the process, and only its header is kept.
 */
const resourceLimits = { maxYoungGenerationSizeMb: 24, maxOldGenerationSizeMb: 768 };

export interface Task {
  order: Order;
  settle(answer: Answer): void;
  /** The worker hung or crashed. */
  giveUp(): void;
  reject(error: Error): void;
}

interface Slot {
  /** Octets of the task. */
  octets: number;
  worker: Worker;
  task: Task | undefined;
  timer: NodeJS.Timeout | undefined;
}

export interface SlotOptions {
  /** Milliseconds after which a worker is terminated. A regular message of 50 MB takes about a second. */
  timeoutMs: number;
  /** Milliseconds after which an idle worker ends; Infinity: it stays. */
  idleMs: number;
}

/** Octets of tasks after which an idle thread is ended: it keeps the memory that it once needed. */
const LARGE_BYTES = 8_000_000;
/** Milliseconds that such a thread waits for another task. */
const LARGE_IDLE_MS = 500;

export const closedError = (): Error => new Error("the pool of parsers is closed");

export class WorkerSlots {
  readonly #size: number;
  readonly #options: SlotOptions;
  readonly #slots: Slot[] = [];
  readonly #waiting: Task[] = [];
  #isClosed = false;

  /** @param size maximum number of threads; they start when there is work */
  constructor(size: number, options: SlotOptions) {
    this.#size = size;
    this.#options = options;
  }

  get isClosed(): boolean {
    return this.#isClosed;
  }

  /** Numbers of tasks. */
  get load(): { running: number; waiting: number } {
    return { running: this.#slots.filter(({ task }) => task).length, waiting: this.#waiting.length };
  }

  warmUp(): void {
    if (!this.#isClosed && this.#slots.length === 0) this.#open();
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    const slots = this.#slots.splice(0);
    for (const { timer } of slots) clearTimeout(timer);
    for (const task of [...slots.map((slot) => slot.task), ...this.#waiting.splice(0)]) task?.reject(closedError());
    await Promise.all(slots.map(({ worker }) => worker.terminate()));
  }

  run(task: Task): void {
    if (this.#isClosed) return task.reject(closedError());
    this.#waiting.push(task);
    return this.#next();
  }

  #next(): void {
    if (this.#waiting.length === 0) return;
    const idle = this.#slots.find(({ task }) => !task) ?? (this.#slots.length < this.#size ? this.#open() : undefined);
    const task = idle && this.#waiting.shift();
    if (!task) return;
    idle.task = task;
    clearTimeout(idle.timer);
    idle.worker.ref();
    idle.timer = setTimeout(() => this.#giveUp(idle), this.#options.timeoutMs);
    const { order } = task;
    idle.octets += sizeOf(order);
    idle.worker.postMessage(order, "octets" in order ? [order.octets.buffer as ArrayBuffer] : []);
  }

  #open(): Slot {
    // Under `node --watch` threads post what they import, and it would arrive here like an answer.
    const { WATCH_REPORT_DEPENDENCIES: _, ...env } = process.env;
    const worker = new Worker(new URL("./mime-worker.ts", import.meta.url), { env, resourceLimits });
    // An idle pool does not keep the process alive
    worker.unref();
    const slot: Slot = { octets: 0, worker, task: undefined, timer: undefined };
    worker.on("message", (answer: Answer) => this.#settle(slot, answer));
    worker.on("error", () => this.#giveUp(slot));
    worker.on("exit", () => this.#giveUp(slot));
    this.#slots.push(slot);
    return slot;
  }

  #settle(slot: Slot, answer: Answer): void {
    const { task } = slot;
    clearTimeout(slot.timer);
    slot.task = undefined;
    slot.worker.unref();
    task?.settle(answer);
    this.#next();
    const idleMs = slot.octets > LARGE_BYTES ? LARGE_IDLE_MS : this.#options.idleMs;
    if (slot.task || idleMs === Infinity) return;
    slot.timer = setTimeout(() => this.#giveUp(slot), idleMs);
    slot.timer.unref();
  }

  /** The worker hung or crashed: another one takes its slot. */
  #giveUp(slot: Slot): void {
    const at = this.#slots.indexOf(slot);
    if (at < 0) return;
    this.#slots.splice(at, 1);
    clearTimeout(slot.timer);
    void slot.worker.terminate();
    slot.task?.giveUp();
    this.#next();
  }
}

const sizeOf = (order: Order): number => ("octets" in order ? order.octets : order.bytes).length;
