/**
 * Message bytes and uploads: content-addressed files that never change, or pieces of packs (packed-blobs.ts).
 * A blob stands under its name only once its content is on the disk, and put() returns only once its name is, too.
 */
import { createHash, randomBytes } from "node:crypto";
import { createReadStream } from "node:fs";
import { type FileHandle, mkdir, open, readdir, readFile, rename, rm, stat, utimes } from "node:fs/promises";
import { join } from "node:path";
import type { Readable } from "node:stream";
import type { Id } from "@pismo/jmap";
import { blobFolder, blobIdOf, blobIdOfHash, isRemoteBlobId } from "./blob-batch.ts";
import { type BlobFolder, syncFolder } from "./blob-folder.ts";
import { fileError, isMissingFile, StoreError } from "./errors.ts";
import { packFolder } from "./pack-files.ts";
import { noPacks, PackedBlobs, type PackIndex } from "./packed-blobs.ts";

export interface StoredBlob {
  blobId: Id;
  /** Octets. */
  size: number;
}

export { blobIdOf, isRemoteBlobId, newRemoteBlobId } from "./blob-batch.ts";

export interface BlobStore {
  /** Where they lie, for a worker that writes many (blob-batch.ts). */
  readonly folder: BlobFolder;
  /** Durable when it resolves. The same bytes are stored once. */
  put(bytes: Uint8Array): Promise<StoredBlob>;
  /** Many at once, synced side by side: for imports. Results in the order of `all`. */
  putAll(all: readonly Uint8Array[]): Promise<StoredBlob[]>;
  /**
   * @param name of bytes that were expected (newRemoteBlobId); left out: their content address
   * @throws StoreError tooLarge beyond `limit` octets; nothing is kept then, nor when the stream breaks off.
   */
  putStream(stream: AsyncIterable<Uint8Array>, limit: number, name?: Id): Promise<StoredBlob>;
  get(blobId: Id): Promise<Uint8Array | undefined>;
  /** Octets [start, end) of a blob. */
  getRange(blobId: Id, start: number, end: number): Promise<Uint8Array | undefined>;
  stream(blobId: Id, range?: { start: number; end: number }): Promise<Readable | undefined>;
  /** Octets; undefined when there is no such blob. */
  size(blobId: Id): Promise<number | undefined>;
  /** Every blob that is a file of its own, with the time of its last put. */
  list(): AsyncIterable<{ blobId: Id; size: number; putAt: Date }>;
  /** Removes a blob that was last put before `before`; for the sweep alone (sweep.ts). Whether it did. */
  removeOlder(blobId: Id, before: Date): Promise<boolean>;
}

/** Files synced at the same time by putAll. */
const PARALLEL = 16;
/** Left behind by a process that died; a living one needs seconds. */
const STALE_AFTER_MS = 60 * 60 * 1000;

const blobIdPattern = /^[BR][A-Za-z0-9_-]{43}$/;
/**
 * Opens the folder, makes what is missing of it and removes half-written files of crashed processes.
 * @param packs where blobs lie that have no file of their own
 */
export async function openBlobs(root: string, durable: boolean, packs: PackIndex = noPacks): Promise<BlobStore> {
  const tmp = join(root, "tmp");
  try {
    await mkdir(tmp, { recursive: true });
    await mkdir(packFolder(root), { recursive: true });
    for (let byte = 0; byte < 256; byte++) {
      await mkdir(join(root, byte.toString(16).padStart(2, "0")), { recursive: true });
    }
    if (durable) await syncFolder(root);
    for (const name of await readdir(tmp)) {
      const file = join(tmp, name);
      const { mtimeMs } = await stat(file);
      if (mtimeMs < Date.now() - STALE_AFTER_MS) await rm(file, { force: true });
    }
  } catch (error) {
    throw fileError(error, root);
  }
  return new FileBlobs(root, tmp, durable, packs);
}

class FileBlobs implements BlobStore {
  readonly folder: BlobFolder;
  readonly #root: string;
  readonly #tmp: string;
  readonly #durable: boolean;
  readonly #packed: PackedBlobs;

  constructor(root: string, tmp: string, durable: boolean, packs: PackIndex) {
    this.folder = { root, durable };
    this.#root = root;
    this.#tmp = tmp;
    this.#durable = durable;
    this.#packed = new PackedBlobs(root, packs);
  }

  async put(bytes: Uint8Array): Promise<StoredBlob> {
    const [stored] = await this.putAll([bytes]);
    return stored!;
  }

