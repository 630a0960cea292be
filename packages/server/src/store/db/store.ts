/** The store: snapshots to read, one transaction at a time to write, blobs, and a notification of every commit. */
import type { Id } from "@pismo/jmap";
import { AsyncLocalStorage } from "node:async_hooks";
import type { Logger } from "../../log.ts";
import type { Role } from "../../roles.ts";
import type { BlobStore } from "../blobs/blobs.ts";
import type { Membership } from "../cluster/membership.ts";
import { memoryFolder, prepareFolder } from "./data-dir.ts";
import type { CommitWatch, Engine, SqlConnection, TransactionOptions } from "./engine.ts";
import { Failures } from "./failures.ts";
import type { LockName, Release } from "./lock.ts";
import type { OpenedDatabase } from "./opened-database.ts";
import { StoreError } from "./errors.ts";
import type { LongQueries } from "../query/long/long-queries.ts";
import type { Reader, Transactor } from "./reader.ts";
import { findPartial } from "../mail/partial-emails.ts";
import { watchedBlobs } from "../blobs/watched-blobs.ts";
import { type HydrateEmail, Hydration, RemoteBlobs } from "../blobs/remote-blobs.ts";
import type { S3Settings } from "../s3/objects.ts";
import { withReader } from "./snapshot.ts";
import { openSqlite } from "../sqlite/open.ts";
import { Transaction } from "./transaction.ts";

export { lockDataDir } from "./data-dir.ts";
export type { Release } from "./lock.ts";
export { StoreError } from "./errors.ts";
export type { HydrateEmail } from "../blobs/remote-blobs.ts";
export type { TransactionOptions } from "./engine.ts";
export type { Reader, Transactor } from "./reader.ts";

export interface Store {
  /** Reads a snapshot taken at the call; writers never block it. */
  read<T>(work: (reader: Reader) => Promise<T>): Promise<T>;
  /** The same for `work` of one statement: on PostgreSQL a third of the round trips. @throws Error there are more */
  readOnce<T>(work: (reader: Reader) => Promise<T>): Promise<T>;
  /**
   * One transaction at a time, or one of each account (options.accountId); durable when it resolves, rolled back when
   * `work` throws. Not inside another write.
   */
  write<T>(work: (tx: Transactor) => Promise<T>, options?: TransactionOptions): Promise<T>;
  /** Those that are here. */
  readonly blobs: BlobStore;
  /** The same for an account: reading one that is still on its mail server waits for the fetch. @throws StoreError blobElsewhere */
  blobsOf(accountId: Id): BlobStore;
  /** Hydrates an Email that is partial. @throws StoreError blobElsewhere */
  readonly hydrateEmail: HydrateEmail;
  /**
   * Registers the function that hydrates an account's Emails: its bridge. Returns a function that removes it.
   * @param accountId null: all accounts without a function of their own
   */
  serveMessages(accountId: Id | null, hydrate: HydrateEmail): () => void;
  /** Runs queries that would block all others (isLong). */
  readonly longQueries: LongQueries;
  /** What has failed since the start, in this process. */
  readonly failures: Failures;
  /** Every blob that was put later was put for this database. */
  readonly openedAt: Date;
  /** A number that changes with every commit, of any process; undefined where commits of others are heard of later. */
  version(): number | undefined;
  /** A lock of all processes; one that dies holds none. undefined: another holds it. */
  tryLock(name: LockName): Promise<Release | undefined>;
  /** Waits for a lock of all processes on the account, for what a transaction cannot hold: a request to another server. */
  lockAccount(accountId: Id): Promise<Release>;
  /** Makes this process known as a server, until it leaves, dies or closes the store. */
  join(roles: readonly Role[]): Promise<Membership>;
  /** Called after every commit that changed accounts, of any process. Returns a function that removes the listener. */
  onCommit(listener: CommitListener): () => void;
  /** Notifies of another thread's commits at once, instead of at the next poll. */
  checkForCommits(): void;
  close(): Promise<void>;
}

export type CommitListener = (accountIds: ReadonlySet<Id>) => void;

/** `memory`: a store in a temporary folder, the same engine without syncing, removed when closed. */
export type StoreOptions = (
  | {
      dataDir: string;
      /** A lost database is created: the caller makes Emails of the messages again. */
      mayBeLost?: boolean;
    }
  | { memory: true }
) & {
  /** postgres://… All lies there, and nothing in the data directory. Left out: SQLite. */
  databaseUrl?: string | undefined;
  /** Its direct address, where databaseUrl is that of a pooler, which keeps no LISTEN. */
  listenUrl?: string | undefined;
} & S3Settings;

/** @throws StoreError newerVersion, corrupt, unreadable, diskFull, busy, databaseMissing */
export async function openStore(options: StoreOptions, log: Logger): Promise<Store> {
  const { databaseUrl } = options;
  if (databaseUrl !== undefined) return new DatabaseStore(await openShared({ ...options, databaseUrl }, log), log);
  const isMemory = "memory" in options;
  const folder = isMemory ? await memoryFolder() : { dataDir: options.dataDir, remove: async () => {} };
  try {
    await prepareFolder(folder.dataDir);
    const mayBeLost = isMemory || options.mayBeLost === true;
    const database = await openSqlite({ dataDir: folder.dataDir, durable: !isMemory, mayBeLost }, log);
    const close = async () => {
      await database.close();
      await folder.remove();
    };
    return new DatabaseStore({ ...database, close }, log);
  } catch (error) {
    await folder.remove();
    throw error;
  }
}

