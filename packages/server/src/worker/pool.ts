/** Worker threads that parse messages, so that no letter, however large or hostile, holds up the event loop. */
import type { Id } from "@pismo/jmap";
import { Worker } from "node:worker_threads";
import { beginsLikePicture, type CleanPicture, cleanPicture, type PictureFault } from "@pismo/jmap/pictures";
import { parseBeginning, parseHeaderOnly, parseMessage, type ParsedMessage } from "../mime/parse.ts";
import { tnefToMessage } from "../mime/tnef/to-message.ts";
import { unfitPictures } from "../mime/unfit-pictures.ts";
import { putBatch } from "../store/blob-batch.ts";
import type { BlobFolder } from "../store/blob-folder.ts";
import { StoreError } from "../store/errors.ts";
import { type PreparedEmail, prepareEmail } from "../store/prepare-email.ts";
import type { AboutBeginning, Answer, Order, TakenIn } from "./messages.ts";
import { joined, slicesOf } from "./slices.ts";

export type { TakenIn } from "./messages.ts";

export interface MimePool {
  /** Never rejects because of the message: one that cannot be parsed in time gives its header alone. Rejects once closed. */
  parse(bytes: Uint8Array): Promise<ParsedMessage>;
  /**
   * Many messages at once: parsed, made ready for the store and durable as blobs when it resolves, in their order.
   * Those that have a place lie in a pack; they can be read, and stay, once it is recorded (recordPlaces).
   * @param names of blobs that were expected, which become files; left out: content addresses
   * @throws StoreError diskFull, unreadable; Error once closed
   */
  takeIn(messages: readonly Uint8Array[], blobs: BlobFolder, names?: readonly Id[]): Promise<TakenIn[]>;
  /** Beginnings of messages, made ready for the store in their order (parseBeginning). Rejects once closed. */
  begin(beginnings: readonly Beginning[]): Promise<PreparedEmail[]>;
  /** A container (TNEF) as the message that it holds; undefined where it cannot be read, in time. Rejects once closed. */
  unpack(container: Uint8Array): Promise<Uint8Array | undefined>;
  /** A file that is to be sent, as `cleanPicture` has it. Rejects once closed. */
  clean(file: Uint8Array): Promise<CleanPicture | PictureFault | undefined>;
  /** The pictures of a message that may not go out as they are (unfitPictures). Rejects once closed. */
  findUnfit(message: Uint8Array): Promise<string[]>;
  /** Starts a thread, which takes a third of a second that the first letters should not have to wait. */
  warmUp(): void;
  /** Ends the threads; what has not been parsed yet is rejected. */
  close(): Promise<void>;
}

/** The header of a message and some of what follows. */
export interface Beginning extends AboutBeginning {
  bytes: Uint8Array;
}

export interface PoolOptions {
  /** Milliseconds after which a worker is given up. An honest message of 50 MB takes about a second. */
  timeLimit?: number;
  /** Octets up to which a message is parsed at once: handing it over would take longer. */
  inlineSize?: number;
  /** Milliseconds after which a worker ends that has nothing to do; Infinity: it stays. */
  staysFor?: number;
}

/**
 * What a letter leaves behind is collected early: else every thread grows to the machine's size before it tidies up. A letter
 * that wants more than any should ends its thread, not the process, and gives its header.
 */
const resourceLimits = { maxYoungGenerationSizeMb: 24, maxOldGenerationSizeMb: 768 };