  async putAll(all: readonly Uint8Array[]): Promise<StoredBlob[]> {
    const stored = [] as StoredBlob[];
    const folders = new Set<string>();
    let next = 0;
    const worker = async () => {
      while (next < all.length) {
        const index = next++;
        const bytes = all[index]!;
        const blobId = blobIdOf(bytes);
        stored[index] = { blobId, size: bytes.length };
        if (!(await this.#refresh(blobId, bytes.length))) {
          await this.#write(async (file) => {
            await file.writeFile(bytes);
            return blobId;
          });
        }
        folders.add(this.#folder(blobId));
      }
    };
    // All must have stopped before an error is passed on: nothing may be written after it.
    const ends = await Promise.allSettled(Array.from({ length: Math.min(PARALLEL, all.length) }, worker));
    for (const end of ends) if (end.status === "rejected") throw end.reason;
    if (this.#durable) await Promise.all([...folders].map(syncFolder));
    return stored;
  }

  async putStream(stream: AsyncIterable<Uint8Array>, limit: number, name?: Id): Promise<StoredBlob> {
    if (name !== undefined && !(isRemoteBlobId(name) && blobIdPattern.test(name))) throw new Error(`no name: ${name}`);
    const hash = createHash("sha256");
    let size = 0;
    const blobId = await this.#write(async (file) => {
      for await (const chunk of stream) {
        size += chunk.length;
        if (size > limit) throw new StoreError("tooLarge", `More than ${limit} bytes`);
        hash.update(chunk);
        await file.writeFile(chunk);
      }
      return name ?? blobIdOfHash(hash.digest());
    });
    if (this.#durable) await syncFolder(this.#folder(blobId));
    return { blobId, size };
  }

  async get(blobId: Id): Promise<Uint8Array | undefined> {
    if (!blobIdPattern.test(blobId)) return undefined;
    return (await orMissing(readFile(this.#path(blobId)))) ?? this.#packed.get(blobId);
  }

  async getRange(blobId: Id, start: number, end: number): Promise<Uint8Array | undefined> {
    if (!blobIdPattern.test(blobId)) return undefined;
    const file = await orMissing(open(this.#path(blobId), "r"));
    if (!file) return this.#packed.get(blobId, { start, end });
    try {
      const buffer = Buffer.alloc(Math.max(0, end - start));
      const { bytesRead } = await file.read(buffer, 0, buffer.length, start);
      return buffer.subarray(0, bytesRead);
    } finally {
      await file.close();
    }
  }

  async stream(blobId: Id, range?: { start: number; end: number }): Promise<Readable | undefined> {
    if (!blobIdPattern.test(blobId)) return undefined;
    if (!(await orMissing(stat(this.#path(blobId))))) return this.#packed.stream(blobId, range);
    // createReadStream counts its end in.
    return createReadStream(this.#path(blobId), range && { start: range.start, end: range.end - 1 });
  }

  async size(blobId: Id): Promise<number | undefined> {
    if (!blobIdPattern.test(blobId)) return undefined;
    return (await orMissing(stat(this.#path(blobId))))?.size ?? this.#packed.size(blobId);
  }

  async *list(): AsyncIterable<{ blobId: Id; size: number; putAt: Date }> {
    for (let byte = 0; byte < 256; byte++) {
      const folder = join(this.#root, byte.toString(16).padStart(2, "0"));
      for (const blobId of (await readdir(folder)).sort()) {
        if (!blobIdPattern.test(blobId)) continue;
        const found = await orMissing(stat(join(folder, blobId)));
        if (found) yield { blobId, size: found.size, putAt: found.mtime };
      }
    }
  }

  async removeOlder(blobId: Id, before: Date): Promise<boolean> {
    const found = await orMissing(stat(this.#path(blobId)));
    if (!found || found.mtime >= before) return false;
    await rm(this.#path(blobId), { force: true });
    return true;
  }

  #folder(blobId: Id): string {
    return join(this.#root, blobFolder(blobId));
  }

  #path(blobId: Id): string {
    return join(this.#folder(blobId), blobId);
  }

  /** Whether the blob is there whole; its time becomes now, so that a sweep lets it live. */
  async #refresh(blobId: Id, size: number): Promise<boolean> {
    const path = this.#path(blobId);
    try {
      const now = new Date();
      await utimes(path, now, now);
      return (await stat(path)).size === size;
    } catch (error) {
      if (isMissingFile(error)) return false;
      throw fileError(error, path);
    }
  }

  /** Writes a file aside, syncs it and gives it its name; a failure leaves nothing. The folder is the caller's to sync. */
  async #write(fill: (file: FileHandle) => Promise<Id>): Promise<Id> {
    const tmp = join(this.#tmp, `${process.pid}-${randomBytes(9).toString("hex")}`);
    try {
      const file = await open(tmp, "wx", 0o600);
      let blobId: Id;
      try {
        blobId = await fill(file);
        if (this.#durable) await file.datasync();
      } finally {
        await file.close();
      }
      await rename(tmp, this.#path(blobId));
      return blobId;
    } catch (error) {
      await rm(tmp, { force: true });
      throw fileError(error, this.#root);
    }
  }
}

async function orMissing<T>(reading: Promise<T>): Promise<T | undefined> {
  try {
    return await reading;
  } catch (error) {
    if (isMissingFile(error)) return undefined;
    throw error;
  }
}
