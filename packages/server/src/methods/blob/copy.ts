import { type BlobCopyArgs, CORE, type Id, type SetError } from "@pismo/jmap";
import { mayReadBlob, recordUpload } from "../../store/uploads.ts";
import { loadBlob } from "../../worker/part-blob.ts";
import { checkArguments, id, list } from "../checks.ts";
import type { Method } from "../context.ts";
import { assertSetSize } from "../standard/set.ts";

/** How long a copied or uploaded blob waits to be used: RFC 8620 §6.1 asks for an hour at least. */
export const UPLOAD_LIFETIME_MS = 24 * 60 * 60 * 1000;

/** Blob/copy: RFC 8620 §6.3. Content is shared between accounts; a copy is the right to read it. */
export const copy: Method<"Blob/copy"> = {
  capability: CORE,
  parse: (args) => checkArguments<BlobCopyArgs>({ fromAccountId: id, accountId: id, blobIds: list(id) }, args),
  async run({ fromAccountId, accountId, blobIds }, call) {
    const { store } = call.context;
    assertSetSize({ destroy: blobIds }, call);
    const copied: Record<Id, Id> = {};
    const notCopied: Record<Id, SetError> = {};
    for (const blobId of new Set(blobIds)) {
      const mayRead = await store.read((reader) => mayReadBlob(reader, fromAccountId, blobId));
      const blob = mayRead ? await loadBlob(blobId, (base) => store.blobs.get(base)) : undefined;
      if (!blob) {
        notCopied[blobId] = { type: "notFound" };
        continue;
      }
      const stored = await store.blobs.put(blob.bytes);
      const expiresAt = new Date(Date.now() + UPLOAD_LIFETIME_MS);
      const type = blob.part?.type ?? "application/octet-stream";
      await store.write((tx) => recordUpload(tx, accountId, stored.blobId, type, stored.size, expiresAt));
      copied[blobId] = stored.blobId;
    }
    return {
      fromAccountId,
      accountId,
      copied: Object.keys(copied).length > 0 ? copied : null,
      notCopied: Object.keys(notCopied).length > 0 ? notCopied : null,
    };
  },
};
