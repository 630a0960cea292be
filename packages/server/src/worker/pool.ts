/** Worker threads that parse messages, so that no message, however large or hostile, blocks the event loop. */
import type { Id } from "@pismo/jmap";
import { headerMembers } from "../mime/headers/header-members.ts";
import { parseBeginning, parseHeaderOnly, parseMessage, type ParsedMessage } from "../mime/parse/parse.ts";
import { tnefToMessage } from "../mime/tnef/to-message.ts";
import { blobIdOf, putBatch } from "../store/blobs/blob-batch.ts";
import type { BlobFolder } from "../store/blobs/blob-folder.ts";
import { StoreError } from "../store/db/errors.ts";
import { type PreparedEmail, prepareEmail } from "../store/mail/prepare-email.ts";
import type { AboutBeginning, Answer, Order, StoredMessage } from "./messages.ts";
import type { AboutFacts, FoundFacts } from "./read-facts.ts";
import { createRoom, type Room } from "./memory-budget.ts";
import { joined, slicesOf } from "./slices.ts";
import type { AboutTried, TriedLetter } from "./try-script.ts";
import { closedError, type SlotOptions, WorkerSlots } from "./worker-slots.ts";

export type { StoredMessage } from "./messages.ts";

export interface MimePool {
  /** Never rejects because of the message: one that cannot be parsed in time results in its header alone. Rejects once closed. */
  parse(bytes: Uint8Array): Promise<ParsedMessage>;
  /** The same, prepared for the store. */
  prepare(bytes: Uint8Array): Promise<PreparedEmail>;
  /** headerMembers: JSON of an object; undefined where it could not be made in time. Rejects once closed. */
  members(header: Uint8Array, properties: readonly string[]): Promise<string | undefined>;
  /**
   * Many messages at once: parsed, prepared for the store and durable as blobs when it resolves, in their order.
   * Those with a pack entry can be read, and are retained, once it is recorded (recordPackEntries).
   * @param blobs undefined: the caller stores them
   * @param names of expected blobs, which become files; default: content addresses
   * @throws StoreError diskFull, unreadable; Error once closed
   */
  parseAndStore(
    messages: readonly Uint8Array[],
    blobs: BlobFolder | undefined,
    names?: readonly Id[],
  ): Promise<StoredMessage[]>;
  /** Beginnings of messages, prepared for the store in their order (parseBeginning). Rejects once closed. */
  begin(beginnings: readonly Beginning[]): Promise<PreparedEmail[]>;
  /** A container (TNEF) as the message that it holds; undefined where it cannot be read, in time. Rejects once closed. */
  unpack(container: Uint8Array): Promise<Uint8Array | undefined>;
  /**
   * What a script does to letters, by their headers: of as many of them as it had time for, and at least of one.
   * undefined: it was too much. Rejects once closed.
   */
  tryScript(
    script: string,
    headers: readonly Uint8Array[],
    about: readonly AboutTried[],
  ): Promise<readonly TriedLetter[] | undefined>;
  /** What a letter says; undefined: it was too much. Rejects once closed. */
  readFacts(bytes: Uint8Array, about: AboutFacts): Promise<FoundFacts | undefined>;
  /** For messages that are read into memory here: limits their octets. */
  readonly room: Room;
  /** Numbers of tasks of the threads. */
  load(): { running: number; waiting: number };
  /** Starts a thread, which takes a third of a second that the first messages should not wait for. */
  warmUp(): void;
  /** Ends the threads; pending messages are rejected. */
  close(): Promise<void>;
}

/** The header of a message and the beginning of its body. */
export interface Beginning extends AboutBeginning {
  bytes: Uint8Array;
}

export interface PoolOptions extends Partial<SlotOptions> {
  /** Octets up to which a message is parsed on this thread: a transfer would take longer. */
  inlineBytes?: number;
}

/** In octets: two messages of common size limits. */
const ROOM = 64_000_000;
class WorkerPool implements MimePool {
  readonly room = createRoom(ROOM);
  readonly #inlineBytes: number;
  readonly #workers: WorkerSlots;

  constructor(size: number, { inlineBytes, ...options }: Required<PoolOptions>) {
    this.#inlineBytes = inlineBytes;
    this.#workers = new WorkerSlots(size, options);
  }

  async parse(bytes: Uint8Array): Promise<ParsedMessage> {
    if (this.#isInline(bytes)) return parseMessage(bytes);
    return this.#inThread(
      { kind: "parse", bytes },
      (answer) => (answer.kind === "parsed" ? answer.parsed : parseHeaderOnly(bytes)),
      () => parseHeaderOnly(bytes),
    );
  }

  async prepare(bytes: Uint8Array): Promise<PreparedEmail> {
    if (this.#isInline(bytes)) return prepareEmail(parseMessage(bytes));
    return this.#inThread(
      { kind: "prepare", bytes },
      (answer) =>
        answer.kind === "prepared" ? (JSON.parse(answer.email) as PreparedEmail) : prepareEmail(parseHeaderOnly(bytes)),
      () => prepareEmail(parseHeaderOnly(bytes)),
    );
  }

