import { type BlobCopyArgs, CORE, type Id, MethodError, SetFailure } from "@pismo/jmap";
import { recordUploads } from "../../store/blobs/uploads.ts";
import { checkArguments, id, list } from "../checks.ts";
import type { Method } from "../context.ts";
import { accountBlobs } from "./open-blob.ts";
import { inBatch } from "../standard/batch.ts";
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
    const distinct = [...new Set(blobIds)];
    const named = distinct.map((blobId) => call.createdIds.resolve(blobId));
    const load = await accountBlobs(context, fromAccountId, named);
    const outcomes = await inBatch(
      distinct,
      async (blobId) => {
        const blob = await load(call.createdIds.resolve(blobId));
        if (!blob) throw new SetFailure({ type: "blobNotFound", notFound: [blobId] });
        const { blobId: copied, size } = await context.store.blobs.put(blob.bytes);
        return { blobId: copied, type: blob.part?.type ?? "application/octet-stream", size };
      },
      (uploads) => {
        const expiresAt = new Date(Date.now() + UPLOAD_LIFETIME_MS);
        return context.store.write((tx) => recordUploads(tx, accountId, uploads, expiresAt), { accountId });
      },
    );
    for (const [index, blobId] of distinct.entries()) copies.note(blobId, outcomes[index]!);
    return { fromAccountId, accountId, copied: copies.done, notCopied: copies.failed };
  },
};
