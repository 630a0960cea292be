/** Worker threads that parse messages, so that no letter, however large or hostile, holds up the event loop. */
import { Worker } from "node:worker_threads";
import { parseHeaderOnly, parseMessage, type ParsedMessage } from "../mime/parse.ts";

export interface MimePool {
  /** Never rejects because of the message: one that cannot be parsed in time gives its header alone. */
  parse(bytes: Uint8Array): Promise<ParsedMessage>;
  close(): Promise<void>;
}

/** Below this, parsing takes less than handing it over. */
const INLINE_OCTETS = 8 * 1024;
/** A worker that needs longer is given up. An honest message of 50 MB takes about a second. */
const TIME_LIMIT_MS = 30_000;

interface Task {
  id: number;
  bytes: Uint8Array;
  resolve(parsed: ParsedMessage): void;
}

interface Answer {
  id: number;
  parsed?: ParsedMessage;
}

interface Seat {
  worker: Worker;
  task: Task | undefined;
  timer: NodeJS.Timeout | undefined;
}

class WorkerPool implements MimePool {
  readonly #size: number;
  readonly #seats: Seat[] = [];
  readonly #waiting: Task[] = [];
  #lastId = 0;
  #closed = false;

  constructor(size: number) {
    this.#size = size;
  }

  async parse(bytes: Uint8Array): Promise<ParsedMessage> {
    if (bytes.length <= INLINE_OCTETS) return parseMessage(bytes);
    if (this.#closed) throw new Error("The pool is closed");
    return new Promise((resolve) => {
      this.#waiting.push({ id: ++this.#lastId, bytes, resolve });
      this.#next();
    });
  }

  async close(): Promise<void> {
    this.#closed = true;
    await Promise.all(this.#seats.splice(0).map(({ worker }) => worker.terminate()));
  }

  #next(): void {
    const idle = this.#seats.find(({ task }) => !task) ?? (this.#seats.length < this.#size ? this.#open() : undefined);
    const task = idle && this.#waiting.shift();
    if (!task) return;
    idle.task = task;
    idle.worker.ref();
    idle.timer = setTimeout(() => this.#giveUp(idle), TIME_LIMIT_MS);
    idle.worker.postMessage({ id: task.id, bytes: task.bytes });
  }

  #open(): Seat {
    const worker = new Worker(new URL("./mime-worker.ts", import.meta.url));
    // An idle pool does not keep a process alive.
    worker.unref();
    const seat: Seat = { worker, task: undefined, timer: undefined };
    worker.on("message", ({ id, parsed }: Answer) => this.#settle(seat, id, parsed));
    worker.on("error", () => this.#giveUp(seat));
    this.#seats.push(seat);
    return seat;
  }

  #settle(seat: Seat, id: number, parsed: ParsedMessage | undefined): void {
    const { task } = seat;
    if (task?.id !== id) return;
    clearTimeout(seat.timer);
    seat.task = undefined;
    seat.worker.unref();
    task.resolve(parsed ?? parseHeaderOnly(task.bytes));
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
export const createMimePool = (size: number): MimePool => new WorkerPool(size);