interface Task {
  order: Order;
  settle(answer: Answer): void;
  /** The worker hung or died. */
  giveUp(): void;
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
    if (this.#isInline(bytes)) return parseMessage(bytes);
    return this.#inThread(
      { kind: "parse", bytes },
      (answer) => (answer.kind === "parsed" ? answer.parsed : parseHeaderOnly(bytes)),
      () => parseHeaderOnly(bytes),
    );
  }

  async unpack(bytes: Uint8Array): Promise<Uint8Array | undefined> {
    if (this.#isInline(bytes)) return tnefToMessage(bytes);
    return this.#inThread(
      { kind: "unpack", bytes },
      (answer) => (answer.kind === "unpacked" ? answer.message : undefined),
      () => undefined,
    );
  }

  async clean(bytes: Uint8Array): Promise<CleanPicture | PictureFault | undefined> {
    const isInline = this.#isInline(bytes);
    if (!beginsLikePicture(bytes)) return undefined;
    if (isInline) return cleanPicture(bytes);
    return this.#inThread(
      { kind: "clean", bytes },
      (answer) => (answer.kind === "cleaned" ? answer.picture : "damaged"),
      () => "damaged",
    );
  }

  async findUnfit(bytes: Uint8Array): Promise<string[]> {
    if (this.#isInline(bytes)) return unfitPictures(bytes);
    return this.#inThread(
      { kind: "findUnfit", bytes },
      (answer) => (answer.kind === "unfit" ? answer.names : []),
      // What cannot be looked through does not go out.
      () => ["?"],
    );
  }

  async takeIn(messages: readonly Uint8Array[], blobs: BlobFolder, names?: readonly Id[]): Promise<TakenIn[]> {
    let at = 0;
    const slices = slicesOf(messages).map((slice) => {
      const from = at;
      at += slice.length;
      return this.#takeInSlice(slice, blobs, names?.slice(from, at));
    });
    return (await Promise.all(slices)).flat();
  }

  begin(beginnings: readonly Beginning[]): Promise<PreparedEmail[]> {
    const { octets, ends } = joined(beginnings.map(({ bytes }) => bytes));
    const about = JSON.stringify(beginnings.map(({ described, isArrival }) => ({ described, isArrival })));
    return new Promise((resolve, reject) => {
      this.#run({
        order: { kind: "begin", octets, ends, about },
        settle: (answer) =>
          answer.kind === "begun" ? resolve(JSON.parse(answer.emails) as PreparedEmail[]) : reject(closedError()),
        giveUp: () => {
          this.#beginOneByOne(beginnings).then(resolve, reject);
        },
        reject,
      });
    });
  }

  warmUp(): void {
    if (!this.#isClosed && this.#seats.length === 0) this.#open();
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    const seats = this.#seats.splice(0);
    for (const { timer } of seats) clearTimeout(timer);
    for (const task of [...seats.map((seat) => seat.task), ...this.#waiting.splice(0)]) task?.reject(closedError());
    await Promise.all(seats.map(({ worker }) => worker.terminate()));
  }

  #takeInSlice(slice: readonly Uint8Array[], blobs: BlobFolder, names: readonly Id[] | undefined): Promise<TakenIn[]> {
    const { octets, ends } = joined(slice);
    return new Promise((resolve, reject) => {
      this.#run({
        order: { kind: "takeIn", octets, ends, blobs, names },
        settle(answer) {
          if (answer.kind === "takenIn") resolve(answer.messages);
          else reject(answer.kind === "failed" ? new StoreError(answer.code, answer.message) : closedError());
        },
        giveUp: () => {
          this.#oneByOne(slice, blobs, names).then(resolve, reject);
        },
        reject,
      });
    });
  }

  /** One of them was too much for a worker: each is parsed by itself, so that the others do not suffer. */
  async #oneByOne(
    slice: readonly Uint8Array[],
    blobs: BlobFolder,
    names: readonly Id[] | undefined,
  ): Promise<TakenIn[]> {
    const blobIds = putBatch(blobs, slice, names);
    const messages: TakenIn[] = [];
    for (const [index, bytes] of slice.entries()) {
      messages.push({ blobId: blobIds[index]!, prepared: prepareEmail(await this.parse(bytes)) });
    }
    return messages;
  }

  /** One of them was too much: it is tried alone, and gives its header when it is too much for that as well. */
  async #beginOneByOne(beginnings: readonly Beginning[]): Promise<PreparedEmail[]> {
    const emails: PreparedEmail[] = [];
    for (const each of beginnings) {
      const [email] =
        beginnings.length > 1
          ? await this.begin([each])
          : [prepareEmail(parseBeginning(headerAlone(each.bytes), each.described, false))];
      emails.push(email!);
    }
    return emails;
  }

  /** Handing over what is small would take longer. @throws Error once closed */
  #isInline(bytes: Uint8Array): boolean {
    if (this.#isClosed) throw closedError();
    return bytes.length <= this.#options.inlineSize;
  }

  /** @param otherwise where the worker hung or died */
  #inThread<T>(order: Order, read: (answer: Answer) => T, otherwise: () => T): Promise<T> {
    return new Promise((resolve, reject) => {
      this.#run({ order, settle: (answer) => resolve(read(answer)), giveUp: () => resolve(otherwise()), reject });
    });
  }

  #run(task: Task): void {
    if (this.#isClosed) return task.reject(closedError());
    this.#waiting.push(task);
    return this.#next();
  }

  #next(): void {
    if (this.#waiting.length === 0) return;
    const idle = this.#seats.find(({ task }) => !task) ?? (this.#seats.length < this.#size ? this.#open() : undefined);
    const task = idle && this.#waiting.shift();
    if (!task) return;
    idle.task = task;
    clearTimeout(idle.timer);
    idle.worker.ref();
    idle.timer = setTimeout(() => this.#giveUp(idle), this.#options.timeLimit);
    const { order } = task;
    idle.worker.postMessage(order, "octets" in order ? [order.octets.buffer as ArrayBuffer] : []);
  }

  #open(): Seat {
    // Under `node --watch` threads tell what they import, and it would arrive here as if it were an answer.
    const { WATCH_REPORT_DEPENDENCIES: _, ...env } = process.env;
    const worker = new Worker(new URL("./mime-worker.ts", import.meta.url), { env, resourceLimits });
    // An idle pool does not keep a process alive
    worker.unref();
    const seat: Seat = { worker, task: undefined, timer: undefined };
    worker.on("message", (answer: Answer) => this.#settle(seat, answer));
    worker.on("error", () => this.#giveUp(seat));
    worker.on("exit", () => this.#giveUp(seat));
    this.#seats.push(seat);
    return seat;
  }

  #settle(seat: Seat, answer: Answer): void {
    const { task } = seat;
    clearTimeout(seat.timer);
    seat.task = undefined;
    seat.worker.unref();
    task?.settle(answer);
    this.#next();
    const { staysFor } = this.#options;
    if (seat.task || staysFor === Infinity) return;
    seat.timer = setTimeout(() => this.#giveUp(seat), staysFor);
    seat.timer.unref();
  }

  /** The worker hangs or died: another takes its seat. */
  #giveUp(seat: Seat): void {
    const at = this.#seats.indexOf(seat);
    if (at < 0) return;
    this.#seats.splice(at, 1);
    clearTimeout(seat.timer);
    void seat.worker.terminate();
    seat.task?.giveUp();
    this.#next();
  }
}

/** Of what could not be parsed: no more than a header has. */
const headerAlone = (bytes: Uint8Array): Uint8Array => {
  const end = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).indexOf("\r\n\r\n");
  return bytes.subarray(0, end < 0 ? 16_384 : end + 4);
};

/** @param size worker threads at most; they start when there is work */
export function createMimePool(size: number, options: PoolOptions = {}): MimePool {
  return new WorkerPool(size, { timeLimit: 30_000, inlineSize: 8 * 1024, staysFor: Infinity, ...options });
}
