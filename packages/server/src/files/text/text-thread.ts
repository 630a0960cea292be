/** One thread that reads files. A file that takes too long or too much ends it, and nothing else. */
import { Worker } from "node:worker_threads";
import type { FileOrder } from "./text-worker.ts";

const resourceLimits = { maxYoungGenerationSizeMb: 32, maxOldGenerationSizeMb: 384 };
/** Most files take some tenths of a second; the first one waits for the code too. */
const TIMEOUT_MS = 30_000;
const IDLE_MS = 30_000;
/** Octets beside the heap, which Node does not bound: what streams of a PDF unpack to. */
const MAX_BUFFERS = 400_000_000;
const CHECK_MS = 200;

export class TextThread {
  readonly #timeoutMs: number;
  #worker: Worker | undefined;
  #settle: ((text: string | undefined) => void) | undefined;
  #timer: NodeJS.Timeout | undefined;
  #check: NodeJS.Timeout | undefined;

  /** @param timeoutMs of one file */
  constructor(timeoutMs = TIMEOUT_MS) {
    this.#timeoutMs = timeoutMs;
  }

  /** The text, or its terms; undefined where the file cost its budget. One file at a time. */
  read(order: FileOrder): Promise<string | undefined> {
    clearTimeout(this.#timer);
    const worker = (this.#worker ??= this.#start());
    this.#timer = setTimeout(() => void this.close(), this.#timeoutMs);
    this.#check = setInterval(() => void this.#checkBuffers(worker), CHECK_MS);
    worker.postMessage(order, []);
    return new Promise((resolve) => {
      this.#settle = resolve;
    });
  }

  /** The file that is being read is given up. */
  async close(): Promise<void> {
    const worker = this.#worker;
    this.#worker = undefined;
    this.#end(undefined);
    await worker?.terminate();
  }

  #end(text: string | undefined): void {
    clearTimeout(this.#timer);
    clearInterval(this.#check);
    this.#settle?.(text);
    this.#settle = undefined;
  }

  async #checkBuffers(worker: Worker): Promise<void> {
    // A thread that has just ended has none.
    const heap = await worker.getHeapStatistics().catch(() => undefined);
    if (heap && heap.external_memory > MAX_BUFFERS && worker === this.#worker) await this.close();
  }

  #start(): Worker {
    const { WATCH_REPORT_DEPENDENCIES: _, ...env } = process.env;
    // pdf.js tells the console about damaged files, and about a canvas that reading text does not need.
    const options = { env, resourceLimits, stdout: true, stderr: true };
    const worker = new Worker(new URL("./text-worker.ts", import.meta.url), options);
    worker.stdout.resume();
    worker.stderr.resume();
    worker.on("message", (text: string) => {
      if (worker !== this.#worker) return;
      this.#end(text);
      this.#timer = setTimeout(() => void this.close(), IDLE_MS).unref();
    });
    const giveUp = (): void => {
      if (worker === this.#worker) void this.close();
    };
    worker.on("error", giveUp);
    worker.on("exit", giveUp);
    return worker;
  }
}
