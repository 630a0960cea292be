/** The store: snapshots to read, one transaction at a time to write, blobs beside, and word of every commit. */
import type { Id } from "@pismo/jmap";
import { AsyncLocalStorage } from "node:async_hooks";
import { setTimeout as sleep } from "node:timers/promises";
import type { Logger } from "../log.ts";
import { type BlobStore, openBlobs } from "./blobs.ts";
import { type CommitWatch, watchCommits } from "./commit-watch.ts";
import { databaseFile, memoryFolder, prepareFolder } from "./data-dir.ts";
import { StoreError } from "./errors.ts";
import { type LongReads, startLongReads } from "./long-reads.ts";
import { migrate } from "./migrate.ts";
import { packIndex } from "./packed-blobs.ts";
import type { Reader, Transactor } from "./reader.ts";
import { type BringMessage, RemoteBlobs } from "./remote-blobs.ts";
import { readSnapshot } from "./snapshot.ts";
import { Connection, isBusy } from "./sqlite/connection.ts";
import { ReadPool } from "./sqlite/read-pool.ts";
import { Transaction } from "./transaction.ts";

export { lockDataDir, type Release } from "./data-dir.ts";
export { StoreError } from "./errors.ts";
export type { BringMessage } from "./remote-blobs.ts";
export type { Reader, Transactor } from "./reader.ts";

export interface Store {
  /** A snapshot of the moment of the call; no writer holds it up. */
  read<T>(work: (reader: Reader) => Promise<T>): Promise<T>;
  /** One transaction at a time, durable when it resolves, rolled back when `work` throws. Not inside another write. */
  write<T>(work: (tx: Transactor) => Promise<T>, options?: WriteOptions): Promise<T>;
  /** Also those that are still on a mail server: who reads one waits for it. @throws StoreError blobElsewhere */
  readonly blobs: BlobStore;
  /** Makes the letter of a blob whole, if there is one that is not. @throws StoreError blobElsewhere */
  bringMessage(blobId: Id): Promise<void>;
  /** The same for a letter that is known by its own id. */
  readonly bringLetter: BringMessage;
  /**
   * Who brings the messages of an account's letters that are not here yet: its bridge. Returns the way to stop it.
   * @param accountId null: of all accounts that nobody else serves
   */
  serveMessages(accountId: Id | null, bring: BringMessage): () => void;
  /** For queries that would hold up everybody else (isLong). */
  readonly longReads: LongReads;
  /** Another number as soon as anything has been committed, here or by another process. */
  version(): number;
  /** Called after every commit that changed accounts, also of other processes. Returns the way to stop it. */
  onCommit(listener: CommitListener): () => void;
  /** For who knows that another thread has committed: its commits are told at once, and not at the next look. */
  lookForCommits(): void;
  close(): Promise<void>;
}

export interface WriteOptions {
  /**
   * Only for what would be done again by itself, such as letters that their server still has: the commit does not wait for
   * the disk. A power failure may take away the last of these; never one before another that stays.
   */
  isRepeatable?: boolean;
}

export type CommitListener = (accountIds: ReadonlySet<Id>) => void;

/** `memory`: a store of its own in a temporary folder, the same engine without syncing, gone when closed. */
export type StoreOptions = { dataDir: string } | { memory: true };

/** How long a write waits for another process's transaction. */
const WRITE_WAIT_MS = 60_000;

/** @throws StoreError newerVersion, corrupt, unreadable, diskFull, busy */
export async function openStore(options: StoreOptions, log: Logger): Promise<Store> {
  const isMemory = "memory" in options;
  const folder = isMemory ? await memoryFolder() : { dataDir: options.dataDir, remove: async () => {} };
  await prepareFolder(folder.dataDir);
  const connect = (readOnly: boolean) =>
    new Connection({ file: databaseFile(folder.dataDir), readOnly, durable: !isMemory });
  const writer = connect(false);
  try {
    migrate(writer);
    writer.waitForNobody();
    const packs = packIndex(() => connect(true));
    const blobs = await openBlobs(`${folder.dataDir}/blobs`, !isMemory, packs);
    const readers = new ReadPool(() => connect(true));
    const longReads = startLongReads({ dataDir: folder.dataDir, durable: !isMemory });
    const removeFolder = async () => {
      packs.close();
      await folder.remove();
    };
    return new SqliteStore(writer, connect(true), readers, longReads, blobs, log, removeFolder);
  } catch (error) {
    writer.close();
    await folder.remove();
    throw error;
  }
}

