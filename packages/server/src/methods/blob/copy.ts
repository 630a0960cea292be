import { type BlobCopyArgs, CORE, type Id, MethodError, SetFailure } from "@pismo/jmap";
import { recordUpload } from "../../store/blobs/uploads.ts";
import { checkArguments, id, list } from "../checks.ts";
import type { Method } from "../context.ts";
import { loadAccountBlob } from "./open-blob.ts";
import { Outcomes } from "../standard/outcomes.ts";
import { assertSetSize } from "../standard/set.ts";

/** How long an unreferenced blob is retained: RFC 8620 §6.1 requires an hour at least. */
export const UPLOAD_LIFETIME_MS = 24 * 60 * 60 * 1000;

/** Blob/copy: RFC 8620 §6.3. Accounts share the content; a copy is the right to read it. */
export const copy: Method<"Blob/copy"> = {
  capability: CORE,
  parse: (args) => checkArguments<BlobCopyArgs>({ fromAccountId: id, accountId: id, blobIds: list(id) }, args),
  async run({ fromAccountId, accountId, blobIds }, call) {
    const { context } = call;
    if (accountId === fromAccountId) throw new MethodError("invalidArguments", "The accounts are the same");
    assertSetSize({ destroy: blobIds }, call);
    const copies = new Outcomes<Id>();
    for (const blobId of new Set(blobIds)) {
      await copies.attempt(blobId, async () => {
        const blob = await loadAccountBlob(context, fromAccountId, call.createdIds.resolve(blobId));
        if (!blob) throw new SetFailure({ type: "blobNotFound", notFound: [blobId] });
        const stored = await context.store.blobs.put(blob.bytes);
        const expiresAt = new Date(Date.now() + UPLOAD_LIFETIME_MS);
        const type = blob.part?.type ?? "application/octet-stream";
        await context.store.write((tx) => recordUpload(tx, accountId, stored.blobId, type, stored.size, expiresAt), {
          accountId,
        });
        return stored.blobId;
      });
    }
    return { fromAccountId, accountId, copied: copies.done, notCopied: copies.failed };
  },
};
