/** Reads blobs and parts of messages that an account can access. */
import type { Id } from "@pismo/jmap";
import type { BlobStore } from "../../store/blobs/blobs.ts";
import { readableBlobs } from "../../store/blobs/uploads.ts";
import { type BlobContent, loadBlob } from "../../worker/part-blob.ts";
import type { MimePool } from "../../worker/pool.ts";
import type { RequestContext } from "../context.ts";

export interface OpenBlob {
  /** Octets. */
  size: number;
  /** Octets [start, end), within the blob. */
  read(start: number, end: number): Promise<Uint8Array>;
}

/** Longer ids are those of parts. */
const BASE_LENGTH = 44;

/** The whole content; undefined where the account cannot access such a blob. */
export async function loadAccountBlob(
  context: RequestContext,
  accountId: Id,
  blobId: Id,
): Promise<BlobContent | undefined> {
  return (await accountBlobs(context, accountId, [blobId]))(blobId);
}

/** Asks once about access to all of these. @returns loads one of them, as loadAccountBlob */
export async function accountBlobs(
  { store, mime }: RequestContext,
  accountId: Id,
  blobIds: readonly Id[],
): Promise<(blobId: Id) => Promise<BlobContent | undefined>> {
  const readable = await store.read((reader) => readableBlobs(reader, accountId, blobIds));
  const blobs = store.blobsOf(accountId);
  return async (blobId) => (readable.has(blobId) ? loadBlob(blobId, (base) => blobs.get(base), mime) : undefined);
}

/** For reading in ranges; undefined where the account cannot access such a blob. */
export async function openBlob(context: RequestContext, accountId: Id, blobId: Id): Promise<OpenBlob | undefined> {
  return (await openBlobs(context, accountId, [blobId]))(blobId);
}

/** Asks once about access to all of these. @returns opens one of them, as openBlob */
export async function openBlobs(
  context: RequestContext,
  accountId: Id,
  blobIds: readonly Id[],
): Promise<(blobId: Id) => Promise<OpenBlob | undefined>> {
  const readable = await context.store.read((reader) => readableBlobs(reader, accountId, blobIds));
  return async (blobId) =>
    readable.has(blobId) ? openReadable(context.store.blobsOf(accountId), blobId, context.mime) : undefined;
}

async function openReadable(blobs: BlobStore, blobId: Id, mime: MimePool): Promise<OpenBlob | undefined> {
  if (blobId.length > BASE_LENGTH) {
    const part = await loadBlob(blobId, (base) => blobs.get(base), mime);
    return part && { size: part.bytes.length, read: async (start, end) => part.bytes.subarray(start, end) };
  }
  const size = await blobs.size(blobId);
  if (size === undefined) return undefined;
  return {
    size,
    async read(start, end) {
      const bytes = start < end ? await blobs.getRange(blobId, start, end) : new Uint8Array();
      if (!bytes) throw new Error(`Blob ${blobId} is gone`);
      return bytes;
    },
  };
}