  async members(header: Uint8Array, properties: readonly string[]): Promise<string | undefined> {
    if (this.#isInline(header)) return headerMembers(header, properties);
    return this.#inThread(
      { kind: "members", bytes: header, properties },
      (answer) => (answer.kind === "members" ? answer.json : undefined),
      () => undefined,
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

  async tryScript(script: string, headers: readonly Uint8Array[], about: readonly AboutTried[]) {
    if (this.#workers.isClosed) throw closedError();
    return this.#inThread<readonly TriedLetter[] | undefined>(
      { kind: "try", script, about, ...joined(headers) },
      (answer) => (answer.kind === "tried" ? answer.tried : undefined),
      () => undefined,
    );
  }

  async readFacts(bytes: Uint8Array, about: AboutFacts): Promise<FoundFacts | undefined> {
    if (this.#workers.isClosed) throw closedError();
    return this.#inThread<FoundFacts | undefined>(
      { kind: "facts", bytes, about },
      (answer) => (answer.kind === "factsFound" ? answer.found : undefined),
      () => undefined,
    );
  }

  async parseAndStore(
    messages: readonly Uint8Array[],
    blobs: BlobFolder | undefined,
    names?: readonly Id[],
  ): Promise<StoredMessage[]> {
    let at = 0;
    const slices = slicesOf(messages).map((slice) => {
      const from = at;
      at += slice.length;
      return this.#parseAndStoreSlice(slice, blobs, names?.slice(from, at));
    });
    return (await Promise.all(slices)).flat();
  }

  begin(beginnings: readonly Beginning[]): Promise<PreparedEmail[]> {
    const { octets, ends } = joined(beginnings.map(({ bytes }) => bytes));
    const about = JSON.stringify(beginnings.map(({ described, isArrival }) => ({ described, isArrival })));
    return new Promise((resolve, reject) => {
      this.#workers.run({
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

  load(): { running: number; waiting: number } {
    return this.#workers.load;
  }

  warmUp(): void {
    this.#workers.warmUp();
  }

  close(): Promise<void> {
    return this.#workers.close();
  }

  #parseAndStoreSlice(
    slice: readonly Uint8Array[],
    blobs: BlobFolder | undefined,
    names: readonly Id[] | undefined,
  ): Promise<StoredMessage[]> {
    const { octets, ends } = joined(slice);
    return new Promise((resolve, reject) => {
      this.#workers.run({
        order: { kind: "parseAndStore", octets, ends, blobs, names },
        settle(answer) {
          if (answer.kind === "stored") resolve(answer.messages);
          else reject(answer.kind === "failed" ? new StoreError(answer.code, answer.message) : closedError());
        },
        giveUp: () => {
          this.#oneByOne(slice, blobs, names).then(resolve, reject);
        },
        reject,
      });
    });
  }

  /** One of them was too much for a worker: each is parsed by itself, so that the others are not affected. */
  async #oneByOne(
    slice: readonly Uint8Array[],
    blobs: BlobFolder | undefined,
    names: readonly Id[] | undefined,
  ): Promise<StoredMessage[]> {
    const blobIds = blobs ? putBatch(blobs, slice, names) : slice.map((bytes, at) => names?.[at] ?? blobIdOf(bytes));
    const messages: StoredMessage[] = [];
    for (const [index, bytes] of slice.entries()) {
      messages.push({ blobId: blobIds[index]!, prepared: await this.prepare(bytes) });
    }
    return messages;
  }

  /** One of them was too much: it is retried alone, and results in its header if it fails again. */
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

  /** A transfer of small tasks would take longer. @throws Error once closed */
  #isInline(bytes: Uint8Array): boolean {
    if (this.#workers.isClosed) throw closedError();
    return bytes.length <= this.#inlineBytes;
  }

  /** @param otherwise where the worker hung or crashed */
  #inThread<T>(order: Order, read: (answer: Answer) => T, otherwise: () => T): Promise<T> {
    return new Promise((resolve, reject) => {
      this.#workers.run({
        order,
        settle: (answer) => resolve(read(answer)),
        giveUp: () => resolve(otherwise()),
        reject,
      });
    });
  }
}

/** The result for an unparsable message: its header only. */
const headerAlone = (bytes: Uint8Array): Uint8Array => {
  const end = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).indexOf("\r\n\r\n");
  return bytes.subarray(0, end < 0 ? 16_384 : end + 4);
};

/** @param size maximum number of threads; they start when there is work */
export function createMimePool(size: number, options: PoolOptions = {}): MimePool {
  return new WorkerPool(size, { timeoutMs: 30_000, inlineBytes: 8 * 1024, idleMs: Infinity, ...options });
}
