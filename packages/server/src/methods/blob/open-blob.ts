/** Opens a blob or a part of a message for reading, as a whole or in ranges. */
import type { Id } from "@pismo/jmap";
import { mayReadBlob } from "../../store/blobs/uploads.ts";
import { loadBlob } from "../../worker/part-blob.ts";
import type { RequestContext } from "../context.ts";

export interface OpenBlob {
  /** In octets. */
  size: number;
  /** Octets [start, end), within the blob. */
  read(start: number, end: number): Promise<Uint8Array>;
}

/** Longer ids are those of parts. */
const BASE_LENGTH = 44;

/** @returns undefined where the account cannot access such a blob */
export async function openBlob(context: RequestContext, accountId: Id, blobId: Id): Promise<OpenBlob | undefined> {
  const { store, mime } = context;
  if (!(await store.read((reader) => mayReadBlob(reader, accountId, blobId)))) return undefined;
  if (blobId.length > BASE_LENGTH) {
    const part = await loadBlob(blobId, (base) => store.blobs.get(base), mime);
    return part && { size: part.bytes.length, read: async (start, end) => part.bytes.subarray(start, end) };
  }
  const size = await store.blobs.size(blobId);
  if (size === undefined) return undefined;
  return {
    size,
    async read(start, end) {
      const bytes = start < end ? await store.blobs.getRange(blobId, start, end) : new Uint8Array();
      if (!bytes) throw new Error(`Blob ${blobId} is gone`);
      return bytes;
    },
  };
}
