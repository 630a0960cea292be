/**
 * Message bytes and uploads, named by their content: files that never change (here), objects of a database or a bucket
 * (object-blobs.ts), or entries of packs (packed-blobs.ts).
 * A blob gets its name only once its content is durable, and put() returns only once the name is durable too.
 */
import { createHash, randomBytes } from "node:crypto";
import { createReadStream } from "node:fs";
import { type FileHandle, mkdir, open, readdir, readFile, rename, rm, stat, utimes } from "node:fs/promises";
import { join } from "node:path";
import type { Readable } from "node:stream";
import type { Id } from "@pismo/jmap";
import { blobFolder, blobIdOf, blobIdOfHash, isRemoteBlobId, putInPack, type PutBlob } from "./blob-batch.ts";
import { type BlobFolder, syncFolder } from "./blob-folder.ts";
import { fileError, isMissingFile, StoreError } from "../db/errors.ts";
import { FilePacks, packFolder } from "./file-packs.ts";
import type { PackStore } from "./pack-store.ts";
import { emptyPackIndex, PackedBlobs, type PackIndex } from "./packed-blobs.ts";

export interface StoredBlob {
  blobId: Id;
  /** Octets. */
  size: number;
}

export { blobIdOf, isRemoteBlobId, newRemoteBlobId } from "./blob-batch.ts";

export interface BlobStore {
  /** For a worker thread that writes batches (blob-batch.ts); undefined where blobs are no files. */
  readonly folder: BlobFolder | undefined;
  readonly packs: PackStore;
  /** Durable when it resolves. The same bytes are stored once. */
  put(bytes: Uint8Array): Promise<StoredBlob>;
  /**
   * Many at once, synced in parallel. Results in the order of `all`.
   * @param names reserved names (newRemoteBlobId); left out: content addresses
   */
  putAll(all: readonly Uint8Array[], names?: readonly Id[]): Promise<StoredBlob[]>;
  /** The same in one pack, where there are several: for imports. The caller records the entries (recordPackEntries). */
  putBatch(all: readonly Uint8Array[]): Promise<PutBlob[]>;
  /**
   * @param name a reserved name (newRemoteBlobId); left out: the content address
   * @throws StoreError tooLarge beyond `limit` octets. Nothing is stored then, nor when the stream fails.
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
  /** Removes the file of a blob unless it was put at or after `before`; for the sweep alone (store/sweep). */
  removeOlder(blobId: Id, before: Date): Promise<"removed" | "recent" | "absent">;
  /** Removes the file of a damaged blob that is fetched again from its server. */
  remove(blobId: Id): Promise<void>;
}

/** Files synced at the same time by putAll. */
const MAX_PARALLEL = 16;
/** Older temporary files are left from a process that died: a write takes seconds. */
const STALE_AFTER_MS = 60 * 60 * 1000;

export const blobIdPattern = /^[BR][A-Za-z0-9_-]{43}$/;
/**
 * Opens the folder, creates missing subfolders and removes half-written files of crashed processes.
 * @param packs finds blobs that have no file of their own
 */
export async function openBlobs(root: string, durable: boolean, packs: PackIndex = emptyPackIndex): Promise<BlobStore> {
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
      // Another process may have finished its write since the folder was listed.
      const found = await orMissing(stat(file));
      if (found && found.mtimeMs < Date.now() - STALE_AFTER_MS) await rm(file, { force: true });
    }
  } catch (error) {
    throw fileError(error, root);
  }
  return new FileBlobs(root, tmp, durable, packs);
}

class FileBlobs implements BlobStore {
  readonly folder: BlobFolder;
  readonly packs: FilePacks;
  readonly #root: string;
  readonly #tmp: string;
  readonly #durable: boolean;
  readonly #packed: PackedBlobs;

  constructor(root: string, tmp: string, durable: boolean, packs: PackIndex) {
    this.folder = { root, durable };
    this.#root = root;
    this.#tmp = tmp;
    this.#durable = durable;
    this.packs = new FilePacks(this.folder);
    this.#packed = new PackedBlobs(this.packs, packs);
  }

  async put(bytes: Uint8Array): Promise<StoredBlob> {
    const [stored] = await this.putAll([bytes]);
    return stored!;
  }

  async putAll(all: readonly Uint8Array[], names?: readonly Id[]): Promise<StoredBlob[]> {
    const stored = [] as StoredBlob[];
    const folders = new Set<string>();
    let next = 0;
    const worker = async () => {
      while (next < all.length) {
        const index = next++;
        const bytes = all[index]!;
        const blobId = names?.[index] ?? blobIdOf(bytes);
        stored[index] = { blobId, size: bytes.length };
        if (!(await this.#refresh(blobId, bytes))) {
          await this.#write(async (file) => {
            await file.writeFile(bytes);
            return blobId;
          });
        }
        folders.add(this.#folder(blobId));
      }
    };
    // All must have stopped before an error is rethrown: nothing may be written after it.
    const ends = await Promise.allSettled(Array.from({ length: Math.min(MAX_PARALLEL, all.length) }, worker));
    for (const end of ends) if (end.status === "rejected") throw end.reason;
    if (this.#durable) await Promise.all([...folders].map(syncFolder));
    return stored;
  }

  async putBatch(all: readonly Uint8Array[]): Promise<PutBlob[]> {
    return all.length > 1 ? putInPack(this.folder, all) : this.putAll(all);
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
    // createReadStream includes its end.
    return createReadStream(this.#path(blobId), range && { start: range.start, end: range.end - 1 });
  }

  async size(blobId: Id): Promise<number | undefined> {
    if (!blobIdPattern.test(blobId)) return undefined;
    return (await orMissing(stat(this.#path(blobId))))?.size ?? (await this.#packed.size(blobId));
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

  async removeOlder(blobId: Id, before: Date): Promise<"removed" | "recent" | "absent"> {
    if (!blobIdPattern.test(blobId)) return "absent";
    const found = await orMissing(stat(this.#path(blobId)));
    if (!found) return "absent";
    if (found.mtime >= before) return "recent";
    await rm(this.#path(blobId), { force: true });
    return "removed";
  }

  async remove(blobId: Id): Promise<void> {
    await rm(this.#path(blobId), { recursive: true, force: true });
  }

  #folder(blobId: Id): string {
    return join(this.#root, blobFolder(blobId));
  }

  #path(blobId: Id): string {
    return join(this.#folder(blobId), blobId);
  }

  /**
   * Whether the blob is stored intact. Its time becomes now, so that a sweep keeps it. One whose bytes differ is written
   * again.
   */
  async #refresh(blobId: Id, bytes: Uint8Array): Promise<boolean> {
    const path = this.#path(blobId);
    try {
      const now = new Date();
      await utimes(path, now, now);
      return (await stat(path)).size === bytes.length && (await readFile(path)).equals(bytes);
    } catch (error) {
      if (isMissingFile(error)) return false;
      throw fileError(error, path);
    }
  }

  /** Writes a temporary file, syncs it and renames it; a failure leaves nothing. The caller syncs the folder. */
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