class SqliteStore implements Store {
  readonly blobs: RemoteBlobs;
  readonly #blobsHere: BlobStore;
  readonly longReads: LongReads;
  readonly #writer: Connection;
  /** Commits nothing, so that every commit is another's to it. */
  readonly #witness: Connection;
  readonly #readers: ReadPool;
  readonly #log: Logger;
  readonly #removeFolder: () => Promise<void>;
  readonly #listeners = new Set<CommitListener>();
  readonly #watch: CommitWatch;
  readonly #running = new AsyncLocalStorage<Transaction>();
  #lastWrite: Promise<unknown> = Promise.resolve();
  #isClosed = false;

  constructor(
    writer: Connection,
    witness: Connection,
    readers: ReadPool,
    longReads: LongReads,
    blobs: BlobStore,
    log: Logger,
    removeFolder: () => Promise<void>,
  ) {
    this.#writer = writer;
    this.#witness = witness;
    this.#readers = readers;
    this.longReads = longReads;
    this.#blobsHere = blobs;
    this.blobs = new RemoteBlobs(blobs, (work) => this.read(work));
    this.#log = log;
    this.#removeFolder = removeFolder;
    this.#watch = watchCommits(writer, (accountIds) => this.#tell(accountIds));
  }

  async read<T>(work: (reader: Reader) => Promise<T>): Promise<T> {
    this.#assertOpen();
    return this.#readers.use((connection) => readSnapshot(connection, this.#blobsHere, work));
  }

  write<T>(work: (tx: Transactor) => Promise<T>, { isRepeatable = false }: WriteOptions = {}): Promise<T> {
    this.#assertOpen();
    if (this.#running.getStore()?.isOpen) {
      throw new Error("write() inside write() would wait for itself: pass the Transactor on");
    }
    const turn = this.#lastWrite.then(() =>
      isRepeatable ? this.#writer.withoutSync(() => this.#transaction(work)) : this.#transaction(work),
    );
    this.#lastWrite = turn.catch(() => {});
    return turn;
  }

  bringMessage(blobId: Id): Promise<void> {
    return this.blobs.bring(blobId);
  }

  bringLetter(emailId: Id, accountId: Id): Promise<void> {
    return this.blobs.bringLetter(emailId, accountId);
  }

  serveMessages(accountId: Id | null, bring: BringMessage): () => void {
    return this.blobs.serve(accountId, bring);
  }

  version(): number {
    this.#assertOpen();
    return this.#witness.dataVersion();
  }

  onCommit(listener: CommitListener): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  lookForCommits(): void {
    if (!this.#isClosed) this.#watch.look();
  }

  async close(): Promise<void> {
    if (this.#isClosed) return;
    this.#isClosed = true;
    this.#watch.stop();
    await this.#lastWrite;
    await this.longReads.close();
    await this.#readers.close();
    this.#witness.close();
    this.#writer.close();
    await this.#removeFolder();
  }

  async #transaction<T>(work: (tx: Transactor) => Promise<T>): Promise<T> {
    await this.#begin();
    const tx = new Transaction(this.#writer, this.#blobsHere);
    let result: T;
    try {
      result = await this.#running.run(tx, () => work(tx));
      await tx.finish();
      this.#writer.exec("commit");
    } catch (error) {
      tx.end();
      this.#rollback();
      throw error;
    }
    if (tx.touched.size > 0) {
      this.#watch.noteOwn(tx.touched);
      this.#tell(tx.touched);
    }
    return result;
  }

  /** Asks again and again instead of SQLite's own wait, which would stop the event loop. */
  async #begin(): Promise<void> {
    const until = Date.now() + WRITE_WAIT_MS;
    for (let pause = 1; ; pause = Math.min(pause * 2, 25)) {
      try {
        this.#writer.exec("begin immediate");
        return;
      } catch (error) {
        if (!isBusy(error) || Date.now() > until) throw error;
        await sleep(pause);
      }
    }
  }

  #rollback(): void {
    try {
      this.#writer.exec("rollback");
    } catch (error) {
      // SQLite has rolled back by itself where the disk was full; the first error is the one to tell.
      this.#log.debug("rollback", { error });
    }
  }

  #tell(accountIds: ReadonlySet<Id>): void {
    for (const listener of this.#listeners) {
      try {
        listener(accountIds);
      } catch (error) {
        this.#log.error("a listener to commits failed", { error });
      }
    }
  }

  #assertOpen(): void {
    if (this.#isClosed) throw new StoreError("closed", "The store is closed");
  }
}
