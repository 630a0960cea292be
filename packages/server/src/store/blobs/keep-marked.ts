/** Blobs that come into use while a sweep removes their objects (remove-blobs.ts). */
import type { Id } from "@pismo/jmap";
import type { Reader, Transactor } from "../db/reader.ts";
import { recordPackEntries } from "./record-pack-entries.ts";

/** Which of these a sweep is removing. */
export async function markedOf(reader: Reader, blobIds: readonly Id[]): Promise<Set<Id>> {
  const rows = await reader.all<{ blob_id: Id }>(
    "select r.blob_id from text_rows(?) named ordered join blob_removal r on r.blob_id = named.value",
    JSON.stringify(blobIds),
  );
  return new Set(rows.map(({ blob_id }) => blob_id));
}

/** Puts blobs where no sweep removes them, in the transaction that comes to refer to them: into a pack, whose name is new. */
export async function putInNewPack(tx: Transactor, blobs: readonly { blobId: Id; bytes: Uint8Array }[]): Promise<void> {
  const distinct = [...new Map(blobs.map((blob) => [blob.blobId, blob])).values()];
  if (distinct.length === 0) return;
  const entries = await tx.blobs.packs.write(distinct);
  await recordPackEntries(
    tx,
    distinct.map(({ blobId }, index) => [blobId, entries[index]!]),
  );
}

/** Whether a blob is there, and stays when the transaction comes to refer to it. */
export async function willStay(tx: Transactor, blobId: Id): Promise<boolean> {
  if (!(await markedOf(tx, [blobId])).has(blobId)) return (await tx.blobs.size(blobId)) !== undefined;
  const bytes = await tx.blobs.get(blobId);
  if (bytes) await putInNewPack(tx, [{ blobId, bytes }]);
  return bytes !== undefined;
}
