import type { Id } from "@pismo/jmap";
import { mayReadBlob } from "../../store/uploads.ts";
import { type BlobContent, loadBlob } from "../../worker/part-blob.ts";
import type { RequestContext } from "../context.ts";

/** The content of a blob or part of one that the account may read; undefined when there is none. */
export async function loadAccountBlob(
  { store, mime }: RequestContext,
  accountId: Id,
  blobId: Id,
): Promise<BlobContent | undefined> {
  const mayRead = await store.read((reader) => mayReadBlob(reader, accountId, blobId));
  return mayRead ? loadBlob(blobId, (base) => store.blobs.get(base), mime) : undefined;
}
