/**
 * Blobs of which some are still on a mail server: reading one fetches it first. A Reader's and a Transactor's blobs are
 * the local ones alone: no snapshot and no transaction waits for a network.
 */
import type { Id } from "@pismo/jmap";
import type { Readable } from "node:stream";
import { isRemoteBlobId, type PutBlob } from "./blob-batch.ts";
import type { BlobFolder } from "./blob-folder.ts";
import type { PackStore } from "./pack-store.ts";
import type { BlobStore, StoredBlob } from "./blobs.ts";
import { StoreError } from "../db/errors.ts";

/** Resolves when the Email has its message, or was destroyed. @throws Error whose message says why it has none now */
export type HydrateEmail = (emailId: Id, accountId: Id) => Promise<void>;

/** How long a reader waits. A fetch under way goes on after that. */
const TIMEOUT_MS = 45_000;

/** Who fetches the messages of which accounts. */
export class Hydration {
  readonly #timeoutMs: number;
  readonly #sources = new Map<Id | null, HydrateEmail>();

  constructor(timeoutMs = TIMEOUT_MS) {
    this.#timeoutMs = timeoutMs;
  }

  serve(accountId: Id | null, hydrate: HydrateEmail): () => void {
    this.#sources.set(accountId, hydrate);
    return () => {
      if (this.#sources.get(accountId) === hydrate) this.#sources.delete(accountId);
    };
  }

  /** @throws StoreError blobElsewhere */
  async hydrate(emailId: Id, accountId: Id): Promise<void> {
    const hydrate = this.#sources.get(accountId) ?? this.#sources.get(null);
    if (!hydrate) throw elsewhere("nobody is connected to its server");
    let timer: NodeJS.Timeout | undefined;
    const timeout = new Promise<never>((_, reject) => {
      timer = setTimeout(() => reject(new Error("its server takes too long")), this.#timeoutMs);
    });
    try {
      await Promise.race([hydrate(emailId, accountId), timeout]);
    } catch (error) {
      if (error instanceof StoreError) throw error;
      throw elsewhere(error instanceof Error ? error.message : String(error));
    } finally {
      clearTimeout(timer);
    }
  }
}

/** The blobs of an account. */
export class RemoteBlobs implements BlobStore {
  readonly folder: BlobFolder | undefined;
  readonly packs: PackStore;
  readonly #here: BlobStore;
  readonly #hydrateBlob: (blobId: Id) => Promise<void>;

  /** @param hydrateBlob fetches a message with a reserved name, where there is one @throws StoreError blobElsewhere */
  constructor(here: BlobStore, hydrateBlob: (blobId: Id) => Promise<void>) {
    this.folder = here.folder;
    this.packs = here.packs;
    this.#here = here;
    this.#hydrateBlob = hydrateBlob;
  }

  async get(blobId: Id): Promise<Uint8Array | undefined> {
    return this.#orHydrate(blobId, () => this.#here.get(blobId));
  }

  async getRange(blobId: Id, start: number, end: number): Promise<Uint8Array | undefined> {
    return this.#orHydrate(blobId, () => this.#here.getRange(blobId, start, end));
  }

  async stream(blobId: Id, range?: { start: number; end: number }): Promise<Readable | undefined> {
    return this.#orHydrate(blobId, () => this.#here.stream(blobId, range));
  }

  async size(blobId: Id): Promise<number | undefined> {
    return this.#orHydrate(blobId, () => this.#here.size(blobId));
  }

  put(bytes: Uint8Array): Promise<StoredBlob> {
    return this.#here.put(bytes);
  }

  putAll(all: readonly Uint8Array[], names?: readonly Id[]): Promise<StoredBlob[]> {
    return this.#here.putAll(all, names);
  }

  putBatch(all: readonly Uint8Array[]): Promise<PutBlob[]> {
    return this.#here.putBatch(all);
  }

  putStream(stream: AsyncIterable<Uint8Array>, limit: number, name?: Id): Promise<StoredBlob> {
    return this.#here.putStream(stream, limit, name);
  }

  list(): AsyncIterable<{ blobId: Id; size: number; putAt: Date }> {
    return this.#here.list();
  }

  removeOlder(blobId: Id, before: Date): Promise<"removed" | "recent" | "absent"> {
    return this.#here.removeOlder(blobId, before);
  }

  remove(blobId: Id): Promise<void> {
    return this.#here.remove(blobId);
  }

  async #orHydrate<T>(blobId: Id, read: () => Promise<T | undefined>): Promise<T | undefined> {
    const found = await read();
    if (found !== undefined || !isRemoteBlobId(blobId)) return found;
    await this.#hydrateBlob(blobId);
    return read();
  }
}

const elsewhere = (why: string): StoreError =>
  new StoreError("blobElsewhere", `The letter is still on its server, and ${why}`);
