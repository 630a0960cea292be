/** Reads blobs and compares them with the hash in their name. */
import type { Id } from "@pismo/jmap";
import { blobIdOf, isRemoteBlobId } from "./blob-batch.ts";
import type { BlobStore } from "./blobs.ts";
import { isDamagedFile, StoreError } from "../db/errors.ts";

/** missing: there is no such blob. damaged: it cannot be read, or its bytes have changed. */
export type BlobFault = "missing" | "damaged";

export type CheckedBlob = { bytes: Uint8Array; fault?: never } | { bytes: Uint8Array | undefined; fault: BlobFault };

/**
 * @param maxHashedBytes of a larger blob only the size is compared
 * @throws StoreError blobElsewhere
 * @param size the known size of a blob whose name is no hash (newRemoteBlobId): all that can be compared
 */
export async function readChecked(
  blobs: Pick<BlobStore, "get">,
  blobId: Id,
  size?: number,
  maxHashedBytes = Infinity,
): Promise<CheckedBlob> {
  let bytes: Uint8Array | undefined;
  try {
    bytes = await blobs.get(blobId);
  } catch (error) {
    if (error instanceof StoreError) throw error;
    // An unreadable sector, or a folder instead of a file.
    return { bytes, fault: "damaged" };
  }
  if (!bytes) return { bytes, fault: "missing" };
  const isSure =
    bytes.length <= maxHashedBytes ? isWhole(blobId, bytes, size) : bytes.length === (size ?? bytes.length);
  return isSure ? { bytes } : { bytes, fault: "damaged" };
}

export const isWhole = (blobId: Id, bytes: Uint8Array, size?: number): boolean =>
  isRemoteBlobId(blobId) ? size === undefined || size === bytes.length : blobIdOf(bytes) === blobId;

/**
 * For work in the background that is not done again: undefined where the blob is missing, damaged, or still on its server.
 * @throws what a store says that does not answer now
 */
export async function ifReadable<T>(reading: Promise<T | undefined>): Promise<T | undefined> {
  try {
    return await reading;
  } catch (error) {
    if (isDamagedFile(error) || (error instanceof StoreError && error.code === "blobElsewhere")) return undefined;
    throw error;
  }
}
