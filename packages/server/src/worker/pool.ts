/** Worker threads that parse messages, so that no letter, however large or hostile, holds up the event loop. */
import { Worker } from "node:worker_threads";
import { parseHeaderOnly, parseMessage, type ParsedMessage } from "../mime/parse.ts";

export interface MimePool {
  /** Never rejects because of the message: one that cannot be parsed in time gives its header alone. Rejects once closed. */
  parse(bytes: Uint8Array): Promise<ParsedMessage>;
  /** Ends the threads; what has not been parsed yet is rejected. */
  close(): Promise<void>;
}

export interface PoolOptions {
  /** Milliseconds after which a worker is given up. An honest message of 50 MB takes about a second. */
  timeLimit?: number;
  /** Octets up to which a message is parsed at once: handing it over would take longer. */
  inlineSize?: number;
}

interface Task {
  bytes: Uint8Array;
  resolve(parsed: ParsedMessage): void;
  reject(error: Error): void;
}

interface Seat {
  worker: Worker;
  task: Task | undefined;
  timer: NodeJS.Timeout | undefined;
}

const closedError = (): Error => new Error("the pool of parsers is closed");

class WorkerPool implements MimePool {
  readonly #size: number;
  readonly #options: Required<PoolOptions>;
  readonly #seats: Seat[] = [];
  readonly #waiting: Task[] = [];
  #isClosed = false;

  constructor(size: number, options: Required<PoolOptions>) {
    this.#size = size;
    this.#options = options;
  }

  async parse(bytes: Uint8Array): Promise<ParsedMessage> {
    if (this.#isClosed) throw closedError();
    if (bytes.length <= this.#options.inlineSize) return parseMessage(bytes);
    return new Promise((resolve, reject) => {
      this.#waiting.push({ bytes, resolve, reject });
      this.#next();
    });
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    const seats = this.#seats.splice(0);
    for (const { timer } of seats) clearTimeout(timer);
    for (const task of [...seats.map((seat) => seat.task), ...this.#waiting.splice(0)]) task?.reject(closedError());
    await Promise.all(seats.map(({ worker }) => worker.terminate()));
  }

  #next(): void {
    if (this.#waiting.length === 0) return;
    const idle = this.#seats.find(({ task }) => !task) ?? (this.#seats.length < this.#size ? this.#open() : undefined);
    const task = idle && this.#waiting.shift();
    if (!task) return;
    idle.task = task;
    idle.worker.ref();
    idle.timer = setTimeout(() => this.#giveUp(idle), this.#options.timeLimit);
    idle.worker.postMessage(task.bytes, []);
  }

  #open(): Seat {
    // Under `node --watch` threads tell what they import, and it would arrive here as if it were an answer.
    const { WATCH_REPORT_DEPENDENCIES: _, ...env } = process.env;
    const worker = new Worker(new URL("./mime-worker.ts", import.meta.url), { env });
    // An idle pool does not keep a process alive
    worker.unref();
    const seat: Seat = { worker, task: undefined, timer: undefined };
    worker.on("message", (parsed: ParsedMessage) => this.#settle(seat, parsed));
    worker.on("error", () => this.#giveUp(seat));
    worker.on("exit", () => this.#giveUp(seat));
    this.#seats.push(seat);
    return seat;
  }

  #settle(seat: Seat, parsed: ParsedMessage): void {
    const { task } = seat;
    clearTimeout(seat.timer);
    seat.task = undefined;
    seat.worker.unref();
    task?.resolve(parsed);
    this.#next();
  }

  /** The worker hangs or died: another takes its seat, and the letter is kept with what its header says. */
  #giveUp(seat: Seat): void {
    const at = this.#seats.indexOf(seat);
    if (at < 0) return;
    this.#seats.splice(at, 1);
    clearTimeout(seat.timer);
    void seat.worker.terminate();
    seat.task?.resolve(parseHeaderOnly(seat.task.bytes));
    this.#next();
  }
}

/** @param size worker threads at most; they start when there is work */
export function createMimePool(size: number, options: PoolOptions = {}): MimePool {
  return new WorkerPool(size, { timeLimit: 30_000, inlineSize: 8 * 1024, ...options });
}
