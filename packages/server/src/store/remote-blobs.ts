/**
 * Blobs of which some are still on a mail server: whoever reads one waits until it has been brought. A Reader's and a
 * Transactor's blobs are those that are here: no snapshot and no transaction waits for a network.
 */
import type { Id } from "@pismo/jmap";
import type { Readable } from "node:stream";
import { isRemoteBlobId } from "./blob-batch.ts";
import type { BlobFolder } from "./blob-folder.ts";
import type { BlobStore, StoredBlob } from "./blobs.ts";
import { StoreError } from "./errors.ts";
import { findPartial } from "./partial-emails.ts";
import type { Reader } from "./reader.ts";

/** Resolves when the letter is whole, or is gone. @throws Error whose message says why it cannot be had now */
export type BringMessage = (emailId: Id, accountId: Id) => Promise<void>;

type Read = <T>(work: (reader: Reader) => Promise<T>) => Promise<T>;

/** Milliseconds that a reader waits; what is on its way then still comes. */
const PATIENCE = 45_000;

export class RemoteBlobs implements BlobStore {
  readonly folder: BlobFolder;
  readonly #here: BlobStore;
  readonly #read: Read;
  readonly #patience: number;
  readonly #sources = new Map<Id | null, BringMessage>();

  constructor(here: BlobStore, read: Read, patience = PATIENCE) {
    this.folder = here.folder;
    this.#here = here;
    this.#read = read;
    this.#patience = patience;
  }

  serve(accountId: Id | null, bring: BringMessage): () => void {
    this.#sources.set(accountId, bring);
    return () => {
      if (this.#sources.get(accountId) === bring) this.#sources.delete(accountId);
    };
  }

  /** Makes the letter of a blob whole, if there is one that is not. @throws StoreError blobElsewhere */
  async bring(blobId: Id): Promise<void> {
    if (!isRemoteBlobId(blobId)) return;
    const found = await this.#read((reader) => findPartial(reader, blobId));
    if (found) await this.bringLetter(found.emailId, found.accountId);
  }

  /** @throws StoreError blobElsewhere */
  async bringLetter(emailId: Id, accountId: Id): Promise<void> {
    const bring = this.#sources.get(accountId) ?? this.#sources.get(null);
    if (!bring) throw elsewhere("nobody is connected to its server");
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<never>((_, reject) => {
      timer = setTimeout(() => reject(new Error("its server takes too long")), this.#patience);
    });
    try {
      await Promise.race([bring(emailId, accountId), late]);
    } catch (error) {
      if (error instanceof StoreError) throw error;
      throw elsewhere(error instanceof Error ? error.message : String(error));
    } finally {
      clearTimeout(timer);
    }
  }

  async get(blobId: Id): Promise<Uint8Array | undefined> {
    return this.#orBring(blobId, () => this.#here.get(blobId));
  }

  async getRange(blobId: Id, start: number, end: number): Promise<Uint8Array | undefined> {
    return this.#orBring(blobId, () => this.#here.getRange(blobId, start, end));
  }

  async stream(blobId: Id, range?: { start: number; end: number }): Promise<Readable | undefined> {
    return this.#orBring(blobId, () => this.#here.stream(blobId, range));
  }

  async size(blobId: Id): Promise<number | undefined> {
    return this.#orBring(blobId, () => this.#here.size(blobId));
  }

  put(bytes: Uint8Array): Promise<StoredBlob> {
    return this.#here.put(bytes);
  }

  putAll(all: readonly Uint8Array[]): Promise<StoredBlob[]> {
    return this.#here.putAll(all);
  }

  putStream(stream: AsyncIterable<Uint8Array>, limit: number, name?: Id): Promise<StoredBlob> {
    return this.#here.putStream(stream, limit, name);
  }

  list(): AsyncIterable<{ blobId: Id; size: number; putAt: Date }> {
    return this.#here.list();
  }

  removeOlder(blobId: Id, before: Date): Promise<boolean> {
    return this.#here.removeOlder(blobId, before);
  }

  async #orBring<T>(blobId: Id, read: () => Promise<T | undefined>): Promise<T | undefined> {
    const found = await read();
    if (found !== undefined || !isRemoteBlobId(blobId)) return found;
    await this.bring(blobId);
    return read();
  }
}

const elsewhere = (why: string): StoreError =>
  new StoreError("blobElsewhere", `The letter is still on its server, and ${why}`);
