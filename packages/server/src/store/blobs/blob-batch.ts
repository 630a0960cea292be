/**
 * Blobs written by a worker thread in batches: the same files as BlobStore.putAll writes, by synchronous calls, which
 * cost half of the asynchronous ones. All are written before the first is synced, so that the disk can combine them.
 */
import { hash, randomBytes } from "node:crypto";
import * as fs from "node:fs";
import { join } from "node:path";
import type { Id } from "@pismo/jmap";
import { type BlobFolder, syncFolderNow } from "./blob-folder.ts";
import { fileError } from "../db/errors.ts";
import { writePack } from "./file-packs.ts";
import type { PackEntry } from "./pack-entry.ts";

/** The content address of these bytes. */
export const blobIdOf = (bytes: Uint8Array): Id => `B${hash("sha256", bytes, "base64url")}`;
/** The same from a sha-256 that was computed piece by piece. */
export const blobIdOfHash = (sha256: Buffer): Id => `B${sha256.toString("base64url")}`;

/**
 * A permanent name for bytes that have still to be fetched: the one exception to content addresses. It is as long and as
 * random as they are, so that folders and the ids of parts work the same.
 */
export const newRemoteBlobId = (): Id => `R${randomBytes(32).toString("base64url")}`;
export const isRemoteBlobId = (blobId: Id): boolean => blobId.startsWith("R");

/** The folder of a blob within the root: the first octet of its hash. */
export const blobFolder = (blobId: Id): string =>
  Buffer.from(blobId.slice(1, 3), "base64url").toString("hex").slice(0, 2);

interface Written {
  file: number;
  tmp: string;
  path: string;
}

/**
 * Durable when it returns.
 * @param names reserved names (newRemoteBlobId); left out: content addresses
 * @throws StoreError diskFull, unreadable; then no new blob has its name
 */
export function putBatch({ root, durable }: BlobFolder, all: readonly Uint8Array[], names?: readonly Id[]): Id[] {
  const ids = names ? [...names] : all.map(blobIdOf);
  const written: Written[] = [];
  try {
    for (const [index, blobId] of ids.entries()) {
      const bytes = all[index]!;
      const path = join(root, blobFolder(blobId), blobId);
      if (refresh(path, bytes)) continue;
      const tmp = join(root, "tmp", `${process.pid}-${randomBytes(9).toString("hex")}`);
      const file = fs.openSync(tmp, "wx", 0o600);
      written.push({ file, tmp, path });
      for (let at = 0; at < bytes.length;) at += fs.writeSync(file, bytes, at);
    }
    for (const { file } of written) {
      if (durable) fs.fdatasyncSync(file);
    }
    for (const { tmp, path } of written) fs.renameSync(tmp, path);
    if (durable) for (const folder of new Set(ids.map(blobFolder))) syncFolderNow(join(root, folder));
    return ids;
  } catch (error) {
    for (const { tmp } of written) fs.rmSync(tmp, { force: true });
    throw fileError(error, root);
  } finally {
    for (const { file } of written) fs.closeSync(file);
  }
}

/**
 * Whether the blob is stored intact. Its time becomes now, so that a sweep keeps it. One whose bytes differ is written
 * again.
 */
function refresh(path: string, bytes: Uint8Array): boolean {
  if (fs.statSync(path, { throwIfNoEntry: false })?.size !== bytes.length) return false;
  if (!fs.readFileSync(path).equals(bytes)) return false;
  const now = new Date();
  fs.utimesSync(path, now, now);
  return true;
}

export interface PutBlob {
  blobId: Id;
  /** undefined for a file of its own. */
  entry?: PackEntry;
}

/**
 * The same in one pack, which is synced once: for imports. A blob that is a file already stays one.
 * @throws StoreError diskFull, unreadable
 */
export async function putInPack(folder: BlobFolder, all: readonly Uint8Array[]): Promise<PutBlob[]> {
  const ids = all.map(blobIdOf);
  const fresh = new Map<Id, Uint8Array>();
  for (const [index, blobId] of ids.entries()) {
    const bytes = all[index]!;
    if (!refresh(join(folder.root, blobFolder(blobId), blobId), bytes)) fresh.set(blobId, bytes);
  }
  const written =
    fresh.size > 0
      ? await writePack(
          folder,
          [...fresh].map(([blobId, bytes]) => ({ blobId, bytes })),
        )
      : [];
  const entries = new Map([...fresh.keys()].map((blobId, index) => [blobId, written[index]!]));
  return ids.map((blobId) => ({ blobId, ...(entries.has(blobId) && { entry: entries.get(blobId)! }) }));
}
