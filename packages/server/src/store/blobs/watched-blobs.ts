/** A BlobStore whose failures are counted. */
import type { Failures } from "../db/failures.ts";
import type { BlobStore } from "./blobs.ts";

export function watchedBlobs(blobs: BlobStore, failures: Failures): BlobStore {
  const watch = <T>(work: () => Promise<T>): Promise<T> => failures.watch("blobs", work);
  return {
    folder: blobs.folder,
    packs: blobs.packs,
    put: (bytes) => watch(() => blobs.put(bytes)),
    putAll: (all, names) => watch(() => blobs.putAll(all, names)),
    putBatch: (all) => watch(() => blobs.putBatch(all)),
    putStream: (stream, limit, name) => watch(() => blobs.putStream(stream, limit, name)),
    get: (blobId) => watch(() => blobs.get(blobId)),
    getRange: (blobId, start, end) => watch(() => blobs.getRange(blobId, start, end)),
    stream: (blobId, range) => watch(() => blobs.stream(blobId, range)),
    size: (blobId) => watch(() => blobs.size(blobId)),
    list: () => blobs.list(),
    removeOlder: (blobId, before) => watch(() => blobs.removeOlder(blobId, before)),
    remove: (blobId) => watch(() => blobs.remove(blobId)),
  };
}