type SharedOptions = S3Settings & { databaseUrl: string; listenUrl?: string | undefined };

async function openShared(options: SharedOptions, log: Logger): Promise<OpenedDatabase> {
  const { databaseUrl, listenUrl = databaseUrl, blobs, ...keys } = options;
  // The clients of Amazon and of PostgreSQL are loaded where they are used alone.
  const objects = blobs && (await (await import("../s3/objects.ts")).openS3(blobs, keys));
  try {
    const { openPostgres } = await import("../postgres/open.ts");
    const database = await openPostgres({ url: databaseUrl, listenUrl }, log, objects);
    const close = async () => {
      await database.close();
      objects?.close();
    };
    return { ...database, close };
  } catch (error) {
    objects?.close();
    throw error;
  }
}

class DatabaseStore implements Store {
  readonly blobs: BlobStore;
  readonly #hydration = new Hydration();
  readonly longQueries: LongQueries;
  readonly openedAt = new Date();
  readonly failures = new Failures();
  readonly #engine: Engine;
  readonly #log: Logger;
  readonly #database: OpenedDatabase;
  readonly #listeners = new Set<CommitListener>();
  readonly #memberships: Membership[] = [];
  readonly #watch: CommitWatch;
  readonly #running = new AsyncLocalStorage<Transaction>();
  #isClosed = false;

  constructor(database: OpenedDatabase, log: Logger) {
    const { engine } = database;
    this.blobs = watchedBlobs(database.blobs, this.failures);
    this.#database = database;
    this.#engine = engine;
    this.longQueries = database.longQueries;
    this.#log = log;
    this.#watch = engine.watchCommits((accountIds) => this.#notify(accountIds));
  }

  async read<T>(work: (reader: Reader) => Promise<T>): Promise<T> {
    this.#assertOpen();
    return this.failures.watch("database", () =>
      this.#engine.snapshot((connection) => withReader(connection, this.blobs, work)),
    );
  }

  async readOnce<T>(work: (reader: Reader) => Promise<T>): Promise<T> {
    this.#assertOpen();
    return this.failures.watch("database", () =>
      this.#engine.single((connection) => withReader(connection, this.blobs, work)),
    );
  }

  async write<T>(work: (tx: Transactor) => Promise<T>, options: TransactionOptions = {}): Promise<T> {
    this.#assertOpen();
    if (this.#running.getStore()?.isOpen) {
      throw new Error("write() inside write() would wait for itself: pass the Transactor on");
    }
    const touched = new Set<Id>();
    const run = async (connection: SqlConnection): Promise<T> => {
      const tx = new Transaction(connection, this.blobs, options.accountId);
      try {
        const done = await this.#running.run(tx, () => work(tx));
        await tx.finish();
        for (const accountId of tx.touched) touched.add(accountId);
        return done;
      } finally {
        tx.end();
      }
    };
    const result = await this.failures.watch("database", () => this.#engine.transaction(run, options));
    if (touched.size > 0) {
      this.#watch.noteOwn(touched);
      this.#notify(touched);
    }
    return result;
  }

  blobsOf(accountId: Id): BlobStore {
    return new RemoteBlobs(this.blobs, async (blobId) => {
      const emailId = await this.read((reader) => findPartial(reader, accountId, blobId));
      if (emailId !== undefined) await this.hydrateEmail(emailId, accountId);
    });
  }

  hydrateEmail(emailId: Id, accountId: Id): Promise<void> {
    return this.#hydration.hydrate(emailId, accountId);
  }

  serveMessages(accountId: Id | null, hydrate: HydrateEmail): () => void {
    return this.#hydration.serve(accountId, hydrate);
  }

  version(): number | undefined {
    this.#assertOpen();
    return this.#engine.version();
  }

  tryLock(name: LockName): Promise<Release | undefined> {
    this.#assertOpen();
    return this.#database.tryLock(name);
  }

  async join(roles: readonly Role[]): Promise<Membership> {
    this.#assertOpen();
    const membership = await this.#database.join(roles);
    this.#memberships.push(membership);
    return membership;
  }

  lockAccount(accountId: Id): Promise<Release> {
    this.#assertOpen();
    return this.#database.lockAccount(accountId);
  }

  onCommit(listener: CommitListener): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  checkForCommits(): void {
    if (!this.#isClosed) this.#watch.check();
  }

  async close(): Promise<void> {
    if (this.#isClosed) return;
    this.#isClosed = true;
    this.#watch.stop();
    await Promise.all(this.#memberships.map((membership) => membership.leave()));
    await this.longQueries.close();
    await this.#engine.close();
    await this.#database.close();
  }

  #notify(accountIds: ReadonlySet<Id>): void {
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
