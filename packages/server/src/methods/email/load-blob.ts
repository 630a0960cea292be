import type { Id } from "@pismo/jmap";
import { mayReadBlob } from "../../store/blobs/uploads.ts";
import { type BlobContent, loadBlob } from "../../worker/part-blob.ts";
import type { RequestContext } from "../context.ts";

/** The content of an accessible blob or of a part of one; undefined otherwise. */
export async function loadAccountBlob(
  { store, mime }: RequestContext,
  accountId: Id,
  blobId: Id,
): Promise<BlobContent | undefined> {
  const mayRead = await store.read((reader) => mayReadBlob(reader, accountId, blobId));
  return mayRead ? loadBlob(blobId, (base) => store.blobs.get(base), mime) : undefined;
}
